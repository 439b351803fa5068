/* The timer, the stack and the text output of a Cortex-M under QEMU. */
#include "../firmware/board.h"
#include "semihosting.h"
#include "../firmware/semihosted.h"

/* SysTick (Armv6-M and Armv7-M Architecture Reference Manuals). */
#define SYST_CSR (*(volatile uint32_t *)0xe000e010u)
#define SYST_RVR (*(volatile uint32_t *)0xe000e014u)
#define SYST_CVR (*(volatile uint32_t *)0xe000e018u)

extern uint32_t stack_bottom[];

static void (*volatile on_tick)(void);
static volatile uint32_t wraps;

void system_tick(void) {
    wraps++;
    if (on_tick != NULL) {
        on_tick();
    }
}

void board_timer(uint32_t microseconds, void (*tick)(void)) {
    SYST_CSR = 0;
    on_tick = tick;
    if (tick != NULL) {
        SYST_RVR = microseconds * (BOARD_HZ / 1000000u) - 1u;
        SYST_CVR = 0;
        /* Processor clock, interrupt, on. */
        SYST_CSR = 7;
    }
}

void *board_stack_limit(void) {
    return stack_bottom;
}

/* QEMU counts 2^ICOUNT_SHIFT nanoseconds for an instruction; SysTick counts those down. */
uint32_t board_instructions(void) {
    if ((SYST_CSR & 1u) == 0 || on_tick != NULL) {
        on_tick = NULL;
        wraps = 0;
        SYST_RVR = 0xffffff;
        SYST_CVR = 0;
        SYST_CSR = 7;
    }
    uint32_t before, now;
    do {
        before = wraps;
        now = SYST_CVR;
    } while (before != wraps);
    uint64_t ticks = (uint64_t)before << 24 | (0xffffffu - now);
    uint64_t nanoseconds = ticks * (1000000000u / BOARD_HZ);
    return (uint32_t)(nanoseconds >> ICOUNT_SHIFT);
}
