/* Lengths without futile interpositions, other first moves and second solutions through the C
 * interface, and what it refuses. */
#include <string.h>
#include <yomikiri.h>

#include "check.h"

static uint64_t words[YOMI_DFPN_WORDS(100, 8000)], table[30000], count_words[YOMI_FUTILE_WORDS];
static yomi_tsume *tsume;

static yomi_dfpn_result solve(const char *sfen) {
    yomi_dfpn_limits limits;
    yomi_dfpn_result result;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.mode = YOMI_MODE_SHORTEST;
    CHECK(yomi_tsume_set_sfen(tsume, sfen, NULL) == YOMI_OK);
    CHECK(yomi_tsume_solve(tsume, &limits) == YOMI_OK);
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_tsume_get_result(tsume, &result) == YOMI_OK);
    return result;
}

static void expect(const char *sfen, uint32_t raw, uint32_t narrow, uint32_t x, uint32_t xy) {
    const uint32_t expected[3] = {narrow, x, xy};
    yomi_dfpn_result result = solve(sfen), again;
    int32_t rule;
    CHECK(result.outcome == YOMI_PROVEN && result.exact == 1 && result.length == raw);
    for (rule = YOMI_FUTILE_NARROW; rule <= YOMI_FUTILE_XY; ++rule) {
        yomi_futile_result whole, cut;
        yomi_futile *futile = NULL;
        yomi_status status;
        memset(&whole, 0, sizeof whole);
        memset(&cut, 0, sizeof cut);
        whole.struct_size = cut.struct_size = sizeof whole;
        CHECK(yomi_tsume_length_without_futile(tsume, count_words, sizeof count_words, rule, 0,
                                               &whole) == YOMI_OK);
        CHECK(whole.known == 1 && whole.exact == 1 && whole.stop == YOMI_STOP_SOLVED);
        CHECK(whole.length == expected[rule]);
        /* With the same knowledge in the table a count takes the same nodes, however it is cut. */
        CHECK(yomi_futile_init(count_words, sizeof count_words, tsume, rule, 1, &futile) == YOMI_OK);
        do {
            CHECK(yomi_futile_get_result(futile, &cut) == YOMI_OK);
            if (cut.stop == YOMI_STOP_NODES) CHECK(yomi_futile_resume(futile, 1) == YOMI_OK);
            status = yomi_futile_step(futile, 1);
            CHECK(yomi_futile_get_result(futile, &cut) == YOMI_OK);
        } while (status == YOMI_MORE || cut.stop == YOMI_STOP_NODES);
        CHECK(status == YOMI_DONE && cut.exact == 1 && cut.length == expected[rule]);
        CHECK(yomi_futile_resume(futile, 1) == YOMI_ERROR_STATE);
    }
    /* The raw result stays as it was. */
    memset(&again, 0, sizeof again);
    again.struct_size = sizeof again;
    CHECK(yomi_tsume_get_result(tsume, &again) == YOMI_OK);
    CHECK(again.length == raw && again.nodes == result.nodes);
}

