/* Null, misaligned and short memory, wrong sizes of structs, values out of range, calls in the wrong
 * state and objects of the wrong kind: a status each, outputs untouched. */
#include <yomikiri.h>

#include <stddef.h>

#include "check.h"
#include "nim.h"

static const char *const MATE = "8S/6SSk/7p1/9/9/9/9/9/9 b 2r2b4gs4n4l17p 1";

/* An output that must not be written: "ptr" lies between guards, and all of it holds a pattern. */
static union {
    unsigned char bytes[512];
    uint64_t words[64];
    void *pointer;
} guarded;

#define PATTERN 0xa5

static void arm(void) { memset(guarded.bytes, PATTERN, sizeof guarded.bytes); }

/* Whether every byte of a block still has the pattern. */
static int unwritten(const unsigned char *block, size_t len) {
    while (len > 0 && block[len - 1] == PATTERN) {
        --len;
    }
    return len == 0;
}

static int untouched(void) {
    size_t i;
    for (i = 0; i < sizeof guarded.bytes; ++i) {
        if (guarded.bytes[i] != PATTERN) return 0;
    }
    return 1;
}

/* An output in the middle of the guards, aligned, and one that is not. */
#define OUT(type) ((type *)(void *)&guarded.bytes[64])
#define CROOKED(type) ((type *)(void *)&guarded.bytes[65])

#define REFUSED(call, status)     \
    do {                          \
        arm();                    \
        CHECK((call) == (status)); \
        CHECK(untouched());       \
    } while (0)

/* A struct with struct_size set and the rest a pattern; only the size is written. */
#define REFUSED_SIZED(type, size, call, status)                  \
    do {                                                         \
        type out;                                                \
        size_t i;                                                \
        memset(&out, PATTERN, sizeof out);                       \
        out.struct_size = (uint32_t)(size);                      \
        CHECK((call) == (status));                               \
        for (i = 4; i < sizeof out; ++i) {                       \
            CHECK(((unsigned char *)&out)[i] == PATTERN);        \
        }                                                        \
    } while (0)

static yomi_dfpn_config config_of(uint32_t plies, uint32_t moves) {
    yomi_dfpn_config config;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = plies;
    config.moves = moves;
    return config;
}

static yomi_dfpn_limits no_limits(void) {
    yomi_dfpn_limits limits;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    return limits;
}

static char memory[1 << 16];

static void sizes(void) {
    yomi_dfpn_config config = config_of(8, 100);
    size_t size = 0;
    CHECK(yomi_dfpn_mem_size(&config, &size) == YOMI_OK && size > 0);
    CHECK(yomi_dfpn_mem_size(NULL, &size) == YOMI_OK && size > 0);
    CHECK(yomi_tsume_mem_size(NULL, &size) == YOMI_OK && size > 0);

    CHECK(yomi_dfpn_mem_size(&config, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_mem_size(&config, CROOKED(size_t)), YOMI_ERROR_ALIGN);
    CHECK(yomi_tsume_mem_size(&config, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_tsume_mem_size(&config, CROOKED(size_t)), YOMI_ERROR_ALIGN);

    config.struct_size = 15;
    REFUSED(yomi_dfpn_mem_size(&config, OUT(size_t)), YOMI_ERROR_ABI);
    config.struct_size = 0;
    REFUSED(yomi_tsume_mem_size(&config, OUT(size_t)), YOMI_ERROR_ABI);
    config = config_of(4095, 100);
    REFUSED(yomi_dfpn_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config = config_of(UINT32_MAX, 100);
    REFUSED(yomi_dfpn_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config = config_of(8, 0x80000000u);
    REFUSED(yomi_dfpn_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config = config_of(8, UINT32_MAX);
    REFUSED(yomi_tsume_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config = config_of(8, 100);
    config.reserved = 1;
    REFUSED(yomi_dfpn_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    arm();
    memset(OUT(yomi_dfpn_config), 0, sizeof config);
    CHECK(yomi_dfpn_mem_size(CROOKED(yomi_dfpn_config), &size) == YOMI_ERROR_ALIGN);

    /* A newer program's struct is larger: what the library does not know is not read. */
    {
        struct {
            yomi_dfpn_config known;
            uint32_t unknown[4];
        } newer;
        size_t same = 0;
        newer.known = config_of(8, 100);
        newer.known.struct_size = sizeof newer;
        memset(newer.unknown, 0xff, sizeof newer.unknown);
        config = config_of(8, 100);
        CHECK(yomi_dfpn_mem_size(&config, &size) == YOMI_OK);
        CHECK(yomi_dfpn_mem_size(&newer.known, &same) == YOMI_OK && same == size);
    }
}

static void making_a_solver(void) {
    yomi_dfpn_config config = config_of(8, 100);
    yomi_game game = nim_table(1), broken;
    yomi_dfpn *solver = NULL;
    yomi_tsume *tsume = NULL;
    size_t size = 0, len;
    nim n;
    int i;
    memset(&n, 0, sizeof n);

    CHECK(yomi_dfpn_mem_size(&config, &size) == YOMI_OK && size <= sizeof memory);
    /* Every length that is too short, in a block that ends there. */
    for (len = 0; len < size; len += len + 64 < size ? 40 : 1) {
        void *block = malloc(len == 0 ? 1 : len);
        CHECK(block != NULL);
        memset(block, PATTERN, len);
        REFUSED(yomi_dfpn_init(block, len, &config, &game, &n, OUT(yomi_dfpn *)), YOMI_ERROR_SIZE);
        REFUSED(yomi_tsume_init(block, len, &config, OUT(yomi_tsume *)), YOMI_ERROR_SIZE);
        CHECK(unwritten(block, len));
        free(block);
    }
    CHECK(yomi_dfpn_init(memory, size, &config, &game, &n, &solver) == YOMI_OK);
    for (i = 1; i < 8; ++i) {
        REFUSED(yomi_dfpn_init(memory + i, size, &config, &game, &n, OUT(yomi_dfpn *)),
                YOMI_ERROR_ALIGN);
        REFUSED(yomi_tsume_init(memory + i, sizeof memory - 8, &config, OUT(yomi_tsume *)),
                YOMI_ERROR_ALIGN);
    }
    REFUSED(yomi_dfpn_init(NULL, size, &config, &game, &n, OUT(yomi_dfpn *)), YOMI_ERROR_NULL);
    REFUSED(yomi_tsume_init(NULL, size, &config, OUT(yomi_tsume *)), YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_init(memory, SIZE_MAX, &config, &game, &n, OUT(yomi_dfpn *)), YOMI_ERROR_SIZE);
    REFUSED(yomi_dfpn_init(memory, size, &config, NULL, &n, OUT(yomi_dfpn *)), YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_init(memory, size, &config, &game, &n, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_init(memory, size, &config, &game, &n, CROOKED(yomi_dfpn *)),
            YOMI_ERROR_ALIGN);
    CHECK(yomi_tsume_init(memory, sizeof memory, &config, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_tsume_init(memory, sizeof memory, &config, CROOKED(yomi_tsume *)),
            YOMI_ERROR_ALIGN);

    broken = game, broken.moves = NULL;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)), YOMI_ERROR_NULL);
    broken = game, broken.play = NULL;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)), YOMI_ERROR_NULL);
    broken = game, broken.undo = NULL;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)), YOMI_ERROR_NULL);
    broken = game, broken.key = NULL;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)), YOMI_ERROR_NULL);
    broken = game, broken.terminal = NULL;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)), YOMI_ERROR_NULL);
    broken = game, broken.flags = 2;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)),
            YOMI_ERROR_CONFIG);
    broken = game, broken.struct_size = (uint32_t)sizeof broken - 1;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)), YOMI_ERROR_ABI);
    broken = game, broken.struct_size = 0;
    REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)), YOMI_ERROR_ABI);

    /* A struct of the first layout, which ends with "key_after", is accepted, and one that ends in
     * the middle of a callback is not. */
    broken = game, broken.struct_size = (uint32_t)offsetof(yomi_game, bounds);
    CHECK(yomi_dfpn_init(memory, size, &config, &broken, &n, &solver) == YOMI_OK);
    broken.struct_size += 4;
    if (sizeof(void *) > 4) {
        REFUSED(yomi_dfpn_init(memory, size, &config, &broken, &n, OUT(yomi_dfpn *)),
                YOMI_ERROR_ABI);
    }

    /* The user's pointer is the host's own; the solver works without a table. */
    CHECK(yomi_dfpn_init(memory, size, &config, &game, NULL, &solver) == YOMI_OK);
    CHECK(yomi_tsume_init(memory, sizeof memory, NULL, &tsume) == YOMI_ERROR_SIZE && tsume == NULL);
}

