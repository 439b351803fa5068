/* A host game for the tests: Nim with one heap, take one to three, who takes the last one wins. The
 * side to move wins unless the heap is a multiple of four. "lie" makes one callback break its
 * contract, after "honest" calls of it. */
#ifndef NIM_H
#define NIM_H

#include <string.h>
#include <yomikiri.h>

enum lie {
    NO_LIE,
    MOVES_TOO_MANY,
    MOVES_ABOVE_CAPACITY,
    MOVES_HUGE,
    MOVES_MINUS_ONE,
    MOVES_ZERO_MOVE,
    MOVES_OWN_ERROR,
    PLAY_ONE,
    PLAY_BAD_MOVE,
    PLAY_LIBRARY_CODE,
    PLAY_OWN_ERROR,
    UNDO_ONE,
    UNDO_OWN_ERROR,
    TERMINAL_TWO,
    TERMINAL_SCORE_TOO_HIGH,
    TERMINAL_SCORE_TOO_LOW,
    TERMINAL_MINUS_ONE,
    TERMINAL_OWN_ERROR,
    SIDE_TWO,
    SIDE_OWN_ERROR,
    NUMBERS_ZERO,
    NUMBERS_INFINITE,
    NUMBERS_OWN_ERROR,
    KEY_AFTER_ONE,
    KEY_AFTER_OWN_ERROR,
    EVALUATE_ONE,
    EVALUATE_DECIDED,
    EVALUATE_OWN_ERROR,
    NOISY_TWO,
    NOISY_OWN_ERROR,
    BOUNDS_TWO,
    BOUNDS_CROSSED,
    BOUNDS_TOO_HIGH,
    BOUNDS_OWN_ERROR,
    SOLVE_TWO,
    SOLVE_TOO_LOW,
    SOLVE_OWN_ERROR,
    PLIES_MINUS_ONE,
    PLIES_OWN_ERROR,
    CALL_BACK,
    LIES,
    /* Of the list of noisy moves, which is in no table by itself. */
    LIST_TOO_MANY,
    LIST_ABOVE_CAPACITY,
    LIST_ZERO_MOVE,
    LIST_OWN_ERROR,
    LIST_LIES
};

#define OWN_ERROR (-4711)

typedef struct nim {
    uint32_t heap;
    uint32_t taken;
    int lie;
    long honest;
    /* Who calls back. */
    yomi_dfpn *solver;
    yomi_alphabeta *search;
    yomi_status answer;
    /* Moves played and not taken back. */
    long depth;
} nim;

/* Whether it is time to lie. */
static int lies(nim *n, int lie) { return n->lie == lie && n->honest-- <= 0; }

static int32_t nim_moves(void *user, yomi_move *out, uint32_t capacity) {
    nim *n = (nim *)user;
    uint32_t count = n->heap < 3 ? n->heap : 3, i;
    if (lies(n, MOVES_TOO_MANY)) return YOMI_ERROR_TOO_MANY_MOVES;
    if (lies(n, MOVES_HUGE)) return INT32_MAX;
    if (lies(n, MOVES_MINUS_ONE)) return -1;
    if (lies(n, MOVES_OWN_ERROR)) return OWN_ERROR;
    if (lies(n, CALL_BACK)) {
        n->answer = n->search != NULL ? yomi_alphabeta_step(n->search, 1)
                                      : yomi_dfpn_step(n->solver, 1);
    }
    if (count > capacity) return YOMI_ERROR_TOO_MANY_MOVES;
    for (i = 0; i < count; ++i) out[i] = i + 1;
    if (lies(n, MOVES_ABOVE_CAPACITY)) return (int32_t)(capacity + 1);
    if (count != 0 && lies(n, MOVES_ZERO_MOVE)) out[count - 1] = 0;
    return (int32_t)count;
}

static int32_t nim_play(void *user, yomi_move m) {
    nim *n = (nim *)user;
    if (lies(n, PLAY_ONE)) return 1;
    if (lies(n, PLAY_BAD_MOVE)) return YOMI_ERROR_BAD_MOVE;
    if (lies(n, PLAY_LIBRARY_CODE)) return YOMI_ERROR_NULL;
    if (lies(n, PLAY_OWN_ERROR)) return OWN_ERROR;
    if (m < 1 || m > 3 || m > n->heap) return YOMI_ERROR_BAD_MOVE;
    n->heap -= m;
    ++n->taken;
    ++n->depth;
    return 0;
}

static int32_t nim_undo(void *user, yomi_move m) {
    nim *n = (nim *)user;
    if (lies(n, UNDO_ONE)) return 1;
    if (lies(n, UNDO_OWN_ERROR)) return OWN_ERROR;
    n->heap += m;
    --n->taken;
    --n->depth;
    return 0;
}

static yomi_key nim_key(void *user) {
    nim *n = (nim *)user;
    return (yomi_key)(2 * n->heap + n->taken % 2) * 0x9e3779b97f4a7c15u;
}

static int32_t nim_terminal(void *user, yomi_score *score) {
    nim *n = (nim *)user;
    if (lies(n, TERMINAL_TWO)) return 2;
    if (lies(n, TERMINAL_MINUS_ONE)) return -1;
    if (lies(n, TERMINAL_OWN_ERROR)) return OWN_ERROR;
    if (lies(n, TERMINAL_SCORE_TOO_HIGH)) {
        *score = YOMI_SCORE_MATE + 1;
        return 1;
    }
    if (lies(n, TERMINAL_SCORE_TOO_LOW)) {
        *score = INT32_MIN;
        return 1;
    }
    if (n->heap != 0) return 0;
    *score = -YOMI_SCORE_MATE;
    return 1;
}

