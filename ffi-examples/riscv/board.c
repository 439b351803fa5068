/* The timer, the stack and the text output of QEMU's riscv32 "virt". */
#include "../firmware/board.h"
#include "semihosting.h"
#include "../firmware/semihosted.h"

/* CLINT: the timer of the first hart, 10 MHz. */
#define MTIMECMP ((volatile uint32_t *)0x02004000u)
#define MTIME ((volatile uint32_t *)0x0200bff8u)

extern uint32_t stack_bottom[];

static void (*volatile on_tick)(void);
static volatile uint32_t period;

void board_exit(int status) {
    /* ADP_Stopped_ApplicationExit, and the status. */
    const uintptr_t block[2] = {0x20026, (uintptr_t)status};
    semihosting(SYS_EXIT_EXTENDED, (uintptr_t)block);
    for (;;) {
    }
}

static void next_tick(void) {
    uint64_t now = (uint64_t)MTIME[1] << 32 | MTIME[0];
    uint64_t due = now + period;
    MTIMECMP[1] = UINT32_MAX;
    MTIMECMP[0] = (uint32_t)due;
    MTIMECMP[1] = (uint32_t)(due >> 32);
}

__attribute__((interrupt("machine"), aligned(4))) void trap(void) {
    uint32_t cause;
    __asm volatile("csrr %0, mcause" : "=r"(cause));
    if (cause != 0x80000007u) {
        board_print("fault\n");
        board_exit(255);
    }
    next_tick();
    if (on_tick != NULL) {
        on_tick();
    }
}

void board_timer(uint32_t microseconds, void (*tick)(void)) {
    /* MTIE in mie, MIE in mstatus. */
    __asm volatile("csrc mie, %0" ::"r"(1u << 7));
    on_tick = tick;
    period = microseconds * 10u;
    if (tick != NULL) {
        next_tick();
        __asm volatile("csrs mie, %0\n csrs mstatus, %1" ::"r"(1u << 7), "r"(1u << 3));
    }
}

void *board_stack_limit(void) {
    return stack_bottom;
}

/* QEMU's counter of instructions gives the time that it has reckoned for them. */
uint32_t board_instructions(void) {
    uint32_t low, high, again;
    do {
        __asm volatile("csrr %0, minstreth\n csrr %1, minstret\n csrr %2, minstreth"
                       : "=r"(high), "=r"(low), "=r"(again));
    } while (high != again);
    return (uint32_t)(((uint64_t)high << 32 | low) >> ICOUNT_SHIFT);
}
