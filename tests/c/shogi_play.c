/* What playing engines ask of a position of shogi, against the slow ways to know it: playing each
 * move, and the lists of moves. */
#include <string.h>
#include <yomikiri.h>

#include "check.h"

static uint64_t memory[YOMI_SHOGI_WORDS];

/* Compares the answers in one position. */
static void compare(yomi_shogi *shogi) {
    static yomi_move all[YOMI_SHOGI_MOST_MOVES], checks[YOMI_SHOGI_MOST_MOVES];
    size_t count = 0, checking = 0, i, k;
    int32_t has = -1;

    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, all, YOMI_SHOGI_MOST_MOVES, &count) == YOMI_OK);
    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_CHECKS, checks, YOMI_SHOGI_MOST_MOVES, &checking) ==
          YOMI_OK);
    CHECK(yomi_shogi_has_move(shogi, &has) == YOMI_OK && has == (count != 0));
    for (i = 0; i < count; ++i) {
        int32_t gives = -1, in_check = -1;
        yomi_key after = 0, key = 1;
        int listed = 0;
        for (k = 0; k < checking; ++k) listed |= checks[k] == all[i];
        CHECK(yomi_shogi_gives_check(shogi, all[i], &gives) == YOMI_OK);
        CHECK(yomi_shogi_key_after(shogi, all[i], &after) == YOMI_OK);
        CHECK(yomi_shogi_play(shogi, all[i]) == YOMI_OK);
        CHECK(yomi_shogi_in_check(shogi, &in_check) == YOMI_OK);
        CHECK(yomi_shogi_key(shogi, &key) == YOMI_OK);
        CHECK(yomi_shogi_undo(shogi, all[i]) == YOMI_OK);
        CHECK(gives == in_check && gives == listed && after == key);
    }
}

int main(void) {
    /* SFEN, and whether the side to move may declare a win. */
    static const struct {
        const char *sfen;
        int32_t wins;
    } positions[] = {
        {"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", 0},
        {"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", 0},
        {"7+R1/8k/9/7L1/9/9/9/9/9 w Gr2b3g4s4n3l18p 1", 0},
        /* King and ten more in the camp, 28 points with the hand; then 27. */
        {"KGGSS2+R+B/LL7/NN7/9/9/9/9/9/4k4 b RB2g2s2n2l18p 1", 1},
        {"KGGSS2+R+B/LL7/NN7/9/9/9/9/9/4k4 b B4Pr2g2s2n2l14p 1", 0},
        /* The second side needs 27. */
        {"4K4/9/9/9/9/9/nn7/ll7/kggss2+r+b w R2G2S2N2L14Pb4p 1", 1},
        {"4K4/9/9/9/9/9/nn7/ll7/kggss2+r+b w R2G2S2N2L15Pb3p 1", 0},
        /* One piece too few in the camp, though the points suffice. */
        {"KGGSS2+R+B/L8/NN7/L8/9/9/9/9/4k4 b RB9P2g2s2n2l9p 1", 0},
        /* In check. */
        {"KGGSS2+R+B/1L7/1NN5L/9/9/9/9/9/r3k4 b BG8Pg2s2n2l10p 1", 0},
    };
    yomi_shogi *shogi = NULL;
    size_t i;
    int32_t out = 7;
    yomi_key key = 7;

    CHECK(yomi_shogi_init(memory, sizeof memory, &shogi) == YOMI_OK);
    for (i = 0; i < sizeof positions / sizeof positions[0]; ++i) {
        int32_t wins = -1;
        if (yomi_shogi_set_sfen(shogi, positions[i].sfen, NULL) < 0) fprintf(stderr, "%s\n", positions[i].sfen);
        CHECK(yomi_shogi_set_sfen(shogi, positions[i].sfen, NULL) == YOMI_OK);
        CHECK(yomi_shogi_can_declare_win(shogi, &wins) == YOMI_OK);
        if (wins != positions[i].wins) fprintf(stderr, "%s\n", positions[i].sfen);
        CHECK(wins == positions[i].wins);
        compare(shogi);
    }

    CHECK(yomi_shogi_has_move(NULL, &out) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_gives_check(NULL, 1, &out) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_key_after(NULL, 1, &key) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_can_declare_win(NULL, &out) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_has_move(shogi, NULL) == YOMI_ERROR_NULL);
    CHECK(out == 7 && key == 7);
    /* Any number is harmless. */
    for (i = 0; i < 100000; ++i) {
        const yomi_move m = (yomi_move)(i * 2654435761u);
        CHECK(yomi_shogi_gives_check(shogi, m, &out) == YOMI_OK && (out == 0 || out == 1));
        CHECK(yomi_shogi_key_after(shogi, m, &key) == YOMI_OK);
    }
    puts("questions answered");
    return 0;
}
