/* The table of Dobutsu shogi through the C interface: TABLE FILE VALUES. Every position of VALUES
 * has its value, read in place and through a function of the host; lines of draws can be played; a
 * damaged byte is found in its block. */
#include <yomikiri.h>

#include <string.h>

#include "check.h"

static FILE *file;
static long reads;

static int32_t read_file(void *user, uint64_t offset, uint8_t *out, size_t len) {
    CHECK(user == &reads);
    ++reads;
    if (fseek(file, (long)offset, SEEK_SET) != 0) return -1001;
    return fread(out, 1, len, file) == len ? 0 : -1002;
}

static yomi_dobutsu_value value_of(yomi_dobutsu_table *table, const yomi_dobutsu *dobutsu) {
    yomi_dobutsu_value value;
    memset(&value, 0, sizeof value);
    value.struct_size = sizeof value;
    CHECK(yomi_dobutsu_table_probe(table, dobutsu, &value) == YOMI_OK);
    return value;
}

int main(int argc, char **argv) {
    static uint64_t words[YOMI_DOBUTSU_WORDS];
    yomi_dobutsu *dobutsu = NULL;
    yomi_dobutsu_table *table = NULL, *remote = NULL;
    yomi_dobutsu_lines *lines = NULL;
    yomi_dobutsu_table_info info;
    yomi_move line[YOMI_DOBUTSU_LONGEST_LINE];
    size_t need = 0, lines_need = 0, size, count = 0, start = 0;
    uint64_t *memory, *remote_memory, *lines_memory, from = 0, to = 0;
    unsigned char *bytes;
    char text[128];
    FILE *values;
    int asked = 0, drawn = 0;
    int32_t win_lose = 77, number = 77;

    CHECK(argc == 3);
    file = fopen(argv[1], "rb");
    values = fopen(argv[2], "r");
    CHECK(file != NULL && values != NULL);
    CHECK(fseek(file, 0, SEEK_END) == 0);
    size = (size_t)ftell(file);
    bytes = (unsigned char *)malloc(size + 1);
    CHECK(bytes != NULL && fseek(file, 0, SEEK_SET) == 0);
    /* Not aligned, as flash may be. */
    CHECK(fread(bytes + 1, 1, size, file) == size);

    CHECK(yomi_dobutsu_table_mem_size(2, &need) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_mem_size(1u << 16, &lines_need) == YOMI_OK);
    memory = (uint64_t *)malloc(need);
    remote_memory = (uint64_t *)malloc(need);
    lines_memory = (uint64_t *)malloc(lines_need);
    CHECK(memory != NULL && remote_memory != NULL && lines_memory != NULL);
    CHECK(yomi_dobutsu_init(words, sizeof words, &dobutsu) == YOMI_OK);
    CHECK(yomi_dobutsu_table_init(memory, need, 2, bytes + 1, size - 1, &table) ==
          YOMI_ERROR_DAMAGED);
    CHECK(yomi_dobutsu_table_init(memory, 64, 2, bytes + 1, size, &table) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_table_init(memory, need, 2, bytes + 1, size, &table) == YOMI_OK);
    CHECK(yomi_dobutsu_table_init_read(remote_memory, need, 2, read_file, &reads, size, &remote) ==
          YOMI_OK);
    CHECK(yomi_dobutsu_lines_init(lines_memory, lines_need, 1u << 16, &lines) == YOMI_OK);

    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    CHECK(yomi_dobutsu_table_get_info(table, &info) == YOMI_OK);
    CHECK(info.has_distances == 1 && info.positions == 63150480 && info.blocks > 100);

    while (fgets(text, sizeof text, values) != NULL) {
        char *value = strchr(text, '\t');
        yomi_dobutsu_value here, there;
        CHECK(value != NULL);
        *value++ = '\0';
        CHECK(yomi_dobutsu_set_text(dobutsu, text) == YOMI_OK);
        here = value_of(table, dobutsu);
        ++asked;
        if (here.outcome == YOMI_DOBUTSU_DRAWN) {
            ++drawn;
            CHECK(strncmp(value, "draw", 4) == 0 && here.has_plies == 0 && here.plies == 0);
            CHECK(yomi_dobutsu_lines_best(lines, table, dobutsu, line, 1024, &count) ==
                  YOMI_ERROR_STATE);
            /* Planning a line asks for so many positions that blocks are no place for it here. */
            if (info.kind == YOMI_DOBUTSU_TABLE_DISTANCE && drawn < 8) {
                size_t i;
                yomi_key keys[1025];
                CHECK(yomi_dobutsu_lines_draw(lines, table, dobutsu, YOMI_DOBUTSU_DRAW_SHORTEST,
                                              line, 1024, &count, &start) == YOMI_OK);
                CHECK(count >= 4 && count <= 32 && start < count);
                for (i = 0; i <= count; ++i) {
                    CHECK(yomi_dobutsu_key(dobutsu, &keys[i]) == YOMI_OK);
                    if (i < count) CHECK(yomi_dobutsu_play(dobutsu, line[i]) == YOMI_OK);
                }
                CHECK(keys[start] == keys[count]);
            }
            continue;
        }
        CHECK((strncmp(value, "win ", 4) == 0) == (here.outcome == YOMI_DOBUTSU_WON));
        CHECK(here.has_plies == 1);
        CHECK((long)here.plies == atol(strchr(value, ' ') + 1));
        /* Through the host's function the blocks of a compressed table take their time. */
        if (info.kind == YOMI_DOBUTSU_TABLE_DISTANCE || asked % 40 == 0) {
            there = value_of(remote, dobutsu);
            CHECK(memcmp(&here, &there, sizeof here) == 0);
        }
        if (info.kind == YOMI_DOBUTSU_TABLE_DISTANCE && asked % 10 == 0) {
            size_t i;
            CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, &number) == YOMI_OK);
            CHECK(win_lose == here.outcome && number <= (int32_t)here.plies);
            CHECK(number + 1 >= (int32_t)here.plies);
            CHECK(yomi_dobutsu_lines_best(lines, table, dobutsu, line, 1024, &count) == YOMI_OK);
            /* Tanaka stops where the lion can be captured, so the line is the count. */
            CHECK((int32_t)count == number);
            for (i = 0; i < count; ++i) CHECK(yomi_dobutsu_play(dobutsu, line[i]) == YOMI_OK);
        }
    }
    CHECK(asked > 200 && drawn > 5 && reads > 10);

    /* Material that is not the game's. */
    CHECK(yomi_dobutsu_set_text(dobutsu, "S/-l-/---/---/-L-/") == YOMI_OK ||
          yomi_dobutsu_set_text(dobutsu, "S/-l-/---/---/-L-/-") == YOMI_OK);
    {
        yomi_dobutsu_value untouched;
        memset(&untouched, 0, sizeof untouched);
        untouched.struct_size = sizeof untouched;
        untouched.outcome = 77;
        CHECK(yomi_dobutsu_table_probe(table, dobutsu, &untouched) == YOMI_ERROR_ILLEGAL_POSITION);
        CHECK(untouched.outcome == 77);
    }

    /* Damage shows in its block and nowhere else. */
    CHECK(yomi_dobutsu_table_block_range(table, info.blocks, &from, &to) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_table_block_range(table, 7, &from, &to) == YOMI_OK && from < to);
    CHECK(yomi_dobutsu_table_check_block(table, 7) == YOMI_OK);
    bytes[1 + from] ^= 1;
    CHECK(yomi_dobutsu_table_check_block(table, 7) == YOMI_ERROR_DAMAGED);
    CHECK(yomi_dobutsu_table_check_block(table, 6) == YOMI_OK);
    CHECK(yomi_dobutsu_table_check_block(table, 8) == YOMI_OK);
    CHECK(yomi_dobutsu_table_check_block(table, info.blocks) == YOMI_ERROR_SIZE);
    printf("%d positions, %d drawn\n", asked, drawn);
    fclose(values);
    fclose(file);
    free(bytes);
    free(memory);
    free(remote_memory);
    free(lines_memory);
    return 0;
}
