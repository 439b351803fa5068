/* What the firmware's program needs of the machine it runs on: a board, or a PC to compare with. */
#ifndef BOARD_H
#define BOARD_H

#include <stddef.h>
#include <stdint.h>

/* Prints zero-terminated text. */
void board_print(const char *text);

/* Calls "tick" from an interrupt about every "microseconds" until called with NULL. */
void board_timer(uint32_t microseconds, void (*tick)(void));

/* The lowest address of the stack, aligned to 4 bytes; NULL where it is not known. */
void *board_stack_limit(void);

/* Instructions since some moment, modulo 2^32, as far as the machine can tell them; else 0. */
uint32_t board_instructions(void);

/* Reads up to "capacity" bytes of a file of the PC from "offset"; returns how many. */
size_t board_read(const char *name, size_t offset, void *out, size_t capacity);

/* What the firmware does; each program has one. Returns 0, or the number of what went wrong. */
int program(void);

#endif
