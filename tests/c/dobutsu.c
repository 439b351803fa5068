/* Dobutsu shogi without a table of the whole game: positions, notations, counts, the df-pn solver,
 * the player, and what is refused of tables. PLAYER names the file of the player's moves, VALUES the
 * positions with known values. */
#include <yomikiri.h>

#include <string.h>

#include "check.h"

static uint64_t words[YOMI_DOBUTSU_WORDS], other_words[YOMI_DOBUTSU_WORDS];

/* Move sequences of "depth" plies by the full rules; every move is taken back. */
static uint64_t count(yomi_dobutsu *dobutsu, int depth) {
    yomi_move moves[YOMI_DOBUTSU_MOST_MOVES];
    size_t len = 0, i;
    uint64_t sum = 0;
    CHECK(yomi_dobutsu_moves(dobutsu, moves, YOMI_DOBUTSU_MOST_MOVES, &len) == YOMI_OK);
    if (depth == 1) return len;
    for (i = 0; i < len; ++i) {
        yomi_key before = 0, after = 1;
        char text[YOMI_DOBUTSU_MOVE_SIZE];
        yomi_move read = 0;
        int how;
        for (how = YOMI_DOBUTSU_TANAKA; how <= YOMI_DOBUTSU_SFEN && depth > 2; ++how) {
            CHECK(yomi_dobutsu_format_move(dobutsu, moves[i], how, text, sizeof text, NULL) ==
                  YOMI_OK);
            CHECK(yomi_dobutsu_parse_move(dobutsu, text, &read) == YOMI_OK && read == moves[i]);
        }
        CHECK(yomi_dobutsu_key(dobutsu, &before) == YOMI_OK);
        CHECK(yomi_dobutsu_play(dobutsu, moves[i]) == YOMI_OK);
        sum += count(dobutsu, depth - 1);
        CHECK(yomi_dobutsu_undo(dobutsu, moves[i]) == YOMI_OK);
        CHECK(yomi_dobutsu_key(dobutsu, &after) == YOMI_OK && after == before);
    }
    return sum;
}

static void counts(yomi_dobutsu *dobutsu) {
    /* Counts of independent programs. */
    static const uint64_t start[] = {4, 17, 123, 976, 8122, 71677};
    static const uint64_t middle[] = {19, 309, 4412, 58324};
    int depth;
    for (depth = 1; depth <= 6; ++depth) CHECK(count(dobutsu, depth) == start[depth - 1]);
    CHECK(yomi_dobutsu_set_text(dobutsu, "S/---/-lc/g-C/-L-/GEe") == YOMI_OK);
    for (depth = 1; depth <= 4; ++depth) CHECK(count(dobutsu, depth) == middle[depth - 1]);
}

