/* A player in C: claims the free square with the highest number.
 *
 *     cc -O2 -o bot bot.c
 *
 * It reads no more of a question than it needs: the numbers of "board", and "legal". A key stands between plain
 * quotes, so it cannot be mistaken for something that a text says: quotes in a text have a backslash. */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 8 };

/* Fill `board`, rows and columns counted from 1, from text like [[5, 3], [2, 9]]. */
static void read_board(const char *text, long board[LARGEST + 1][LARGEST + 1])
{
    int row = 0, column = 0;

    for (text = strchr(text, '[') + 1; *text != ']'; ) {
        if (*text == '[') {
            row++;
            for (column = 0; *text++ != ']'; ) {
                char *end;
                long value = strtol(text, &end, 10);

                if (end != text && row <= LARGEST && column < LARGEST)
                    board[row][++column] = value;
                text = end;
            }
        } else {
            text++;
        }
    }
}

/* Of moves like ["1,2", "2,1", "stop"] the claim that is worth most, as it stands there. */
static const char *best_of(const char *text, long board[LARGEST + 1][LARGEST + 1])
{
    const char *best = NULL;
    long most = -1;

    for (text = strchr(text, '[') + 1; *text != ']'; text++) {
        int row, column;

        if (*text != '"')
            continue;
        if (sscanf(text, "\"%d,%d\"", &row, &column) == 2 && board[row][column] > most) {
            most = board[row][column];
            best = text;
        }
        text = strchr(text + 1, '"');
    }
    return best;
}

int main(void)
{
    char *question = NULL;
    size_t room = 0;

    while (getline(&question, &room, stdin) > 0) {
        long board[LARGEST + 1][LARGEST + 1] = {{0}};
        const char *values = strstr(question, "\"board\"");
        const char *legal = strstr(question, "\"legal\"");
        const char *best;

        if (values == NULL || legal == NULL)
            return 1;
        read_board(values, board);
        best = best_of(legal, board);
        if (best == NULL)
            return 1;
        printf("{\"move\": %.*s\"}\n", (int)strcspn(best + 1, "\"") + 1, best);
        fflush(stdout); /* or the line stays here until there are more */
    }
    free(question);
    return 0;
}
