/* Tic-tac-toe with keys that are plain numbers in base three, which a table without mixing would
 * crowd into a corner: the library mixes them, so that a small search stays small. */
#include <string.h>
#include <yomikiri.h>

#include "check.h"

typedef struct board {
    /* 0 empty, 1 and 2 the sides. */
    int squares[9];
    int taken;
} board;

static int has_line(const board *b, int side) {
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    int i;
    for (i = 0; i < 8; ++i) {
        const int *line = lines[i];
        if (b->squares[line[0]] == side && b->squares[line[1]] == side &&
            b->squares[line[2]] == side) {
            return 1;
        }
    }
    return 0;
}

static int to_move(const board *b) { return b->taken % 2 + 1; }

static int32_t moves(void *user, yomi_move *out, uint32_t capacity) {
    const board *b = (const board *)user;
    int32_t count = 0;
    int i;
    for (i = 0; i < 9; ++i) {
        if (b->squares[i] != 0) continue;
        if ((uint32_t)count == capacity) return YOMI_ERROR_TOO_MANY_MOVES;
        out[count++] = (yomi_move)i + 1;
    }
    return count;
}

static int32_t play(void *user, yomi_move m) {
    board *b = (board *)user;
    b->squares[m - 1] = to_move(b);
    ++b->taken;
    return 0;
}

static int32_t undo(void *user, yomi_move m) {
    board *b = (board *)user;
    --b->taken;
    b->squares[m - 1] = 0;
    return 0;
}

static yomi_key key(void *user) {
    const board *b = (const board *)user;
    yomi_key key = 0;
    int i;
    for (i = 0; i < 9; ++i) key = key * 3 + (yomi_key)b->squares[i];
    return key;
}

static int32_t terminal(void *user, yomi_score *out) {
    const board *b = (const board *)user;
    if (has_line(b, 3 - to_move(b))) {
        *out = -1;
        return 1;
    }
    *out = 0;
    return b->taken == 9;
}

static int32_t side(void *user) { return to_move((const board *)user) - 1; }

int main(void) {
    static uint64_t words[YOMI_DFPN_WORDS(10, 100)], table[3 * 2048];
    yomi_game game;
    yomi_dfpn_config config;
    yomi_dfpn_result result;
    yomi_dfpn *solver = NULL;
    board b;
    memset(&game, 0, sizeof game);
    game.struct_size = sizeof game;
    game.moves = moves;
    game.play = play;
    game.undo = undo;
    game.key = key;
    game.terminal = terminal;
    game.side = side;
    memset(&b, 0, sizeof b);
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 10;
    config.moves = 100;
    CHECK(yomi_dfpn_init(words, sizeof words, &config, &game, &b, &solver) == YOMI_OK);
    CHECK(yomi_dfpn_set_table(solver, table, sizeof table) == YOMI_OK);
    CHECK(yomi_dfpn_solve(solver, NULL) == YOMI_OK);
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_dfpn_get_result(solver, &result) == YOMI_OK);
    printf("%llu nodes\n", (unsigned long long)result.nodes);
    CHECK(result.outcome == YOMI_DISPROVEN);
    CHECK(result.nodes < 10000);
    return 0;
}