static void using_a_solver(void) {
    static uint64_t words[YOMI_DFPN_WORDS(30, 400)], table[64];
    yomi_dfpn_config config = config_of(30, 400);
    yomi_dfpn_limits limits = no_limits();
    yomi_game game = nim_table(1);
    yomi_dfpn *solver = NULL, *crooked;
    yomi_dfpn_result result;
    yomi_progress progress;
    yomi_move pv[4];
    size_t count = 77;
    int32_t verification = 77;
    nim n;
    memset(&n, 0, sizeof n);
    n.heap = 13;
    CHECK(yomi_dfpn_init(words, sizeof words, &config, &game, &n, &solver) == YOMI_OK);
    crooked = (yomi_dfpn *)(void *)((char *)words + 1);

    /* No object, a misaligned one, and one that is none. */
    CHECK(yomi_dfpn_set_table(NULL, table, sizeof table) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_share_table(NULL, solver) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_share_table(solver, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_clear_table(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_start(NULL, &limits) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_step(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_solve(NULL, &limits) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_resume(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_reset(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_cancel(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_start_verification(NULL, 0, 0) == YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_verify(NULL, 0, 0, OUT(int32_t)), YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_pv(NULL, OUT(yomi_move), 4, OUT(size_t)), YOMI_ERROR_NULL);
    REFUSED_SIZED(yomi_dfpn_result, sizeof out, yomi_dfpn_get_result(NULL, &out), YOMI_ERROR_NULL);
    REFUSED_SIZED(yomi_progress, sizeof out, yomi_dfpn_progress(NULL, &out), YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_start(crooked, &limits) == YOMI_ERROR_ALIGN);
    CHECK(yomi_dfpn_step(crooked, 1) == YOMI_ERROR_ALIGN);
    CHECK(yomi_dfpn_cancel(crooked) == YOMI_ERROR_ALIGN);
    REFUSED(yomi_dfpn_pv(crooked, OUT(yomi_move), 4, OUT(size_t)), YOMI_ERROR_ALIGN);
    CHECK(yomi_tsume_step((yomi_tsume *)(void *)words, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_tsume_cancel((yomi_tsume *)(void *)words) == YOMI_ERROR_STATE);
    CHECK(yomi_shogi_play((yomi_shogi *)(void *)words, 1) == YOMI_ERROR_STATE);
    memset(memory, 0, sizeof memory);
    CHECK(yomi_dfpn_step((yomi_dfpn *)(void *)memory, 1) == YOMI_ERROR_STATE);

    /* Before a start. */
    CHECK(yomi_dfpn_step(solver, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_resume(solver, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_start_verification(solver, YOMI_TRUST_KEYS, 0) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_reset(solver) == YOMI_OK);
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_dfpn_get_result(solver, &result) == YOMI_OK && result.outcome == YOMI_UNKNOWN);
    CHECK(yomi_dfpn_pv(solver, NULL, 0, &count) == YOMI_OK && count == 0);

    /* Tables: any length will do; crooked ones will not. */
    CHECK(yomi_dfpn_set_table(solver, (char *)table + 4, 100) == YOMI_ERROR_ALIGN);
    CHECK(yomi_dfpn_set_table(solver, NULL, 8) == YOMI_ERROR_NULL);
    CHECK(yomi_dfpn_set_table(solver, NULL, 0) == YOMI_OK);
    for (count = 0; count <= sizeof table; ++count) {
        void *block = malloc(count == 0 ? 1 : count);
        CHECK(yomi_dfpn_set_table(solver, block, count) == YOMI_OK);
        CHECK(yomi_dfpn_clear_table(solver) == YOMI_OK);
        if (count % 16 == 3) {
            CHECK(yomi_dfpn_solve(solver, NULL) == YOMI_OK);
        }
        CHECK(yomi_dfpn_set_table(solver, NULL, 0) == YOMI_OK);
        free(block);
    }
    CHECK(yomi_dfpn_set_table(solver, table, sizeof table) == YOMI_OK);

    /* Limits out of range. */
    limits.struct_size = 23;
    CHECK(yomi_dfpn_start(solver, &limits) == YOMI_ERROR_ABI);
    limits = no_limits();
    limits.plies = 31;
    CHECK(yomi_dfpn_start(solver, &limits) == YOMI_ERROR_CONFIG);
    limits.plies = 65536;
    CHECK(yomi_dfpn_start(solver, &limits) == YOMI_ERROR_CONFIG);
    limits = no_limits();
    limits.mode = 3;
    CHECK(yomi_dfpn_start(solver, &limits) == YOMI_ERROR_CONFIG);
    limits.mode = -1;
    CHECK(yomi_dfpn_solve(solver, &limits) == YOMI_ERROR_CONFIG);
    limits = no_limits();
    limits.attacker = 2;
    CHECK(yomi_dfpn_start(solver, &limits) == YOMI_ERROR_CONFIG);
    arm();
    CHECK(yomi_dfpn_start(solver, CROOKED(yomi_dfpn_limits)) == YOMI_ERROR_ALIGN);

    /* While a search is under way. */
    limits = no_limits();
    CHECK(yomi_dfpn_start(solver, &limits) == YOMI_OK);
    CHECK(yomi_dfpn_step(solver, 2) == YOMI_MORE);
    CHECK(yomi_dfpn_set_table(solver, table, sizeof table) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_set_table(solver, NULL, 0) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_share_table(solver, solver) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_clear_table(solver) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_resume(solver, 0) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_start_verification(solver, YOMI_TRUST_KEYS, 0) == YOMI_ERROR_STATE);
    REFUSED(yomi_dfpn_verify(solver, YOMI_TRUST_KEYS, 0, OUT(int32_t)), YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_reset(solver) == YOMI_OK);
    CHECK(n.heap == 13 && n.depth == 0);

    /* A cancel is kept until the search meets it, and can be resumed from. */
    CHECK(yomi_dfpn_start(solver, &limits) == YOMI_OK);
    CHECK(yomi_dfpn_step(solver, 1) == YOMI_MORE);
    CHECK(yomi_dfpn_cancel(solver) == YOMI_OK);
    CHECK(yomi_dfpn_step(solver, 1000) == YOMI_DONE);
    CHECK(yomi_dfpn_get_result(solver, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_CANCELLED && result.outcome == YOMI_UNKNOWN);
    CHECK(yomi_dfpn_resume(solver, 0) == YOMI_OK);
    while (yomi_dfpn_step(solver, 1) == YOMI_MORE) {
    }
    CHECK(yomi_dfpn_get_result(solver, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_SOLVED && result.outcome == YOMI_PROVEN);
    CHECK(n.heap == 13 && n.depth == 0);

    /* Outputs of the result. */
    CHECK(yomi_dfpn_get_result(solver, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_get_result(solver, CROOKED(yomi_dfpn_result)), YOMI_ERROR_ALIGN);
    REFUSED_SIZED(yomi_dfpn_result, 55, yomi_dfpn_get_result(solver, &out), YOMI_ERROR_ABI);
    REFUSED_SIZED(yomi_dfpn_result, 0, yomi_dfpn_get_result(solver, &out), YOMI_ERROR_ABI);
    CHECK(yomi_dfpn_progress(solver, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_progress(solver, CROOKED(yomi_progress)), YOMI_ERROR_ALIGN);
    REFUSED_SIZED(yomi_progress, 23, yomi_dfpn_progress(solver, &out), YOMI_ERROR_ABI);
    {
        /* A newer program's struct: what the library does not know is not written. */
        struct {
            yomi_dfpn_result known;
            unsigned char unknown[16];
        } newer;
        size_t i;
        memset(&newer, PATTERN, sizeof newer);
        newer.known.struct_size = sizeof newer;
        CHECK(yomi_dfpn_get_result(solver, &newer.known) == YOMI_OK);
        CHECK(newer.known.outcome == YOMI_PROVEN && newer.known.struct_size == sizeof newer);
        for (i = 0; i < sizeof newer.unknown; ++i) CHECK(newer.unknown[i] == PATTERN);
    }
    memset(&progress, 0, sizeof progress);
    progress.struct_size = sizeof progress;
    CHECK(yomi_dfpn_progress(solver, &progress) == YOMI_OK && progress.nodes == result.nodes);
    CHECK(yomi_dfpn_pv(solver, pv, 4, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_pv(solver, OUT(yomi_move), 4, CROOKED(size_t)), YOMI_ERROR_ALIGN);
    count = 77;
    CHECK(yomi_dfpn_pv(solver, NULL, 4, &count) == YOMI_ERROR_NULL && count == 77);
    CHECK(yomi_dfpn_pv(solver, CROOKED(yomi_move), 4, &count) == YOMI_ERROR_ALIGN && count == 77);
    CHECK(yomi_dfpn_pv(solver, NULL, 0, &count) == YOMI_OK && count == result.length);
    memset(pv, PATTERN, sizeof pv);
    CHECK(yomi_dfpn_pv(solver, pv, 2, &count) == YOMI_OK && count == result.length && count > 2);
    CHECK(pv[0] == 1 && pv[1] != 0xa5a5a5a5u && pv[2] == 0xa5a5a5a5u);

    CHECK(yomi_dfpn_verify(solver, 2, 0, &verification) == YOMI_ERROR_CONFIG && verification == 77);
    CHECK(yomi_dfpn_verify(solver, 0, 0, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_dfpn_verify(solver, 0, 0, CROOKED(int32_t)), YOMI_ERROR_ALIGN);
    CHECK(yomi_dfpn_verify(solver, YOMI_TRUST_NOTHING, 0, &verification) == YOMI_OK);
    CHECK(verification == YOMI_VERIFICATION_PASSED);

    /* Memory for moves that is too small is told, not overrun. */
    config = config_of(30, 5);
    CHECK(yomi_dfpn_init(words, sizeof words, &config, &game, &n, &solver) == YOMI_OK);
    CHECK(yomi_dfpn_solve(solver, NULL) == YOMI_ERROR_TOO_MANY_MOVES);
    CHECK(yomi_dfpn_get_result(solver, &result) == YOMI_OK && result.stop == YOMI_STOP_FAILED);
}

static yomi_alphabeta_settings no_settings(void) {
    yomi_alphabeta_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.struct_size = sizeof settings;
    return settings;
}

/* A setting outside its range is refused. */
#define BAD_SETTING(field, value)                                                 \
    do {                                                                          \
        yomi_alphabeta_settings bad = no_settings();                              \
        bad.field = (value);                                                      \
        CHECK(yomi_alphabeta_start(search, &bad) == YOMI_ERROR_CONFIG);           \
        CHECK(yomi_alphabeta_solve(search, &bad) == YOMI_ERROR_CONFIG);           \
    } while (0)

static void alphabeta_calls(void) {
    static uint64_t words[YOMI_ALPHABETA_WORDS(30, 100, 16)], table[64];
    yomi_alphabeta_config config;
    yomi_alphabeta_settings settings = no_settings();
    yomi_game game = nim_table(1), broken;
    yomi_alphabeta *search = NULL, *crooked = (yomi_alphabeta *)(void *)((char *)words + 1);
    yomi_alphabeta_result result;
    yomi_alphabeta_snapshot progress;
    yomi_move pv[4];
    size_t size = 0, count, len;
    nim n;
    int i;
    memset(&n, 0, sizeof n);
    n.heap = 13;
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 30;
    config.moves = 100;
    config.history = 16;

    /* The size, and configurations out of range. */
    CHECK(yomi_alphabeta_mem_size(NULL, &size) == YOMI_OK && size > 0);
    CHECK(yomi_alphabeta_mem_size(&config, &size) == YOMI_OK && size <= sizeof words);
    CHECK(yomi_alphabeta_mem_size(&config, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_alphabeta_mem_size(&config, CROOKED(size_t)), YOMI_ERROR_ALIGN);
    config.struct_size = 15;
    REFUSED(yomi_alphabeta_mem_size(&config, OUT(size_t)), YOMI_ERROR_ABI);
    config.struct_size = sizeof config;
    config.plies = 4095;
    REFUSED(yomi_alphabeta_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config.plies = 30;
    config.moves = 0x80000000u;
    REFUSED(yomi_alphabeta_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config.moves = 100;
    config.history = 24;
    REFUSED(yomi_alphabeta_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config.history = 8192;
    REFUSED(yomi_alphabeta_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config.history = 16;

    /* Making one. */
    for (len = 0; len < size; len += len + 64 < size ? 40 : 1) {
        void *block = malloc(len == 0 ? 1 : len);
        CHECK(block != NULL);
        memset(block, PATTERN, len);
        REFUSED(yomi_alphabeta_init(block, len, &config, &game, &n, OUT(yomi_alphabeta *)),
                YOMI_ERROR_SIZE);
        CHECK(unwritten(block, len));
        free(block);
    }
    for (i = 1; i < 8; ++i) {
        REFUSED(yomi_alphabeta_init((char *)words + i, size, &config, &game, &n,
                                    OUT(yomi_alphabeta *)),
                YOMI_ERROR_ALIGN);
    }
    REFUSED(yomi_alphabeta_init(NULL, size, &config, &game, &n, OUT(yomi_alphabeta *)),
            YOMI_ERROR_NULL);
    REFUSED(yomi_alphabeta_init(words, SIZE_MAX, &config, &game, &n, OUT(yomi_alphabeta *)),
            YOMI_ERROR_SIZE);
    REFUSED(yomi_alphabeta_init(words, size, &config, NULL, &n, OUT(yomi_alphabeta *)),
            YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_init(words, size, &config, &game, &n, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_alphabeta_init(words, size, &config, &game, &n, CROOKED(yomi_alphabeta *)),
            YOMI_ERROR_ALIGN);
    broken = game, broken.terminal = NULL;
    REFUSED(yomi_alphabeta_init(words, size, &config, &broken, &n, OUT(yomi_alphabeta *)),
            YOMI_ERROR_NULL);
    broken = game, broken.flags = 2;
    REFUSED(yomi_alphabeta_init(words, size, &config, &broken, &n, OUT(yomi_alphabeta *)),
            YOMI_ERROR_CONFIG);
    CHECK(yomi_alphabeta_init(words, size, &config, &game, &n, &search) == YOMI_OK);

    /* No object, a misaligned one, and one of another kind. */
    CHECK(yomi_alphabeta_set_table(NULL, table, sizeof table) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_share_table(NULL, search) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_share_table(search, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_clear_table(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_start(NULL, &settings) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_step(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_solve(NULL, &settings) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_resume(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_reset(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_cancel(NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_alphabeta_pv(NULL, OUT(yomi_move), 4, OUT(size_t)), YOMI_ERROR_NULL);
    REFUSED_SIZED(yomi_alphabeta_result, sizeof out, yomi_alphabeta_get_result(NULL, &out),
                  YOMI_ERROR_NULL);
    REFUSED_SIZED(yomi_alphabeta_snapshot, sizeof out, yomi_alphabeta_progress(NULL, &out),
                  YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_step(crooked, 1) == YOMI_ERROR_ALIGN);
    CHECK(yomi_alphabeta_cancel(crooked) == YOMI_ERROR_ALIGN);
    CHECK(yomi_dfpn_step((yomi_dfpn *)(void *)words, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_dfpn_cancel((yomi_dfpn *)(void *)words) == YOMI_ERROR_STATE);

    /* Before a start. */
    CHECK(yomi_alphabeta_step(search, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_resume(search, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_reset(search) == YOMI_OK);
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_RUNNING && result.bound == YOMI_BOUND_NONE && result.score == 0);
    count = 77;
    CHECK(yomi_alphabeta_pv(search, NULL, 0, &count) == YOMI_OK && count == 0);

    /* Tables of any length. */
    CHECK(yomi_alphabeta_set_table(search, (char *)table + 4, 100) == YOMI_ERROR_ALIGN);
    CHECK(yomi_alphabeta_set_table(search, NULL, 8) == YOMI_ERROR_NULL);
    CHECK(yomi_alphabeta_set_table(search, NULL, 0) == YOMI_OK);
    for (count = 0; count <= sizeof table; ++count) {
        void *block = malloc(count == 0 ? 1 : count);
        CHECK(yomi_alphabeta_set_table(search, block, count) == YOMI_OK);
        CHECK(yomi_alphabeta_clear_table(search) == YOMI_OK);
        if (count % 16 == 3) CHECK(yomi_alphabeta_solve(search, NULL) == YOMI_OK);
        CHECK(yomi_alphabeta_set_table(search, NULL, 0) == YOMI_OK);
        free(block);
    }
    CHECK(yomi_alphabeta_set_table(search, table, sizeof table) == YOMI_OK);

    /* Settings out of range. */
    settings.struct_size = sizeof settings - 1;
    CHECK(yomi_alphabeta_start(search, &settings) == YOMI_ERROR_ABI);
    settings = no_settings();
    arm();
    CHECK(yomi_alphabeta_start(search, CROOKED(yomi_alphabeta_settings)) == YOMI_ERROR_ALIGN);
    BAD_SETTING(driver, -1);
    BAD_SETTING(driver, 8);
    BAD_SETTING(depth, 1023);
    BAD_SETTING(depth, UINT32_MAX);
    BAD_SETTING(switches, 512);
    BAD_SETTING(switches, UINT32_MAX);
    BAD_SETTING(quiescence, 65536);
    BAD_SETTING(aspiration, -1);
    BAD_SETTING(aspiration, INT32_MAX);
    BAD_SETTING(first_guess, INT32_MAX);
    BAD_SETTING(first_guess, INT32_MIN);
    BAD_SETTING(low, 1);
    BAD_SETTING(low, INT32_MIN);
    BAD_SETTING(high, INT32_MAX);
    BAD_SETTING(high, -1);
    BAD_SETTING(granularity, -1);
    BAD_SETTING(granularity, 65536);
    BAD_SETTING(repetition, INT32_MIN);
    BAD_SETTING(repetition, INT32_MAX);
    BAD_SETTING(order_from, 65536);
    BAD_SETTING(etc_from, 65536);
    BAD_SETTING(deepen_by, 65536);
    BAD_SETTING(rehearsal, 1023);
    BAD_SETTING(rehearsal, 65536);
    BAD_SETTING(presearch_from, 65536);
    BAD_SETTING(presearch_step, 65536);
    BAD_SETTING(presearch_most, 1023);
    BAD_SETTING(presearch_most, 65536);

    /* While a search is under way. */
    CHECK(yomi_alphabeta_start(search, &settings) == YOMI_OK);
    CHECK(yomi_alphabeta_step(search, 2) == YOMI_MORE);
    CHECK(yomi_alphabeta_set_table(search, table, sizeof table) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_set_table(search, NULL, 0) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_share_table(search, search) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_clear_table(search) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_resume(search, 0) == YOMI_ERROR_STATE);
    CHECK(yomi_alphabeta_reset(search) == YOMI_OK);
    CHECK(n.heap == 13 && n.depth == 0);

    /* A cancel is kept until the search meets it. */
    CHECK(yomi_alphabeta_start(search, &settings) == YOMI_OK);
    CHECK(yomi_alphabeta_cancel(search) == YOMI_OK);
    CHECK(yomi_alphabeta_step(search, 1000) == YOMI_DONE);
    CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_CANCELLED && result.nodes == 0);
    CHECK(yomi_alphabeta_resume(search, 0) == YOMI_OK);
    while (yomi_alphabeta_step(search, 1) == YOMI_MORE) {
    }
    CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_SOLVED && result.score == YOMI_SCORE_MATE - 7);
    CHECK(n.heap == 13 && n.depth == 0);

    /* Outputs. */
    CHECK(yomi_alphabeta_get_result(search, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_alphabeta_get_result(search, CROOKED(yomi_alphabeta_result)), YOMI_ERROR_ALIGN);
    REFUSED_SIZED(yomi_alphabeta_result, 63, yomi_alphabeta_get_result(search, &out),
                  YOMI_ERROR_ABI);
    CHECK(yomi_alphabeta_progress(search, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_alphabeta_progress(search, CROOKED(yomi_alphabeta_snapshot)), YOMI_ERROR_ALIGN);
    REFUSED_SIZED(yomi_alphabeta_snapshot, 23, yomi_alphabeta_progress(search, &out),
                  YOMI_ERROR_ABI);
    memset(&progress, 0, sizeof progress);
    progress.struct_size = sizeof progress;
    CHECK(yomi_alphabeta_progress(search, &progress) == YOMI_OK);
    CHECK(progress.nodes == result.nodes && progress.score == result.score);
    CHECK(yomi_alphabeta_pv(search, pv, 4, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_alphabeta_pv(search, OUT(yomi_move), 4, CROOKED(size_t)), YOMI_ERROR_ALIGN);
    count = 77;
    CHECK(yomi_alphabeta_pv(search, NULL, 4, &count) == YOMI_ERROR_NULL && count == 77);
    CHECK(yomi_alphabeta_pv(search, CROOKED(yomi_move), 4, &count) == YOMI_ERROR_ALIGN);
    CHECK(count == 77);
    memset(pv, PATTERN, sizeof pv);
    CHECK(yomi_alphabeta_pv(search, pv, 1, &count) == YOMI_OK && count >= 1);
    CHECK(pv[0] == result.best_move && pv[0] == 1 && pv[1] == 0xa5a5a5a5u);

    /* Memory that is too small is told, not overrun, and the game comes back. */
    config.moves = 5;
    CHECK(yomi_alphabeta_init(words, sizeof words, &config, &game, &n, &search) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(search, NULL) == YOMI_ERROR_TOO_MANY_MOVES && n.depth == 0);
    CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK && result.stop == YOMI_STOP_FAILED);
    config.moves = 100;
    config.plies = 2;
    CHECK(yomi_alphabeta_init(words, sizeof words, &config, &game, &n, &search) == YOMI_OK);
    CHECK(yomi_alphabeta_solve(search, NULL) == YOMI_ERROR_SIZE && n.depth == 0);
    CHECK(yomi_alphabeta_get_result(search, &result) == YOMI_OK && result.stop == YOMI_STOP_FAILED);
    CHECK(yomi_alphabeta_step(search, 1) == YOMI_DONE);
}

static void shogi_calls(void) {
    static uint64_t words[YOMI_SHOGI_WORDS], other_words[YOMI_SHOGI_WORDS];
    yomi_shogi *shogi = NULL, *other = NULL, *crooked = (yomi_shogi *)(void *)((char *)words + 4);
    yomi_move moves[YOMI_SHOGI_MOST_MOVES], m = 0, usual;
    size_t count = 0, len = 0, i;
    char text[YOMI_SHOGI_SFEN_SIZE];
    yomi_key before = 0, after = 0;

    for (i = 0; i < sizeof words; i += 8) {
        REFUSED(yomi_shogi_init(words, i, OUT(yomi_shogi *)), YOMI_ERROR_SIZE);
    }
    REFUSED(yomi_shogi_init(words, sizeof words - 1, OUT(yomi_shogi *)), YOMI_ERROR_SIZE);
    REFUSED(yomi_shogi_init((char *)words + 1, sizeof words, OUT(yomi_shogi *)), YOMI_ERROR_ALIGN);
    REFUSED(yomi_shogi_init(NULL, sizeof words, OUT(yomi_shogi *)), YOMI_ERROR_NULL);
    CHECK(yomi_shogi_init(words, sizeof words, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_init(words, sizeof words, &shogi) == YOMI_OK);
    CHECK(yomi_shogi_init(other_words, sizeof other_words, &other) == YOMI_OK);

    CHECK(yomi_shogi_set_sfen(NULL, MATE, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_set_sfen(shogi, NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_set_sfen(crooked, MATE, NULL) == YOMI_ERROR_ALIGN);
    CHECK(yomi_shogi_copy(NULL, shogi) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_copy(shogi, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_copy(shogi, shogi) == YOMI_OK);
    CHECK(yomi_shogi_play(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_undo(NULL, 1) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_side(NULL, OUT(int32_t)), YOMI_ERROR_NULL);
    CHECK(yomi_shogi_side(shogi, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_side(shogi, CROOKED(int32_t)), YOMI_ERROR_ALIGN);
    REFUSED(yomi_shogi_in_check(NULL, OUT(int32_t)), YOMI_ERROR_NULL);
    CHECK(yomi_shogi_in_check(shogi, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_key(NULL, OUT(yomi_key)), YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_key(shogi, CROOKED(yomi_key)), YOMI_ERROR_ALIGN);
    REFUSED(yomi_shogi_piece(shogi, -1, OUT(int32_t)), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_piece(shogi, 81, OUT(int32_t)), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_piece(shogi, 256, OUT(int32_t)), YOMI_ERROR_CONFIG);
    CHECK(yomi_shogi_piece(shogi, 0, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_hand(shogi, 2, YOMI_SHOGI_PAWN, OUT(int32_t)), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_hand(shogi, -1, YOMI_SHOGI_PAWN, OUT(int32_t)), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_hand(shogi, 0, 0, OUT(int32_t)), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_hand(shogi, 0, YOMI_SHOGI_KING, OUT(int32_t)), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_hand(shogi, 0, 257, OUT(int32_t)), YOMI_ERROR_CONFIG);

    /* SFEN out: every room that is too small. */
    CHECK(yomi_shogi_get_sfen(shogi, text, sizeof text, &len) == YOMI_OK);
    CHECK(strcmp(text, "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1") == 0);
    CHECK(len == strlen(text));
    for (i = 0; i <= len; ++i) {
        size_t untouched_len = 77;
        REFUSED(yomi_shogi_get_sfen(shogi, OUT(char), i, &untouched_len), YOMI_ERROR_SIZE);
        CHECK(untouched_len == 77);
    }
    CHECK(yomi_shogi_get_sfen(shogi, text, len + 1, NULL) == YOMI_OK);
    CHECK(yomi_shogi_get_sfen(shogi, NULL, sizeof text, &len) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_get_sfen(shogi, OUT(char), 100, CROOKED(size_t)), YOMI_ERROR_ALIGN);

    /* Moves: too little room writes nothing. */
    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, moves, YOMI_SHOGI_MOST_MOVES, &count) == YOMI_OK);
    CHECK(count == 30);
    for (i = 0; i < 30; ++i) {
        size_t untouched_count = 77;
        REFUSED(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, OUT(yomi_move), i, &untouched_count),
                YOMI_ERROR_TOO_MANY_MOVES);
        CHECK(untouched_count == 77);
    }
    arm();
    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, OUT(yomi_move), 30, &count) == YOMI_OK);
    CHECK(guarded.bytes[63] == PATTERN && guarded.bytes[64 + 120] == PATTERN);
    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_CHECKS, NULL, 0, &count) == YOMI_OK && count == 0);
    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, NULL, 40, &count) == YOMI_ERROR_NULL);
    CHECK(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, moves, 40, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_moves(shogi, YOMI_SHOGI_ALL, CROOKED(yomi_move), 40, &count),
            YOMI_ERROR_ALIGN);
    REFUSED(yomi_shogi_moves(shogi, 33, OUT(yomi_move), 40, &count), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_moves(shogi, 64, OUT(yomi_move), 40, &count), YOMI_ERROR_CONFIG);
    REFUSED(yomi_shogi_moves(NULL, 15, OUT(yomi_move), 40, &count), YOMI_ERROR_NULL);

    /* Moves as texts. */
    CHECK(yomi_shogi_parse_usi(shogi, "7g7f", &usual) == YOMI_OK);
    CHECK(yomi_shogi_parse_usi(shogi, "7g7f", NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_parse_usi(shogi, NULL, OUT(yomi_move)), YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_parse_usi(shogi, "", OUT(yomi_move)), YOMI_ERROR_SYNTAX);
    REFUSED(yomi_shogi_parse_usi(shogi, "7g7f++", OUT(yomi_move)), YOMI_ERROR_SYNTAX);
    REFUSED(yomi_shogi_parse_usi(shogi, "7g7f7g7f7g7f", OUT(yomi_move)), YOMI_ERROR_SYNTAX);
    REFUSED(yomi_shogi_parse_usi(shogi, "0g7f", OUT(yomi_move)), YOMI_ERROR_SYNTAX);
    REFUSED(yomi_shogi_parse_usi(shogi, "7g7j", OUT(yomi_move)), YOMI_ERROR_SYNTAX);
    REFUSED(yomi_shogi_parse_usi(shogi, "\xff\xfe\xfd\xfc", OUT(yomi_move)), YOMI_ERROR_SYNTAX);
    REFUSED(yomi_shogi_parse_usi(shogi, "K*5e", OUT(yomi_move)), YOMI_ERROR_SYNTAX);
    REFUSED(yomi_shogi_parse_usi(shogi, "P*5e", OUT(yomi_move)), YOMI_ERROR_BAD_MOVE);
    REFUSED(yomi_shogi_parse_usi(shogi, "7g7e", OUT(yomi_move)), YOMI_ERROR_BAD_MOVE);
    REFUSED(yomi_shogi_parse_usi(shogi, "7g7f+", OUT(yomi_move)), YOMI_ERROR_BAD_MOVE);
    REFUSED(yomi_shogi_parse_usi(shogi, "5e5d", OUT(yomi_move)), YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_shogi_format_usi(usual, text, sizeof text, &len) == YOMI_OK && len == 4);
    CHECK(strcmp(text, "7g7f") == 0);
    REFUSED(yomi_shogi_format_usi(usual, OUT(char), 4, NULL), YOMI_ERROR_SIZE);
    CHECK(yomi_shogi_format_usi(usual, NULL, 8, NULL) == YOMI_ERROR_NULL);
    REFUSED(yomi_shogi_format_usi(0, OUT(char), 8, NULL), YOMI_ERROR_BAD_MOVE);
    REFUSED(yomi_shogi_format_usi(UINT32_MAX, OUT(char), 8, NULL), YOMI_ERROR_BAD_MOVE);

    /* Any 32 bits: what is not legal is not played, what cannot be undone is not undone. */
    CHECK(yomi_shogi_key(shogi, &before) == YOMI_OK);
    {
        unsigned long long state = 1;
        for (i = 0; i < 200000; ++i) {
            m = (yomi_move)next_random(&state);
            if (i % 2 == 0) m &= 0x7fffff;
            if (yomi_shogi_play(shogi, m) == YOMI_OK) {
                CHECK(yomi_shogi_undo(shogi, m) == YOMI_OK);
            }
            /* Some numbers could have been the last move. */
            if (yomi_shogi_undo(shogi, m) != YOMI_ERROR_BAD_MOVE) {
                CHECK(yomi_shogi_copy(shogi, other) == YOMI_OK);
            }
        }
    }
    CHECK(yomi_shogi_undo(shogi, usual) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_shogi_play(shogi, usual) == YOMI_OK);
    CHECK(yomi_shogi_play(shogi, usual) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_shogi_undo(shogi, usual) == YOMI_OK);
    CHECK(yomi_shogi_key(shogi, &after) == YOMI_OK && before == after);
}

static void tsume_calls(void) {
    static uint64_t words[YOMI_DFPN_WORDS(16, 2000)], position_words[YOMI_SHOGI_WORDS];
    yomi_dfpn_config config = config_of(16, 2000);
    yomi_dfpn_result result;
    yomi_tsume *tsume = NULL;
    yomi_shogi *shogi = NULL;
    size_t count = 77;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_tsume_init(words, sizeof words, &config, &tsume) == YOMI_OK);
    CHECK(yomi_shogi_init(position_words, sizeof position_words, &shogi) == YOMI_OK);

    CHECK(yomi_tsume_set_sfen(NULL, MATE, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_set_sfen(tsume, NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_set_position(NULL, shogi) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_set_position(tsume, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_set_position((yomi_tsume *)(void *)position_words, shogi) == YOMI_ERROR_STATE);
    CHECK(yomi_tsume_set_position(tsume, (yomi_shogi *)(void *)words) == YOMI_ERROR_STATE);
    CHECK(yomi_tsume_set_table(NULL, NULL, 0) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_start(NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_step(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_step(tsume, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_tsume_solve(NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_resume(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_reset(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_cancel(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_start_verification(NULL, 0, 0) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_start_verification(tsume, 0, 0) == YOMI_ERROR_STATE);
    REFUSED(yomi_tsume_verify(NULL, 0, 0, OUT(int32_t)), YOMI_ERROR_NULL);
    REFUSED(yomi_tsume_pv(NULL, OUT(yomi_move), 4, &count), YOMI_ERROR_NULL);
    REFUSED_SIZED(yomi_dfpn_result, sizeof out, yomi_tsume_get_result(NULL, &out), YOMI_ERROR_NULL);
    REFUSED_SIZED(yomi_progress, sizeof out, yomi_tsume_progress(NULL, &out), YOMI_ERROR_NULL);

    /* The defender's king is missing. */
    CHECK(yomi_tsume_set_sfen(tsume, MATE, NULL) == YOMI_OK);
    CHECK(yomi_tsume_set_sfen(tsume, "9/9/9/9/9/9/9/9/4K4 b G 1", NULL) ==
          YOMI_ERROR_ILLEGAL_POSITION);
    {
        yomi_sfen_error error;
        memset(&error, PATTERN, sizeof error);
        error.struct_size = sizeof error;
        CHECK(yomi_tsume_set_sfen(tsume, "9/9/9/9/9/9/9/9/4K4 b G 1", &error) ==
              YOMI_ERROR_ILLEGAL_POSITION);
        CHECK(error.field == YOMI_SFEN_BOARD && error.offset == 0);
        CHECK(strcmp(error.message, "board: the side to be mated has no king") == 0);
    }
    CHECK(yomi_shogi_set_sfen(shogi, "9/9/9/9/9/9/9/9/4K4 b G 1", NULL) == YOMI_OK);
    CHECK(yomi_tsume_set_position(tsume, shogi) == YOMI_ERROR_ILLEGAL_POSITION);
    /* The problem before stays. */
    CHECK(yomi_tsume_solve(tsume, NULL) == YOMI_OK);
    CHECK(yomi_tsume_get_result(tsume, &result) == YOMI_OK);
    CHECK(result.outcome == YOMI_PROVEN && result.length == 1);
    /* And asking for the other side's mate needs the other king. */
    {
        yomi_dfpn_limits limits = no_limits();
        limits.attacker = YOMI_ATTACKER_OPPONENT;
        CHECK(yomi_tsume_start(tsume, &limits) == YOMI_ERROR_ILLEGAL_POSITION);
    }
    CHECK(yomi_tsume_solve(tsume, NULL) == YOMI_OK);
    CHECK(yomi_tsume_get_result(tsume, &result) == YOMI_OK && result.outcome == YOMI_PROVEN);

    /* Another problem has no result yet, and nothing to step or to verify. */
    CHECK(yomi_tsume_set_sfen(tsume, "7l1/5n1k1/5R2P/6sK1/7L1/9/9/9/9 b r2b4g3s3n2l17p 1", NULL) ==
          YOMI_OK);
    CHECK(yomi_tsume_get_result(tsume, &result) == YOMI_OK);
    CHECK(result.outcome == YOMI_UNKNOWN && result.stop == YOMI_STOP_RUNNING && result.length == 0);
    CHECK(result.proof == 1 && result.disproof == 1 && result.nodes == 0);
    CHECK(yomi_tsume_pv(tsume, NULL, 0, &count) == YOMI_OK && count == 0);
    CHECK(yomi_tsume_step(tsume, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_tsume_start_verification(tsume, YOMI_TRUST_KEYS, 0) == YOMI_ERROR_STATE);

    /* Plies that do not suffice are told apart from no mate. */
    config = config_of(2, 2000);
    CHECK(yomi_tsume_init(words, sizeof words, &config, &tsume) == YOMI_OK);
    CHECK(yomi_tsume_set_sfen(tsume, "9/8L/9/6GRP/6GR1/8k/9/9/9 b 2b2g4s4n3l17p 1", NULL) == YOMI_OK);
    CHECK(yomi_tsume_solve(tsume, NULL) == YOMI_OK);
    CHECK(yomi_tsume_get_result(tsume, &result) == YOMI_OK);
    CHECK(result.outcome == YOMI_UNKNOWN && result.stop == YOMI_STOP_PLIES);
}

/* The solver of Dobutsu shogi has the verbs of yomi_dfpn: each in turn. */
static void dobutsu_calls(void) {
    static uint64_t words[YOMI_DFPN_WORDS(40, 1000)], shared[YOMI_DFPN_WORDS(40, 1000)];
    static uint64_t position_words[YOMI_DOBUTSU_WORDS], table[512];
    yomi_dfpn_config config = config_of(40, 1000);
    yomi_dfpn_limits limits = no_limits();
    yomi_dobutsu_solver *solver = NULL, *other = NULL;
    yomi_dobutsu *dobutsu = NULL;
    yomi_dfpn_result result;
    yomi_progress progress;
    yomi_move pv[4] = {0};
    yomi_status status;
    int32_t verification = 77;
    size_t size = 0, count = 77;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    memset(&progress, 0, sizeof progress);
    progress.struct_size = sizeof progress;

    CHECK(yomi_dobutsu_solver_mem_size(&config, &size) == YOMI_OK && size <= sizeof words);
    CHECK(yomi_dobutsu_solver_mem_size(&config, NULL) == YOMI_ERROR_NULL);
    config.reserved = 1;
    REFUSED(yomi_dobutsu_solver_mem_size(&config, OUT(size_t)), YOMI_ERROR_CONFIG);
    config.reserved = 0;
    REFUSED(yomi_dobutsu_solver_init(words, size - 8, &config, OUT(yomi_dobutsu_solver *)),
            YOMI_ERROR_SIZE);
    REFUSED(yomi_dobutsu_solver_init(NULL, size, &config, OUT(yomi_dobutsu_solver *)),
            YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_init(words, size, &config, &solver) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_init(shared, size, &config, &other) == YOMI_OK);
    CHECK(yomi_dobutsu_init(position_words, sizeof position_words, &dobutsu) == YOMI_OK);

    CHECK(yomi_dobutsu_solver_set_table(NULL, NULL, 0) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_share_table(NULL, other) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_share_table(solver, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_start(NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_step(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_step(solver, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_dobutsu_solver_solve(NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_resume(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_resume(solver, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_dobutsu_solver_reset(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_cancel(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_start_verification(NULL, 0, 0) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_start_verification(solver, 0, 0) == YOMI_ERROR_STATE);
    REFUSED(yomi_dobutsu_solver_verify(NULL, 0, 0, OUT(int32_t)), YOMI_ERROR_NULL);
    REFUSED(yomi_dobutsu_solver_verify(solver, 0, 0, OUT(int32_t)), YOMI_ERROR_STATE);
    REFUSED(yomi_dobutsu_solver_pv(NULL, OUT(yomi_move), 4, &count), YOMI_ERROR_NULL);
    REFUSED_SIZED(yomi_progress, sizeof out, yomi_dobutsu_solver_progress(NULL, &out),
                  YOMI_ERROR_NULL);
    CHECK(yomi_tsume_step((yomi_tsume *)(void *)solver, 1) == YOMI_ERROR_STATE);

    /* The start of the game: the first side does not win, which takes more than a few nodes. */
    CHECK(yomi_dobutsu_solver_set_table(solver, table, sizeof table) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_share_table(other, solver) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_start(solver, &limits) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_step(solver, 5) == YOMI_MORE);
    CHECK(yomi_dobutsu_solver_progress(solver, &progress) == YOMI_OK && progress.nodes == 5);
    CHECK(yomi_dobutsu_solver_share_table(solver, other) == YOMI_ERROR_STATE);
    CHECK(yomi_dobutsu_solver_cancel(solver) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_step(solver, 5) == YOMI_DONE);
    CHECK(yomi_dobutsu_solver_get_result(solver, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_CANCELLED && result.nodes == 5);
    CHECK(result.outcome == YOMI_UNKNOWN);
    CHECK(yomi_dobutsu_solver_resume(solver, 7) == YOMI_OK);
    while ((status = yomi_dobutsu_solver_step(solver, 2)) == YOMI_MORE) {
    }
    CHECK(status == YOMI_DONE);
    CHECK(yomi_dobutsu_solver_get_result(solver, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_NODES && result.nodes == 12);
    CHECK(yomi_dobutsu_solver_start(solver, &limits) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_step(solver, 5) == YOMI_MORE);
    CHECK(yomi_dobutsu_solver_reset(solver) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_get_result(solver, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_RUNNING && result.nodes == 5);

    /* A lion that can be captured, a proof of one ply, verified in steps and in one call. */
    CHECK(yomi_dobutsu_set_text(dobutsu, "S/---/-l-/-L-/---/CCEEGG") == YOMI_OK);
    CHECK(yomi_dobutsu_solver_set_position(solver, dobutsu) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_solve(solver, &limits) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_get_result(solver, &result) == YOMI_OK);
    CHECK(result.outcome == YOMI_PROVEN && result.length == 1);
    CHECK(result.verification == YOMI_VERIFICATION_NOT_RUN);
    CHECK(yomi_dobutsu_solver_pv(solver, pv, 4, &count) == YOMI_OK && count == 1);
    CHECK(yomi_dobutsu_solver_start_verification(solver, 2, 0) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_solver_start_verification(solver, YOMI_TRUST_NOTHING, 0) == YOMI_OK);
    while ((status = yomi_dobutsu_solver_step(solver, 1)) == YOMI_MORE) {
    }
    CHECK(status == YOMI_DONE);
    CHECK(yomi_dobutsu_solver_get_result(solver, &result) == YOMI_OK);
    CHECK(result.verification == YOMI_VERIFICATION_PASSED);
    CHECK(yomi_dobutsu_solver_verify(solver, YOMI_TRUST_KEYS, 0, &verification) == YOMI_OK);
    CHECK(verification == YOMI_VERIFICATION_PASSED);
    CHECK(yomi_dobutsu_solver_verify(solver, YOMI_TRUST_KEYS, 0, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_play(dobutsu, pv[0]) == YOMI_OK);
    CHECK(yomi_dobutsu_ended(dobutsu, &verification) == YOMI_OK);
    CHECK(verification == YOMI_DOBUTSU_CAPTURED);
}

/* The solver of Othello: progress, and giving up. */
static void othello_calls(void) {
    static uint64_t words[YOMI_OTHELLO_SOLVER_WORDS(12)], position_words[YOMI_OTHELLO_WORDS];
    yomi_othello_solver *solver = NULL;
    yomi_othello *othello = NULL;
    yomi_alphabeta_snapshot progress;
    yomi_alphabeta_result result;
    int32_t empties = 64;
    size_t count = 0;
    yomi_move moves[YOMI_OTHELLO_MOST_MOVES];
    unsigned long long dice = 5;
    memset(&progress, 0, sizeof progress);
    progress.struct_size = sizeof progress;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_othello_solver_init(words, sizeof words, 12, &solver) == YOMI_OK);
    CHECK(yomi_othello_init(position_words, sizeof position_words, &othello) == YOMI_OK);
    while (empties > 11) {
        CHECK(yomi_othello_moves(othello, moves, YOMI_OTHELLO_MOST_MOVES, &count) == YOMI_OK);
        CHECK(count > 0);
        CHECK(yomi_othello_play(othello, moves[next_random(&dice) % count]) == YOMI_OK);
        CHECK(yomi_othello_empties(othello, &empties) == YOMI_OK);
    }
    CHECK(yomi_othello_solver_set_position(solver, othello) == YOMI_OK);
    CHECK(yomi_othello_solver_reset(NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_solver_reset(solver) == YOMI_OK);
    REFUSED_SIZED(yomi_alphabeta_snapshot, sizeof out, yomi_othello_solver_progress(NULL, &out),
                  YOMI_ERROR_NULL);
    CHECK(yomi_othello_solver_progress(solver, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_solver_start(solver, NULL) == YOMI_OK);
    CHECK(yomi_othello_solver_step(solver, 3) == YOMI_MORE);
    CHECK(yomi_othello_solver_progress(solver, &progress) == YOMI_OK && progress.nodes >= 3);
    CHECK(yomi_othello_solver_reset(solver) == YOMI_OK);
    CHECK(yomi_othello_solver_get_result(solver, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_CANCELLED);
    CHECK(yomi_othello_solver_step(solver, 3) == YOMI_DONE);
    CHECK(yomi_othello_solver_solve(solver, NULL) == YOMI_OK);
    CHECK(yomi_othello_solver_get_result(solver, &result) == YOMI_OK);
    CHECK(result.stop == YOMI_STOP_SOLVED && result.bound == YOMI_BOUND_EXACT);
}

static void names(void) {
    CHECK(strcmp(yomi_status_name(YOMI_OK), "ok") == 0);
    CHECK(strcmp(yomi_status_name(YOMI_MORE), "more to do") == 0);
    CHECK(strcmp(yomi_status_name(YOMI_DONE), "done") == 0);
    CHECK(strcmp(yomi_status_name(YOMI_ERROR_ALIGN), "memory misaligned") == 0);
    CHECK(strcmp(yomi_status_name(-1000), "host error") == 0);
    CHECK(strcmp(yomi_status_name(INT32_MIN), "host error") == 0);
    CHECK(strcmp(yomi_status_name(-999), "unknown status") == 0);
    CHECK(strcmp(yomi_status_name(3), "unknown status") == 0);
}

int main(void) {
    names();
    sizes();
    making_a_solver();
    using_a_solver();
    alphabeta_calls();
    shogi_calls();
    tsume_calls();
    dobutsu_calls();
    othello_calls();
    puts("refused as described");
    return 0;
}
