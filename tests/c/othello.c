/* Othello: counts of moves, texts, moves that are taken back, and exact endgames under both scoring
 * rules, by every driver, in steps, and from memory of the exact size. */
#include <yomikiri.h>

#include <string.h>

#include "check.h"

/* From tests/data/othello/random.scored: with the empty squares to the winner, for the side to
 * move. */
static const struct {
    const char *text;
    int score;
} ENDGAMES[] = {
    {"XXX---X-OOOOOOOXXOOOOOOOXXOOOOOOXXOOOOOOXXOOOOOO-XOOOOOOX--X-OOX X", -2},
    {"XX--XXX-OXXXXXXX-OXXXXOXOOXXXOXXOOXXOXOXXOXOOOOO-OOXXXXX-OO-XXX- X", -10},
    {"XOO--OO-XOOOOO--XXOOOO--XXOOOOOOOXXOOOOOOXOOOXOOOOOOOOOOOXX-XXXX X", 32},
    {"XXOOX---XXXXXXXXXOOXXOXXXOXOXXOX-XXOXOOXXXXOOOX-OOOOOOOOO---XXXX X", 12},
    {"O-OOOXXXXOOOOO-XX-OXOXXXXOXOXXXXXXOXXXXXXXOXXXXXXXO--XXXXXOO---X X", 40},
    {"OOOXXXXXOOOOXOO-XOOXOOO--XOXOXOXOOXOOXOXOOXOOXOXX-X-OOXX--X-OXXX X", -2},
    {"OOOOOOOXXOXXXOO-XXOXOXOOXXXOXOX-XXXXXOXXXXXXXOX--XXXOO----X-OOX- X", -16},
    {"OXXXX---OXOXXXXOOOXOXXOOOXOXXOXOOOXXXXO-OOOOOOOO-XOOOXO----OOOO- X", -6},
    {"-X-O-OOO--OOOO--OOOOOOOO-OXXXXOOOOOOXXXOOOOXXXO-OOXXXOXOOXXXX-OX X", 24},
    {"-OXXXXX--OOXXOOOO-XXXXOX-O-XOOX-XXOXOOOOOXOOXXXX-XXXXXXX-X-XXXXX X", 0},
    {"-OOOOO--X-OOOXOOXXOOO-XOXXXXOOOO-XXXOOXO--XXOXOOOOOOOOOO--OOOOOO X", -16},
    {"-XO-XXXXOOXXXXX--OXXXXOO-XOXXXOOXOXXXOOOX-XOOXOOXXX-XOOXX-X-XXO- X", 12},
    {"XXOXX--OXXXXXXOOXXXXXXOOXOXXXOXXXO-XOXXXXO-OXXX---OOOOOO---OOO-- X", 20},
    {"-OXXXX--XXXXX---XXXOOOO-XOXXOO-OXOOXXOOOXOXOXXOOOOOOOOXO---OXO-X X", 36},
};
enum { COUNT = sizeof ENDGAMES / sizeof ENDGAMES[0] };

static uint64_t words[YOMI_OTHELLO_WORDS], other_words[YOMI_OTHELLO_WORDS];
static uint64_t memory[YOMI_OTHELLO_SOLVER_WORDS(14)];
static uint64_t table[1 << 15];

static yomi_alphabeta_result result_of(yomi_othello_solver *solver) {
    yomi_alphabeta_result result;
    memset(&result, 0x5a, sizeof result);
    result.struct_size = sizeof result;
    CHECK(yomi_othello_solver_get_result(solver, &result) == YOMI_OK);
    return result;
}

static yomi_othello_settings no_settings(void) {
    yomi_othello_settings settings;
    memset(&settings, 0, sizeof settings);
    settings.struct_size = sizeof settings;
    return settings;
}

