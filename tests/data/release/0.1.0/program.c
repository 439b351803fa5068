/* A program of release 0.1.0: a game of its own under df-pn and alpha-beta, a mate problem of shogi.
 * It includes nothing but the header of its release. C99. */
#include <stdio.h>
#include <string.h>
#include <yomikiri.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%d: does not hold: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

/* Nim with one heap: one to three are taken at a time, who takes the last one wins. */
typedef struct nim {
    uint32_t heap, taken;
} nim;

static int32_t moves(void *user, yomi_move *out, uint32_t capacity) {
    const nim *n = (const nim *)user;
    uint32_t count = n->heap < 3 ? n->heap : 3, i;
    if (count > capacity) return YOMI_ERROR_TOO_MANY_MOVES;
    for (i = 0; i < count; ++i) out[i] = i + 1;
    return (int32_t)count;
}
static int32_t play(void *user, yomi_move m) {
    nim *n = (nim *)user;
    n->heap -= m;
    n->taken += 1;
    return 0;
}
static int32_t undo(void *user, yomi_move m) {
    nim *n = (nim *)user;
    n->heap += m;
    n->taken -= 1;
    return 0;
}
static yomi_key key(void *user) {
    const nim *n = (const nim *)user;
    return (2 * n->heap + n->taken % 2) * UINT64_C(0x9e3779b97f4a7c15);
}
static int32_t terminal(void *user, yomi_score *score) {
    (void)user;
    (void)score;
    return 0; /* without a move the side to move has lost */
}
static int32_t side(void *user) { return (int32_t)(((const nim *)user)->taken % 2); }

static uint64_t memory[YOMI_DFPN_WORDS(64, 4000)], table[20000];
static uint64_t line_memory[YOMI_ALPHABETA_WORDS(64, 1000, 256)], line_table[2000];
static uint64_t board_memory[YOMI_SHOGI_WORDS];

static int solve_nim(uint32_t heap, int wins) {
    nim game;
    yomi_game callbacks;
    yomi_dfpn_config config;
    yomi_dfpn_limits limits;
    yomi_dfpn_result result;
    yomi_progress progress;
    yomi_dfpn *solver = NULL;
    yomi_alphabeta_config line_config;
    yomi_alphabeta_settings settings;
    yomi_alphabeta_result found;
    yomi_alphabeta_snapshot how_far;
    yomi_alphabeta *search = NULL;

    memset(&game, 0, sizeof game);
    game.heap = heap;
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.struct_size = sizeof callbacks;
    callbacks.moves = moves;
    callbacks.play = play;
    callbacks.undo = undo;
    callbacks.key = key;
    callbacks.terminal = terminal;
    callbacks.side = side;

    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 64;
    config.moves = 1000;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    memset(&progress, 0, sizeof progress);
    progress.struct_size = sizeof progress;
    CHECK(yomi_dfpn_init(memory, sizeof memory, &config, &callbacks, &game, &solver) == YOMI_OK);
    CHECK(yomi_dfpn_set_table(solver, table, sizeof table) == YOMI_OK);
    CHECK(yomi_dfpn_solve(solver, &limits) == YOMI_OK);
    CHECK(yomi_dfpn_get_result(solver, &result) == YOMI_OK);
    CHECK(result.outcome == (wins ? YOMI_PROVEN : YOMI_DISPROVEN));
    CHECK(yomi_dfpn_progress(solver, &progress) == YOMI_OK && progress.nodes == result.nodes);

    memset(&line_config, 0, sizeof line_config);
    line_config.struct_size = sizeof line_config;
    line_config.plies = 64;
    line_config.moves = 1000;
    line_config.history = 256;
    memset(&settings, 0, sizeof settings);
    settings.struct_size = sizeof settings;
    memset(&found, 0, sizeof found);
    found.struct_size = sizeof found;
    memset(&how_far, 0, sizeof how_far);
    how_far.struct_size = sizeof how_far;
    CHECK(yomi_alphabeta_init(line_memory, sizeof line_memory, &line_config, &callbacks, &game,
                              &search) == YOMI_OK);
    CHECK(yomi_alphabeta_set_table(search, line_table, sizeof line_table) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
    CHECK(yomi_alphabeta_get_result(search, &found) == YOMI_OK);
    CHECK(wins ? found.score > YOMI_SCORE_DECIDED : found.score < -YOMI_SCORE_DECIDED);
    CHECK(yomi_alphabeta_progress(search, &how_far) == YOMI_OK && how_far.nodes == found.nodes);
    return 0;
}

static int solve_mate(void) {
    yomi_dfpn_config config;
    yomi_dfpn_result result;
    yomi_sfen_error error;
    yomi_tsume *solver = NULL;
    yomi_shogi *board = NULL;
    yomi_move line[64];
    size_t length = 0, i;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 64;
    config.moves = 4000;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    memset(&error, 0, sizeof error);
    error.struct_size = sizeof error;
    CHECK(yomi_shogi_init(board_memory, sizeof board_memory, &board) == YOMI_OK);
    CHECK(yomi_shogi_set_sfen(board, "7k1/9/8S", &error) == YOMI_ERROR_SYNTAX);
    CHECK(error.field == YOMI_SFEN_BOARD && error.message[0] != 0);
    CHECK(yomi_shogi_set_sfen(board, "7k1/9/8S/9/5R2L/9/9/9/9 b r2b4g3s4n3l18p 1", &error) == YOMI_OK);
    CHECK(yomi_tsume_init(memory, sizeof memory, &config, &solver) == YOMI_OK);
    CHECK(yomi_tsume_set_table(solver, table, sizeof table) == YOMI_OK);
    CHECK(yomi_tsume_set_position(solver, board) == YOMI_OK);
    CHECK(yomi_tsume_solve(solver, NULL) == YOMI_OK);
    CHECK(yomi_tsume_get_result(solver, &result) == YOMI_OK);
    CHECK(result.outcome == YOMI_PROVEN && result.length == 3);
    CHECK(yomi_tsume_pv(solver, line, 64, &length) == YOMI_OK && length == 3);
    for (i = 0; i < length; ++i) CHECK(yomi_shogi_play(board, line[i]) == YOMI_OK);
    CHECK(yomi_shogi_moves(board, YOMI_SHOGI_ALL, NULL, 0, &length) == YOMI_OK && length == 0);
    return 0;
}

int main(void) {
    const uint32_t library = yomi_version_number();
    if (yomi_abi_version() != YOMI_ABI_VERSION || solve_nim(7, 1) || solve_nim(8, 0) || solve_mate()) {
        return 1;
    }
    printf("header %d.%d.%d, library %u\n", YOMI_VERSION_MAJOR, YOMI_VERSION_MINOR, YOMI_VERSION_PATCH,
           (unsigned)library);
    return 0;
}
