/* Texts that are not the SFEN of a position: the status, the field and a message each; the position
 * stays as it was, and nothing is read past the end of the text. */
#include <string.h>
#include <yomikiri.h>

#include "check.h"

#define ROWS8 "9/9/9/9/9/9/9/9"
#define BOARD "4k4/" ROWS8
#define SYNTAX YOMI_ERROR_SYNTAX
#define ILLEGAL YOMI_ERROR_ILLEGAL_POSITION
#define B YOMI_SFEN_BOARD
#define S YOMI_SFEN_SIDE
#define H YOMI_SFEN_HAND
#define N YOMI_SFEN_MOVE_NUMBER

static const struct {
    const char *text;
    yomi_status status;
    int32_t field;
} broken[] = {
    /* The board. */
    {"", SYNTAX, B},
    {" ", SYNTAX, B},
    {"\t", SYNTAX, B},
    {"startpos", SYNTAX, B},
    {"sfen " BOARD " b - 1", SYNTAX, B},
    {"4k4", SYNTAX, B},
    {"4k4/", SYNTAX, B},
    {"4k4/9/9/9/9/9/9/9 b - 1", SYNTAX, B},
    {BOARD "/9 b - 1", SYNTAX, B},
    {BOARD "/ b - 1", SYNTAX, B},
    {"/4k4/9/9/9/9/9/9/9/9 b - 1", SYNTAX, B},
    {"4k4//9/9/9/9/9/9/9/9 b - 1", SYNTAX, B},
    {"4k3/" ROWS8 " b - 1", SYNTAX, B},
    {"4k5/" ROWS8 " b - 1", SYNTAX, B},
    {"4k4p/" ROWS8 " b - 1", SYNTAX, B},
    {"4k/" ROWS8 " b - 1", SYNTAX, B},
    {"4k04/" ROWS8 " b - 1", SYNTAX, B},
    {"0" BOARD " b - 1", SYNTAX, B},
    {"4k22/" ROWS8 " b - 1", SYNTAX, B},
    {"10/" ROWS8 " b - 1", SYNTAX, B},
    {"4k+4/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3+/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3++p/" ROWS8 " b - 1", SYNTAX, B},
    {"4+k4/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3+G/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3x/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3?/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3-/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3\xe6\xad\xa9/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3\xff/" ROWS8 " b - 1", SYNTAX, B},
    {"4k3\x01/" ROWS8 " b - 1", SYNTAX, B},
    {"4k4\n/" ROWS8 " b - 1", SYNTAX, B},
    /* The side to move. */
    {BOARD, SYNTAX, S},
    {BOARD " ", SYNTAX, S},
    {BOARD "  b - 1", SYNTAX, S},
    {BOARD " x - 1", SYNTAX, S},
    {BOARD " B - 1", SYNTAX, S},
    {BOARD " 1 - 1", SYNTAX, S},
    {BOARD " - 1", SYNTAX, S},
    {BOARD " \xe5\x85\x88 - 1", SYNTAX, S},
    /* The hands. */
    {BOARD " b", SYNTAX, H},
    {BOARD " b ", SYNTAX, H},
    {BOARD " b  -", SYNTAX, H},
    {BOARD " b K 1", SYNTAX, H},
    {BOARD " b k 1", SYNTAX, H},
    {BOARD " b +P 1", SYNTAX, H},
    {BOARD " b x 1", SYNTAX, H},
    {BOARD " b 2 1", SYNTAX, H},
    {BOARD " b 1P 1", SYNTAX, H},
    {BOARD " b 0P 1", SYNTAX, H},
    {BOARD " b 02P 1", SYNTAX, H},
    {BOARD " b 2-", SYNTAX, H},
    {BOARD " b P- 1", SYNTAX, H},
    {BOARD " b PGP 1", SYNTAX, H},
    {BOARD " b pp 1", SYNTAX, H},
    {BOARD " b P/G 1", SYNTAX, H},
    {BOARD " b \xff 1", SYNTAX, H},
    {BOARD " b 19P 1", ILLEGAL, H},
    {BOARD " b 5G 1", ILLEGAL, H},
    {BOARD " b 3R 1", ILLEGAL, H},
    {BOARD " b 2GgG 1", SYNTAX, H},
    {BOARD " b 3G2g 1", ILLEGAL, H},
    {BOARD " b 10P9p 1", ILLEGAL, H},
    {BOARD " b 99999999999999999999P 1", ILLEGAL, H},
    /* The move number. */
    {BOARD " b - ", SYNTAX, N},
    {BOARD " b -  1", SYNTAX, N},
    {BOARD " b - x", SYNTAX, N},
    {BOARD " b - 0", SYNTAX, N},
    {BOARD " b - 01", SYNTAX, N},
    {BOARD " b - -1", SYNTAX, N},
    {BOARD " b - 1.5", SYNTAX, N},
    {BOARD " b - 1000000000", SYNTAX, N},
    {BOARD " b - 4294967297", SYNTAX, N},
    {BOARD " b - 99999999999999999999", SYNTAX, N},
    {BOARD " b - 1 ", SYNTAX, N},
    {BOARD " b - 1 moves 7g7f", SYNTAX, N},
    {BOARD " b - 1\n", SYNTAX, N},
    {BOARD " b - 1\xff", SYNTAX, N},
    /* Well formed, and no position of the game. */
    {"4k3k/" ROWS8 " b - 1", ILLEGAL, B},
    {"4K3K/" ROWS8 " b - 1", ILLEGAL, B},
    {"4k3P/" ROWS8 " b - 1", ILLEGAL, B},
    {"4k3L/" ROWS8 " b - 1", ILLEGAL, B},
    {"4k3N/" ROWS8 " b - 1", ILLEGAL, B},
    {"4k4/8N/9/9/9/9/9/9/9 b - 1", ILLEGAL, B},
    {"4k4/9/9/9/9/9/9/9/8p b - 1", ILLEGAL, B},
    {"4k4/9/9/9/9/9/9/9/8l b - 1", ILLEGAL, B},
    {"4k4/9/9/9/9/9/9/8n/9 b - 1", ILLEGAL, B},
    {"4k4/8P/8P/9/9/9/9/9/9 b - 1", ILLEGAL, B},
    {"4k4/8p/9/9/9/9/9/8p/9 b - 1", ILLEGAL, B},
    {"4k4/ggggg4/9/9/9/9/9/9/9 b - 1", ILLEGAL, B},
    {"4k4/+r+r+R6/9/9/9/9/9/9/9 b - 1", ILLEGAL, B},
    {"4k4/9/9/9/PPPPPPPPP/+P+P+P+P+P+P+P+P+P/9/9/+P8 b - 1", ILLEGAL, B},
    {"4k4/4G4/9/9/9/9/9/9/9 b - 1", ILLEGAL, S},
    {"4k4/9/9/9/9/9/9/9/4R4 b - 1", ILLEGAL, S},
    {"4k4/9/9/9/9/9/9/4g4/4K4 w - 1", ILLEGAL, S},
};

