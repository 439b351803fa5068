/* Tables of Dobutsu shogi that a function of the host makes up: every stored position is a draw.
 * What the rules decide has its value all the same; lines of draws are the shortest there are; bytes
 * that are damaged, foreign or not to be had are refused with a status each. */
#include <yomikiri.h>

#include <string.h>

#include "check.h"

#define POSITIONS 63150480u
#define HEADER 64u
/* Bytes of the model of a compressed table of distances. */
#define MODEL 18432u

static unsigned char front[1 << 20];
static size_t front_size;
static uint64_t payload;
static unsigned char filling;
/* The byte that is damaged, and the status that reads beyond the front give. */
static uint64_t damaged_at;
static int32_t failing;

static int32_t read_made_up(void *user, uint64_t offset, uint8_t *out, size_t len) {
    size_t i;
    CHECK(user == &failing && offset + len <= front_size + payload);
    if (failing != 0 && offset + len > front_size) return failing;
    for (i = 0; i < len; ++i) {
        uint64_t at = offset + i;
        out[i] = at < front_size ? front[at] : filling;
        if (at == damaged_at) out[i] ^= 1;
    }
    return 0;
}

/* CRC-32 as in zip. */
static uint32_t crc(uint32_t sum, const unsigned char *bytes, size_t len) {
    size_t i;
    int bit;
    sum = ~sum;
    for (i = 0; i < len; ++i) {
        sum ^= bytes[i];
        for (bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

static void put(size_t at, uint64_t value, int bytes) {
    int i;
    for (i = 0; i < bytes; ++i) front[at + (size_t)i] = (unsigned char)(value >> (8 * i));
}

static void seal(void) { put(60, crc(0, front, 60), 4); }

/* Makes the front of a table: its blocks hold so many bytes each, all of them "filling". */
static void make(unsigned kind, uint32_t block_positions, uint32_t block_bytes, uint32_t model) {
    static unsigned char block[1 << 16];
    uint32_t blocks = (POSITIONS + block_positions - 1) / block_positions, i, whole;
    memset(front, 0, sizeof front);
    memset(block, filling, sizeof block);
    whole = crc(0, block, block_bytes);
    payload = 0;
    for (i = 0; i < blocks; ++i) {
        uint32_t bytes = block_bytes;
        if (kind == 1 && i + 1 == blocks) bytes = (POSITIONS + 4) / 5 - i * block_bytes;
        if (kind == 2 && i + 1 == blocks) bytes = POSITIONS - i * block_bytes;
        payload += bytes;
        put(HEADER + 8 * i, payload, 4);
        put(HEADER + 8 * i + 4, bytes == block_bytes ? whole : crc(0, block, bytes), 4);
    }
    memcpy(front, "YOMIKIRI", 8);
    put(8, 1, 2);
    put(10, kind, 2);
    memcpy(front + 12, "DOBU", 4);
    put(16, POSITIONS, 4);
    put(20, block_positions, 4);
    put(24, blocks, 4);
    put(28, model, 4);
    put(32, payload, 8);
    front_size = HEADER + 8 * blocks + model;
    CHECK(front_size <= sizeof front);
    put(56, crc(0, front + HEADER, front_size - HEADER), 4);
    seal();
    failing = 0;
    damaged_at = UINT64_MAX;
}

static uint64_t *memory;
static size_t need;
static yomi_dobutsu *dobutsu;
static yomi_dobutsu_lines *lines;

static yomi_status open_table(uint32_t slots, yomi_dobutsu_table **table) {
    return yomi_dobutsu_table_init_read(memory, need, slots, read_made_up, &failing,
                                        front_size + payload, table);
}

/* The status with which a field of the header is refused; the header's own sum is right. */
static yomi_status with(size_t at, uint64_t value, int bytes) {
    unsigned char saved[HEADER];
    yomi_dobutsu_table *table = NULL;
    yomi_status status;
    memcpy(saved, front, HEADER);
    put(at, value, bytes);
    seal();
    status = open_table(2, &table);
    memcpy(front, saved, HEADER);
    CHECK(status == YOMI_OK || table == NULL);
    return status;
}

static void headers(void) {
    yomi_dobutsu_table *table = NULL;
    CHECK(open_table(2, &table) == YOMI_OK);
    CHECK(with(8, 1, 2) == YOMI_OK);
    CHECK(with(0, 'y', 1) == YOMI_ERROR_SYNTAX);
    CHECK(with(8, 2, 2) == YOMI_ERROR_ABI);
    CHECK(with(10, 0, 2) == YOMI_ERROR_UNSUPPORTED);
    CHECK(with(10, 5, 2) == YOMI_ERROR_UNSUPPORTED);
    CHECK(with(12, 'd', 1) == YOMI_ERROR_UNSUPPORTED);
    CHECK(with(16, POSITIONS - 1, 4) == YOMI_ERROR_DAMAGED);
    CHECK(with(20, 4096, 4) == YOMI_ERROR_DAMAGED);
    CHECK(with(28, 4, 4) == YOMI_ERROR_DAMAGED);
    CHECK(with(32, payload - 1, 8) == YOMI_ERROR_DAMAGED);
    CHECK(with(56, 0, 4) == YOMI_ERROR_DAMAGED);
    front[60] ^= 1;
    table = NULL;
    CHECK(open_table(2, &table) == YOMI_ERROR_DAMAGED && table == NULL);
    front[60] ^= 1;
    /* Another length than the header says, and a directory with a damaged byte. */
    CHECK(yomi_dobutsu_table_init_read(memory, need, 2, read_made_up, &failing,
                                       front_size + payload - 1, &table) == YOMI_ERROR_DAMAGED);
    CHECK(yomi_dobutsu_table_init_read(memory, need, 2, read_made_up, &failing, 63, &table) ==
          YOMI_ERROR_SYNTAX);
    damaged_at = HEADER + 80;
    CHECK(open_table(2, &table) == YOMI_ERROR_DAMAGED && table == NULL);
    damaged_at = UINT64_MAX;
    CHECK(yomi_dobutsu_table_init_read(memory, 1024, 2, read_made_up, &failing,
                                       front_size + payload, &table) == YOMI_ERROR_SIZE);
    CHECK(table == NULL);
}

static yomi_dobutsu_value value_of(yomi_dobutsu_table *table, const char *text) {
    yomi_dobutsu_value value;
    memset(&value, 0x77, sizeof value);
    value.struct_size = sizeof value;
    CHECK(yomi_dobutsu_set_text(dobutsu, text) == YOMI_OK);
    CHECK(yomi_dobutsu_table_probe(table, dobutsu, &value) == YOMI_OK);
    return value;
}

static const char *const START = "S/gle/-c-/-C-/ELG/-";
/* The lion can be captured; a try stands; a try is possible at once. */
static const char *const CAPTURE = "S/---/-l-/-L-/---/CCEEGG";
static const char *const TRIED = "S/---/L--/---/--l/cceegg";
static const char *const TRY = "S/---/L--/--l/---/CCEEGG";

static void blocks(yomi_dobutsu_table *table, unsigned kind, uint32_t block_positions) {
    yomi_dobutsu_table_info info;
    uint64_t from = 77, to = 77, last = front_size;
    uint32_t block;
    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    CHECK(yomi_dobutsu_table_get_info(table, &info) == YOMI_OK);
    CHECK(info.kind == (int32_t)kind && info.positions == POSITIONS);
    CHECK(info.has_distances == (kind == 2 || kind == 4));
    CHECK(info.blocks == (POSITIONS + block_positions - 1) / block_positions);
    for (block = 0; block < info.blocks; ++block) {
        CHECK(yomi_dobutsu_table_block_range(table, block, &from, &to) == YOMI_OK);
        CHECK(from == last && to >= from);
        last = to;
    }
    CHECK(last == front_size + payload);
    CHECK(yomi_dobutsu_table_block_range(table, info.blocks, &from, &to) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_table_block_range(table, 0, NULL, &to) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_block_range(table, 0, &from, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_check_block(table, info.blocks) == YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_table_check_block(table, info.blocks - 1) == YOMI_OK);
    if (payload == 0) return;
    CHECK(yomi_dobutsu_table_block_range(table, 7, &from, &to) == YOMI_OK);
    damaged_at = to - 1;
    CHECK(yomi_dobutsu_table_check_block(table, 7) == YOMI_ERROR_DAMAGED);
    CHECK(yomi_dobutsu_table_check_block(table, 6) == YOMI_OK);
    CHECK(yomi_dobutsu_table_check_block(table, 8) == YOMI_OK);
    damaged_at = UINT64_MAX;
    failing = -4711;
    CHECK(yomi_dobutsu_table_check_block(table, 7) == -4711);
    failing = 3;
    CHECK(yomi_dobutsu_table_check_block(table, 7) == YOMI_ERROR_BAD_CALLBACK);
    failing = 0;
}

/* What every table says, whatever is stored. */
static void rules(yomi_dobutsu_table *table, int distances) {
    yomi_dobutsu_value value = value_of(table, CAPTURE);
    CHECK(value.outcome == YOMI_DOBUTSU_WON && value.has_plies == (uint32_t)distances);
    CHECK(value.plies == (uint32_t)distances);
    value = value_of(table, TRIED);
    CHECK(value.outcome == YOMI_DOBUTSU_LOST && value.plies == 0);
    value = value_of(table, TRY);
    CHECK(value.outcome == YOMI_DOBUTSU_WON && value.plies == (uint32_t)distances);
    CHECK(yomi_dobutsu_set_text(dobutsu, "S/gle/---/-C-/ELG/-") == YOMI_OK);
    value.outcome = 77;
    CHECK(yomi_dobutsu_table_probe(table, dobutsu, &value) == YOMI_ERROR_ILLEGAL_POSITION);
    CHECK(value.outcome == 77);
    CHECK(yomi_dobutsu_set_text(dobutsu, CAPTURE) == YOMI_OK);
    CHECK(yomi_dobutsu_table_probe(table, dobutsu, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_table_probe(table, NULL, &value) == YOMI_ERROR_NULL);
}

static void lines_of_draws(yomi_dobutsu_table *table) {
    static const struct {
        int32_t mode;
        size_t plies, rounds;
    } modes[] = {
        /* Both sides step to and fro. */
        {YOMI_DOBUTSU_DRAW_SHORTEST, 4, 1},
        {YOMI_DOBUTSU_DRAW_THIRD, 8, 2},
        {YOMI_DOBUTSU_DRAW_FIRST_MOVE, 0, 1},
    };
    static yomi_key keys[YOMI_DOBUTSU_LONGEST_LINE + 1];
    static yomi_move line[YOMI_DOBUTSU_LONGEST_LINE];
    size_t count = 77, start = 77, i, mode;
    int32_t ended = 0;
    for (mode = 0; mode < 3; ++mode) {
        size_t round;
        CHECK(yomi_dobutsu_set_text(dobutsu, START) == YOMI_OK);
        CHECK(yomi_dobutsu_lines_draw(lines, table, dobutsu, modes[mode].mode, line,
                                      YOMI_DOBUTSU_LONGEST_LINE, &count, &start) == YOMI_OK);
        CHECK(count >= 4 && start < count);
        if (modes[mode].plies != 0) CHECK(count == modes[mode].plies && start == 0);
        round = (count - start) / modes[mode].rounds;
        CHECK(round % 2 == 0);
        for (i = 0; i < count; ++i) {
            CHECK(yomi_dobutsu_key(dobutsu, &keys[i]) == YOMI_OK);
            CHECK(yomi_dobutsu_ended(dobutsu, &ended) == YOMI_OK && ended == YOMI_DOBUTSU_RUNNING);
            CHECK(yomi_dobutsu_play(dobutsu, line[i]) == YOMI_OK);
        }
        CHECK(yomi_dobutsu_key(dobutsu, &keys[count]) == YOMI_OK);
        for (i = 0; i < modes[mode].rounds; ++i) CHECK(keys[start + i * round] == keys[count]);
    }
    CHECK(yomi_dobutsu_set_text(dobutsu, START) == YOMI_OK);
    /* To leave few replies, or none: no real table has a draw that nothing can keep. */
    CHECK(yomi_dobutsu_lines_draw(lines, table, dobutsu, YOMI_DOBUTSU_DRAW_FEWEST_REPLIES, line,
                                  1024, &count, &start) == YOMI_ERROR_STATE);
    CHECK(yomi_dobutsu_lines_draw(lines, table, dobutsu, 4, line, 1024, &count, &start) ==
          YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_lines_draw(lines, table, dobutsu, -1, line, 1024, &count, &start) ==
          YOMI_ERROR_CONFIG);
    CHECK(yomi_dobutsu_lines_draw(lines, table, dobutsu, 0, line, 1024, &count, NULL) ==
          YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_lines_draw(lines, table, NULL, 0, line, 1024, &count, &start) ==
          YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_lines_draw(NULL, table, dobutsu, 0, line, 1024, &count, &start) ==
          YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_set_text(dobutsu, TRY) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_draw(lines, table, dobutsu, 0, line, 1024, &count, &start) ==
          YOMI_ERROR_STATE);
}

static void best_lines(yomi_dobutsu_table *table) {
    yomi_move line[8] = {0};
    size_t count = 77;
    int32_t win_lose = 77, number = 77, ended = 0;
    CHECK(yomi_dobutsu_set_text(dobutsu, CAPTURE) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, &number) == YOMI_OK);
    CHECK(win_lose == 1 && number == 0);
    CHECK(yomi_dobutsu_lines_best(lines, table, dobutsu, line, 8, &count) == YOMI_OK && count == 0);
    CHECK(yomi_dobutsu_set_text(dobutsu, TRIED) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, &number) == YOMI_OK);
    CHECK(win_lose == -1 && number == 0);
    CHECK(yomi_dobutsu_set_text(dobutsu, TRY) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, &number) == YOMI_OK);
    CHECK(win_lose == 1 && number == 1);
    CHECK(yomi_dobutsu_lines_best(lines, table, dobutsu, line, 8, &count) == YOMI_OK && count == 1);
    CHECK(yomi_dobutsu_play(dobutsu, line[0]) == YOMI_OK);
    CHECK(yomi_dobutsu_ended(dobutsu, &ended) == YOMI_OK && ended == YOMI_DOBUTSU_TRIED);
    CHECK(yomi_dobutsu_set_text(dobutsu, START) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, &number) == YOMI_OK);
    CHECK(win_lose == 0 && number == 0);
    CHECK(yomi_dobutsu_lines_best(lines, table, dobutsu, line, 8, &count) == YOMI_ERROR_STATE);
    win_lose = 77;
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, NULL) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, NULL, &number) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_lines_value(lines, table, NULL, &win_lose, &number) == YOMI_ERROR_NULL);
    CHECK(yomi_dobutsu_lines_value(lines, NULL, dobutsu, &win_lose, &number) == YOMI_ERROR_NULL);
    CHECK(win_lose == 77);
    failing = -4711;
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, &number) == -4711);
    failing = 0;
}

