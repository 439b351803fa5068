/* What the two halves of two_copies.c share. */
#ifndef TWO_COPIES_H
#define TWO_COPIES_H

#include <stdint.h>

typedef struct answer {
    uint64_t nodes;
    uint32_t length;
    int32_t outcome;
} answer;

int solve_in_archive(answer *out);
/* "path" is the library's, where it is loaded while the program runs. */
int solve_in_shared(const char *path, answer *out);

#endif
