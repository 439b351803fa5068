/* Services of the debugger, here of QEMU: "Semihosting for AArch32 and AArch64", Arm. */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

enum { SYS_OPEN = 1, SYS_CLOSE = 2, SYS_WRITE0 = 4, SYS_READ = 6, SYS_SEEK = 10, SYS_EXIT_EXTENDED = 0x20 };

static inline uintptr_t semihosting(uintptr_t operation, uintptr_t argument) {
    register uintptr_t r0 __asm("r0") = operation;
    register uintptr_t r1 __asm("r1") = argument;
    __asm volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

__attribute__((noreturn)) static inline void semihosting_exit(int status) {
    /* ADP_Stopped_ApplicationExit, and the status. */
    const uintptr_t block[2] = {0x20026, (uintptr_t)status};
    semihosting(SYS_EXIT_EXTENDED, (uintptr_t)block);
    for (;;) {
    }
}

#endif
