/*
 * What a board with little flash may run: the archive has the feature "minimal". The same source runs
 * on a PC with the whole library, set to what that feature leaves, and prints the same text there;
 * lines that begin with # are the machine's own.
 */
#include <yomikiri.h>

#include "memory.h"
#include "print.h"
#include "tictactoe.h"

uint64_t memory[SOLVER_WORDS + TABLE_WORDS];

static const yomi_dfpn_config sizes = {
    .struct_size = sizeof(yomi_dfpn_config),
    .plies = PLIES,
    .moves = MOVES,
};

#define CHECK(call)                     \
    do {                                \
        yomi_status status_ = (call);   \
        if (status_ < 0) {              \
            board_print(#call ": ");    \
            print_signed(status_);      \
            board_print("\n");          \
            return 1;                   \
        }                               \
    } while (0)

static void print_line(const yomi_move *line, size_t count) {
    board_print(":");
    for (size_t i = 0; i < count; i++) {
        board_print(" ");
        print_number(line[i]);
    }
    board_print("\n");
}

static void print_result(const yomi_dfpn_result *result) {
    if (result->outcome == YOMI_PROVEN) {
        board_print("win in ");
        print_number(result->length);
    } else {
        board_print(result->outcome == YOMI_DISPROVEN ? "no win" : "undecided");
    }
    board_print(", nodes ");
    print_number(result->nodes);
}

/* Proves a position; then looks for a shorter win, as long as there is one. */
static int prove(uint32_t first, uint32_t second) {
    struct tictactoe game = {.stones = {first, second}};
    yomi_dfpn_limits limits = {.struct_size = sizeof limits};
    yomi_dfpn_result result = {.struct_size = sizeof result};
    yomi_dfpn *dfpn;
    yomi_move line[PLIES];
    size_t count;
    CHECK(yomi_dfpn_init(memory, 8 * SOLVER_WORDS, &sizes, &tictactoe, &game, &dfpn));
    CHECK(yomi_dfpn_set_table(dfpn, memory + SOLVER_WORDS, 8 * TABLE_WORDS));
    do {
        yomi_status status;
        CHECK(yomi_dfpn_start(dfpn, &limits));
        do {
            CHECK(status = yomi_dfpn_step(dfpn, 7));
        } while (status == YOMI_MORE);
        CHECK(yomi_dfpn_get_result(dfpn, &result));
        CHECK(yomi_dfpn_pv(dfpn, line, PLIES, &count));
        board_print("df-pn: ");
        print_result(&result);
        print_line(line, count);
        limits.plies = result.length - 1;
    } while (result.outcome == YOMI_PROVEN && result.length > 1);
    return 0;
}

/* The score of a position, by every driver that the archive has. */
static int value(uint32_t first, uint32_t second) {
    static const int32_t drivers[] = {YOMI_DRIVER_PVS, YOMI_DRIVER_MTDF, YOMI_DRIVER_ALPHABETA};
    struct tictactoe game = {.stones = {first, second}};
    const yomi_alphabeta_config room = {.struct_size = sizeof room, .plies = 12, .moves = 60};
    yomi_alphabeta_settings settings = {
        .struct_size = sizeof settings,
        .switches = YOMI_AB_NO_ETC | YOMI_AB_NO_HISTORY | YOMI_AB_NO_COUNTERMOVES,
    };
    yomi_alphabeta_result result = {.struct_size = sizeof result};
    yomi_alphabeta *search;
    yomi_move line[12];
    size_t count;
    CHECK(yomi_alphabeta_init(memory, 8 * SOLVER_WORDS, &room, &tictactoe, &game, &search));
    CHECK(yomi_alphabeta_set_table(search, memory + SOLVER_WORDS, 8 * TABLE_WORDS));
    for (uint32_t i = 0; i < 2 * sizeof drivers / sizeof drivers[0]; i++) {
        settings.driver = drivers[i / 2];
        settings.depth = i % 2 * 9;
        settings.switches |= i % 2 ? YOMI_AB_ITERATIVE : 0;
        CHECK(yomi_alphabeta_clear_table(search));
        CHECK(yomi_alphabeta_solve(search, &settings));
        CHECK(yomi_alphabeta_get_result(search, &result));
        CHECK(yomi_alphabeta_pv(search, line, 12, &count));
        board_print("alpha-beta: score ");
        print_signed(result.score);
        board_print(", nodes ");
        print_number(result.nodes);
        board_print(", passes ");
        print_number(result.passes);
        print_line(line, count);
    }
    return 0;
}

/* Dobutsu shogi: a win of the side to move. */
static int solve_dobutsu(const char *text) {
    yomi_dobutsu *dobutsu;
    yomi_dobutsu_solver *solver;
    yomi_dfpn_result result = {.struct_size = sizeof result};
    yomi_move line[PLIES];
    size_t count;
    uint64_t *place = memory + YOMI_DOBUTSU_WORDS;
    CHECK(yomi_dobutsu_init(memory, 8 * YOMI_DOBUTSU_WORDS, &dobutsu));
    CHECK(yomi_dobutsu_set_text(dobutsu, text));
    CHECK(yomi_dobutsu_solver_init(place, 8 * SOLVER_WORDS, &sizes, &solver));
    CHECK(yomi_dobutsu_solver_set_table(solver, place + SOLVER_WORDS, 8 * 600));
    CHECK(yomi_dobutsu_solver_set_position(solver, dobutsu));
    CHECK(yomi_dobutsu_solver_solve(solver, NULL));
    CHECK(yomi_dobutsu_solver_get_result(solver, &result));
    CHECK(yomi_dobutsu_solver_pv(solver, line, PLIES, &count));
    board_print("Dobutsu shogi: ");
    print_result(&result);
    print_line(line, count);
    return 0;
}

/* How many settings are refused of those that ask for what the archive leaves out. */
static void print_refused(void) {
    struct tictactoe game = {.stones = {0, 0}};
    const yomi_alphabeta_config room = {.struct_size = sizeof room, .plies = 12, .moves = 60};
    yomi_alphabeta_config history = room;
    yomi_alphabeta_settings settings[] = {
        {.driver = YOMI_DRIVER_SSS},
        {.driver = YOMI_DRIVER_MINIMAX},
        {.etc_from = 3},
        {.quiescence = 1},
        {.switches = YOMI_AB_ITERATIVE, .aspiration = 1, .depth = 2},
        {.switches = YOMI_AB_ITERATIVE, .rehearsal = 2},
        {.presearch_from = 4},
        {.switches = YOMI_AB_STORE_LEAVES},
    };
    yomi_dfpn_limits limits[] = {{.mode = YOMI_MODE_SHORTEST}, {.seed = 1}};
    yomi_alphabeta_snapshot seen = {.struct_size = sizeof seen};
    yomi_game sides = tictactoe;
    yomi_alphabeta *search;
    yomi_dfpn *dfpn;
    uint32_t refused = 0;
    history.history = 16;
    sides.side = NULL;
    refused += yomi_alphabeta_init(memory, 8 * SOLVER_WORDS, &history, &tictactoe, &game, &search) ==
               YOMI_ERROR_UNSUPPORTED;
    refused += yomi_alphabeta_init(memory, 8 * SOLVER_WORDS, &room, &sides, &game, &search) ==
               YOMI_ERROR_NULL;
    (void)yomi_alphabeta_init(memory, 8 * SOLVER_WORDS, &room, &tictactoe, &game, &search);
    for (uint32_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        settings[i].struct_size = sizeof settings[i];
        refused += yomi_alphabeta_start(search, &settings[i]) == YOMI_ERROR_UNSUPPORTED;
    }
    refused += yomi_alphabeta_progress(search, &seen) == YOMI_ERROR_UNSUPPORTED;
    (void)yomi_dfpn_init(memory, 8 * SOLVER_WORDS, &sizes, &tictactoe, &game, &dfpn);
    for (uint32_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        limits[i].struct_size = sizeof limits[i];
        refused += yomi_dfpn_start(dfpn, &limits[i]) == YOMI_ERROR_UNSUPPORTED;
    }
    board_print("# refused: ");
    print_number(refused);
    board_print("\n");
}

int program(void) {
    if (prove(0001, 0040) != 0 || prove(0421, 0022) != 0 || prove(0, 0) != 0 ||
        value(0, 0) != 0 || value(0001, 0040) != 0 ||
        solve_dobutsu("S/-Cl/g--/EL-/-r-/eg") != 0) {
        return 1;
    }
    print_refused();
    return 0;
}