static void texts(yomi_dobutsu *dobutsu, yomi_dobutsu *other) {
    static const char *const start[] = {
        "-KI-LI-ZO\n . -HI . \n . +HI . \n+ZO+LI+KI\n000000\n+\n",
        "S/gle/-c-/-C-/ELG/-",
        "gle/1c1/1C1/ELG[-] w 0 1",
        "gle/1c1/1C1/ELG b - 1",
    };
    char text[YOMI_DOBUTSU_TEXT_SIZE];
    size_t len = 0, room;
    int32_t number = 77;
    yomi_move m = 77, moves[YOMI_DOBUTSU_MOST_MOVES];
    yomi_key key = 0, mirrored = 0;
    int how;
    CHECK(yomi_dobutsu_set_text(dobutsu, start[1]) == YOMI_OK);
    for (how = 0; how < 4; ++how) {
        CHECK(yomi_dobutsu_get_text(dobutsu, how, text, sizeof text, &len) == YOMI_OK);
        CHECK(strcmp(text, start[how]) == 0 && len == strlen(text));
        for (room = 0; room <= len; ++room) {
            memset(text, 'x', sizeof text);
            CHECK(yomi_dobutsu_get_text(dobutsu, how, text, room, NULL) == YOMI_ERROR_SIZE);
            CHECK(text[0] == 'x');
        }
        CHECK(yomi_dobutsu_get_text(dobutsu, how, text, len + 1, NULL) == YOMI_OK);
        CHECK(yomi_dobutsu_set_text(other, start[how]) == YOMI_OK);
        CHECK(yomi_dobutsu_get_text(other, YOMI_DOBUTSU_CLAUSECKER, text, sizeof text, NULL) ==
              YOMI_OK);
        CHECK(strcmp(text, start[1]) == 0);
    }
    /* The longest texts of each notation fit. */
    CHECK(yomi_dobutsu_set_text(dobutsu, "G/-l-/---/---/-L-/CCEEGG") == YOMI_OK);
    for (how = 0; how < 4; ++how) {
        CHECK(yomi_dobutsu_get_text(dobutsu, how, text, sizeof text, NULL) == YOMI_OK);
    }
    CHECK(yomi_dobutsu_set_text(dobutsu, "glr/+cc+c/EEE/GLG w 3 1") != YOMI_OK);
    CHECK(yomi_dobutsu_get_text(dobutsu, 4, text, sizeof text, NULL) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_get_text(dobutsu, -1, text, sizeof text, NULL) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_set_text(dobutsu, "S/gle/-c-/-C-/ELL/-") == YOMI_ERROR_ILLEGAL_POSITION);
    CHECK(yomi_dobutsu_set_text(dobutsu, "S/gle/-c-/-C-/EL/-") == YOMI_ERROR_SYNTAX);
    CHECK(yomi_dobutsu_set_text(dobutsu, "\xff") == YOMI_ERROR_SYNTAX);
    CHECK(yomi_dobutsu_set_text(dobutsu, "") == YOMI_ERROR_SYNTAX);
    CHECK(yomi_dobutsu_get_text(dobutsu, 1, text, sizeof text, NULL) == YOMI_OK);
    CHECK(strcmp(text, "G/-l-/---/---/-L-/CCEEGG") == 0);

    /* What stands where. */
    CHECK(yomi_dobutsu_piece(other, 0, &number) == YOMI_OK);
    CHECK(number == YOMI_DOBUTSU_ELEPHANT + YOMI_DOBUTSU_SECOND);
    CHECK(yomi_dobutsu_piece(other, 7, &number) == YOMI_OK && number == YOMI_DOBUTSU_LION);
    CHECK(yomi_dobutsu_piece(other, 1, &number) == YOMI_OK && number == 0);
    number = 77;
    CHECK(yomi_dobutsu_piece(other, 12, &number) == YOMI_ERROR_CONFIG && number == 77);
    CHECK(yomi_dobutsu_piece(other, -1, &number) == YOMI_ERROR_CONFIG && number == 77);
    CHECK(yomi_dobutsu_hand(dobutsu, 0, YOMI_DOBUTSU_CHICK, &number) == YOMI_OK && number == 2);
    CHECK(yomi_dobutsu_hand(dobutsu, 1, YOMI_DOBUTSU_CHICK, &number) == YOMI_OK && number == 0);
    CHECK(yomi_dobutsu_hand(dobutsu, 0, YOMI_DOBUTSU_HEN, &number) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_hand(dobutsu, 2, YOMI_DOBUTSU_CHICK, &number) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_side(dobutsu, &number) == YOMI_OK && number == 1);
    CHECK(yomi_dobutsu_key(dobutsu, &key) == YOMI_OK);
    CHECK(yomi_dobutsu_set_text(other, "G/---/l--/---/--L/CCEEGG") == YOMI_OK);
    CHECK(yomi_dobutsu_key(other, &key) == YOMI_OK);
    CHECK(yomi_dobutsu_set_text(other, "G/---/--l/---/L--/CCEEGG") == YOMI_OK);
    CHECK(yomi_dobutsu_key(other, &mirrored) == YOMI_OK && key != mirrored);

    /* How games end: no moves then. */
    CHECK(yomi_dobutsu_set_text(other, "S/-l-/-C-/---/-L-/ceegg") == YOMI_OK);
    CHECK(yomi_dobutsu_parse_move(other, "+B2B1HI", &m) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_dobutsu_parse_move(other, "Cb2xb1+", &m) == YOMI_OK);
    CHECK(yomi_dobutsu_play(other, m) == YOMI_OK);
    CHECK(yomi_dobutsu_ended(other, &number) == YOMI_OK && number == YOMI_DOBUTSU_CAPTURED);
    CHECK(yomi_dobutsu_moves(other, moves, 96, &len) == YOMI_OK && len == 0);
    CHECK(yomi_dobutsu_undo(other, m) == YOMI_OK);
    CHECK(yomi_dobutsu_ended(other, &number) == YOMI_OK && number == YOMI_DOBUTSU_RUNNING);
    CHECK(yomi_dobutsu_set_text(other, "G/L--/---/---/-l-/CCEEGG") == YOMI_OK);
    CHECK(yomi_dobutsu_ended(other, &number) == YOMI_OK && number == YOMI_DOBUTSU_STOOD);
    CHECK(yomi_dobutsu_set_text(other, "G/L--/---/--l/---/CCEEGG") == YOMI_OK);
    CHECK(yomi_dobutsu_ended(other, &number) == YOMI_OK && number == YOMI_DOBUTSU_TRIED);
    CHECK(yomi_dobutsu_set_text(other, "G/L--/l--/---/---/CCEEGG") == YOMI_OK);
    CHECK(yomi_dobutsu_ended(other, &number) == YOMI_OK && number == YOMI_DOBUTSU_RUNNING);
}

