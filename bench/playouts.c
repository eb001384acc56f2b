/* Whole random games of grow (5x5) and flip (4x4) in plain C: what bench/environments.py measures playouts against.

   gcc -O3 -march=native -o playouts playouts.c              picks the n-th free cell by bit-deposit
   gcc -O3 -march=native -mno-bmi2 -o playouts playouts.c    picks it by clearing those before

   playouts BOOK GAMES KEY_OF_BOARDS KEY_OF_MOVES [VALUES...]   on these values, else each game on a board of its own
   prints draws, wins of the first, wins of the second, moves, seconds

   The generator and its use are those of fivesquare/research/native, so the counts must be equal. */

#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define STEP 0x9E3779B97F4A7C15ULL

static int values[25];
static uint32_t lower[25];
static uint64_t wins[3], moves_made;

static inline uint64_t mixed(uint64_t z) { /* SplitMix64 */
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}

static inline uint64_t word(uint64_t key, uint64_t number) { return mixed(key + (number + 1) * STEP); }

static inline uint32_t below(uint32_t bound, uint64_t *at) { return (mixed(*at += STEP) >> 32) * bound >> 32; }

static inline uint32_t nth(uint32_t cells, uint32_t n) {
#ifdef __BMI2__
    return _pdep_u32(1u << n, cells);
#else
    while (n--) cells &= cells - 1;
    return cells & -cells;
#endif
}

static int sum(uint32_t cells) {
    int total = 0;
    for (; cells; cells &= cells - 1) total += values[__builtin_ctz(cells)];
    return total;
}

#define GROW_FULL 0x1FFFFFFu
#define GROW_EDGE 0x1F8C63Fu
#define FIRST_COLUMN 0x108421u

static inline uint32_t grow_moves(uint32_t own, uint32_t other) {
    uint32_t free = GROW_FULL & ~(own | other);
    if (!own) return free & GROW_EDGE;
    return free & ((own << 1 & ~FIRST_COLUMN) | (own & ~FIRST_COLUMN) >> 1 | own << 5 | own >> 5);
}

static void grow(uint64_t at, uint64_t deal) {
    if (deal)
        for (int cell = 0; cell < 25; cell++) values[cell] = 1 + below(9, &deal);
    uint32_t own = 0, other = 0, open = GROW_EDGE;
    int turn = 1;
    for (;;) {
        own |= nth(open, below(__builtin_popcount(open), &at));
        moves_made++;
        if ((open = grow_moves(other, own))) {
            uint32_t swap = own;
            own = other, other = swap, turn = 3 - turn;
        } else if (!(open = grow_moves(own, other)))
            break;
    }
    int ahead = sum(own) - sum(other);
    wins[ahead >= 0 ? turn : 3 - turn]++; /* a tie goes to whoever claimed last */
}

static void note_lower(void) {
    for (int cell = 0; cell < 16; cell++) {
        int value = values[cell];
        lower[cell] = 0;
        if (cell > 3) lower[cell] |= (values[cell - 4] < value) << (cell - 4);
        if (cell % 4 > 0) lower[cell] |= (values[cell - 1] < value) << (cell - 1);
        if (cell % 4 < 3) lower[cell] |= (values[cell + 1] < value) << (cell + 1);
        if (cell < 12) lower[cell] |= (values[cell + 4] < value) << (cell + 4);
    }
}

static void flip(uint64_t at, uint64_t deal) {
    if (deal) {
        values[0] = 1;
        deal += STEP;
        for (int cell = 1; cell < 16; cell++) {
            int with = below(cell + 1, &deal);
            values[cell] = values[with], values[with] = cell + 1;
        }
        note_lower();
    }
    uint32_t own = 0, other = 0, open = 0xFFFF;
    for (int left = 16; left > 0; left--) {
        uint32_t bit = nth(open, below(left, &at)), taken = other & lower[__builtin_ctz(bit)], mine = own | bit | taken;
        open ^= bit, own = other & ~taken, other = mine;
    }
    moves_made += 16;
    int ahead = sum(own) - sum(other); /* the first player's: an even number of turns was taken */
    wins[ahead > 0 ? 1 : ahead < 0 ? 2 : 0]++;
}

int main(int count, char **words) {
    if (count < 5) return 2;
    int is_grow = !strcmp(words[1], "grow"), cells = is_grow ? 25 : 16, is_fixed = count > 5;
    uint64_t games = strtoull(words[2], 0, 10), boards = strtoull(words[3], 0, 10), key = strtoull(words[4], 0, 10);
    if (is_fixed && count != 5 + cells) return 2;
    for (int cell = 0; is_fixed && cell < cells; cell++) values[cell] = atoi(words[5 + cell]);
    if (!is_grow) note_lower();
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (uint64_t game = 0; game < games; game++)
        (is_grow ? grow : flip)(word(word(key, game), 0), is_fixed ? 0 : word(word(boards, game), 0));
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = to.tv_sec - from.tv_sec + (to.tv_nsec - from.tv_nsec) * 1e-9;
    printf("%lu %lu %lu %lu %.6f\n", wins[0], wins[1], wins[2], moves_made, seconds);
    return 0;
}
