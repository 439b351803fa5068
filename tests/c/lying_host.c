/* A host whose callbacks break their contract: a status each, the result says "failed", nothing is
 * read or written out of bounds, and the solver can be used again. */
#include <yomikiri.h>

#include "check.h"
#include "nim.h"

static yomi_status expected(int lie) {
    switch (lie) {
    case MOVES_TOO_MANY:
    case LIST_TOO_MANY:
        return YOMI_ERROR_TOO_MANY_MOVES;
    case PLAY_BAD_MOVE:
        return YOMI_ERROR_BAD_MOVE;
    case MOVES_OWN_ERROR:
    case PLAY_OWN_ERROR:
    case UNDO_OWN_ERROR:
    case TERMINAL_OWN_ERROR:
    case SIDE_OWN_ERROR:
    case NUMBERS_OWN_ERROR:
    case KEY_AFTER_OWN_ERROR:
    case EVALUATE_OWN_ERROR:
    case NOISY_OWN_ERROR:
    case BOUNDS_OWN_ERROR:
    case SOLVE_OWN_ERROR:
    case PLIES_OWN_ERROR:
    case LIST_OWN_ERROR:
        return OWN_ERROR;
    default:
        return YOMI_ERROR_BAD_CALLBACK;
    }
}

/* Solves a heap from the start; returns the status. */
static yomi_status solve(yomi_dfpn *solver, nim *n, uint32_t heap, yomi_dfpn_result *result) {
    yomi_status status;
    n->heap = heap;
    n->taken = 0;
    n->depth = 0;
    CHECK(yomi_dfpn_clear_table(solver) == YOMI_OK);
    status = yomi_dfpn_solve(solver, NULL);
    memset(result, 0x5a, sizeof *result);
    result->struct_size = sizeof *result;
    CHECK(yomi_dfpn_get_result(solver, result) == YOMI_OK);
    return status;
}

static void check_honest(yomi_dfpn *solver, nim *n, uint32_t heap) {
    yomi_dfpn_result result;
    n->lie = NO_LIE;
    CHECK(solve(solver, n, heap, &result) == YOMI_OK);
    CHECK(result.outcome == (heap % 4 == 0 ? YOMI_DISPROVEN : YOMI_PROVEN));
    CHECK(result.stop == YOMI_STOP_SOLVED);
    CHECK(n->depth == 0 && n->heap == heap && n->taken == 0);
}

/* Searches a heap to the end of the game, or to a depth with quiescence; returns the status. */
static yomi_status search_heap(yomi_alphabeta *search, nim *n, uint32_t heap, uint32_t depth,
                               yomi_alphabeta_result *result) {
    yomi_alphabeta_settings settings;
    yomi_status status;
    memset(&settings, 0, sizeof settings);
    settings.struct_size = sizeof settings;
    settings.depth = depth;
    settings.quiescence = 3;
    settings.presearch_from = 2;
    settings.presearch_most = 2;
    n->heap = heap;
    n->taken = 0;
    n->depth = 0;
    CHECK(yomi_alphabeta_clear_table(search) == YOMI_OK);
    status = yomi_alphabeta_solve(search, &settings);
    memset(result, 0x5a, sizeof *result);
    result->struct_size = sizeof *result;
    CHECK(yomi_alphabeta_get_result(search, result) == YOMI_OK);
    return status;
}

static void check_honest_search(yomi_alphabeta *search, nim *n, uint32_t heap) {
    yomi_alphabeta_result result;
    n->lie = NO_LIE;
    CHECK(search_heap(search, n, heap, 0, &result) == YOMI_OK);
    CHECK(result.bound == YOMI_BOUND_EXACT && result.stop == YOMI_STOP_SOLVED);
    CHECK((result.score < 0) == (heap % 4 == 0));
    CHECK(n->depth == 0 && n->heap == heap && n->taken == 0);
    CHECK(search_heap(search, n, heap, 4, &result) == YOMI_OK && n->depth == 0);
}