static void any_number_as_a_move(yomi_dobutsu *dobutsu) {
    unsigned long long dice = 5;
    yomi_move moves[YOMI_DOBUTSU_MOST_MOVES];
    size_t len = 0, i;
    int round, played = 0, undone = 0;
    char before[YOMI_DOBUTSU_TEXT_SIZE], after[YOMI_DOBUTSU_TEXT_SIZE];
    CHECK(yomi_dobutsu_set_text(dobutsu, "S/gle/-c-/-C-/ELG/-") == YOMI_OK);
    for (round = 0; round < 200000; ++round) {
        yomi_move m = (yomi_move)next_random(&dice);
        int legal = 0;
        if (round % 2 == 0) {
            /* Nearly a move: every field in or just out of its range. */
            yomi_move from = (m >> 8) % 14;
            m = (m & 15) | from << 4 | (m >> 16) % 6 << 8 | (m >> 12) % 3 << 11 |
                (m >> 20) % 2 << 14 | (from == 12 ? 1u : 0u) << 15 | 1u << 16;
        }
        CHECK(yomi_dobutsu_moves(dobutsu, moves, YOMI_DOBUTSU_MOST_MOVES, &len) == YOMI_OK);
        for (i = 0; i < len; ++i) legal |= moves[i] == m;
        CHECK(yomi_dobutsu_get_text(dobutsu, 1, before, sizeof before, NULL) == YOMI_OK);
        CHECK((yomi_dobutsu_play(dobutsu, m) == YOMI_OK) == legal);
        if (legal) {
            ++played;
            CHECK(yomi_dobutsu_undo(dobutsu, m) == YOMI_OK);
            CHECK(yomi_dobutsu_get_text(dobutsu, 1, after, sizeof after, NULL) == YOMI_OK);
            CHECK(strcmp(before, after) == 0);
        }
        if (yomi_dobutsu_undo(dobutsu, m) == YOMI_OK) {
            /* It could have been the last move: played again, it leads back. */
            ++undone;
            CHECK(yomi_dobutsu_play(dobutsu, m) == YOMI_OK);
            CHECK(yomi_dobutsu_get_text(dobutsu, 1, after, sizeof after, NULL) == YOMI_OK);
            CHECK(strcmp(before, after) == 0);
        }
        (void)yomi_dobutsu_format_move(dobutsu, m, round % 4, after, 8, NULL);
        if (round % 50 == 0) {
            if (len == 0) {
                CHECK(yomi_dobutsu_set_text(dobutsu, "S/gle/-c-/-C-/ELG/-") == YOMI_OK);
            } else {
                CHECK(yomi_dobutsu_play(dobutsu, moves[next_random(&dice) % len]) == YOMI_OK);
            }
        }
    }
    CHECK(played > 10 && undone > 10);
}

