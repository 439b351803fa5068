/* Numbers as text, without the C library. */
#ifndef PRINT_H
#define PRINT_H

#include <stdint.h>

#include "board.h"

static inline void print_number(uint64_t number) {
    char text[21];
    char *place = text + sizeof text - 1;
    *place = 0;
    do {
        uint64_t rest = 0;
        uint64_t tenth = 0;
        /* Division by 10 one bit at a time: a board has no 64-bit division to spare. */
        for (int bit = 63; bit >= 0; bit--) {
            rest = rest << 1 | ((number >> bit) & 1u);
            if (rest >= 10) {
                rest -= 10;
                tenth |= (uint64_t)1 << bit;
            }
        }
        *--place = (char)('0' + (int)rest);
        number = tenth;
    } while (number != 0);
    board_print(place);
}

static inline void print_signed(int32_t number) {
    if (number < 0) {
        board_print("-");
    }
    print_number(number < 0 ? 0u - (uint32_t)number : (uint32_t)number);
}

#endif