/* The same lies to an alpha-beta search. */
static int lies_to_a_search(void) {
    yomi_alphabeta_config config;
    yomi_game game = nim_table(1);
    yomi_alphabeta *search = NULL;
    uint64_t *memory, *table;
    size_t size = 0, table_size = 64 * 64;
    nim n;
    int lie, met = 0, met_by_lie[LIES] = {0};

    memset(&n, 0, sizeof n);
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 40;
    config.moves = 200;
    config.history = 16;
    CHECK(yomi_alphabeta_mem_size(&config, &size) == YOMI_OK);
    memory = (uint64_t *)malloc(size);
    table = (uint64_t *)malloc(table_size);
    CHECK(memory != NULL && table != NULL);
    CHECK(yomi_alphabeta_init(memory, size, &config, &game, &n, &search) == YOMI_OK);
    CHECK(yomi_alphabeta_set_table(search, table, table_size) == YOMI_OK);
    n.search = search;
    for (lie = NO_LIE + 1; lie < LIES; ++lie) {
        long honest;
        for (honest = 0; honest < 60; honest += honest < 12 ? 1 : 7) {
            yomi_alphabeta_result result;
            yomi_status status;
            uint32_t heap = 20 + (uint32_t)honest % 5;
            check_honest_search(search, &n, heap);
            n.lie = lie;
            n.honest = honest;
            n.answer = YOMI_OK;
            status = search_heap(search, &n, heap, honest % 2 == 0 ? 0 : 4, &result);
            if (n.honest >= 0) {
                CHECK(status == YOMI_OK);
                continue;
            }
            ++met;
            ++met_by_lie[lie];
            if (lie == CALL_BACK) {
                CHECK(n.answer == YOMI_ERROR_STATE);
                CHECK(status == YOMI_OK && result.bound == YOMI_BOUND_EXACT);
                continue;
            }
            CHECK(status == expected(lie));
            CHECK(result.stop == YOMI_STOP_FAILED);
            CHECK(yomi_alphabeta_step(search, 10) == YOMI_DONE);
            CHECK(yomi_alphabeta_resume(search, 0) == YOMI_ERROR_STATE);
        }
    }
    for (lie = NO_LIE + 1; lie < LIES; ++lie) {
        /* The first numbers are df-pn's alone. */
        int used = lie != NUMBERS_ZERO && lie != NUMBERS_INFINITE && lie != NUMBERS_OWN_ERROR;
        CHECK((met_by_lie[lie] != 0) == used);
    }

    /* A lie where the moves of a search that is given up are taken back, and where they are played
     * again. */
    {
        yomi_alphabeta_result result;
        check_honest_search(search, &n, 24);
        CHECK(yomi_alphabeta_clear_table(search) == YOMI_OK);
        CHECK(yomi_alphabeta_start(search, NULL) == YOMI_OK);
        CHECK(yomi_alphabeta_step(search, 5) == YOMI_MORE);
        n.lie = UNDO_OWN_ERROR;
        n.honest = 0;
        CHECK(yomi_alphabeta_reset(search) == OWN_ERROR);
        memset(&result, 0, sizeof result);
        result.struct_size = sizeof result;
        CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK);
        CHECK(result.stop == YOMI_STOP_FAILED);
        check_honest_search(search, &n, 24);
        CHECK(yomi_alphabeta_clear_table(search) == YOMI_OK);
        CHECK(yomi_alphabeta_start(search, NULL) == YOMI_OK);
        CHECK(yomi_alphabeta_step(search, 5) == YOMI_MORE);
        CHECK(yomi_alphabeta_cancel(search) == YOMI_OK);
        CHECK(yomi_alphabeta_step(search, 5) == YOMI_DONE && n.depth == 0);
        n.lie = PLAY_OWN_ERROR;
        n.honest = 0;
        CHECK(yomi_alphabeta_resume(search, 0) == OWN_ERROR);
        CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK);
        CHECK(result.stop == YOMI_STOP_FAILED);
        check_honest_search(search, &n, 23);
    }
    /* A list of noisy moves: the same searches, and lies of its own. */
    game = nim_table(2);
    CHECK(yomi_alphabeta_init(memory, size, &config, &game, &n, &search) == YOMI_OK);
    CHECK(yomi_alphabeta_set_table(search, table, table_size) == YOMI_OK);
    for (lie = LIES + 1; lie < LIST_LIES; ++lie) {
        long honest;
        for (honest = 0; honest < 4; ++honest) {
            yomi_alphabeta_result result;
            check_honest_search(search, &n, 24);
            n.lie = lie;
            n.honest = honest;
            CHECK(search_heap(search, &n, 24, 4, &result) == expected(lie));
            CHECK(result.stop == YOMI_STOP_FAILED);
            ++met;
        }
    }
    game = nim_table(0);
    CHECK(yomi_alphabeta_init(memory, size, &config, &game, &n, &search) == YOMI_OK);
    check_honest_search(search, &n, 22);
    check_honest_search(search, &n, 24);
    free(memory);
    free(table);
    return met;
}

