/* Instructions that moves and nodes take, as QEMU counts them. */
#include <yomikiri.h>

#include "memory.h"
#include "print.h"
#include "tictactoe.h"

uint64_t memory[SOLVER_WORDS + TABLE_WORDS];

const yomi_dfpn_config config = {
    .struct_size = sizeof(yomi_dfpn_config),
    .plies = PLIES,
    .moves = MOVES,
};

/* From tools/boards/measure. */
struct measure {
    uint32_t count;
    uint32_t instructions;
};
struct measure measure_count(const char *sfen, size_t len, uint32_t times, uint32_t (*)(void));
struct measure measure_walk(const char *sfen, size_t len, uint32_t depth, uint32_t (*)(void));

static void print(const char *what, uint32_t count, uint32_t instructions) {
    board_print(what);
    board_print(": ");
    print_number(count);
    board_print(" in ");
    print_number(instructions);
    board_print("\n");
}

static size_t length(const char *text) {
    size_t length = 0;
    while (text[length] != 0) {
        length++;
    }
    return length;
}

#define START "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
#define MATSURI "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"

int program(void) {
    struct measure measure;
    yomi_dfpn_result result = {.struct_size = sizeof result};
    yomi_tsume *tsume;
    yomi_dfpn *dfpn;
    struct tictactoe game = {.stones = {0, 0}};
    const yomi_alphabeta_config sizes = {.struct_size = sizeof sizes, .plies = 12, .moves = 60};
    yomi_alphabeta_result found = {.struct_size = sizeof found};
    yomi_alphabeta *alphabeta;
    uint32_t before;

    measure = measure_count(START, length(START), 100, board_instructions);
    print("count start", 100, measure.instructions);
    measure = measure_count(MATSURI, length(MATSURI), 100, board_instructions);
    print("count matsuri", 100, measure.instructions);
    measure = measure_walk(START, length(START), 3, board_instructions);
    print("walk start", measure.count, measure.instructions);
    measure = measure_walk(MATSURI, length(MATSURI), 2, board_instructions);
    print("walk matsuri", measure.count, measure.instructions);

    if (yomi_tsume_init(memory, 8 * SOLVER_WORDS, &config, &tsume) != YOMI_OK ||
        yomi_tsume_set_table(tsume, memory + SOLVER_WORDS, 8 * TABLE_WORDS) != YOMI_OK ||
        yomi_tsume_set_sfen(tsume, "9/8B/9/7Nk/9/4B2R1/9/9/9 b r4g3s3n4l18p 1", NULL) != YOMI_OK) {
        return 1;
    }
    before = board_instructions();
    if (yomi_tsume_solve(tsume, NULL) < 0) {
        return 2;
    }
    before = board_instructions() - before;
    (void)yomi_tsume_get_result(tsume, &result);
    print("mate solver", (uint32_t)result.nodes, before);

    if (yomi_dfpn_init(memory, 8 * SOLVER_WORDS, &config, &tictactoe, &game, &dfpn) != YOMI_OK ||
        yomi_dfpn_set_table(dfpn, memory + SOLVER_WORDS, 8 * TABLE_WORDS) != YOMI_OK) {
        return 3;
    }
    before = board_instructions();
    if (yomi_dfpn_solve(dfpn, NULL) < 0) {
        return 4;
    }
    before = board_instructions() - before;
    (void)yomi_dfpn_get_result(dfpn, &result);
    print("df-pn, host game", (uint32_t)result.nodes, before);

    if (yomi_alphabeta_init(memory, 8 * SOLVER_WORDS, &sizes, &tictactoe, &game, &alphabeta) !=
            YOMI_OK ||
        yomi_alphabeta_set_table(alphabeta, memory + SOLVER_WORDS, 8 * TABLE_WORDS) != YOMI_OK) {
        return 5;
    }
    before = board_instructions();
    if (yomi_alphabeta_solve(alphabeta, NULL) < 0) {
        return 6;
    }
    before = board_instructions() - before;
    (void)yomi_alphabeta_get_result(alphabeta, &found);
    print("alpha-beta, host game", (uint32_t)found.nodes, before);
    return 0;
}
