#include "tictactoe.h"

static int has_line(uint32_t stones) {
    static const uint16_t lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    for (unsigned i = 0; i < 8; i++) {
        if ((stones & lines[i]) == lines[i]) {
            return 1;
        }
    }
    return 0;
}

/* A move is the number of its square from 1, since 0 is no move. */
static int32_t moves(void *user, yomi_move *out, uint32_t capacity) {
    const struct tictactoe *game = user;
    uint32_t taken = game->stones[0] | game->stones[1];
    uint32_t count = 0;
    for (uint32_t square = 0; square < 9; square++) {
        if (!(taken >> square & 1u)) {
            if (count == capacity) {
                return YOMI_ERROR_TOO_MANY_MOVES;
            }
            out[count++] = square + 1;
        }
    }
    return (int32_t)count;
}

static int32_t play(void *user, yomi_move m) {
    struct tictactoe *game = user;
    game->stones[game->side] |= 1u << (m - 1);
    game->side ^= 1u;
    return 0;
}

static int32_t undo(void *user, yomi_move m) {
    struct tictactoe *game = user;
    game->side ^= 1u;
    game->stones[game->side] &= ~(1u << (m - 1));
    return 0;
}

static yomi_key key(void *user) {
    const struct tictactoe *game = user;
    return game->stones[0] | game->stones[1] << 9 | game->side << 18;
}

static int32_t terminal(void *user, yomi_score *score) {
    const struct tictactoe *game = user;
    if (has_line(game->stones[game->side ^ 1u])) {
        *score = -YOMI_SCORE_MATE;
        return 1;
    }
    *score = 0;
    return (game->stones[0] | game->stones[1]) == 0777;
}

static int32_t side(void *user) {
    const struct tictactoe *game = user;
    return (int32_t)game->side;
}

const yomi_game tictactoe = {
    .struct_size = sizeof(yomi_game),
    .moves = moves,
    .play = play,
    .undo = undo,
    .key = key,
    .terminal = terminal,
    .side = side,
};
