/* A second archive in one image: with other features, and every name behind "small_". */
#include "libsmall.names.h"
#include <yomikiri.h>

#include "memory.h"
#include "print.h"
#include "tictactoe.h"

int second_archive(void);

int second_archive(void) {
    struct tictactoe game = {.stones = {0001, 0040}};
    const yomi_dfpn_limits limits = {.struct_size = sizeof limits, .mode = YOMI_MODE_SHORTEST};
    yomi_dfpn_result result = {.struct_size = sizeof result};
    yomi_dfpn *dfpn;
    if (yomi_dfpn_init(memory, 8 * SOLVER_WORDS, &config, &tictactoe, &game, &dfpn) != YOMI_OK ||
        yomi_dfpn_set_table(dfpn, memory + SOLVER_WORDS, 8 * TABLE_WORDS) != YOMI_OK ||
        yomi_dfpn_solve(dfpn, &limits) < 0 || yomi_dfpn_get_result(dfpn, &result) != YOMI_OK) {
        return 1;
    }
    board_print("# second archive: features ");
    print_number(yomi_features());
    board_print(", nodes ");
    print_number(result.nodes);
    board_print("\n");
    return 0;
}