static int32_t nim_side(void *user) {
    nim *n = (nim *)user;
    if (lies(n, SIDE_TWO)) return 2;
    if (lies(n, SIDE_OWN_ERROR)) return OWN_ERROR;
    return (int32_t)(n->taken % 2);
}

static int32_t nim_init_numbers(void *user, yomi_move m, uint32_t *proof, uint32_t *disproof) {
    nim *n = (nim *)user;
    *proof = lies(n, NUMBERS_INFINITE) ? YOMI_INFINITE : m;
    *disproof = lies(n, NUMBERS_ZERO) ? 0 : 1;
    return lies(n, NUMBERS_OWN_ERROR) ? OWN_ERROR : 0;
}

static int32_t nim_key_after(void *user, yomi_move m, yomi_key *key, uint32_t *check_key) {
    nim *n = (nim *)user;
    if (lies(n, KEY_AFTER_ONE)) return 1;
    if (lies(n, KEY_AFTER_OWN_ERROR)) return OWN_ERROR;
    n->heap -= m;
    ++n->taken;
    *key = nim_key(user);
    *check_key = 0;
    n->heap += m;
    --n->taken;
    return 0;
}

static int32_t nim_evaluate(void *user, yomi_score *score) {
    nim *n = (nim *)user;
    *score = lies(n, EVALUATE_DECIDED) ? YOMI_SCORE_DECIDED : 0;
    if (lies(n, EVALUATE_ONE)) return 1;
    return lies(n, EVALUATE_OWN_ERROR) ? OWN_ERROR : 0;
}

/* Any number is an answer. */
static int32_t nim_order(void *user, yomi_move m) {
    (void)user;
    return m == 3 ? INT32_MIN : INT32_MAX;
}

static uint32_t nim_history_index(void *user, yomi_move m) {
    (void)user;
    return UINT32_MAX - m;
}

static int32_t nim_noisy(void *user, yomi_move m) {
    nim *n = (nim *)user;
    if (lies(n, NOISY_TWO)) return 2;
    return lies(n, NOISY_OWN_ERROR) ? OWN_ERROR : m == 1;
}

static int32_t nim_noisy_moves(void *user, yomi_move *out, uint32_t capacity) {
    nim *n = (nim *)user;
    if (lies(n, LIST_TOO_MANY) || capacity == 0) return YOMI_ERROR_TOO_MANY_MOVES;
    if (lies(n, LIST_ABOVE_CAPACITY)) return (int32_t)capacity + 1;
    if (lies(n, LIST_OWN_ERROR)) return OWN_ERROR;
    out[0] = lies(n, LIST_ZERO_MOVE) ? 0 : 1;
    return n->heap > 0;
}

static int32_t nim_bounds(void *user, yomi_score alpha, yomi_score beta, yomi_score *lower,
                          yomi_score *upper) {
    nim *n = (nim *)user;
    (void)alpha;
    (void)beta;
    *lower = -YOMI_SCORE_MATE;
    *upper = lies(n, BOUNDS_TOO_HIGH) ? YOMI_SCORE_MATE + 1 : YOMI_SCORE_MATE - 1;
    if (lies(n, BOUNDS_CROSSED)) *lower = 1, *upper = 0;
    if (lies(n, BOUNDS_TWO)) return 2;
    return lies(n, BOUNDS_OWN_ERROR) ? OWN_ERROR : 1;
}

static int32_t nim_solve(void *user, yomi_score alpha, yomi_score beta, yomi_score *score,
                         uint32_t *nodes) {
    nim *n = (nim *)user;
    (void)alpha;
    (void)beta;
    if (lies(n, SOLVE_TWO)) return 2;
    if (lies(n, SOLVE_OWN_ERROR)) return OWN_ERROR;
    if (n->heap == 0 || n->heap > 3) return 0;
    *score = lies(n, SOLVE_TOO_LOW) ? INT32_MIN : YOMI_SCORE_MATE - 1;
    ++*nodes;
    return 1;
}

static int32_t nim_plies_to_end(void *user) {
    nim *n = (nim *)user;
    if (lies(n, PLIES_MINUS_ONE)) return -1;
    return lies(n, PLIES_OWN_ERROR) ? OWN_ERROR : (int32_t)n->heap / 2;
}

/* The required callbacks alone; with 1 every other that the table of the first release had or that a
 * search asks for move by move; with 2 the list of noisy moves too. */
static yomi_game nim_table(int with_hooks) {
    yomi_game game;
    memset(&game, 0, sizeof game);
    game.struct_size = sizeof game;
    game.moves = nim_moves;
    game.play = nim_play;
    game.undo = nim_undo;
    game.key = nim_key;
    game.terminal = nim_terminal;
    if (with_hooks) {
        game.side = nim_side;
        game.init_numbers = nim_init_numbers;
        game.key_after = nim_key_after;
        game.evaluate = nim_evaluate;
        game.order = nim_order;
        game.noisy = nim_noisy;
        game.bounds = nim_bounds;
        game.solve = nim_solve;
        game.plies_to_end = nim_plies_to_end;
        game.history_index = nim_history_index;
    }
    if (with_hooks > 1) game.noisy_moves = nim_noisy_moves;
    return game;
}

#endif
