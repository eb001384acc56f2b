/* The yardstick: a plain alpha-beta search with a table, in C, for any rule book.
 *
 * Reads games from standard input, one a line: reach take again goal target tie rows columns values...
 * with the answers as numbers in the order of rulebook.py, and writes for each: value nodes seconds.
 * Value is twice the margin, a tie won or lost 1 or -1; without margins 1, 0, -1. Seen by the first player.
 * Negamax, fail-soft, window wide open at the root; the table keeps value, bound and best move and always
 * replaces; the remembered move comes first, then the highest values. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t mask;
typedef struct { mask own, other; int turn, link; } state;
typedef struct { mask own, other; int32_t value; int8_t turn, bound, move; } entry;
enum { ANYWHERE, ADJACENT, EDGE }; enum { NOTHING, LOWER_FREE, LOWER_ENEMY };
enum { POINTS, MAJORITY, EXACTLY }; enum { DRAW, LAST, SECOND };

#define BITS 20
static entry *table;
static int reach, take, again, goal, target, tie, rows, columns, cells, values[64], order[64];
static mask full, edge, not_last_column, not_last_row, beside[64], lower[64];
static uint64_t nodes;

static int score(mask cells) {
    int sum = 0;
    for (; cells; cells &= cells - 1) sum += values[__builtin_ctzll(cells)];
    return sum;
}
static mask around(mask m) {
    return (m & not_last_column) << 1 | (m >> 1 & not_last_column)
         | (m & not_last_row) << columns | (m >> columns & not_last_row);
}
static int has_won(mask own) {
    if (goal == MAJORITY) return 2 * __builtin_popcountll(own) > cells;
    return goal == EXACTLY && score(own) == target;
}
static mask taken(mask own, mask other, int cell) {
    if (take == LOWER_ENEMY) return other & lower[cell];
    if (take == LOWER_FREE) return full & ~(own | other) & lower[cell];
    return 0;
}
static mask claims(mask own, mask other, int link) {
    if (has_won(own)) return 0;
    mask free = full & ~(own | other);
    if (link >= 0) free &= beside[link];
    else if (reach != ANYWHERE && own) free &= around(own);
    else if (reach == EDGE) free &= edge;
    if (goal != EXACTLY) return free;
    int room = target - score(own);
    mask fitting = 0;
    for (mask m = free; m; m &= m - 1) {
        int cell = __builtin_ctzll(m);
        if (values[cell] + score(taken(own, other, cell)) <= room) fitting |= (mask)1 << cell;
    }
    return fitting;
}
static state end_turn(mask own, mask other, int turn) {
    if (!has_won(own) && claims(other, own, -1)) return (state){other, own, !turn, -1};
    return (state){own, other, turn, -1};
}
static state claim(state s, int cell) {
    mask along = taken(s.own, s.other, cell);
    mask own = s.own | (mask)1 << cell | along, other = s.other & ~along;
    if (again && s.link < 0 && s.own & beside[cell] && claims(own, other, cell))
        return (state){own, other, s.turn, cell};
    return end_turn(own, other, s.turn);
}
static int final(state s) {
    int ahead = goal == MAJORITY ? __builtin_popcountll(s.own) - __builtin_popcountll(s.other)
                                 : score(s.own) - score(s.other);
    if (has_won(s.own)) return 1;
    if (ahead) return goal == POINTS ? 2 * ahead : ahead > 0 ? 1 : -1;
    return tie == LAST ? 1 : tie == SECOND ? (s.turn ? 1 : -1) : 0;
}
static int search(state s, int alpha, int beta) {
    nodes++;
    mask open = claims(s.own, s.other, s.link);
    if (!open) return final(s);
    uint64_t hash = (s.own * 0x9E3779B97F4A7C15u) ^ ((s.other + s.turn) * 0xC2B2AE3D27D4EB4Fu);
    entry *e = &table[(hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u >> (64 - BITS)];
    int known = s.link < 0 && e->bound && e->own == s.own && e->other == s.other && e->turn == s.turn;
    int hint = -1, best = -1000000, move = -1, from = alpha;
    if (known) {
        if (e->bound == 3 || (e->bound == 1 && e->value >= beta) || (e->bound == 2 && e->value <= alpha))
            return e->value;
        hint = e->move;
    }
    for (int i = -1; i <= cells && best < beta; i++) {
        int cell = i < 0 ? hint : i < cells ? order[i] : -1;
        if (i < cells ? cell < 0 || (i >= 0 && cell == hint) || !(open >> cell & 1) : s.link < 0) continue;
        state t = i < cells ? claim(s, cell) : end_turn(s.own, s.other, s.turn);
        int value = t.turn == s.turn ? search(t, from, beta) : -search(t, -beta, -from);
        if (value > best) best = value, move = cell;
        if (best > from) from = best;
    }
    if (s.link < 0)
        *e = (entry){s.own, s.other, best, s.turn, best >= beta ? 1 : best <= alpha ? 2 : 3, move};
    return best;
}
int main(void) {
    table = malloc(sizeof(entry) << BITS);
    while (scanf("%d%d%d%d%d%d%d%d", &reach, &take, &again, &goal, &target, &tie, &rows, &columns) == 8) {
        cells = rows * columns, full = edge = not_last_column = not_last_row = 0, nodes = 0;
        for (int c = 0; c < cells; c++) {
            if (scanf("%d", &values[c]) != 1) return 1;
            int row = c / columns, column = c % columns;
            full |= (mask)1 << c;
            if (!row || row == rows - 1 || !column || column == columns - 1) edge |= (mask)1 << c;
            if (column < columns - 1) not_last_column |= (mask)1 << c;
            if (row < rows - 1) not_last_row |= (mask)1 << c;
            int place = c;
            for (; place && values[order[place - 1]] < values[c]; place--) order[place] = order[place - 1];
            order[place] = c;
        }
        for (int c = 0; c < cells; c++) {
            beside[c] = around((mask)1 << c), lower[c] = 0;
            for (mask m = beside[c]; m; m &= m - 1)
                if (values[__builtin_ctzll(m)] < values[c]) lower[c] |= m & -m;
        }
        memset(table, 0, sizeof(entry) << BITS); /* before the clock starts */
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        int value = search((state){0, 0, 0, -1}, -1000000, 1000000);
        clock_gettime(CLOCK_MONOTONIC, &b);
        printf("%d %lu %.6f\n", value, nodes, (b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9);
        fflush(stdout);
    }
}
