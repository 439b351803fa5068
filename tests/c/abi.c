/* Sizes and offsets of the C interface as a C compiler sees them, the size macros, and versions. */
#include <yomikiri.h>

#include <stddef.h>

#include "check.h"
#include "nim.h"

#define POINTER sizeof(void *)

_Static_assert(sizeof(yomi_status) == 4 && sizeof(yomi_move) == 4, "numbers");
_Static_assert(sizeof(yomi_key) == 8 && sizeof(yomi_score) == 4, "numbers");

_Static_assert(sizeof(yomi_game) == 8 + 17 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, struct_size) == 0, "yomi_game");
_Static_assert(offsetof(yomi_game, flags) == 4, "yomi_game");
_Static_assert(offsetof(yomi_game, moves) == 8, "yomi_game");
_Static_assert(offsetof(yomi_game, play) == 8 + POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, undo) == 8 + 2 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, key) == 8 + 3 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, terminal) == 8 + 4 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, side) == 8 + 5 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, evaluate) == 8 + 6 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, order) == 8 + 7 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, init_numbers) == 8 + 8 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, noisy) == 8 + 9 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, check_key) == 8 + 10 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, key_after) == 8 + 11 * POINTER, "yomi_game");

_Static_assert(offsetof(yomi_game, bounds) == 8 + 12 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, solve) == 8 + 13 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, plies_to_end) == 8 + 14 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, history_index) == 8 + 15 * POINTER, "yomi_game");
_Static_assert(offsetof(yomi_game, noisy_moves) == 8 + 16 * POINTER, "yomi_game");

_Static_assert(sizeof(yomi_dfpn_config) == 16, "yomi_dfpn_config");
_Static_assert(offsetof(yomi_dfpn_config, plies) == 4, "yomi_dfpn_config");
_Static_assert(offsetof(yomi_dfpn_config, moves) == 8, "yomi_dfpn_config");

_Static_assert(sizeof(yomi_dfpn_limits) == 32, "yomi_dfpn_limits");
_Static_assert(offsetof(yomi_dfpn_limits, seed) == 24, "yomi_dfpn_limits");
_Static_assert(offsetof(yomi_dfpn_limits, plies) == 4, "yomi_dfpn_limits");
_Static_assert(offsetof(yomi_dfpn_limits, nodes) == 8, "yomi_dfpn_limits");
_Static_assert(offsetof(yomi_dfpn_limits, mode) == 16, "yomi_dfpn_limits");
_Static_assert(offsetof(yomi_dfpn_limits, attacker) == 20, "yomi_dfpn_limits");

_Static_assert(sizeof(yomi_dfpn_result) == 56, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, outcome) == 4, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, stop) == 8, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, length) == 12, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, exact) == 16, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, verification) == 20, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, proof) == 24, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, disproof) == 28, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, nodes) == 32, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, peak_plies) == 40, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, peak_moves) == 44, "yomi_dfpn_result");
_Static_assert(offsetof(yomi_dfpn_result, table_permille) == 48, "yomi_dfpn_result");

_Static_assert(sizeof(yomi_survey_limits) == 24, "yomi_survey_limits");
_Static_assert(offsetof(yomi_survey_limits, plies) == 4, "yomi_survey_limits");
_Static_assert(offsetof(yomi_survey_limits, nodes) == 8, "yomi_survey_limits");
_Static_assert(offsetof(yomi_survey_limits, scope) == 16, "yomi_survey_limits");
_Static_assert(offsetof(yomi_survey_limits, mode) == 20, "yomi_survey_limits");

_Static_assert(sizeof(yomi_found) == 24, "yomi_found");
_Static_assert(offsetof(yomi_found, ply) == 4, "yomi_found");
_Static_assert(offsetof(yomi_found, played) == 8, "yomi_found");
_Static_assert(offsetof(yomi_found, kind) == 12, "yomi_found");
_Static_assert(offsetof(yomi_found, length) == 16, "yomi_found");
_Static_assert(offsetof(yomi_found, exact) == 20, "yomi_found");

_Static_assert(sizeof(yomi_futile_result) == 32, "yomi_futile_result");
_Static_assert(offsetof(yomi_futile_result, known) == 4, "yomi_futile_result");
_Static_assert(offsetof(yomi_futile_result, length) == 8, "yomi_futile_result");
_Static_assert(offsetof(yomi_futile_result, exact) == 12, "yomi_futile_result");
_Static_assert(offsetof(yomi_futile_result, nodes) == 16, "yomi_futile_result");
_Static_assert(offsetof(yomi_futile_result, stop) == 24, "yomi_futile_result");

_Static_assert(sizeof(yomi_progress) == 24, "yomi_progress");
_Static_assert(offsetof(yomi_progress, depth) == 4, "yomi_progress");
_Static_assert(offsetof(yomi_progress, nodes) == 8, "yomi_progress");
_Static_assert(offsetof(yomi_progress, proof) == 16, "yomi_progress");
_Static_assert(offsetof(yomi_progress, disproof) == 20, "yomi_progress");

_Static_assert(sizeof(yomi_alphabeta_config) == 16, "yomi_alphabeta_config");
_Static_assert(offsetof(yomi_alphabeta_config, plies) == 4, "yomi_alphabeta_config");
_Static_assert(offsetof(yomi_alphabeta_config, moves) == 8, "yomi_alphabeta_config");
_Static_assert(offsetof(yomi_alphabeta_config, history) == 12, "yomi_alphabeta_config");

