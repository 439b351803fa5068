/* A PC in the place of the board. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

#include "board.h"

static void (*on_tick)(void);

static void handler(int number) {
    (void)number;
    if (on_tick != NULL) {
        on_tick();
    }
}

void board_print(const char *text) {
    fputs(text, stdout);
}

void board_timer(uint32_t microseconds, void (*tick)(void)) {
    struct itimerval timer = {.it_interval = {0, microseconds}, .it_value = {0, microseconds}};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    on_tick = tick;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &timer, NULL);
}

void *board_stack_limit(void) {
    return NULL;
}

uint32_t board_instructions(void) {
    return 0;
}

size_t board_read(const char *name, size_t offset, void *out, size_t capacity) {
    FILE *file = fopen(name, "rb");
    size_t count = 0;
    if (file != NULL) {
        if (fseek(file, (long)offset, SEEK_SET) == 0) {
            count = fread(out, 1, capacity, file);
        }
        fclose(file);
    }
    return count;
}

int main(void) {
    return program();
}
