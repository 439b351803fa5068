/* Services of the debugger, here of QEMU: "RISC-V Semihosting", with the operations of Arm's. */
#ifndef SEMIHOSTING_H
#define SEMIHOSTING_H

#include <stdint.h>

enum { SYS_OPEN = 1, SYS_CLOSE = 2, SYS_WRITE0 = 4, SYS_READ = 6, SYS_SEEK = 10, SYS_EXIT_EXTENDED = 0x20 };

uintptr_t semihosting(uintptr_t operation, uintptr_t argument);

#endif
