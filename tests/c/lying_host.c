/* A host whose callbacks break their contract: a status each, the result says "failed", nothing is
 * read or written out of bounds, and the solver can be used again. */
#include <yomikiri.h>

#include "check.h"
#include "nim.h"

static yomi_status expected(int lie) {
    switch (lie) {
    case MOVES_TOO_MANY:
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
    printf("%d lies met\n", met);
    free(memory);
    free(table);
    return 0;
}
