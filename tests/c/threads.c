/* Solvers in threads, each with its own memory, cancelled and watched from another thread: answers
 * and node counts are those of a solver that is alone. */
#include <pthread.h>
#include <string.h>
#include <yomikiri.h>

#include "check.h"

#define WORKERS 64

#ifdef UNDER_VALGRIND
/* No mate, and few nodes. */
static const char *const PROBLEM = "7l1/7k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s4n2l17p 1";
#else
/* Shogi Zuko 2: 21 plies. */
static const char *const PROBLEM = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
#endif

typedef struct worker {
    uint64_t line[YOMI_DFPN_WORDS(100, 8000)];
    uint64_t table[8000];
    yomi_tsume *solver;
    yomi_dfpn_result result;
} worker;

static worker workers[WORKERS];

static void read_result(worker *w) {
    memset(&w->result, 0, sizeof w->result);
    w->result.struct_size = sizeof w->result;
    CHECK(yomi_tsume_get_result(w->solver, &w->result) == YOMI_OK);
}

/* Runs the search to its end, however often it is cancelled. */
static void *work(void *argument) {
    worker *w = (worker *)argument;
    for (;;) {
        yomi_status status = yomi_tsume_step(w->solver, 100);
        CHECK(status >= 0);
        if (status == YOMI_MORE) continue;
        read_result(w);
        if (w->result.stop != YOMI_STOP_CANCELLED) return NULL;
        CHECK(yomi_tsume_resume(w->solver, 0) == YOMI_OK);
    }
}

static void prepare(worker *w) {
    yomi_dfpn_config config;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 100;
    config.moves = 8000;
    CHECK(yomi_tsume_init(w->line, sizeof w->line, &config, &w->solver) == YOMI_OK);
    CHECK(yomi_tsume_set_table(w->solver, w->table, sizeof w->table) == YOMI_OK);
    CHECK(yomi_tsume_set_sfen(w->solver, PROBLEM, NULL) == YOMI_OK);
    CHECK(yomi_tsume_start(w->solver, NULL) == YOMI_OK);
}

int main(void) {
    pthread_t threads[WORKERS];
    yomi_dfpn_result alone;
    int i, k;

    prepare(&workers[0]);
    work(&workers[0]);
    alone = workers[0].result;
    CHECK(alone.outcome != YOMI_UNKNOWN);

    for (i = 0; i < WORKERS; ++i) prepare(&workers[i]);
    for (i = 0; i < WORKERS; ++i) {
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
    }
    for (k = 0; k < 20 * WORKERS; ++k) {
        worker *w = &workers[k % WORKERS];
        yomi_progress progress;
        memset(&progress, 0, sizeof progress);
        progress.struct_size = sizeof progress;
        if (yomi_tsume_progress(w->solver, &progress) == YOMI_OK) {
            CHECK(progress.nodes <= alone.nodes && progress.depth <= 102);
        }
        CHECK(yomi_tsume_cancel(w->solver) == YOMI_OK);
    }
    for (i = 0; i < WORKERS; ++i) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(workers[i].result.outcome == alone.outcome);
        CHECK(workers[i].result.length == alone.length && workers[i].result.nodes == alone.nodes);
    }
    printf("%d searches of %llu nodes\n", WORKERS, (unsigned long long)alone.nodes);
    return 0;
}