/* Positions after "depth" plies, a pass being one; every move is taken back. */
static uint64_t count(yomi_othello *othello, int depth) {
    yomi_move moves[YOMI_OTHELLO_MOST_MOVES];
    size_t len = 0, i;
    uint64_t sum = 0;
    int32_t ended = 77;
    CHECK(yomi_othello_moves(othello, moves, YOMI_OTHELLO_MOST_MOVES, &len) == YOMI_OK);
    CHECK(yomi_othello_ended(othello, &ended) == YOMI_OK && ended == (len == 0));
    if (depth == 1) return len;
    for (i = 0; i < len; ++i) {
        yomi_key before = 0, after = 1;
        CHECK(yomi_othello_key(othello, &before) == YOMI_OK);
        CHECK(yomi_othello_play(othello, moves[i]) == YOMI_OK);
        sum += count(othello, depth - 1);
        CHECK(yomi_othello_undo(othello, moves[i]) == YOMI_OK);
        CHECK(yomi_othello_key(othello, &after) == YOMI_OK && after == before);
    }
    return sum;
}

static void counts(yomi_othello *othello) {
    /* Published: the counts of the game from its start. */
    static const uint64_t expected[] = {4, 12, 56, 244, 1396, 8200, 55092};
    int depth;
    for (depth = 1; depth <= 7; ++depth) CHECK(count(othello, depth) == expected[depth - 1]);
}

