/* connect-four: solves positions of Connect Four exactly, with a bitboard of its own behind the
 * callbacks of Yomikiri's alpha-beta search.
 *
 *   connect-four [--mem MIB] [--nodes N] [MOVES]
 *
 * MOVES are the columns played so far, 1 to 7, as in 44455554. Prints the value for the side to move,
 * the moves that reach it, and the nodes searched. The value is that of Pons: 0 for a draw, otherwise
 * half the empty squares that are left when the winner has won, plus one: a win with the very last
 * disc is 1, and a loss is negative.
 *
 * Exit status: 0 where the value is exact, 2 where the nodes did not suffice, 64 for bad input. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yomikiri.h>

enum { COLUMNS = 7, ROWS = 6, SQUARES = COLUMNS * ROWS };

/* Seven columns of seven bits, the top bit of each always empty. */
#define BOTTOM UINT64_C(0x0000040810204081)
#define COLUMN(c) (UINT64_C(0x3f) << (7 * (c)))

/* The discs of the side to move, and all discs. */
typedef struct position {
    uint64_t mine;
    uint64_t all;
    int discs;
} position;

/* Columns from the middle outwards: the better ones first. */
static const int ORDER[COLUMNS] = {3, 2, 4, 1, 5, 0, 6};

static int is_open(const position *p, int column) {
    return (p->all >> (7 * column + ROWS - 1) & 1) == 0;
}

static uint64_t disc_in(const position *p, int column) {
    return (p->all + (UINT64_C(1) << (7 * column))) & ~p->all & COLUMN(column);
}

static int has_four(uint64_t discs) {
    static const int steps[4] = {1, 7, 6, 8};
    int i;
    for (i = 0; i < 4; ++i) {
        const uint64_t pairs = discs & discs >> steps[i];
        if ((pairs & pairs >> 2 * steps[i]) != 0) return 1;
    }
    return 0;
}

/* A win in so many discs from here is worth this much to the side that makes it. */
static yomi_score win_value(int discs) { return (SQUARES + 1 - discs) / 2; }

static int32_t moves(void *user, yomi_move *out, uint32_t capacity) {
    const position *p = (const position *)user;
    uint32_t count = 0;
    int i;
    for (i = 0; i < COLUMNS; ++i) {
        if (!is_open(p, ORDER[i])) continue;
        if (count == capacity) return YOMI_ERROR_TOO_MANY_MOVES;
        out[count++] = (yomi_move)ORDER[i] + 1;
    }
    return (int32_t)count;
}

static int32_t play(void *user, yomi_move m) {
    position *p = (position *)user;
    const uint64_t disc = disc_in(p, (int)m - 1);
    if (disc == 0) return YOMI_ERROR_BAD_MOVE;
    p->mine ^= p->all;
    p->all |= disc;
    ++p->discs;
    return 0;
}

static int32_t undo(void *user, yomi_move m) {
    position *p = (position *)user;
    const uint64_t column = p->all & COLUMN((int)m - 1);
    p->all ^= column & ~(column >> 1);
    p->mine ^= p->all;
    --p->discs;
    return 0;
}

/* Discs and column heights tell positions apart (J. Tromp). */
static yomi_key key_of(uint64_t mine, uint64_t all) { return mine + all + BOTTOM; }

static yomi_key key(void *user) {
    const position *p = (const position *)user;
    return key_of(p->mine, p->all);
}

static int32_t key_after(void *user, yomi_move m, yomi_key *out, uint32_t *check_key) {
    const position *p = (const position *)user;
    *out = key_of(p->mine ^ p->all, p->all | disc_in(p, (int)m - 1));
    *check_key = 0;
    return 0;
}

/* The game ends as soon as the side to move can win with its next disc: looked up on the board, not
 * searched. */
static int32_t terminal(void *user, yomi_score *score) {
    const position *p = (const position *)user;
    int column;
    if (has_four(p->mine ^ p->all)) {
        *score = -win_value(p->discs - 1);
        return 1;
    }
    if (p->discs == SQUARES) {
        *score = 0;
        return 1;
    }
    for (column = 0; column < COLUMNS; ++column) {
        if (is_open(p, column) && has_four(p->mine | disc_in(p, column))) {
            *score = win_value(p->discs);
            return 1;
        }
    }
    return 0;
}

static int32_t side(void *user) { return ((const position *)user)->discs & 1; }

/* Nobody wins before its next disc but one. */
static int32_t bounds(void *user, yomi_score alpha, yomi_score beta, yomi_score *lower,
                      yomi_score *upper) {
    const position *p = (const position *)user;
    (void)alpha;
    (void)beta;
    *upper = p->discs + 2 < SQUARES ? win_value(p->discs + 2) : 0;
    *lower = p->discs + 1 < SQUARES ? -win_value(p->discs + 1) : 0;
    return 1;
}

static int32_t plies_to_end(void *user) { return SQUARES - ((const position *)user)->discs; }

/* The empty squares that would complete four of "discs". */
static uint64_t threats(uint64_t discs, uint64_t all) {
    static const int steps[3] = {7, 6, 8};
    uint64_t squares = discs << 1 & discs << 2 & discs << 3;
    int i;
    for (i = 0; i < 3; ++i) {
        const int step = steps[i];
        const uint64_t up = discs << step & discs << 2 * step;
        const uint64_t down = discs >> step & discs >> 2 * step;
        squares |= up & (discs << 3 * step | discs >> step);
        squares |= down & (discs << step | discs >> 3 * step);
    }
    return squares & (BOTTOM * 0x3f) & ~all;
}

