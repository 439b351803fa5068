/* The alpha-beta family over a host's game: every driver and switch finds what plain minimax finds,
 * steps change nothing, results and lines can be read while a search runs, and a search that was
 * stopped goes on as if it had not been. */
#include <yomikiri.h>

#include "check.h"
#include "drop_three.h"

static yomi_alphabeta_settings no_settings(void) {
    yomi_alphabeta_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.struct_size = sizeof settings;
    return settings;
}

static yomi_alphabeta_result result_of(yomi_alphabeta *search) {
    yomi_alphabeta_result result;
    memset(&result, 0x5a, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK);
    return result;
}

/* A position after a few random discs, not won yet. */
static drop_three random_position(unsigned long long *dice, int discs) {
    drop_three g;
    yomi_score score;
    memset(&g, 0, sizeof g);
    while (g.played < discs) {
        yomi_move m = (yomi_move)(next_random(dice) % 4) + 1;
        if (three_play(&g, m) == 0 && three_terminal(&g, &score) != 0) three_undo(&g, m);
    }
    return g;
}

/* Whether the line can be played; it begins with the best move of the result. */
static void check_line(yomi_alphabeta *search, const drop_three *root, yomi_move best) {
    yomi_move line[40];
    drop_three g = *root;
    size_t count = 77, i;
    CHECK(yomi_alphabeta_pv(search, line, 40, &count) == YOMI_OK && count <= 40);
    CHECK(best == 0 ? count == 0 : count >= 1 && line[0] == best);
    for (i = 0; i < count; ++i) CHECK(three_play(&g, line[i]) == 0);
}

static uint64_t memory[YOMI_ALPHABETA_WORDS(40, 160, 64)];
static uint64_t second_memory[YOMI_ALPHABETA_WORDS(40, 160, 0)];
static uint64_t table[8192];

static yomi_alphabeta_config config_of(uint32_t history) {
    yomi_alphabeta_config config;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 40;
    config.moves = 160;
    config.history = history;
    return config;
}

static void every_driver_finds_what_minimax_finds(void) {
    unsigned long long dice = 1;
    int round;
    for (round = 0; round < 400; ++round) {
        drop_three root = random_position(&dice, (int)(next_random(&dice) % 9)), g = root;
        yomi_alphabeta_config config = config_of(round % 2 == 0 ? 64 : 0);
        unsigned hooks = (unsigned)(next_random(&dice) % 256);
        yomi_game game = three_table(hooks);
        yomi_alphabeta *search = NULL;
        yomi_alphabeta_settings settings = no_settings();
        yomi_alphabeta_result result;
        int depth = (int)(next_random(&dice) % 8);
        static const size_t sizes[] = {0, 20, 40, 64, 1000, sizeof table};
        size_t size = sizes[next_random(&dice) % 6];
        uint32_t nodes = 0;
        yomi_score expected;
        if (depth == 0 && root.played < 5) depth = 5;
        expected = three_minimax(&g, depth == 0 ? 16 : depth, &nodes);
        CHECK(yomi_alphabeta_init(memory, sizeof memory, &config, &game, &g, &search) == YOMI_OK);
        CHECK((void *)search == (void *)memory);
        CHECK(yomi_alphabeta_set_table(search, table, size) == YOMI_OK);
        settings.depth = (uint32_t)depth;
        for (settings.driver = YOMI_DRIVER_PVS; settings.driver <= YOMI_DRIVER_C; ++settings.driver) {
            settings.switches = (uint32_t)(next_random(&dice) % 128);
            settings.aspiration = (yomi_score)(next_random(&dice) % 6);
            settings.first_guess = (yomi_score)(next_random(&dice) % 9) - 4;
            if (next_random(&dice) % 2 == 0) settings.switches |= YOMI_AB_STORE_LEAVES;
            if (depth == 0 && next_random(&dice) % 2 == 0) {
                settings.rehearsal = 3;
                settings.rehearsal_unit = 2;
                settings.presearch_from = 3;
                settings.presearch_most = 2;
            }
            if (next_random(&dice) % 2 == 0) CHECK(yomi_alphabeta_clear_table(search) == YOMI_OK);
            CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
            result = result_of(search);
            CHECK(result.score == expected && result.bound == YOMI_BOUND_EXACT);
            CHECK(result.stop == YOMI_STOP_SOLVED && result.nodes > 0 && result.passes > 0);
            CHECK(result.complete == 1 || result.depth == (uint32_t)depth);
            if (settings.driver == YOMI_DRIVER_MINIMAX && size == 0 && (hooks & 192) == 0 &&
                (settings.switches & YOMI_AB_ITERATIVE) == 0 && settings.presearch_from == 0) {
                CHECK(result.nodes == nodes && result.best_move != 0);
            }
            check_line(search, &root, result.best_move);
            CHECK(memcmp(g.cells, root.cells, sizeof g.cells) == 0 && g.played == root.played);
        }
    }
}