static void texts_and_moves(yomi_othello *othello, yomi_othello *other) {
    static const char START[] =
        "---------------------------OX------XO--------------------------- X";
    char text[YOMI_OTHELLO_TEXT_SIZE], move_text[YOMI_OTHELLO_MOVE_SIZE];
    uint64_t black = 0, white = 0;
    size_t len = 0, i;
    int32_t number = 77;
    yomi_move m = 0, moves[YOMI_OTHELLO_MOST_MOVES];
    yomi_score score = 77;
    CHECK(yomi_othello_get_text(othello, text, sizeof text, &len) == YOMI_OK);
    CHECK(len == 66 && strcmp(text, START) == 0);
    CHECK(yomi_othello_get_text(othello, text, 66, &len) == YOMI_ERROR_SIZE);
    CHECK(yomi_othello_get_discs(othello, &black, &white) == YOMI_OK);
    CHECK(black == 0x0000000810000000u && white == 0x0000001008000000u);
    CHECK(yomi_othello_side(othello, &number) == YOMI_OK && number == 0);
    CHECK(yomi_othello_empties(othello, &number) == YOMI_OK && number == 60);
    CHECK(yomi_othello_score(othello, YOMI_OTHELLO_DISCS, &score) == YOMI_OK && score == 0);
    CHECK(yomi_othello_score(othello, 2, &score) == YOMI_ERROR_CONFIG && score == 0);

    CHECK(yomi_othello_parse_move(othello, "d3", &m) == YOMI_OK && m == 20);
    CHECK(yomi_othello_parse_move(othello, "D3", &m) == YOMI_OK && m == 20);
    CHECK(yomi_othello_parse_move(othello, "a1", &m) == YOMI_ERROR_BAD_MOVE && m == 20);
    CHECK(yomi_othello_parse_move(othello, "pass", &m) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_othello_parse_move(othello, "i9", &m) == YOMI_ERROR_SYNTAX);
    CHECK(yomi_othello_parse_move(othello, "", &m) == YOMI_ERROR_SYNTAX);
    CHECK(yomi_othello_format_move(20, move_text, sizeof move_text, &len) == YOMI_OK);
    CHECK(len == 2 && strcmp(move_text, "d3") == 0);
    CHECK(yomi_othello_format_move(YOMI_OTHELLO_PASS, move_text, 3, NULL) == YOMI_OK);
    CHECK(strcmp(move_text, "--") == 0);
    CHECK(yomi_othello_format_move(0, move_text, 3, NULL) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_othello_format_move(66, move_text, 3, NULL) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_othello_format_move(20, move_text, 2, NULL) == YOMI_ERROR_SIZE);

    /* Whatever number is no legal move is refused, and only the last move is taken back. */
    for (m = 0; m < 70; ++m) {
        int legal = m == 20 || m == 27 || m == 38 || m == 45;
        CHECK(yomi_othello_undo(othello, m) == YOMI_ERROR_BAD_MOVE);
        CHECK(yomi_othello_play(othello, m) == (legal ? YOMI_OK : YOMI_ERROR_BAD_MOVE));
        if (legal) {
            yomi_move wrong;
            for (wrong = 0; wrong < 70; ++wrong) {
                if (wrong != m) CHECK(yomi_othello_undo(othello, wrong) == YOMI_ERROR_BAD_MOVE);
            }
            CHECK(yomi_othello_undo(othello, m) == YOMI_OK);
        }
    }
    CHECK(yomi_othello_play(othello, 0xffffffffu) == YOMI_ERROR_BAD_MOVE);
    for (i = 0; i < 4; ++i) {
        CHECK(yomi_othello_moves(othello, moves, i, &len) == YOMI_ERROR_TOO_MANY_MOVES);
    }

    /* A copy has the line too. */
    CHECK(yomi_othello_play(othello, 20) == YOMI_OK);
    CHECK(yomi_othello_copy(other, othello) == YOMI_OK);
    CHECK(yomi_othello_copy(other, other) == YOMI_OK);
    CHECK(yomi_othello_undo(other, 20) == YOMI_OK);
    CHECK(yomi_othello_get_text(other, text, sizeof text, NULL) == YOMI_OK);
    CHECK(strcmp(text, START) == 0);
    CHECK(yomi_othello_get_text(othello, text, sizeof text, NULL) == YOMI_OK);
    CHECK(strcmp(text, START) != 0);
    CHECK(yomi_othello_set_discs(othello, black, white, 0) == YOMI_OK);
    CHECK(yomi_othello_undo(othello, 20) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_othello_set_discs(othello, 1, 1, 0) == YOMI_ERROR_ILLEGAL_POSITION);
    CHECK(yomi_othello_set_discs(othello, 1, 2, 2) == YOMI_ERROR_CONFIG);
    CHECK(yomi_othello_set_text(othello, "") == YOMI_ERROR_SYNTAX);
    CHECK(yomi_othello_set_text(othello, "X") == YOMI_ERROR_SYNTAX);
    CHECK(yomi_othello_get_text(othello, text, sizeof text, NULL) == YOMI_OK);
    CHECK(strcmp(text, START) == 0);
    /* A text that does not end is read only so far. */
    {
        static char endless[2000];
        memset(endless, '-', sizeof endless);
        CHECK(yomi_othello_set_text(othello, endless) == YOMI_ERROR_SYNTAX);
        memset(endless, ' ', sizeof endless);
        CHECK(yomi_othello_set_text(othello, endless) == YOMI_ERROR_SYNTAX);
    }

    /* A pass: white cannot move, black can. */
    CHECK(yomi_othello_set_text(othello,
                                "-OX-----------------------------------------------------------X- O") ==
          YOMI_OK);
    CHECK(yomi_othello_moves(othello, moves, 34, &len) == YOMI_OK && len == 1 && moves[0] == 4);
    CHECK(yomi_othello_set_text(othello,
                                "-XO----------------------------------------------------------- -X O") ==
          YOMI_ERROR_SYNTAX);
    CHECK(yomi_othello_set_text(othello,
                                "-OX------------------------------------------------------------- X") ==
          YOMI_OK);
    CHECK(yomi_othello_moves(othello, moves, 34, &len) == YOMI_OK && len == 1 && moves[0] == 1);
    CHECK(yomi_othello_play(othello, 1) == YOMI_OK);
    CHECK(yomi_othello_ended(othello, &number) == YOMI_OK && number == 1);
    /* Three black discs: white, to move, has lost all squares. */
    CHECK(yomi_othello_score(othello, YOMI_OTHELLO_EMPTIES_TO_WINNER, &score) == YOMI_OK);
    CHECK(score == -64);
    CHECK(yomi_othello_score(othello, YOMI_OTHELLO_DISCS, &score) == YOMI_OK && score == -3);
    CHECK(yomi_othello_set_text(othello,
                                "OOX------------------------------------------------------------- O") ==
          YOMI_OK);
    CHECK(yomi_othello_moves(othello, moves, 34, &len) == YOMI_OK && len == 1 && moves[0] == 4);
    CHECK(yomi_othello_set_text(othello,
                                "-OX------------------------------------------------------------- O") ==
          YOMI_OK);
    CHECK(yomi_othello_play(othello, YOMI_OTHELLO_PASS) == YOMI_ERROR_BAD_MOVE);
    CHECK(yomi_othello_set_text(othello,
                                "XO------XX------------------------------------------------------ O") ==
          YOMI_OK);
    CHECK(yomi_othello_moves(othello, moves, 34, &len) == YOMI_OK);
    CHECK(len >= 1);
}