static yomi_dfpn_result result_of(yomi_dobutsu_solver *solver) {
    yomi_dfpn_result result;
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_dobutsu_solver_get_result(solver, &result) == YOMI_OK);
    return result;
}

/* No verdict of df-pn is wrong, and short wins are proven, with 64 KiB of table. */
static void proofs(yomi_dobutsu *dobutsu, const char *path) {
    static uint64_t memory[YOMI_DFPN_WORDS(256, 10240)], table[8192];
    yomi_dfpn_config config;
    yomi_dfpn_limits limits;
    yomi_dobutsu_solver *solver = NULL;
    FILE *file = fopen(path, "r");
    char line[128];
    int proven = 0, disproven = 0, asked = 0;
    CHECK(file != NULL);
    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 256;
    config.moves = 10240;
    memset(&limits, 0, sizeof limits);
    limits.struct_size = sizeof limits;
    limits.nodes = 3000;
    limits.mode = YOMI_MODE_SHORTEST;
    CHECK(yomi_dobutsu_solver_init(memory, sizeof memory, &config, &solver) == YOMI_OK);
    CHECK(yomi_dobutsu_solver_set_table(solver, table, sizeof table) == YOMI_OK);
    while (fgets(line, sizeof line, file) != NULL) {
        char *value = strchr(line, '\t');
        yomi_dfpn_result result;
        CHECK(value != NULL);
        *value++ = '\0';
        CHECK(yomi_dobutsu_set_text(dobutsu, line) == YOMI_OK);
        CHECK(yomi_dobutsu_solver_set_position(solver, dobutsu) == YOMI_OK);
        CHECK(yomi_dobutsu_solver_solve(solver, &limits) == YOMI_OK);
        result = result_of(solver);
        ++asked;
        if (result.outcome == YOMI_PROVEN) {
            yomi_move moves[256];
            size_t len = 0, i;
            ++proven;
            CHECK(strncmp(value, "win ", 4) == 0);
            CHECK((long)result.length >= atol(value + 4));
            if (result.exact) CHECK((long)result.length == atol(value + 4));
            CHECK(yomi_dobutsu_solver_pv(solver, moves, 256, &len) == YOMI_OK);
            CHECK(len == 0 || len == result.length);
            for (i = 0; i < len; ++i) CHECK(yomi_dobutsu_play(dobutsu, moves[i]) == YOMI_OK);
        } else if (result.outcome == YOMI_DISPROVEN) {
            ++disproven;
            CHECK(strncmp(value, "win ", 4) != 0);
        }
    }
    fclose(file);
    CHECK(asked > 200 && proven > 50 && disproven > 10);
    CHECK(yomi_dobutsu_solver_set_position(solver, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_solver_set_position(NULL, dobutsu) == YOMI_ERROR_NULL);
    CHECK(yomi_tsume_step((yomi_tsume *)(void *)solver, 1) == YOMI_ERROR_STATE);
}

/* The player wins games from the start against random moves. */
static void player(yomi_dobutsu *dobutsu, const char *path) {
    static uint64_t memory[YOMI_DOBUTSU_PLAYER_WORDS(4096)];
    static unsigned char strategy[20000];
    yomi_dobutsu_player *player = NULL;
    unsigned long long dice = 3;
    FILE *file = fopen(path, "rb");
    size_t size, need = 0, len;
    uint32_t plies = 77;
    yomi_move m = 77;
    int game;
    CHECK(file != NULL);
    size = fread(strategy, 1, sizeof strategy, file);
    fclose(file);
    CHECK(size > 1000 && size <= 16384);

    CHECK(yomi_dobutsu_player_mem_size(4096, &need) == YOMI_OK);
    CHECK(need <= sizeof memory && sizeof memory - need <= 1024 && sizeof memory <= 65536);
    CHECK(yomi_dobutsu_player_mem_size(0, &need) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_player_mem_size(3, &need) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_player_mem_size(0x80000000u, &need) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_player_init(memory, need - 8, 4096, strategy, size, &player) ==
          YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_player_init(memory, need, 4096, NULL, size, &player) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_player_init(memory, need, 4096, strategy, size - 1, &player) ==
          YOMI_ERROR_SIZE);
    strategy[1000] ^= 1;
    CHECK(yomi_dobutsu_player_init(memory, need, 4096, strategy, size, &player) ==
          YOMI_ERROR_DAMAGED);
    strategy[1000] ^= 1;
    strategy[0] ^= 1;
    CHECK(yomi_dobutsu_player_init(memory, need, 4096, strategy, size, &player) ==
          YOMI_ERROR_SYNTAX);
    strategy[0] ^= 1;
    CHECK(player == NULL);
    CHECK(yomi_dobutsu_player_init(memory, need, 4096, strategy, size, &player) == YOMI_OK);

    CHECK(yomi_dobutsu_set_text(dobutsu, "G/L--/---/---/-l-/CCEEGG") == YOMI_OK);
    CHECK(yomi_dobutsu_player_start(player, dobutsu) == YOMI_ERROR_STATE);
    for (game = 0; game < 30; ++game) {
        int32_t ended = YOMI_DOBUTSU_RUNNING, ply = 0;
        CHECK(yomi_dobutsu_set_text(dobutsu, "S/gle/-c-/-C-/ELG/-") == YOMI_OK);
        for (ply = 0; ended == YOMI_DOBUTSU_RUNNING; ++ply) {
            CHECK(ply < 200);
            if (ply % 2 == 0) {
                yomi_move moves[YOMI_DOBUTSU_MOST_MOVES];
                CHECK(yomi_dobutsu_moves(dobutsu, moves, YOMI_DOBUTSU_MOST_MOVES, &len) == YOMI_OK);
                CHECK(len > 0);
                m = moves[next_random(&dice) % len];
            } else {
                yomi_status status;
                CHECK(yomi_dobutsu_player_start(player, dobutsu) == YOMI_OK);
                CHECK(yomi_dobutsu_player_get_move(player, &m, &plies) == YOMI_ERROR_STATE);
                while ((status = yomi_dobutsu_player_step(player, 100)) == YOMI_MORE) {
                }
                CHECK(status == YOMI_DONE);
                CHECK(yomi_dobutsu_player_get_move(player, &m, &plies) == YOMI_OK && m != 0);
                CHECK(plies <= 9);
            }
            CHECK(yomi_dobutsu_play(dobutsu, m) == YOMI_OK);
            CHECK(yomi_dobutsu_ended(dobutsu, &ended) == YOMI_OK);
        }
        /* The first player is to move and has lost: the game ended by the player's move. */
        CHECK(ply % 2 == 0 && (ended == YOMI_DOBUTSU_CAPTURED || ended == YOMI_DOBUTSU_TRIED));
    }
    CHECK(yomi_dobutsu_player_get_move(player, NULL, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_player_step(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_player_step((yomi_dobutsu_player *)(void *)words, 1) == YOMI_ERROR_STATE);
}

static int32_t failing_read(void *user, uint64_t offset, uint8_t *out, size_t len) {
    (void)offset;
    (void)len;
    (void)out;
    ++*(int *)user;
    return -4711;
}

static int32_t lying_read(void *user, uint64_t offset, uint8_t *out, size_t len) {
    (void)offset;
    ++*(int *)user;
    memset(out, 0, len);
    return 7;
}

static void refused_tables(yomi_dobutsu *dobutsu) {
    static const char foreign[] = "no table at all, but some text that is long enough for a header.";
    static char header[200] = "YOMIKIRI";
    yomi_dobutsu_table *table = NULL;
    yomi_dobutsu_lines *lines = NULL;
    uint64_t *memory;
    size_t size = 0, lines_size = 0;
    int calls = 0;
    CHECK(yomi_dobutsu_table_mem_size(33, &size) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_table_mem_size(0, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_mem_size(0, &size) == YOMI_OK && size < 2000000);
    memory = (uint64_t *)malloc(size);
    CHECK(memory != NULL);
    CHECK(yomi_dobutsu_table_init(memory, size, 0, NULL, 64, &table) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_init(NULL, size, 0, foreign, 64, &table) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_init(memory, size, 0, foreign, 64, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_init(memory, size, 33, foreign, 64, &table) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_table_init(memory, size, 0, foreign, SIZE_MAX, &table) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_table_init(memory, size, 0, foreign, 64, &table) == YOMI_ERROR_SYNTAX);
    CHECK(yomi_dobutsu_table_init(memory, size, 0, foreign, 0, &table) < 0);
    CHECK(yomi_dobutsu_table_init(memory, size, 0, header, sizeof header, &table) < 0);
    CHECK(yomi_dobutsu_table_init((char *)memory + 4, size - 8, 0, foreign, 64, &table) ==
          YOMI_ERROR_ALIGN);
    CHECK(yomi_dobutsu_table_init_read(memory, size, 0, NULL, &calls, 64, &table) ==
          YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_init_read(memory, size, 0, failing_read, &calls, 4096, &table) ==
          -4711);
    CHECK(yomi_dobutsu_table_init_read(memory, size, 0, lying_read, &calls, 4096, &table) ==
          YOMI_ERROR_BAD_CALLBACK);
    CHECK(calls == 2 && table == NULL);
    CHECK(yomi_dobutsu_table_probe(NULL, dobutsu, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_check_block((yomi_dobutsu_table *)(void *)words, 0) ==
          YOMI_ERROR_STATE);
    free(memory);

    CHECK(yomi_dobutsu_lines_mem_size(3, &lines_size) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_lines_mem_size(1u << 29, &lines_size) == YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_lines_mem_size(0, &lines_size) == YOMI_OK && lines_size < 700000);
    memory = (uint64_t *)malloc(lines_size);
    CHECK(memory != NULL);
    CHECK(yomi_dobutsu_lines_init(memory, lines_size - 8, 0, &lines) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_lines_init(memory, lines_size, 1024, &lines) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_lines_init(memory, lines_size, 0, &lines) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_best(lines, NULL, dobutsu, NULL, 0, &size) == YOMI_ERROR_NULL);
    free(memory);
}

int main(void) {
    yomi_dobutsu *dobutsu = NULL, *other = NULL;
    CHECK((yomi_features() & YOMI_FEATURE_DOBUTSU) != 0);
    CHECK(yomi_dobutsu_init(words, sizeof words - 8, &dobutsu) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_init((char *)words + 4, sizeof words, &dobutsu) == YOMI_ERROR_ALIGN);
    CHECK(yomi_dobutsu_init(NULL, sizeof words, &dobutsu) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_init(words, sizeof words, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_init(words, sizeof words, &dobutsu) == YOMI_OK);
    CHECK((void *)dobutsu == (void *)words);
    CHECK(yomi_dobutsu_init(other_words, sizeof other_words, &other) == YOMI_OK);
    CHECK(yomi_dobutsu_copy(other, dobutsu) == YOMI_OK);
    CHECK(yomi_dobutsu_copy(other, NULL) == YOMI_ERROR_NULL);
    counts(dobutsu);
    texts(dobutsu, other);
    any_number_as_a_move(dobutsu);
    proofs(dobutsu, VALUES);
    player(dobutsu, PLAYER);
    refused_tables(dobutsu);
    puts("the game without a table");
    return 0;
}