static void steps_change_nothing_and_results_can_be_read_between_them(void) {
    yomi_alphabeta_config config = config_of(64);
    yomi_game game = three_table(127);
    yomi_alphabeta_settings settings = no_settings();
    yomi_alphabeta *search = NULL;
    drop_three root, g;
    int variant;
    memset(&root, 0, sizeof root);
    g = root;
    settings.depth = 7;
    settings.switches = YOMI_AB_ITERATIVE;
    for (variant = 0; variant < 2; ++variant) {
        static const uint64_t cuts[] = {1, 2, 7, 100};
        yomi_alphabeta_result whole;
        size_t i;
        settings.driver = variant == 0 ? YOMI_DRIVER_PVS : YOMI_DRIVER_MTDF;
        CHECK(yomi_alphabeta_init(memory, sizeof memory, &config, &game, &g, &search) == YOMI_OK);
        CHECK(yomi_alphabeta_set_table(search, table, sizeof table) == YOMI_OK);
        CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
        whole = result_of(search);
        CHECK(whole.depth == 7 && whole.table_permille > 0 && whole.peak_plies == 7);
        for (i = 0; i < 4; ++i) {
            uint32_t depth = 0, seen = 0;
            yomi_alphabeta_result result;
            CHECK(yomi_alphabeta_set_table(search, table, sizeof table) == YOMI_OK);
            CHECK(yomi_alphabeta_start(search, &settings) == YOMI_OK);
            while (yomi_alphabeta_step(search, cuts[i]) == YOMI_MORE) {
                yomi_alphabeta_snapshot progress;
                result = result_of(search);
                CHECK(result.stop == YOMI_STOP_RUNNING && result.depth >= depth);
                if (result.depth != depth) {
                    uint32_t nodes = 0;
                    drop_three copy = root;
                    depth = result.depth;
                    ++seen;
                    CHECK(result.score == three_minimax(&copy, (int)depth, &nodes));
                    CHECK(result.bound == YOMI_BOUND_EXACT);
                }
                check_line(search, &root, result.best_move);
                memset(&progress, 0, sizeof progress);
                progress.struct_size = sizeof progress;
                CHECK(yomi_alphabeta_progress(search, &progress) == YOMI_OK);
                CHECK(progress.nodes == result.nodes && progress.depth == result.depth);
                CHECK(progress.score == (result.depth == 0 ? 0 : result.score));
            }
            CHECK(cuts[i] > 7 || seen == 6);
            result = result_of(search);
            CHECK(memcmp(&result, &whole, sizeof whole) == 0);
            CHECK(memcmp(g.cells, root.cells, sizeof g.cells) == 0);
        }
    }
}

