/*
 * The firmware's program: solves mate problems and games in one static array, in steps of 200
 * nodes, and stops a search from a timer interrupt. The same source runs on a PC and prints the
 * same text there; lines that begin with # are the machine's own.
 */
#include <yomikiri.h>

#include "memory.h"
#include "print.h"
#include "tictactoe.h"

/* How many nodes a turn of the main loop may take. */
#define TICK 200

uint64_t memory[SOLVER_WORDS + TABLE_WORDS];

const yomi_dfpn_config config = {
    .struct_size = sizeof(yomi_dfpn_config),
    .plies = PLIES,
    .moves = MOVES,
};

#define CHECK(call)                  \
    do {                             \
        yomi_status status_ = (call); \
        if (status_ < 0) {           \
            return fault(#call, status_); \
        }                            \
    } while (0)

static int fault(const char *call, yomi_status status) {
    board_print(call);
    board_print(": ");
    board_print(yomi_status_name(status));
    board_print("\n");
    return 1;
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
    board_print(", plies ");
    print_number(result->peak_plies);
    board_print(", moves ");
    print_number(result->peak_moves);
    board_print(", table ");
    print_number(result->table_permille);
}

/* Mate problems. */

static yomi_tsume *tsume;

static int start_problem(const char *sfen) {
    CHECK(yomi_tsume_init(memory, 8 * SOLVER_WORDS, &config, &tsume));
    CHECK(yomi_tsume_set_table(tsume, memory + SOLVER_WORDS, 8 * TABLE_WORDS));
    CHECK(yomi_tsume_set_sfen(tsume, sfen, NULL));
    return 0;
}

static int print_problem(void) {
    yomi_dfpn_result result = {.struct_size = sizeof result};
    yomi_move line[PLIES];
    size_t count;
    CHECK(yomi_tsume_get_result(tsume, &result));
    CHECK(yomi_tsume_pv(tsume, line, PLIES, &count));
    print_result(&result);
    board_print(":");
    for (size_t i = 0; i < count; i++) {
        char text[YOMI_SHOGI_USI_SIZE];
        CHECK(yomi_shogi_format_usi(line[i], text, sizeof text, NULL));
        board_print(" ");
        board_print(text);
    }
    board_print("\n");
    return 0;
}

/* Solves a problem a tick at a time, and has the answer verified. */
static int solve_in_ticks(const char *sfen) {
    yomi_dfpn_limits limits = {.struct_size = sizeof limits, .mode = YOMI_MODE_SHORTEST};
    uint32_t ticks = 0;
    yomi_status status;
    int32_t verdict;
    if (start_problem(sfen) != 0) {
        return 1;
    }
    CHECK(yomi_tsume_start(tsume, &limits));
    do {
        CHECK(status = yomi_tsume_step(tsume, TICK));
        ticks++;
    } while (status == YOMI_MORE);
    board_print("mate: ticks ");
    print_number(ticks);
    board_print(", ");
    if (print_problem() != 0) {
        return 1;
    }
    CHECK(yomi_tsume_verify(tsume, YOMI_TRUST_KEYS, 0, &verdict));
    board_print(verdict == YOMI_VERIFICATION_PASSED ? "  verified\n" : "  not verified\n");
    return 0;
}

static void tick(void) {
    (void)yomi_tsume_cancel(tsume);
}

/* Solves a problem while a timer cancels the search again and again, each time at another node. */
static int solve_cancelled(const char *sfen) {
    yomi_dfpn_limits limits = {.struct_size = sizeof limits, .mode = YOMI_MODE_SHORTEST};
    yomi_dfpn_result result = {.struct_size = sizeof result};
    uint32_t cancels = 0;
    if (start_problem(sfen) != 0) {
        return 1;
    }
    /* A fast machine may be done before the timer, which goes on; then once more. */
    board_timer(300, tick);
    for (int attempt = 0; attempt < 1000 && cancels == 0; attempt++) {
        CHECK(yomi_tsume_set_table(tsume, memory + SOLVER_WORDS, 8 * TABLE_WORDS));
        CHECK(yomi_tsume_start(tsume, &limits));
        for (;;) {
            yomi_status status;
            do {
                status = yomi_tsume_step(tsume, UINT64_MAX);
            } while (status == YOMI_MORE);
            if (status < 0) {
                board_timer(0, NULL);
                return fault("yomi_tsume_step", status);
            }
            (void)yomi_tsume_get_result(tsume, &result);
            if (result.stop != YOMI_STOP_CANCELLED) {
                break;
            }
            cancels += result.nodes > 0;
            (void)yomi_tsume_resume(tsume, 0);
        }
    }
    board_timer(0, NULL);
    board_print("# cancelled ");
    print_number(cancels);
    board_print(" times\n");
    board_print(cancels > 0 ? "cancelled and resumed: " : "never cancelled: ");
    return print_problem();
}

/* A game of the host. */

static int solve_host_game(uint32_t first, uint32_t second) {
    yomi_dfpn *dfpn;
    yomi_dfpn_limits limits = {.struct_size = sizeof limits, .mode = YOMI_MODE_SHORTEST};
    yomi_dfpn_result result = {.struct_size = sizeof result};
    struct tictactoe game = {.stones = {first, second}};
    yomi_move line[PLIES];
    size_t count;
    CHECK(yomi_dfpn_init(memory, 8 * SOLVER_WORDS, &config, &tictactoe, &game, &dfpn));
    CHECK(yomi_dfpn_set_table(dfpn, memory + SOLVER_WORDS, 8 * TABLE_WORDS));
    CHECK(yomi_dfpn_solve(dfpn, &limits));
    CHECK(yomi_dfpn_get_result(dfpn, &result));
    CHECK(yomi_dfpn_pv(dfpn, line, PLIES, &count));
    board_print("host game: ");
    print_result(&result);
    board_print(":");
    for (size_t i = 0; i < count; i++) {
        board_print(" ");
        print_number(line[i]);
    }
    board_print("\n");
    return 0;
}

/* Dobutsu shogi: a win of the side to move. */
static int solve_dobutsu(const char *text) {
    yomi_dobutsu *dobutsu;
    yomi_dobutsu_solver *solver;
    yomi_dfpn_limits limits = {.struct_size = sizeof limits, .mode = YOMI_MODE_SHORTEST};
    yomi_dfpn_result result = {.struct_size = sizeof result};
    yomi_move line[PLIES];
    size_t count;
    yomi_status status;
    uint64_t *place = memory + YOMI_DOBUTSU_WORDS;
    CHECK(yomi_dobutsu_init(memory, 8 * YOMI_DOBUTSU_WORDS, &dobutsu));
    CHECK(yomi_dobutsu_set_text(dobutsu, text));
    CHECK(yomi_dobutsu_solver_init(place, 8 * SOLVER_WORDS, &config, &solver));
    CHECK(yomi_dobutsu_solver_set_table(solver, place + SOLVER_WORDS, 8 * 600));
    CHECK(yomi_dobutsu_solver_set_position(solver, dobutsu));
    CHECK(yomi_dobutsu_solver_start(solver, &limits));
    do {
        CHECK(status = yomi_dobutsu_solver_step(solver, TICK));
    } while (status == YOMI_MORE);
    CHECK(yomi_dobutsu_solver_get_result(solver, &result));
    CHECK(yomi_dobutsu_solver_pv(solver, line, PLIES, &count));
    board_print("Dobutsu shogi: ");
    print_result(&result);
    board_print(":");
    for (size_t i = 0; i < count; i++) {
        char move[YOMI_DOBUTSU_MOVE_SIZE];
        CHECK(yomi_dobutsu_format_move(dobutsu, line[i], YOMI_DOBUTSU_TANAKA, move, sizeof move, NULL));
        CHECK(yomi_dobutsu_play(dobutsu, line[i]));
        board_print(" ");
        board_print(move);
    }
    board_print("\n");
    return 0;
}

/* Othello: an endgame, to the last disc. */
static int solve_othello(const char *text) {
    yomi_othello *othello;
    yomi_othello_solver *solver;
    yomi_alphabeta_result result = {.struct_size = sizeof result};
    yomi_move line[24];
    size_t count;
    yomi_status status;
    uint64_t *place = memory + YOMI_OTHELLO_WORDS;
    CHECK(yomi_othello_init(memory, 8 * YOMI_OTHELLO_WORDS, &othello));
    CHECK(yomi_othello_set_text(othello, text));
    CHECK(yomi_othello_solver_init(place, 8 * YOMI_OTHELLO_SOLVER_WORDS(10), 10, &solver));
    place += YOMI_OTHELLO_SOLVER_WORDS(10);
    CHECK(yomi_othello_solver_set_table(solver, place, 8 * 470));
    CHECK(yomi_othello_solver_set_position(solver, othello));
    CHECK(yomi_othello_solver_start(solver, NULL));
    do {
        CHECK(status = yomi_othello_solver_step(solver, TICK));
    } while (status == YOMI_MORE);
    CHECK(yomi_othello_solver_get_result(solver, &result));
    CHECK(yomi_othello_solver_pv(solver, line, 24, &count));
    board_print("Othello: score ");
    print_signed(result.score);
    board_print(", nodes ");
    print_number(result.nodes);
    board_print(", plies ");
    print_number(result.peak_plies);
    board_print(":");
    for (size_t i = 0; i < count; i++) {
        char move[YOMI_OTHELLO_MOVE_SIZE];
        CHECK(yomi_othello_format_move(line[i], move, sizeof move, NULL));
        board_print(" ");
        board_print(move);
    }
    board_print("\n");
    return 0;
}

#ifdef WITH_SECOND_ARCHIVE
int second_archive(void);
#endif
int stacks(void);

int program(void) {
    static const char *const problems[] = {
        "4nk3/9/6G2/3LB4/9/9/9/9/9 b 2rb3g3s3n3l18p 1",
        "7k1/9/8L/7PB/5N3/9/9/9/9 b 2rb4g4s3n3l17p 1",
        "9/8B/9/7Nk/9/4B2R1/9/9/9 b r4g3s3n4l18p 1",
    };
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        if (solve_in_ticks(problems[i]) != 0) {
            return 1;
        }
    }
    if (solve_cancelled(problems[2]) != 0) {
        return 2;
    }
    /* The empty board is a draw; after a corner and an edge the first player wins. */
    if (solve_host_game(0, 0) != 0 || solve_host_game(0001, 0040) != 0) {
        return 3;
    }
    if (solve_dobutsu("S/-Cl/g--/EL-/-r-/eg") != 0) {
        return 4;
    }
    /* White is ahead by 6 discs in the end. */
    if (solve_othello("OXXXX---OXOXXXXOOOXOXXOOOXOXXOXOOOXXXXO-OOOOOOOO-XOOOXO----OOOO- X") != 0) {
        return 5;
    }
#ifdef WITH_SECOND_ARCHIVE
    if (second_archive() != 0) {
        return 6;
    }
#endif
    return stacks();
}
