/* A host game for the tests: drop discs into four columns of four, three in a row win, a full board
 * is a draw. Small enough for plain minimax, with every optional callback. */
#ifndef DROP_THREE_H
#define DROP_THREE_H

#include <string.h>
#include <yomikiri.h>

typedef struct drop_three {
    /* 0 empty, 1 the first side, 2 the second; cell = 4 * column + row. */
    unsigned char cells[16];
    int played;
    /* The cell of the last disc, from 0. */
    int last[17];
} drop_three;

static int three_height(const drop_three *g, int column) {
    int row = 0;
    while (row < 4 && g->cells[4 * column + row] != 0) ++row;
    return row;
}

/* Whether the disc played last completes three in a row. */
static int three_won(const drop_three *g) {
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    int column, row, i;
    if (g->played == 0) return 0;
    column = g->last[g->played - 1] / 4;
    row = g->last[g->played - 1] % 4;
    for (i = 0; i < 4; ++i) {
        int run = 1, sign;
        for (sign = -1; sign <= 1; sign += 2) {
            int c = column + sign * steps[i][0], r = row + sign * steps[i][1];
            while (c >= 0 && c < 4 && r >= 0 && r < 4 &&
                   g->cells[4 * c + r] == g->cells[4 * column + row]) {
                ++run;
                c += sign * steps[i][0];
                r += sign * steps[i][1];
            }
        }
        if (run >= 3) return 1;
    }
    return 0;
}

static int32_t three_moves(void *user, yomi_move *out, uint32_t capacity) {
    const drop_three *g = (const drop_three *)user;
    uint32_t count = 0;
    int column;
    for (column = 0; column < 4; ++column) {
        if (three_height(g, column) < 4) {
            if (count == capacity) return YOMI_ERROR_TOO_MANY_MOVES;
            out[count++] = (yomi_move)column + 1;
        }
    }
    return (int32_t)count;
}

static int32_t three_play(void *user, yomi_move m) {
    drop_three *g = (drop_three *)user;
    int column = (int)m - 1, row;
    if (column < 0 || column > 3 || (row = three_height(g, column)) == 4) return YOMI_ERROR_BAD_MOVE;
    g->cells[4 * column + row] = (unsigned char)(1 + g->played % 2);
    g->last[g->played++] = 4 * column + row;
    return 0;
}

static int32_t three_undo(void *user, yomi_move m) {
    drop_three *g = (drop_three *)user;
    (void)m;
    g->cells[g->last[--g->played]] = 0;
    return 0;
}

static yomi_key three_key(void *user) {
    const drop_three *g = (const drop_three *)user;
    yomi_key key = 0;
    int cell;
    for (cell = 0; cell < 16; ++cell) key = key << 2 | g->cells[cell];
    return key;
}

static int32_t three_terminal(void *user, yomi_score *score) {
    const drop_three *g = (const drop_three *)user;
    if (three_won(g)) {
        *score = -YOMI_SCORE_MATE;
        return 1;
    }
    if (g->played == 16) {
        *score = 0;
        return 1;
    }
    return 0;
}

static int32_t three_side(void *user) { return ((const drop_three *)user)->played % 2; }

/* Discs near the middle count; anything will do that the position alone decides. */
static int32_t three_evaluate(void *user, yomi_score *score) {
    const drop_three *g = (const drop_three *)user;
    int cell, sum = 0;
    for (cell = 0; cell < 16; ++cell) {
        int worth = 3 + cell % 5 + (cell / 4 == 1 || cell / 4 == 2 ? 4 : 0);
        if (g->cells[cell] == 1) sum += worth;
        if (g->cells[cell] == 2) sum -= worth;
    }
    *score = g->played % 2 == 0 ? sum : -sum;
    return 0;
}

static int32_t three_order(void *user, yomi_move m) {
    (void)user;
    return m == 2 || m == 3 ? 10 : 0;
}

static int32_t three_noisy(void *user, yomi_move m) {
    return three_height((const drop_three *)user, (int)m - 1) == 1;
}

static int32_t three_key_after(void *user, yomi_move m, yomi_key *key, uint32_t *check_key) {
    three_play(user, m);
    *key = three_key(user);
    *check_key = 0;
    three_undo(user, m);
    return 0;
}

static int32_t three_plies_to_end(void *user) { return 16 - ((const drop_three *)user)->played; }

static uint32_t three_history_index(void *user, yomi_move m) {
    return (uint32_t)(16 * three_height((const drop_three *)user, (int)m - 1)) + m;
}

/* With two empty cells or more left nobody can lose after a full board: known too early to be of
 * use, but right: the side to move cannot do better than to win with its next disc. */
static int32_t three_bounds(void *user, yomi_score alpha, yomi_score beta, yomi_score *lower,
                            yomi_score *upper) {
    const drop_three *g = (const drop_three *)user;
    (void)alpha;
    (void)beta;
    if (g->played % 3 == 0) return 0;
    *lower = -YOMI_SCORE_MATE + 2;
    *upper = YOMI_SCORE_MATE - 1;
    return 1;
}

/* The value by plain minimax to "depth" plies; counts the positions below. */
static yomi_score three_minimax(drop_three *g, int depth, uint32_t *nodes) {
    yomi_move moves[4];
    yomi_score best = -YOMI_SCORE_MATE - 1, score;
    int32_t count, i;
    ++*nodes;
    if (three_terminal(g, &score) != 0) return score;
    if (depth == 0) {
        three_evaluate(g, &score);
        return score;
    }
    count = three_moves(g, moves, 4);
    for (i = 0; i < count; ++i) {
        three_play(g, moves[i]);
        score = -three_minimax(g, depth - 1, nodes);
        three_undo(g, moves[i]);
        if (score >= YOMI_SCORE_DECIDED) --score;
        if (score <= -YOMI_SCORE_DECIDED) ++score;
        if (score > best) best = score;
    }
    return best;
}

/* The host's own solver of the last few discs. */
static int32_t three_solve(void *user, yomi_score alpha, yomi_score beta, yomi_score *score,
                           uint32_t *nodes) {
    drop_three *g = (drop_three *)user;
    (void)alpha;
    (void)beta;
    if (g->played < 12) return 0;
    *score = three_minimax(g, 16, nodes);
    --*nodes;
    return 1;
}

/* The required callbacks, and as many of the others as the bits of "hooks" say. */
static yomi_game three_table(unsigned hooks) {
    yomi_game game;
    memset(&game, 0, sizeof game);
    game.struct_size = sizeof game;
    game.flags = YOMI_GAME_NEVER_REPEATS;
    game.moves = three_moves;
    game.play = three_play;
    game.undo = three_undo;
    game.key = three_key;
    game.terminal = three_terminal;
    game.evaluate = three_evaluate;
    if (hooks & 1) game.side = three_side;
    if (hooks & 2) game.order = three_order;
    if (hooks & 4) game.noisy = three_noisy;
    if (hooks & 8) game.key_after = three_key_after;
    if (hooks & 16) game.plies_to_end = three_plies_to_end;
    if (hooks & 32) game.history_index = three_history_index;
    if (hooks & 64) game.bounds = three_bounds;
    if (hooks & 128) game.solve = three_solve;
    return game;
}

#endif