/* The result by plain minimax over the C positions, for the scoring by discs. */
static yomi_score minimax(yomi_othello *othello, int rule) {
    yomi_move moves[YOMI_OTHELLO_MOST_MOVES];
    size_t len = 0, i;
    yomi_score best = -1000, score;
    CHECK(yomi_othello_moves(othello, moves, YOMI_OTHELLO_MOST_MOVES, &len) == YOMI_OK);
    if (len == 0) {
        CHECK(yomi_othello_score(othello, rule, &score) == YOMI_OK);
        return score;
    }
    for (i = 0; i < len; ++i) {
        CHECK(yomi_othello_play(othello, moves[i]) == YOMI_OK);
        score = -minimax(othello, rule);
        CHECK(yomi_othello_undo(othello, moves[i]) == YOMI_OK);
        if (score > best) best = score;
    }
    return best;
}

static void endgames(yomi_othello *othello) {
    yomi_othello_solver *solver = NULL;
    int i;
    CHECK(yomi_othello_solver_init(memory, sizeof memory, 14, &solver) == YOMI_OK);
    CHECK((void *)solver == (void *)memory);
    for (i = 0; i < COUNT; ++i) {
        yomi_othello_settings settings = no_settings();
        yomi_alphabeta_result result, whole;
        yomi_move line[64];
        size_t len = 0, at;
        int32_t empties = 0;
        CHECK(yomi_othello_set_text(othello, ENDGAMES[i].text) == YOMI_OK);
        CHECK(yomi_othello_empties(othello, &empties) == YOMI_OK);
        for (settings.driver = YOMI_DRIVER_PVS; settings.driver <= YOMI_DRIVER_C;
             ++settings.driver) {
            size_t size;
            if (empties > 8 && settings.driver > YOMI_DRIVER_MTDF) break;
            if (settings.driver == YOMI_DRIVER_MINIMAX) continue;
            for (size = 0; size <= sizeof table; size = size == 0 ? 200 : size * 1310) {
                CHECK(yomi_othello_solver_set_table(solver, table, size) == YOMI_OK);
                CHECK(yomi_othello_solver_set_position(solver, othello) == YOMI_OK);
                CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_OK);
                result = result_of(solver);
                CHECK(result.score == ENDGAMES[i].score && result.bound == YOMI_BOUND_EXACT);
                CHECK(result.depth == YOMI_AB_TO_THE_END && result.complete == 1);
            }
        }
        /* In steps, stopped and resumed: the same; the line can be played. */
        settings = no_settings();
        settings.driver = YOMI_DRIVER_MTDF;
        CHECK(yomi_othello_solver_set_table(solver, table, sizeof table) == YOMI_OK);
        CHECK(yomi_othello_solver_set_position(solver, othello) == YOMI_OK);
        CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_OK);
        whole = result_of(solver);
        CHECK(yomi_othello_solver_set_table(solver, table, sizeof table) == YOMI_OK);
        CHECK(yomi_othello_solver_start(solver, &settings) == YOMI_OK);
        while (yomi_othello_solver_step(solver, 37) == YOMI_MORE) {
            if (result_of(solver).nodes % 3 == 0) {
                CHECK(yomi_othello_solver_cancel(solver) == YOMI_OK);
                CHECK(yomi_othello_solver_step(solver, 1) == YOMI_DONE);
                CHECK(result_of(solver).stop == YOMI_STOP_CANCELLED);
                CHECK(yomi_othello_solver_resume(solver, 0) == YOMI_OK);
            }
        }
        result = result_of(solver);
        CHECK(memcmp(&result, &whole, sizeof whole) == 0);
        CHECK(yomi_othello_solver_pv(solver, line, 64, &len) == YOMI_OK && len >= 1);
        CHECK(line[0] == result.best_move);
        for (at = 0; at < len; ++at) CHECK(yomi_othello_play(othello, line[at]) == YOMI_OK);
        for (; at-- > 0;) CHECK(yomi_othello_undo(othello, line[at]) == YOMI_OK);
        /* Who wins is told by a narrow range. */
        settings.low = -2;
        settings.high = 2;
        CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_OK);
        result = result_of(solver);
        CHECK((result.score > 0) == (ENDGAMES[i].score > 0));
        CHECK((result.score < 0) == (ENDGAMES[i].score < 0));
        /* By discs alone, and back. */
        if (empties <= 8) {
            settings = no_settings();
            settings.scoring = YOMI_OTHELLO_DISCS;
            CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_OK);
            CHECK(result_of(solver).score == minimax(othello, YOMI_OTHELLO_DISCS));
            settings.scoring = YOMI_OTHELLO_EMPTIES_TO_WINNER;
            CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_OK);
            CHECK(result_of(solver).score == ENDGAMES[i].score);
        }
    }
}