int main(void) {
    yomi_dfpn_config config;
    yomi_game game = nim_table(1);
    yomi_dfpn *solver = NULL;
    uint64_t *memory, *table;
    size_t size = 0, table_size = 24 * 64 + 64;
    nim n;
    int lie, met = 0;

    memset(&n, 0, sizeof n);
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 40;
    config.moves = 200;
    CHECK(yomi_dfpn_mem_size(&config, &size) == YOMI_OK);
    /* Blocks of exactly the right size, so that the sanitizers see the first byte too far. */
    memory = (uint64_t *)malloc(size);
    table = (uint64_t *)malloc(table_size);
    CHECK(memory != NULL && table != NULL);
    CHECK(yomi_dfpn_init(memory, size, &config, &game, &n, &solver) == YOMI_OK);
    CHECK(yomi_dfpn_set_table(solver, table, table_size) == YOMI_OK);
    n.solver = solver;

    for (lie = NO_LIE + 1; lie < LIES; ++lie) {
        long honest;
        for (honest = 0; honest < 60; honest += honest < 12 ? 1 : 7) {
            yomi_dfpn_result result;
            yomi_status status;
            uint32_t heap = 20 + (uint32_t)honest % 5;
            check_honest(solver, &n, heap);
            n.lie = lie;
            n.honest = honest;
            n.answer = YOMI_OK;
            status = solve(solver, &n, heap, &result);
            if (n.honest >= 0) {
                /* The search ended before the lie. */
                CHECK(status == YOMI_OK);
                continue;
            }
            ++met;
            if (lie == CALL_BACK) {
                /* The call from inside is refused; the search itself goes on. */
                CHECK(n.answer == YOMI_ERROR_STATE);
                CHECK(status == YOMI_OK && result.outcome != YOMI_UNKNOWN);
                continue;
            }
            CHECK(status == expected(lie));
            CHECK(result.stop == YOMI_STOP_FAILED);
            CHECK(result.outcome == YOMI_UNKNOWN && result.length == 0);
            /* The search is over. */
            CHECK(yomi_dfpn_step(solver, 10) != YOMI_MORE);
            CHECK(yomi_dfpn_start_verification(solver, YOMI_TRUST_KEYS, 0) == YOMI_ERROR_STATE);
            CHECK(yomi_dfpn_resume(solver, 0) == YOMI_ERROR_STATE);
        }
    }
    CHECK(met > 150);
    check_honest(solver, &n, 21);

    /* A lie while the answer is verified. */
    for (lie = NO_LIE + 1; lie < CALL_BACK; ++lie) {
        int32_t verification = 77;
        yomi_status status;
        check_honest(solver, &n, 21);
        n.lie = lie;
        n.honest = 0;
        status = yomi_dfpn_verify(solver, YOMI_TRUST_NOTHING, 0, &verification);
        if (n.honest >= 0) {
            CHECK(status == YOMI_OK && verification == YOMI_VERIFICATION_PASSED);
        } else {
            CHECK(status == expected(lie) && verification == 77);
        }
    }

    /* A lie where the moves of a search that is given up are taken back. */
    {
        yomi_dfpn_result result;
        n.lie = NO_LIE;
        n.heap = 24;
        n.taken = 0;
        n.depth = 0;
        CHECK(yomi_dfpn_clear_table(solver) == YOMI_OK);
        CHECK(yomi_dfpn_start(solver, NULL) == YOMI_OK && yomi_dfpn_step(solver, 5) == YOMI_MORE);
        n.lie = UNDO_OWN_ERROR;
        n.honest = 0;
        CHECK(yomi_dfpn_reset(solver) == OWN_ERROR);
        memset(&result, 0, sizeof result);
        result.struct_size = sizeof result;
        CHECK(yomi_dfpn_get_result(solver, &result) == YOMI_OK && result.stop == YOMI_STOP_FAILED);
        check_honest(solver, &n, 24);
    }

    /* The required callbacks alone: the sides alternate. */
    game = nim_table(0);
    CHECK(yomi_dfpn_init(memory, size, &config, &game, &n, &solver) == YOMI_OK);
    check_honest(solver, &n, 22);
    check_honest(solver, &n, 24);
    printf("%d lies met by df-pn, %d by alpha-beta\n", met, lies_to_a_search());
    free(memory);
    free(table);
    return 0;
}