/* How many squares would win after the disc; history adds up to 8191 to this. */
static int32_t order(void *user, yomi_move m) {
    const position *p = (const position *)user;
    const uint64_t disc = disc_in(p, (int)m - 1);
    uint64_t squares = threats(p->mine | disc, p->all | disc);
    int32_t count = 0;
    for (; squares != 0; squares &= squares - 1) ++count;
    return count * 10000;
}

static yomi_game game_table(void) {
    yomi_game game;
    memset(&game, 0, sizeof game);
    game.struct_size = sizeof game;
    game.flags = YOMI_GAME_NEVER_REPEATS;
    game.moves = moves;
    game.play = play;
    game.undo = undo;
    game.key = key;
    game.terminal = terminal;
    game.side = side;
    game.order = order;
    game.key_after = key_after;
    game.bounds = bounds;
    game.plies_to_end = plies_to_end;
    return game;
}

static uint64_t memory[YOMI_ALPHABETA_WORDS(SQUARES + 1, COLUMNS * SQUARES, 64)];

static int usage(const char *trouble) {
    fprintf(stderr, "connect-four: %s\nusage: connect-four [--mem MIB] [--nodes N] [MOVES]\n",
            trouble);
    return 64;
}

static int read_number(const char *text, uint64_t *out) {
    char *end = NULL;
    if (text == NULL || *text < '0' || *text > '9') return 0;
    *out = strtoull(text, &end, 10);
    return *end == '\0';
}

/* Plays the columns of a text; whether all are legal and nobody has won before the last. */
static int read_moves(position *p, const char *text) {
    for (; *text != '\0'; ++text) {
        const int column = *text - '1';
        if (column < 0 || column >= COLUMNS || !is_open(p, column)) return 0;
        if (has_four(p->mine ^ p->all)) return 0;
        play(p, (yomi_move)column + 1);
    }
    return 1;
}

/* The exact value of a position, by MTD(f); "nodes" counts on. Returns 0 where they ran out. */
static int value_of(yomi_alphabeta *search, uint64_t limit, uint64_t *nodes, yomi_score *value) {
    yomi_alphabeta_settings settings;
    yomi_alphabeta_result result;
    memset(&settings, 0, sizeof settings);
    settings.struct_size = sizeof settings;
    settings.driver = YOMI_DRIVER_MTDF;
    settings.low = -(SQUARES / 2);
    settings.high = SQUARES / 2;
    settings.switches = YOMI_AB_NO_COUNTERMOVES;
    if (limit != 0) {
        if (*nodes >= limit) return 0;
        settings.nodes = limit - *nodes;
    }
    memset(&result, 0, sizeof result);
    result.struct_size = sizeof result;
    if (yomi_alphabeta_solve(search, &settings) < 0 ||
        yomi_alphabeta_get_result(search, &result) < 0) {
        return 0;
    }
    *nodes += result.nodes;
    *value = result.score;
    return result.stop == YOMI_STOP_SOLVED;
}

int main(int argc, char **argv) {
    const char *text = "";
    uint64_t mib = 64, limit = 0, nodes = 0;
    yomi_alphabeta_config config = {sizeof config, SQUARES + 1, COLUMNS * SQUARES, 64};
    yomi_alphabeta *search = NULL;
    yomi_game game = game_table();
    yomi_score value = 0, ended = 0;
    position p = {0, 0, 0};
    void *table;
    int i, exact, best[COLUMNS], count = 0;

    for (i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--mem") == 0 && i + 1 < argc) {
            if (!read_number(argv[++i], &mib) || mib > 65536) return usage("--mem needs a number");
        } else if (strcmp(argv[i], "--nodes") == 0 && i + 1 < argc) {
            if (!read_number(argv[++i], &limit)) return usage("--nodes needs a number");
        } else if (argv[i][0] == '-') {
            return usage("unknown option");
        } else if (*text != '\0') {
            return usage("one line of moves only");
        } else {
            text = argv[i];
        }
    }
    if (!read_moves(&p, text)) return usage("the moves are not columns from 1 to 7 of a game");

    table = mib == 0 ? NULL : malloc((size_t)mib << 20);
    if ((mib != 0 && table == NULL) ||
        yomi_alphabeta_init(memory, sizeof memory, &config, &game, &p, &search) < 0 ||
        yomi_alphabeta_set_table(search, table, table == NULL ? 0 : (size_t)mib << 20) < 0) {
        free(table);
        return usage("not enough memory");
    }

    exact = value_of(search, limit, &nodes, &value);
    /* Every move that reaches the value, not the first alone. */
    if (!has_four(p.mine ^ p.all) && p.discs < SQUARES) {
        for (i = 0; i < COLUMNS && exact; ++i) {
            yomi_score reply = 0;
            if (!is_open(&p, i)) continue;
            play(&p, (yomi_move)i + 1);
            /* A disc that wins at once. */
            if (has_four(p.mine ^ p.all)) {
                terminal(&p, &ended);
                reply = ended;
            } else {
                exact = value_of(search, limit, &nodes, &reply);
            }
            undo(&p, (yomi_move)i + 1);
            if (exact && -reply == value) best[count++] = i + 1;
        }
    }
    if (exact) {
        printf("value %ld best", (long)value);
        for (i = 0; i < count; ++i) printf(" %d", best[i]);
        printf("%s nodes %llu\n", count == 0 ? " -" : "", (unsigned long long)nodes);
    } else {
        printf("value unknown nodes %llu\n", (unsigned long long)nodes);
    }
    free(table);
    return exact ? 0 : 2;
}