static void refusals(yomi_othello *othello) {
    yomi_othello_solver *solver = NULL, *other = NULL;
    yomi_othello_settings settings = no_settings();
    uint64_t *exact, *second;
    size_t size = 77, len;
    int32_t number = 77;
    uint64_t discs = 77;
    yomi_move m = 77;
    CHECK(yomi_othello_solver_mem_size(61, &size) == YOMI_ERROR_CONFIG && size == 77);
    CHECK(yomi_othello_solver_mem_size(14, NULL) == YOMI_ERROR_NULL);
    for (len = 0; len <= 60; ++len) {
        CHECK(yomi_othello_solver_mem_size((uint32_t)len, &size) == YOMI_OK);
        CHECK(size <= 8 * YOMI_OTHELLO_SOLVER_WORDS(len));
        CHECK(8 * YOMI_OTHELLO_SOLVER_WORDS(len) - size <= 640 + 8 * len);
    }
    CHECK(yomi_othello_solver_mem_size(8, &size) == YOMI_OK);
    exact = (uint64_t *)malloc(size);
    second = (uint64_t *)malloc(size);
    CHECK(exact != NULL && second != NULL);
    CHECK(yomi_othello_solver_init(exact, size - 1, 8, &solver) == YOMI_ERROR_SIZE);
    CHECK(yomi_othello_solver_init(NULL, size, 8, &solver) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_solver_init((char *)exact + 4, size - 8, 8, &solver) == YOMI_ERROR_ALIGN);
    CHECK(yomi_othello_solver_init(exact, size, 61, &solver) == YOMI_ERROR_CONFIG);
    CHECK(yomi_othello_solver_init(exact, size, 8, NULL) == YOMI_ERROR_NULL && solver == NULL);
    CHECK(yomi_othello_solver_init(exact, size, 8, &solver) == YOMI_OK);
    CHECK(yomi_othello_solver_init(second, size, 8, &other) == YOMI_OK);

    /* Before a position there is an empty board, whose game has ended. */
    CHECK(yomi_othello_solver_step(solver, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_othello_solver_solve(solver, NULL) == YOMI_OK && result_of(solver).score == 0);
    CHECK(yomi_othello_set_text(othello, ENDGAMES[COUNT - 1].text) == YOMI_OK);
    CHECK(yomi_othello_solver_set_position(solver, othello) == YOMI_ERROR_SIZE);
    CHECK(yomi_othello_set_text(othello, ENDGAMES[0].text) == YOMI_OK);
    CHECK(yomi_othello_solver_set_position(solver, othello) == YOMI_OK);
    CHECK(result_of(solver).bound == YOMI_BOUND_NONE);
    CHECK(yomi_othello_solver_step(solver, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_othello_solver_set_position(solver, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_solver_set_position(NULL, othello) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_solver_set_position(solver, (const yomi_othello *)(void *)other) ==
          YOMI_ERROR_STATE);

    settings.driver = 8;
    CHECK(yomi_othello_solver_start(solver, &settings) == YOMI_ERROR_CONFIG);
    settings = no_settings(), settings.scoring = 2;
    CHECK(yomi_othello_solver_start(solver, &settings) == YOMI_ERROR_CONFIG);
    settings = no_settings(), settings.low = -66, settings.high = 64;
    CHECK(yomi_othello_solver_start(solver, &settings) == YOMI_ERROR_CONFIG);
    settings = no_settings(), settings.low = 4, settings.high = 2;
    CHECK(yomi_othello_solver_start(solver, &settings) == YOMI_ERROR_CONFIG);
    settings = no_settings(), settings.low = -1, settings.high = 2;
    CHECK(yomi_othello_solver_start(solver, &settings) == YOMI_ERROR_CONFIG);
    settings = no_settings(), settings.first_guess = 3;
    CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_ERROR_CONFIG);
    settings = no_settings(), settings.struct_size = 31;
    CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_ERROR_ABI);

    /* Tables of searches with different scorings do not meet. */
    settings = no_settings();
    CHECK(yomi_othello_solver_set_table(solver, table, sizeof table) == YOMI_OK);
    CHECK(yomi_othello_solver_solve(solver, &settings) == YOMI_OK);
    CHECK(yomi_othello_solver_share_table(other, solver) == YOMI_OK);
    settings.scoring = YOMI_OTHELLO_DISCS;
    CHECK(yomi_othello_solver_set_position(other, othello) == YOMI_OK);
    CHECK(yomi_othello_solver_solve(other, &settings) == YOMI_OK);
    CHECK(yomi_othello_solver_share_table(other, solver) == YOMI_ERROR_CONFIG);

    CHECK(yomi_othello_init(words, sizeof words - 8, &othello) == YOMI_ERROR_SIZE);
    CHECK(yomi_othello_init((char *)words + 4, sizeof words, &othello) == YOMI_ERROR_ALIGN);
    CHECK(yomi_othello_init(NULL, sizeof words, &othello) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_init(words, sizeof words, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_play(NULL, 1) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_play((yomi_othello *)(void *)((char *)words + 4), 1) == YOMI_ERROR_ALIGN);
    CHECK(yomi_othello_play((yomi_othello *)(void *)exact, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_othello_solver_step((yomi_othello_solver *)(void *)words, 1) == YOMI_ERROR_STATE);
    CHECK(yomi_othello_copy(NULL, othello) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_copy(othello, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_get_discs(othello, &discs, NULL) == YOMI_ERROR_NULL && discs == 77);
    CHECK(yomi_othello_get_discs(othello, NULL, &discs) == YOMI_ERROR_NULL && discs == 77);
    CHECK(yomi_othello_side(NULL, &number) == YOMI_ERROR_NULL && number == 77);
    CHECK(yomi_othello_side(othello, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_moves(othello, NULL, 34, &size) == YOMI_ERROR_NULL);
    CHECK(yomi_othello_moves(othello, &m, 1, NULL) == YOMI_ERROR_NULL && m == 77);
    CHECK(yomi_othello_set_text(othello, NULL) == YOMI_ERROR_NULL);
    free(exact);
    free(second);
}

int main(void) {
    yomi_othello *othello = NULL, *other = NULL;
    CHECK((yomi_features() & YOMI_FEATURE_OTHELLO) != 0);
    CHECK(yomi_othello_init(words, sizeof words, &othello) == YOMI_OK);
    CHECK((void *)othello == (void *)words);
    CHECK(yomi_othello_init(other_words, sizeof other_words, &other) == YOMI_OK);
    counts(othello);
    texts_and_moves(othello, other);
    endgames(othello);
    refusals(othello);
    puts("every endgame as published");
    return 0;
}
