/* All the memory of all searches: one static array. */
#ifndef MEMORY_H
#define MEMORY_H

#include <yomikiri.h>

/* Room for lines of this many plies and moves, and for a table of fixed size beside it. */
#define PLIES 16
#define MOVES 120
#define SOLVER_WORDS YOMI_DFPN_WORDS(PLIES, MOVES)
#define TABLE_WORDS 640

extern uint64_t memory[SOLVER_WORDS + TABLE_WORDS];
extern const yomi_dfpn_config config;

#endif
