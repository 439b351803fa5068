/*
 * Mate problems from a file on the PC, one a line: name, length in plies and SFEN between tabs.
 * Solver, table, text and stack together fit 32 KiB of RAM.
 */
#include <yomikiri.h>

#include "print.h"

#define PLIES 32
#define MOVES 320
#define SOLVER_WORDS YOMI_DFPN_WORDS(PLIES, MOVES)
/* Equal on every machine, for equal node counts: what 32 KiB leave beside the stack, the text and the
 * solver where pointers have 32 bits. */
#define TABLE_WORDS 2494
_Static_assert(sizeof(void *) > 4 ||
                   8 * (SOLVER_WORDS + TABLE_WORDS) + STACK_BYTES + 400 <= 32 * 1024,
               "more than 32 KiB of RAM");
/* More than any problem of up to 7 plies needs. */
#define NODES 1000000

static uint64_t memory[SOLVER_WORDS + TABLE_WORDS];
static char text[240];

/* The number at "place", which ends with a tab. */
static uint32_t number_at(const char *place) {
    uint32_t number = 0;
    while (*place >= '0' && *place <= '9') {
        number = 10 * number + (uint32_t)(*place++ - '0');
    }
    return number;
}

int program(void) {
    yomi_dfpn_config config = {
        .struct_size = sizeof config, .plies = PLIES, .moves = MOVES};
    yomi_dfpn_limits limits = {
        .struct_size = sizeof limits, .nodes = NODES, .mode = YOMI_MODE_SHORTEST};
    yomi_tsume *tsume;
    size_t offset = 0;
    if (yomi_tsume_init(memory, 8 * SOLVER_WORDS, &config, &tsume) != YOMI_OK) {
        return 1;
    }
    for (;;) {
        size_t length = board_read("problems.tsv", offset, text, sizeof text - 1);
        size_t end = 0;
        size_t tabs[2] = {0, 0};
        size_t tab_count = 0;
        while (end < length && text[end] != '\n') {
            if (text[end] == '\t' && tab_count < 2) {
                tabs[tab_count++] = end + 1;
            }
            end++;
        }
        if (length == 0) {
            return 0;
        }
        offset += end + 1;
        text[end] = 0;
        if (tab_count < 2) {
            continue;
        }
        yomi_dfpn_result result = {.struct_size = sizeof result};
        yomi_status status = yomi_tsume_set_table(tsume, memory + SOLVER_WORDS, 8 * TABLE_WORDS);
        if (status == YOMI_OK) {
            status = yomi_tsume_set_sfen(tsume, text + tabs[1], NULL);
        }
        if (status == YOMI_OK) {
            status = yomi_tsume_solve(tsume, &limits);
        }
        if (status >= 0) {
            status = yomi_tsume_get_result(tsume, &result);
        }
        text[tabs[0] - 1] = 0;
        board_print(text);
        board_print(" ");
        print_number(number_at(text + tabs[0]));
        if (status < 0) {
            board_print(" ");
            board_print(yomi_status_name(status));
            board_print("\n");
            continue;
        }
        board_print(result.outcome == YOMI_PROVEN && result.exact ? " mate " : " undecided ");
        print_number(result.length);
        board_print(" nodes ");
        print_number(result.nodes);
        board_print(" plies ");
        print_number(result.peak_plies);
        board_print(" moves ");
        print_number(result.peak_moves);
        board_print("\n");
    }
}
