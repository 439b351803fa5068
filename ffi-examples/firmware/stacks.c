/*
 * The stack that calls really take: the stack below is painted, the call runs, and what is no
 * longer painted was used. Printed for boards only, on lines that begin with #.
 */
#include <yomikiri.h>

#include "memory.h"
#include "print.h"
#include "tictactoe.h"

#define PAINT 0xa5c35a3cu

static yomi_tsume *tsume;
static yomi_dfpn *dfpn;
static struct tictactoe game;
static const char *sfen = "4nk3/9/6G2/3LB4/9/9/9/9/9 b 2rb3g3s3n3l18p 1";

/* The deepest that a call went below this function. */
__attribute__((noinline)) static uint32_t depth_of(yomi_status (*call)(void)) {
    volatile uint32_t *limit = board_stack_limit();
    volatile uint32_t *top = (volatile uint32_t *)__builtin_frame_address(0) - 24;
    for (volatile uint32_t *word = limit; word < top; word++) {
        *word = PAINT;
    }
    yomi_status status = call();
    if (status < 0) {
        return UINT32_MAX;
    }
    volatile uint32_t *word = limit;
    while (word < top && *word == PAINT) {
        word++;
    }
    return (uint32_t)((const volatile char *)__builtin_frame_address(0) - (const volatile char *)word);
}

/* Each call in a function of its own, which adds a few bytes. */
#define CALL(name, expression)               \
    __attribute__((noinline)) static yomi_status name(void) { return (expression); }

CALL(nothing, YOMI_OK)
CALL(tsume_init, yomi_tsume_init(memory, 8 * SOLVER_WORDS, &config, &tsume))
CALL(tsume_set_table, yomi_tsume_set_table(tsume, memory + SOLVER_WORDS, 8 * TABLE_WORDS))
CALL(tsume_set_sfen, yomi_tsume_set_sfen(tsume, sfen, NULL))
CALL(tsume_start, yomi_tsume_start(tsume, NULL))
CALL(tsume_step, yomi_tsume_step(tsume, UINT64_MAX))
CALL(tsume_solve, yomi_tsume_solve(tsume, NULL))
CALL(dfpn_init, yomi_dfpn_init(memory, 8 * SOLVER_WORDS, &config, &tictactoe, &game, &dfpn))
CALL(dfpn_set_table, yomi_dfpn_set_table(dfpn, memory + SOLVER_WORDS, 8 * TABLE_WORDS))
CALL(dfpn_start, yomi_dfpn_start(dfpn, NULL))
CALL(dfpn_step, yomi_dfpn_step(dfpn, UINT64_MAX))
CALL(dfpn_solve, yomi_dfpn_solve(dfpn, NULL))

int stacks(void) {
    static const struct {
        const char *name;
        yomi_status (*call)(void);
    } calls[] = {
        {"yomi_tsume_init", tsume_init},
        {"yomi_tsume_set_table", tsume_set_table},
        {"yomi_tsume_set_sfen", tsume_set_sfen},
        {"yomi_tsume_start", tsume_start},
        {"yomi_tsume_step", tsume_step},
        {"yomi_tsume_solve", tsume_solve},
        {"yomi_dfpn_init", dfpn_init},
        {"yomi_dfpn_set_table", dfpn_set_table},
        {"yomi_dfpn_start", dfpn_start},
        {"yomi_dfpn_step", dfpn_step},
        {"yomi_dfpn_solve", dfpn_solve},
    };
    if (board_stack_limit() == NULL) {
        return 0;
    }
    uint32_t own = depth_of(nothing);
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        uint32_t depth = depth_of(calls[i].call);
        if (depth == UINT32_MAX) {
            return 7;
        }
        board_print("# stack ");
        board_print(calls[i].name);
        board_print(" ");
        print_number(depth - own);
        board_print("\n");
    }
    return 0;
}