int main(void) {
    static uint64_t words[YOMI_DOBUTSU_WORDS];
    yomi_dobutsu_table *table = NULL, *other = NULL;
    yomi_dobutsu_lines *small = NULL;
    yomi_dobutsu_value value, same;
    size_t lines_need = 0, small_need = 0, count = 0, start = 0, i;
    uint64_t *lines_memory, *small_memory, *other_memory;
    unsigned char *copy;
    int32_t win_lose = 77, number = 77;

    CHECK(yomi_dobutsu_init(words, sizeof words, &dobutsu) == YOMI_OK);
    CHECK(yomi_dobutsu_table_mem_size(2, &need) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_mem_size(1u << 16, &lines_need) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_mem_size(8, &small_need) == YOMI_OK && small_need < lines_need);
    memory = (uint64_t *)malloc(need);
    other_memory = (uint64_t *)malloc(need);
    lines_memory = (uint64_t *)malloc(lines_need);
    small_memory = (uint64_t *)malloc(small_need);
    CHECK(memory != NULL && other_memory != NULL && lines_memory != NULL && small_memory != NULL);
    CHECK(yomi_dobutsu_lines_init(lines_memory, lines_need, 1u << 16, &lines) == YOMI_OK);

    /* Distances: a byte of 255 is a draw. */
    filling = 255;
    make(2, 65536, 65536, 0);
    headers();
    CHECK(open_table(0, &table) == YOMI_OK);
    blocks(table, 2, 65536);
    rules(table, 1);
    value = value_of(table, START);
    CHECK(value.outcome == YOMI_DOBUTSU_DRAWN && value.has_plies == 0 && value.plies == 0);
    lines_of_draws(table);
    best_lines(table);
    /* Too little room for the plan, and none at all. */
    CHECK(yomi_dobutsu_set_text(dobutsu, START) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_init(small_memory, small_need, 8, &small) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_draw(small, table, dobutsu, 0, NULL, 0, &count, &start) ==
          YOMI_ERROR_SIZE);
    CHECK(yomi_dobutsu_lines_init(small_memory, small_need, 0, &small) == YOMI_OK);
    CHECK(yomi_dobutsu_lines_draw(small, table, dobutsu, 0, NULL, 0, &count, &start) ==
          YOMI_ERROR_STATE);

    /* Outcomes: five draws are 242. */
    filling = 242;
    make(1, 5 * 65536, 65536, 0);
    CHECK(open_table(0, &table) == YOMI_OK);
    blocks(table, 1, 5 * 65536);
    rules(table, 0);
    value = value_of(table, START);
    CHECK(value.outcome == YOMI_DOBUTSU_DRAWN && value.has_plies == 0);
    CHECK(yomi_dobutsu_lines_value(lines, table, dobutsu, &win_lose, &number) ==
          YOMI_ERROR_UNSUPPORTED);
    CHECK(win_lose == 77 && number == 77);
    /* No five outcomes are 243. */
    filling = 243;
    make(1, 5 * 65536, 65536, 0);
    CHECK(open_table(0, &table) == YOMI_OK);
    CHECK(yomi_dobutsu_table_probe(table, dobutsu, &value) == YOMI_ERROR_DAMAGED);

    /* Compressed blocks without a byte, over a model of zeros: the same from memory and from the
     * host's function, whatever the values are. */
    make(4, 65536, 0, MODEL);
    CHECK(open_table(0, &table) == YOMI_ERROR_CONFIG);
    CHECK(open_table(2, &table) == YOMI_OK);
    blocks(table, 4, 65536);
    rules(table, 1);
    copy = (unsigned char *)malloc(front_size);
    CHECK(copy != NULL);
    memcpy(copy, front, front_size);
    CHECK(yomi_dobutsu_table_init(other_memory, need, 1, copy, front_size, &other) == YOMI_OK);
    for (i = 0; i < 2; ++i) {
        static const char *const texts[] = {"S/gle/-c-/-C-/ELG/-", "S/gl-/-ce/-C-/ELG/-"};
        value = value_of(table, texts[i]);
        same = value_of(other, texts[i]);
        CHECK(memcmp(&value, &same, sizeof value) == 0);
    }
    puts("tables that nobody computed");
    free(copy);
    free(memory);
    free(other_memory);
    free(lines_memory);
    free(small_memory);
    return 0;
}