#define COUNT (sizeof broken / sizeof broken[0])

/* A copy of a text in a block that ends with its zero. */
static char *exactly(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = (char *)malloc(size);
    CHECK(copy != NULL);
    memcpy(copy, text, size);
    return copy;
}

int main(void) {
    static uint64_t words[YOMI_SHOGI_WORDS], solver_words[YOMI_DFPN_WORDS(8, 1000)];
    static const char *const good = "9/7Sk/1+R7/9/9/9/9/9/9 b r2b4g3s4n4l18p 1";
    yomi_dfpn_config config;
    yomi_shogi *shogi = NULL;
    yomi_tsume *tsume = NULL;
    char text[YOMI_SHOGI_SFEN_SIZE];
    size_t i;

    memset(&config, 0, sizeof config);
    config.struct_size = sizeof config;
    config.plies = 8;
    config.moves = 1000;
    CHECK(yomi_shogi_init(words, sizeof words, &shogi) == YOMI_OK);
    CHECK(yomi_tsume_init(solver_words, sizeof solver_words, &config, &tsume) == YOMI_OK);
    CHECK(yomi_shogi_set_sfen(shogi, good, NULL) == YOMI_OK);
    CHECK(yomi_tsume_set_sfen(tsume, good, NULL) == YOMI_OK);

    CHECK(COUNT >= 60);
    for (i = 0; i < COUNT; ++i) {
        char *copy = exactly(broken[i].text);
        yomi_sfen_error error, same;
        yomi_status status;
        memset(&error, 0x5a, sizeof error);
        error.struct_size = sizeof error;
        status = yomi_shogi_set_sfen(shogi, copy, &error);
        if (status != broken[i].status || error.field != broken[i].field) {
            fprintf(stderr, "\"%s\": status %d, field %d (%s)\n", copy, (int)status,
                    (int)error.field, error.message);
            return 1;
        }
        CHECK(error.offset <= strlen(copy));
        CHECK(memchr(error.message, 0, sizeof error.message) != NULL);
        CHECK(strlen(error.message) > strlen("board: "));
        /* The same words from the solver, and none where none are wanted. */
        memset(&same, 0, sizeof same);
        same.struct_size = sizeof same;
        CHECK(yomi_tsume_set_sfen(tsume, copy, &same) == status);
        CHECK(strcmp(error.message, same.message) == 0 && error.offset == same.offset);
        CHECK(yomi_shogi_set_sfen(shogi, copy, NULL) == status);
        /* A struct that is too small to be one is refused and not written. */
        memset(&same, 0x5a, sizeof same);
        same.struct_size = 95;
        CHECK(yomi_shogi_set_sfen(shogi, copy, &same) == YOMI_ERROR_ABI);
        CHECK(same.offset == 0x5a5a5a5au);
        free(copy);
        CHECK(yomi_shogi_get_sfen(shogi, text, sizeof text, NULL) == YOMI_OK);
        CHECK(strcmp(text, good) == 0);
    }
    CHECK(yomi_tsume_solve(tsume, NULL) == YOMI_OK);

    /* Endless texts are read no further than any position needs. */
    for (i = 0; i < 8; ++i) {
        static const char parts[8] = {'9', '/', ' ', 'P', '+', '1', 'b', 'k'};
        yomi_sfen_error error;
        char *endless = (char *)malloc(1024);
        CHECK(endless != NULL);
        memset(endless, parts[i], 1024);
        memset(&error, 0, sizeof error);
        error.struct_size = sizeof error;
        CHECK(yomi_shogi_set_sfen(shogi, endless, &error) < 0);
        free(endless);
    }

    /* A text that is accepted writes no error. */
    {
        yomi_sfen_error error;
        memset(&error, 0x5a, sizeof error);
        error.struct_size = sizeof error;
        CHECK(yomi_shogi_set_sfen(shogi, "4k4/" ROWS8 " w 2p 7", &error) == YOMI_OK);
        CHECK(error.offset == 0x5a5a5a5au && error.message[0] == 0x5a);
        CHECK(yomi_shogi_get_sfen(shogi, text, sizeof text, NULL) == YOMI_OK);
        CHECK(strcmp(text, "4k4/" ROWS8 " w 2p 1") == 0);
    }
    printf("%u kinds refused\n", (unsigned)COUNT);
    return 0;
}
