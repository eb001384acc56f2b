/* Perft of grow (5x5) and flip (4x4), as one writes it in C for these two games and these sizes alone.

   perft grow|flip DEPTH VALUE...    prints the count and the seconds it took

   Cell n, in reading order, is bit n. The last two moves are counted in place, as in
   src/fivesquare/native/perft.py: their claims are found out, but no call is made for them. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GROW = 5, FLIP = 4 };  /* rows and columns */

static const uint32_t GROW_FULL = 0x1ffffff, GROW_EDGE = 0x1f8c63f, GROW_FIRST_COLUMN = 0x0108421;
static const uint32_t FLIP_FULL = 0xffff;

static uint32_t flip_lower[FLIP * FLIP];  /* cell -> its neighbours with a lower value */

static uint32_t grow_moves(uint32_t own, uint32_t other) {
    uint32_t free = GROW_FULL & ~(own | other);
    if (!own) return free & GROW_EDGE;
    uint32_t right = (own << 1) & ~GROW_FIRST_COLUMN, left = (own & ~GROW_FIRST_COLUMN) >> 1;
    return free & (right | left | own << GROW | own >> GROW);
}

static uint64_t grow(uint32_t own, uint32_t other, uint32_t moves, int depth) {
    if (depth == 1) return __builtin_popcount(moves);
    uint64_t total = 0;
    for (; moves; moves &= moves - 1) {
        uint32_t next = other, last = own | (moves & -moves), open = grow_moves(next, last);
        if (!open) {  /* skipped, if the other can go on */
            uint32_t swap = next;
            next = last, last = swap;
            open = grow_moves(next, last);
        }
        total += depth == 2 ? (uint64_t)__builtin_popcount(open) : grow(next, last, open, depth - 1);
    }
    return total;
}

static uint64_t flip(uint32_t own, uint32_t other, uint32_t moves, int depth) {
    if (depth == 1) return __builtin_popcount(moves);
    uint64_t total = 0;
    for (uint32_t left = moves; left; left &= left - 1) {
        uint32_t cell = left & -left, taken = other & flip_lower[__builtin_ctz(left)], open = moves & ~cell;
        total += depth == 2 ? (uint64_t)__builtin_popcount(open)
                            : flip(other & ~taken, own | taken | cell, open, depth - 1);
    }
    return total;
}

static void read_lower(char **values) {
    for (int a = 0; a < FLIP * FLIP; a++)
        for (int b = 0; b < FLIP * FLIP; b++) {
            int distance = abs(a / FLIP - b / FLIP) + abs(a % FLIP - b % FLIP);
            if (distance == 1 && atoi(values[b]) < atoi(values[a])) flip_lower[a] |= 1u << b;
        }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    if (count < 3) return 2;
    int is_grow = !strcmp(words[1], "grow"), depth = atoi(words[2]);
    if (!is_grow) {
        if (count != 3 + FLIP * FLIP) return 2;
        read_lower(words + 3);
    }
    double start = now();
    uint64_t total = is_grow ? grow(0, 0, grow_moves(0, 0), depth) : flip(0, 0, FLIP_FULL, depth);
    printf("%llu %.6f\n", (unsigned long long)total, now() - start);
    return 0;
}
