/* Start-up of a Cortex-M: vectors, memory, the floating-point unit where there is one. */
#include <stdint.h>
#include <string.h>

#include "../firmware/board.h"
#include "semihosting.h"

extern uint32_t ram_data_start[], ram_data_end[], ram_bss_start[], ram_bss_end[], stack_top[];
extern const uint32_t flash_data_start[];

void system_tick(void);

static void fault(void) {
    board_print("fault\n");
    semihosting_exit(255);
}

void reset(void) {
    memcpy(ram_data_start, flash_data_start, (size_t)((char *)ram_data_end - (char *)ram_data_start));
    memset(ram_bss_start, 0, (size_t)((char *)ram_bss_end - (char *)ram_bss_start));
#ifdef __ARM_FP
    /* Access to coprocessors 10 and 11, the FPU. */
    *(volatile uint32_t *)0xe000ed88u |= 0xfu << 20;
    __asm volatile("dsb\n isb");
#endif
    semihosting_exit(program());
}

/* The 15 exceptions of every Cortex-M; the boards' own interrupts stay off. */
__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top, (const void *)reset, (const void *)fault, (const void *)fault,
    (const void *)fault, (const void *)fault, (const void *)fault, 0,
    0, 0, 0, (const void *)fault,
    (const void *)fault, 0, (const void *)fault, (const void *)system_tick,
};
