/* One half of two_copies.c: the same search, by a copy of the library that the flags choose.
 *
 *   (none)        from an archive, under whatever names a header that is included before gives
 *   -DIN_SHARED   from a shared library
 *   -DLOADED      loaded from a path, without linking anything */
#include <string.h>
#include <yomikiri.h>

#ifdef LOADED
#include <dlfcn.h>
#endif

#include "two_copies.h"

static uint64_t memory[YOMI_DFPN_WORDS(64, 4000)], table[100000];

#ifdef LOADED
/* The library's functions, taken from the loaded copy. */
#define FUNCTIONS(F) \
    F(yomi_tsume_init) F(yomi_tsume_set_table) F(yomi_tsume_set_sfen) F(yomi_tsume_solve) \
    F(yomi_tsume_get_result)
#define DECLARE(name) static __typeof__(name) *loaded_##name;
#define LOAD(name) symbol = dlsym(library, #name); memcpy(&loaded_##name, &symbol, sizeof symbol);
FUNCTIONS(DECLARE)

static int load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol;
    if (library == NULL) return -1;
    FUNCTIONS(LOAD)
    return 0;
}

#define yomi_tsume_init loaded_yomi_tsume_init
#define yomi_tsume_set_table loaded_yomi_tsume_set_table
#define yomi_tsume_set_sfen loaded_yomi_tsume_set_sfen
#define yomi_tsume_solve loaded_yomi_tsume_solve
#define yomi_tsume_get_result loaded_yomi_tsume_get_result
#endif

static int solve(answer *out) {
    yomi_dfpn_config config;
    yomi_dfpn_limits limits;
    yomi_dfpn_result result;
    yomi_tsume *solver = NULL;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 64;
    config.moves = 4000;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.mode = YOMI_MODE_SHORTEST;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    if (yomi_tsume_init(memory, sizeof memory, &config, &solver) < 0 ||
        yomi_tsume_set_table(solver, table, sizeof table) < 0 ||
        yomi_tsume_set_sfen(solver, "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1", NULL) < 0 ||
        yomi_tsume_solve(solver, &limits) < 0 || yomi_tsume_get_result(solver, &result) < 0) {
        return -1;
    }
    memset(out, 0, sizeof *out);
    out->nodes = result.nodes;
    out->length = result.length;
    out->outcome = result.outcome;
    return 0;
}

#ifdef LOADED
int solve_in_shared(const char *path, answer *out) { return load(path) < 0 ? -1 : solve(out); }
#elif defined IN_SHARED
int solve_in_shared(const char *path, answer *out) {
    (void)path;
    return solve(out);
}
#else
int solve_in_archive(answer *out) { return solve(out); }
#endif
