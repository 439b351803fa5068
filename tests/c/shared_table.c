/* One problem in several threads over one table: the recipe of docs/MATE.md. Each thread has a
 * solver of its own, all share one table, and the first to finish cancels the others. Every one of
 * them, left to itself, finds the same shortest mate. */
#include <pthread.h>
#include <string.h>
#include <yomikiri.h>

#include "check.h"

#define THREADS 4

static const char *const PROBLEM = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";

typedef struct worker {
    uint64_t line[YOMI_DFPN_WORDS(100, 8000)];
    yomi_tsume *solver;
    yomi_dfpn_result result;
    int cancels;
} worker;

static worker workers[THREADS];
static uint64_t table[64000];

static void *work(void *argument) {
    worker *w = (worker *)argument;
    yomi_status status;
    int i;
    do {
        status = yomi_tsume_step(w->solver, 200);
    } while (status == YOMI_MORE);
    CHECK(status == YOMI_DONE);
    memset(&w->result, 0, sizeof w->result);
    w->result.struct_size = sizeof w->result;
    CHECK(yomi_tsume_get_result(w->solver, &w->result) == YOMI_OK);
    if (w->cancels && w->result.stop == YOMI_STOP_SOLVED) {
        for (i = 0; i < THREADS; ++i) {
            if (&workers[i] != w) CHECK(yomi_tsume_cancel(workers[i].solver) == YOMI_OK);
        }
    }
    return NULL;
}

static void run(int cancels, int threads) {
    pthread_t handles[THREADS];
    yomi_dfpn_limits limits;
    int i, solved = 0;
    /* A problem empties the table that its solver has, so the table comes after the problems. */
    for (i = 0; i < threads; ++i) {
        CHECK(yomi_tsume_reset(workers[i].solver) == YOMI_OK);
        CHECK(yomi_tsume_set_table(workers[i].solver, NULL, 0) == YOMI_OK);
        CHECK(yomi_tsume_set_sfen(workers[i].solver, PROBLEM, NULL) == YOMI_OK);
    }
    CHECK(yomi_tsume_set_table(workers[0].solver, table, sizeof table) == YOMI_OK);
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.mode = YOMI_MODE_SHORTEST;
    for (i = 0; i < threads; ++i) {
        workers[i].cancels = cancels;
        if (i != 0) {
            CHECK(yomi_tsume_share_table(workers[i].solver, workers[0].solver) == YOMI_OK);
        }
        limits.seed = (uint32_t)i;
        CHECK(yomi_tsume_start(workers[i].solver, &limits) == YOMI_OK);
    }
    for (i = 0; i < threads; ++i) {
        CHECK(pthread_create(&handles[i], NULL, work, &workers[i]) == 0);
    }
    for (i = 0; i < threads; ++i) CHECK(pthread_join(handles[i], NULL) == 0);
    for (i = 0; i < threads; ++i) {
        const yomi_dfpn_result *result = &workers[i].result;
        if (result->stop == YOMI_STOP_SOLVED) {
            CHECK(result->outcome == YOMI_PROVEN && result->exact == 1);
            CHECK(result->length == workers[0].result.length || cancels);
            ++solved;
        } else {
            CHECK(cancels && result->stop == YOMI_STOP_CANCELLED);
        }
    }
    CHECK(cancels ? solved >= 1 : solved == threads);
}

int main(void) {
    yomi_dfpn_config config;
    uint64_t alone;
    int i;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 100;
    config.moves = 8000;
    for (i = 0; i < THREADS; ++i) {
        CHECK(yomi_tsume_init(workers[i].line, sizeof workers[i].line, &config,
                              &workers[i].solver) == YOMI_OK);
    }
    /* One thread is deterministic. */
    run(0, 1);
    alone = workers[0].result.nodes;
    run(0, 1);
    CHECK(workers[0].result.nodes == alone);
    run(0, THREADS);
    for (i = 0; i < 5; ++i) run(1, THREADS);
    printf("%llu nodes alone\n", (unsigned long long)alone);
    return 0;
}
