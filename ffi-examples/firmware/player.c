/*
 * The second player of Dobutsu shogi, who never loses: games against pseudo-random play, each won.
 * Its stored moves lie in flash.
 */
#include <yomikiri.h>

#include "print.h"

/* Positions that it remembers while it thinks: a power of two. */
#define MEMOS 1024
#define GAMES 3

/* The file tests/data/dobutsu/second-player.bin. */
__asm(".section .rodata.strategy, \"a\"\n"
      ".globl strategy\n.globl strategy_end\n"
      "strategy: .incbin \"" STRATEGY "\"\n"
      "strategy_end:\n"
      ".previous\n");
extern const uint8_t strategy[], strategy_end[];

static uint64_t memory[YOMI_DOBUTSU_PLAYER_WORDS(MEMOS) + YOMI_DOBUTSU_WORDS];

static int play(yomi_dobutsu_player *player, yomi_dobutsu *dobutsu, uint32_t *seed) {
    static yomi_move moves[YOMI_DOBUTSU_MOST_MOVES];
    uint32_t plies = 0;
    int32_t ended = YOMI_DOBUTSU_RUNNING;
    if (yomi_dobutsu_set_text(dobutsu, "S/gle/-c-/-C-/ELG/-") != YOMI_OK) {
        return 1;
    }
    for (;;) {
        size_t count;
        yomi_move m;
        yomi_status status;
        char text[YOMI_DOBUTSU_MOVE_SIZE];
        if (yomi_dobutsu_moves(dobutsu, moves, YOMI_DOBUTSU_MOST_MOVES, &count) != YOMI_OK) {
            return 2;
        }
        if (count == 0) {
            break;
        }
        if (plies % 2 == 0) {
            *seed = *seed * 1664525u + 1013904223u;
            m = moves[(uint32_t)(((uint64_t)(*seed >> 16) * count) >> 16)];
        } else {
            status = yomi_dobutsu_player_start(player, dobutsu);
            while (status >= 0 && status != YOMI_DONE) {
                status = yomi_dobutsu_player_step(player, 200);
            }
            if (status < 0 || yomi_dobutsu_player_get_move(player, &m, NULL) != YOMI_OK) {
                return 3;
            }
        }
        if (yomi_dobutsu_format_move(dobutsu, m, YOMI_DOBUTSU_TANAKA, text, sizeof text, NULL) !=
                YOMI_OK ||
            yomi_dobutsu_play(dobutsu, m) != YOMI_OK ||
            yomi_dobutsu_ended(dobutsu, &ended) != YOMI_OK) {
            return 4;
        }
        board_print(" ");
        board_print(text);
        plies++;
        if (ended != YOMI_DOBUTSU_RUNNING) {
            break;
        }
    }
    /* The player moved last and has won, or its opponent left a lion on the far rank to stand. */
    int won = plies % 2 == 0 ? ended != YOMI_DOBUTSU_STOOD : ended == YOMI_DOBUTSU_STOOD;
    board_print(won ? " won\n" : " not won\n");
    return won ? 0 : 5;
}

int program(void) {
    yomi_dobutsu_player *player;
    yomi_dobutsu *dobutsu;
    uint32_t seed = 9;
    if (yomi_dobutsu_player_init(memory, 8 * YOMI_DOBUTSU_PLAYER_WORDS(MEMOS), MEMOS, strategy,
                                 (size_t)(strategy_end - strategy), &player) != YOMI_OK ||
        yomi_dobutsu_init(memory + YOMI_DOBUTSU_PLAYER_WORDS(MEMOS), 8 * YOMI_DOBUTSU_WORDS,
                          &dobutsu) != YOMI_OK) {
        return 10;
    }
    for (int game = 0; game < GAMES; game++) {
        int trouble = play(player, dobutsu, &seed);
        if (trouble != 0) {
            return trouble;
        }
    }
    return 0;
}
