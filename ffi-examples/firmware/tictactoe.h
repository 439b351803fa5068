/* A game of the host by callbacks: tic-tac-toe, on two words. */
#ifndef TICTACTOE_H
#define TICTACTOE_H

#include <yomikiri.h>

/* Bit 3 * row + column of each player's marks; the player of stones[side] is to move. */
struct tictactoe {
    uint32_t stones[2];
    uint32_t side;
};

extern const yomi_game tictactoe;

#endif
