/* Solves mate problems with known lengths through the C interface, in 16 MiB for everything, and
 * verifies each answer; the node counts must not depend on how the search is cut into steps.
 *
 *   tsume_suite MOST_PLIES FILE...
 *
 * A line of a file is name, length and SFEN, or name and SFEN for a position without a mate, with
 * tabs between. Problems whose length is a bound or more than MOST_PLIES are left out. The output is
 * name, outcome, plies and nodes. */
#include <string.h>
#include <yomikiri.h>

#include "check.h"

static uint64_t line_words[YOMI_DFPN_WORDS(300, 20000)];
static uint64_t table_words[(16u << 20) / 8 - sizeof line_words / 8];

/* The part of the table that the comparison of steps uses: it is made anew for every run. */
#define SMALL_TABLE (256u << 10)

static yomi_tsume *tsume;

/* No problem of the suite needs as many nodes, but some without a mate may. */
#define MOST_NODES 300000

static yomi_dfpn_result search(uint64_t step, int32_t mode) {
    yomi_dfpn_limits limits;
    yomi_dfpn_result result;
    yomi_status status;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.nodes = MOST_NODES;
    limits.mode = mode;
    CHECK(yomi_tsume_start(tsume, &limits) == YOMI_OK);
    do {
        status = yomi_tsume_step(tsume, step);
    } while (status == YOMI_MORE);
    CHECK(status == YOMI_DONE);
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_tsume_get_result(tsume, &result) == YOMI_OK);
    return result;
}

/* Plays the line on a board: legal moves, checks by the attacker, and mate at the end. */
static void check_line(const char *sfen) {
    static uint64_t words[YOMI_SHOGI_WORDS];
    yomi_move line[300], checks[YOMI_SHOGI_MOST_MOVES];
    yomi_shogi *shogi = NULL;
    size_t count = 0, i, k, moves = 1;
    int32_t in_check = 0;
    CHECK(yomi_tsume_pv(tsume, line, 300, &count) == YOMI_OK && count % 2 == 1 && count <= 300);
    CHECK(yomi_shogi_init(words, sizeof words, &shogi) == YOMI_OK);
    CHECK(yomi_shogi_set_sfen(shogi, sfen, NULL) == YOMI_OK);
    for (i = 0; i < count; ++i) {
        if (i % 2 == 0) {
            CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_CHECKS, checks, YOMI_SHOGI_MOST_MOVES,
                                   &moves) == YOMI_OK);
            for (k = 0; k < moves && checks[k] != line[i]; ++k) {
            }
            CHECK(k < moves);
        }
        CHECK(yomi_shogi_play(shogi, line[i]) == YOMI_OK);
    }
    CHECK(yomi_shogi_in_check(shogi, &in_check) == YOMI_OK && in_check == 1);
    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, NULL, 0, &moves) == YOMI_OK && moves == 0);
}

static void one(const char *name, const char *sfen, long plies) {
    static const uint64_t steps[] = {UINT64_MAX, 1, 7, 1000};
    yomi_dfpn_result result, again;
    int32_t verification = YOMI_VERIFICATION_NOT_RUN;
    size_t i;
    CHECK(yomi_tsume_set_sfen(tsume, sfen, NULL) == YOMI_OK);
    result = search(UINT64_MAX, YOMI_MODE_FIRST);
    if (plies == 0) {
        if (result.outcome == YOMI_PROVEN) fprintf(stderr, "%s: no mate, but proven\n", name);
        CHECK(result.outcome != YOMI_PROVEN);
    } else {
        if (result.outcome != YOMI_PROVEN) fprintf(stderr, "%s: not solved\n", name);
        CHECK(result.outcome == YOMI_PROVEN);
        check_line(sfen);
    }
    if (result.outcome != YOMI_UNKNOWN) {
        CHECK(yomi_tsume_verify(tsume, YOMI_TRUST_KEYS, 0, &verification) == YOMI_OK);
        CHECK(verification == YOMI_VERIFICATION_PASSED);
    }
    printf("%s\t%d\t%u\t%llu\n", name, (int)result.outcome, (unsigned)result.length,
           (unsigned long long)result.nodes);
    if (result.outcome == YOMI_UNKNOWN) return;
    for (i = 0; i < sizeof steps / sizeof steps[0]; ++i) {
        CHECK(yomi_tsume_reset(tsume) == YOMI_OK);
        CHECK(yomi_tsume_set_table(tsume, table_words, SMALL_TABLE) == YOMI_OK);
        again = search(steps[i], YOMI_MODE_FIRST);
        if (i == 0) result = again;
        CHECK(again.outcome == result.outcome && again.length == result.length);
        CHECK(again.nodes == result.nodes && again.stop == result.stop);
    }
    CHECK(yomi_tsume_reset(tsume) == YOMI_OK);
    CHECK(yomi_tsume_set_table(tsume, table_words, sizeof table_words) == YOMI_OK);
    if (plies > 0) {
        again = search(1000, YOMI_MODE_SHORTEST);
        CHECK(again.outcome == YOMI_PROVEN && again.exact == 1 && again.length <= result.length);
        /* Some labels leave out futile interpositions, others count a longer mate. */
        if (labs((long)again.length - plies) > 2) {
            fprintf(stderr, "%s: %u plies, not %ld\n", name, (unsigned)again.length, plies);
            exit(1);
        }
        check_line(sfen);
    }
}

static void file(const char *path, long most) {
    static char line[1024];
    FILE *in = fopen(path, "r");
    CHECK(in != NULL);
    while (fgets(line, sizeof line, in) != NULL) {
        char *name = line, *second, *third, *end = NULL;
        long plies = 0;
        line[strcspn(line, "\r\n")] = 0;
        second = strchr(line, '\t');
        if (line[0] == '#' || second == NULL) continue;
        *second++ = 0;
        third = strchr(second, '\t');
        if (third == NULL) {
            one(name, second, 0);
            continue;
        }
        *third++ = 0;
        third[strcspn(third, "\t")] = 0;
        plies = strtol(second, &end, 10);
        if (end != second && *end == 0 && plies <= most) one(name, third, plies);
    }
    CHECK(!ferror(in));
    fclose(in);
}

int main(int count, char **words) {
    yomi_dfpn_config config;
    int i;
    CHECK(sizeof line_words + sizeof table_words <= 16u << 20);
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 300;
    config.moves = 20000;
    CHECK(yomi_tsume_init(line_words, sizeof line_words, &config, &tsume) == YOMI_OK);
    CHECK(yomi_tsume_set_table(tsume, table_words, sizeof table_words) == YOMI_OK);
    CHECK(count > 2);
    for (i = 2; i < count; ++i) file(words[i], strtol(words[1], NULL, 10));
    return 0;
}