static void a_search_that_stopped_goes_on_as_if_it_had_not(void) {
    yomi_alphabeta_config config = config_of(0);
    yomi_game game = three_table(127);
    yomi_alphabeta_settings settings = no_settings();
    yomi_alphabeta *search = NULL;
    yomi_alphabeta_result whole, result;
    drop_three root, g;
    int stops = 0;
    memset(&root, 0, sizeof root);
    g = root;
    settings.depth = 8;
    settings.switches = YOMI_AB_ITERATIVE;
    CHECK(yomi_alphabeta_init(memory, sizeof memory, &config, &game, &g, &search) == YOMI_OK);
    CHECK(yomi_alphabeta_set_table(search, table, sizeof table) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
    whole = result_of(search);

    CHECK(yomi_alphabeta_set_table(search, table, sizeof table) == YOMI_OK);
    settings.nodes = 13;
    CHECK(yomi_alphabeta_start(search, &settings) == YOMI_OK);
    for (;;) {
        CHECK(yomi_alphabeta_step(search, 10000) == YOMI_DONE);
        result = result_of(search);
        /* The position is back, whatever stopped the search, and the line belongs to it. */
        CHECK(memcmp(g.cells, root.cells, sizeof g.cells) == 0 && g.played == 0);
        check_line(search, &root, result.best_move);
        if (result.stop == YOMI_STOP_SOLVED) break;
        ++stops;
        CHECK(yomi_alphabeta_step(search, 10000) == YOMI_DONE);
        if (result.stop == YOMI_STOP_NODES) {
            CHECK(yomi_alphabeta_resume(search, 0) == YOMI_OK);
            CHECK(yomi_alphabeta_step(search, 5) != YOMI_ERROR_STATE);
            CHECK(yomi_alphabeta_cancel(search) == YOMI_OK);
        } else {
            CHECK(result.stop == YOMI_STOP_CANCELLED);
            CHECK(yomi_alphabeta_resume(search, 13) == YOMI_OK);
        }
    }
    CHECK(stops > 20);
    CHECK(memcmp(&result, &whole, sizeof whole) == 0);

    /* Once the table or the search changes, there is nothing to go on with. */
    CHECK(yomi_alphabeta_resume(search, 0) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
    CHECK(yomi_alphabeta_clear_table(search) == YOMI_OK);
    CHECK(yomi_alphabeta_resume(search, 0) == YOMI_ERROR_STATE);
    settings.switches = 0;
    CHECK(yomi_alphabeta_start(search, &settings) == YOMI_OK);
    CHECK(yomi_alphabeta_step(search, 5) == YOMI_MORE && g.played > 0);
    CHECK(yomi_alphabeta_reset(search) == YOMI_OK && g.played == 0);
    CHECK(result_of(search).stop == YOMI_STOP_CANCELLED);
    CHECK(yomi_alphabeta_resume(search, 0) == YOMI_ERROR_STATE);
}

static void tables_can_be_shared(void) {
    yomi_alphabeta_config config = config_of(0);
    yomi_game game = three_table(1);
    yomi_alphabeta_settings settings = no_settings();
    yomi_alphabeta *first = NULL, *second = NULL;
    drop_three g, h;
    uint64_t alone;
    memset(&g, 0, sizeof g);
    h = g;
    settings.depth = 8;
    CHECK(yomi_alphabeta_init(memory, sizeof memory, &config, &game, &g, &first) == YOMI_OK);
    CHECK(yomi_alphabeta_init(second_memory, sizeof second_memory, &config, &game, &h, &second) ==
          YOMI_OK);
    CHECK(yomi_alphabeta_set_table(first, table, sizeof table) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(first, &settings) == YOMI_OK);
    alone = result_of(first).nodes;
    CHECK(yomi_alphabeta_share_table(second, first) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(second, &settings) == YOMI_OK);
    CHECK(result_of(second).score == result_of(first).score && result_of(second).nodes == 1);
    CHECK(yomi_alphabeta_clear_table(second) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(second, &settings) == YOMI_OK);
    CHECK(result_of(second).nodes == alone);
}

static void a_range_that_does_not_hold_the_score_gives_its_end(void) {
    yomi_alphabeta_config config = config_of(0);
    yomi_game game = three_table(1);
    yomi_alphabeta_settings settings = no_settings();
    yomi_alphabeta *search = NULL;
    drop_three g, copy;
    yomi_score score;
    uint32_t nodes = 0;
    memset(&g, 0, sizeof g);
    copy = g;
    score = three_minimax(&copy, 4, &nodes);
    settings.depth = 4;
    CHECK(yomi_alphabeta_init(memory, sizeof memory, &config, &game, &g, &search) == YOMI_OK);
    settings.low = score - 3;
    settings.high = score - 1;
    CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
    CHECK(result_of(search).score == score - 1);
    settings.low = score + 1;
    settings.high = score + 5;
    CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
    CHECK(result_of(search).score == score + 1);
}

static void quiescence_goes_on_over_noisy_moves(void) {
    yomi_alphabeta_config config = config_of(0);
    yomi_game quiet = three_table(1), noisy = three_table(5);
    yomi_alphabeta_settings settings = no_settings();
    yomi_alphabeta *search = NULL;
    drop_three g;
    yomi_alphabeta_result without, with;
    memset(&g, 0, sizeof g);
    settings.depth = 3;
    settings.quiescence = 4;
    CHECK(yomi_alphabeta_init(memory, sizeof memory, &config, &quiet, &g, &search) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
    without = result_of(search);
    CHECK(yomi_alphabeta_init(memory, sizeof memory, &config, &noisy, &g, &search) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(search, &settings) == YOMI_OK);
    with = result_of(search);
    CHECK(without.peak_plies == 3 && with.peak_plies > 3 && with.peak_plies <= 7);
    CHECK(with.nodes > without.nodes);
}

int main(void) {
    every_driver_finds_what_minimax_finds();
    steps_change_nothing_and_results_can_be_read_between_them();
    a_search_that_stopped_goes_on_as_if_it_had_not();
    tables_can_be_shared();
    a_range_that_does_not_hold_the_score_gives_its_end();
    quiescence_goes_on_over_noisy_moves();
    puts("every driver agrees");
    return 0;
}
