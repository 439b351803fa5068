/* The smallest whole program: solves one mate problem of shogi and prints its line. C99. */
#include <stdio.h>
#include <yomikiri.h>

static uint64_t memory[YOMI_DFPN_WORDS(64, 4096)], table[100000];

int main(void) {
    yomi_dfpn_config config = {sizeof config, 64, 4096, 0};
    yomi_tsume *solver;
    yomi_move line[64];
    size_t length, i;
    char text[YOMI_SHOGI_USI_SIZE];

    if (yomi_tsume_init(memory, sizeof memory, &config, &solver) < 0 ||
        yomi_tsume_set_table(solver, table, sizeof table) < 0 ||
        yomi_tsume_set_sfen(solver, "7k1/9/8S/9/5R2L/9/9/9/9 b r2b4g3s4n3l18p 1", NULL) < 0 ||
        yomi_tsume_solve(solver, NULL) < 0 || yomi_tsume_pv(solver, line, 64, &length) < 0) {
        return 1;
    }
    printf("mate in %u:", (unsigned)length);
    for (i = 0; i < length; ++i) {
        if (yomi_shogi_format_usi(line[i], text, sizeof text, NULL) < 0) return 1;
        printf(" %s", text);
    }
    printf("\n");
    return 0;
}