_Static_assert(sizeof(yomi_alphabeta_settings) == 88, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, driver) == 4, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, nodes) == 8, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, depth) == 16, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, switches) == 20, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, quiescence) == 24, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, aspiration) == 28, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, first_guess) == 32, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, low) == 36, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, high) == 40, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, granularity) == 44, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, repetition) == 48, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, order_from) == 52, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, etc_from) == 56, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, deepen_by) == 60, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, rehearsal) == 64, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, rehearsal_unit) == 68, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, presearch_from) == 72, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, presearch_step) == 76, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, presearch_most) == 80, "yomi_alphabeta_settings");
_Static_assert(offsetof(yomi_alphabeta_settings, presearch_weight) == 84, "yomi_alphabeta_settings");

_Static_assert(sizeof(yomi_alphabeta_result) == 64, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, stop) == 4, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, score) == 8, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, bound) == 12, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, best_move) == 16, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, depth) == 20, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, complete) == 24, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, passes) == 28, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, nodes) == 32, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, leaves) == 40, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, peak_plies) == 48, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, peak_moves) == 52, "yomi_alphabeta_result");
_Static_assert(offsetof(yomi_alphabeta_result, table_permille) == 56, "yomi_alphabeta_result");

_Static_assert(sizeof(yomi_alphabeta_snapshot) == 24, "yomi_alphabeta_snapshot");
_Static_assert(offsetof(yomi_alphabeta_snapshot, ply) == 4, "yomi_alphabeta_snapshot");
_Static_assert(offsetof(yomi_alphabeta_snapshot, nodes) == 8, "yomi_alphabeta_snapshot");
_Static_assert(offsetof(yomi_alphabeta_snapshot, depth) == 16, "yomi_alphabeta_snapshot");
_Static_assert(offsetof(yomi_alphabeta_snapshot, score) == 20, "yomi_alphabeta_snapshot");

_Static_assert(sizeof(yomi_sfen_error) == 96, "yomi_sfen_error");
_Static_assert(offsetof(yomi_sfen_error, field) == 4, "yomi_sfen_error");
_Static_assert(offsetof(yomi_sfen_error, offset) == 8, "yomi_sfen_error");
_Static_assert(offsetof(yomi_sfen_error, message) == 16, "yomi_sfen_error");

/* The macro is good for static arrays. */
static uint64_t memory[YOMI_DFPN_WORDS(64, 1024)];
static uint64_t search_memory[YOMI_ALPHABETA_WORDS(64, 1024, 256)];

int main(void) {
    yomi_dfpn_config config;
    yomi_game game = nim_table(1);
    yomi_dfpn *solver = NULL;
    uint32_t plies, moves;

    CHECK(yomi_version_number() == YOMI_VERSION_NUMBER);
    CHECK(yomi_abi_version() == YOMI_ABI_VERSION);
    CHECK((yomi_features() & YOMI_FEATURE_DFPN) != 0);
    CHECK((yomi_features() & YOMI_FEATURE_SHOGI) != 0);

    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    for (plies = 1; plies <= 4094; plies += plies < 20 ? 1 : 97) {
        for (moves = 1; moves <= 100000; moves = moves * 3 + 1) {
            size_t dfpn = 0, tsume = 0, most = 8 * YOMI_DFPN_WORDS(plies, moves);
            config.plies = plies;
            config.moves = moves;
            CHECK(yomi_dfpn_mem_size(&config, &dfpn) == YOMI_OK);
            CHECK(yomi_tsume_mem_size(&config, &tsume) == YOMI_OK);
            CHECK(dfpn <= most && tsume <= most);
            /* And it is no more than a little too much. */
            CHECK(most - tsume <= 256 + 4 * (size_t)plies);
            CHECK(most - dfpn <= 1024 + 4 * (size_t)plies);
        }
    }
    config.plies = 64;
    config.moves = 1024;
    CHECK(yomi_dfpn_init(memory, sizeof memory, &config, &game, NULL, &solver) == YOMI_OK);
    CHECK((void *)solver == (void *)memory);

    {
        yomi_alphabeta_config sizes;
        yomi_alphabeta *search = NULL;
        memset(&sizes, 0, sizeof sizes);
        sizes.struct_size = sizeof sizes;
        for (plies = 1; plies <= 4094; plies += plies < 20 ? 1 : 97) {
            for (moves = 1; moves <= 100000; moves = moves * 3 + 1) {
                for (sizes.history = 0; sizes.history <= 4096;
                     sizes.history = sizes.history == 0 ? 1 : 4 * sizes.history) {
                    size_t need = 0, most = 8 * YOMI_ALPHABETA_WORDS(plies, moves, sizes.history);
                    sizes.plies = plies;
                    sizes.moves = moves;
                    CHECK(yomi_alphabeta_mem_size(&sizes, &need) == YOMI_OK);
                    CHECK(need <= most && most - need <= 256 + 4 * (size_t)plies);
                }
            }
        }
        sizes.plies = 64;
        sizes.moves = 1024;
        sizes.history = 256;
        CHECK(yomi_alphabeta_init(search_memory, sizeof search_memory, &sizes, &game, NULL,
                                  &search) == YOMI_OK);
        CHECK((void *)search == (void *)search_memory);
    }
    puts("sizes as promised");
    return 0;
}