static void futile_is_refused(void) {
    yomi_futile_result result;
    yomi_futile *futile = NULL;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_tsume_set_sfen(tsume, "9/9/9/9/8k/9/9/9/9 b P 1", NULL) == YOMI_OK);
    CHECK(yomi_futile_init(count_words, sizeof count_words, tsume, 0, 0, &futile) ==
          YOMI_ERROR_STATE);
    CHECK(solve("9/9/9/9/8k/9/9/9/9 b P 1").outcome == YOMI_DISPROVEN);
    CHECK(yomi_futile_init(count_words, sizeof count_words, tsume, 0, 0, &futile) ==
          YOMI_ERROR_STATE);
    CHECK(solve("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1").length == 3);
    CHECK(yomi_futile_init(count_words, sizeof count_words, tsume, 3, 0, &futile) ==
          YOMI_ERROR_CONFIG);
    CHECK(yomi_futile_init(count_words, sizeof count_words, tsume, -1, 0, &futile) ==
          YOMI_ERROR_CONFIG);
    CHECK(yomi_futile_init(count_words, sizeof count_words - 8, tsume, 0, 0, &futile) ==
          YOMI_ERROR_SIZE);
    CHECK(yomi_futile_init((char *)count_words + 1, sizeof count_words - 8, tsume, 0, 0, &futile) ==
          YOMI_ERROR_ALIGN);
    CHECK(yomi_futile_init(NULL, sizeof count_words, tsume, 0, 0, &futile) == YOMI_ERROR_NULL);
    CHECK(yomi_futile_init(count_words, sizeof count_words, NULL, 0, 0, &futile) ==
          YOMI_ERROR_NULL);
    CHECK(yomi_futile_init(count_words, sizeof count_words, tsume, 0, 0, NULL) == YOMI_ERROR_NULL);
    CHECK(futile == NULL);
    memset(count_words, 0, sizeof count_words);
    CHECK(yomi_futile_step((yomi_futile *)(void *)count_words, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_futile_step(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_futile_init(count_words, sizeof count_words, tsume, 0, 0, &futile) == YOMI_OK);
    CHECK(yomi_futile_get_result(futile, NULL) == YOMI_ERROR_NULL);
    result.struct_size = 8;
    CHECK(yomi_futile_get_result(futile, &result) == YOMI_ERROR_ABI);
    /* Whatever else the solver is asked to do ends the count. */
    CHECK(yomi_tsume_reset(tsume) == YOMI_OK);
    CHECK(yomi_futile_step(futile, 1) == YOMI_ERROR_STATE);
}

/* How many moves a survey lists, by kind; their lines are as long as they say. */
static void survey(int32_t scope, uint32_t plies, uint64_t nodes, int kinds[4]) {
    yomi_survey_limits limits;
    yomi_found found;
    yomi_move line[100];
    size_t count;
    yomi_status status;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.scope = scope;
    limits.plies = plies;
    limits.nodes = nodes;
    limits.mode = YOMI_MODE_SHORTEST;
    CHECK(yomi_tsume_start_survey(tsume, &limits) == YOMI_OK);
    memset(kinds, 0, 4 * sizeof kinds[0]);
    memset(&found, 0, sizeof found);
    found.struct_size = sizeof found;
    while ((status = yomi_tsume_survey(tsume, 10, &found)) != YOMI_DONE) {
        CHECK(status == YOMI_OK || status == YOMI_MORE);
        CHECK(yomi_tsume_found_line(tsume, line, 100, &count) == YOMI_OK);
        if (status == YOMI_MORE) {
            CHECK(count == 0);
            continue;
        }
        CHECK(found.kind >= 0 && found.kind < 4 && found.ply % 2 == 0);
        ++kinds[found.kind];
        if (found.kind == YOMI_FOUND_UNDECIDED) {
            CHECK(found.length == 0 && count == 0);
        } else {
            CHECK(count == found.length - found.ply && line[0] == found.played);
            CHECK(yomi_tsume_found_line(tsume, NULL, 0, &count) == YOMI_OK && count > 0);
        }
    }
    CHECK(yomi_tsume_survey(tsume, 10, &found) == YOMI_ERROR_STATE);
}

static void surveys(void) {
    int kinds[4];
    yomi_survey_limits limits;
    yomi_found found;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    CHECK(solve("9/9/9/9/8k/9/9/9/9 b P 1").outcome == YOMI_DISPROVEN);
    CHECK(yomi_tsume_start_survey(tsume, NULL) == YOMI_ERROR_STATE);

    /* Four golds' drops mate: one is the line's, the others are last moves. */
    CHECK(solve("7k1/9/7P1/9/9/9/9/9/9 b G 1").length == 1);
    survey(YOMI_SCOPE_LINE, 1, 0, kinds);
    CHECK(kinds[YOMI_FOUND_SECOND] == 0 && kinds[YOMI_FOUND_SHORTER] == 0);
    CHECK(kinds[YOMI_FOUND_UNDECIDED] == 0);

    CHECK(solve("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1").length == 9);
    survey(YOMI_SCOPE_FIRST_MOVES, 9, 0, kinds);
    CHECK(kinds[YOMI_FOUND_UNDECIDED] == 0 && kinds[YOMI_FOUND_SHORTER] == 0);
    CHECK(solve("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1").length == 9);
    survey(YOMI_SCOPE_FIRST_MOVES, 0, 1, kinds);
    CHECK(kinds[YOMI_FOUND_UNDECIDED] > 0);

    limits.scope = 2;
    CHECK(yomi_tsume_start_survey(tsume, &limits) == YOMI_ERROR_CONFIG);
    limits.scope = 0;
    limits.mode = 3;
    CHECK(yomi_tsume_start_survey(tsume, &limits) == YOMI_ERROR_CONFIG);
    limits.mode = 0;
    limits.plies = 101;
    CHECK(yomi_tsume_start_survey(tsume, &limits) == YOMI_ERROR_CONFIG);
    limits.struct_size = 8;
    CHECK(yomi_tsume_start_survey(tsume, &limits) == YOMI_ERROR_ABI);
    CHECK(yomi_tsume_start_survey(NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_start_survey(tsume, NULL) == YOMI_OK);
    CHECK(yomi_tsume_survey(tsume, 10, NULL) == YOMI_ERROR_NULL);
    found.struct_size = 4;
    CHECK(yomi_tsume_survey(tsume, 10, &found) == YOMI_ERROR_ABI);
    CHECK(yomi_tsume_found_line(tsume, NULL, 0, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_reset(tsume) == YOMI_OK);
}

int main(void) {
    yomi_dfpn_config config;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 100;
    config.moves = 8000;
    CHECK(yomi_tsume_init(words, sizeof words, &config, &tsume) == YOMI_OK);
    CHECK(yomi_tsume_set_table(tsume, table, sizeof table) == YOMI_OK);
    /* Every rule leaves these interpositions out (a public report). */
    expect("9/9/9/8k/8B/8+R/9/9/9 b rb4g4s4n4l18p 1", 3, 1, 1, 1);
    /* The horse captures and mates, but with the captured piece given back there is none. */
    expect("5S3/k8/l2+B5/2+R6/9/9/9/9/9 b b 1", 7, 7, 5, 5);
    /* Another piece than the checking one captures and mates. */
    expect("1k7/5+R3/1N7/9/+B8/2+B1G4/9/9/9 b Pg 1", 3, 3, 3, 1);
    expect("p8/2k6/5+B3/1+B7/3R5/9/9/9/9 b p 1", 5, 5, 5, 3);
    futile_is_refused();
    surveys();
    puts("lengths and solutions beside the line");
    return 0;
}
