/* Start-up of RISC-V in machine mode: stack, memory, traps. */
    .section .text.start, "ax"
    .globl start
start:
    .option push
    .option norelax
    la gp, __global_pointer$
    .option pop
    la sp, stack_top
    la t0, trap
    csrw mtvec, t0
    la a0, ram_bss_start
    la a1, ram_bss_end
1:  bgeu a0, a1, 2f
    sw zero, 0(a0)
    addi a0, a0, 4
    j 1b
2:  call program
    call board_exit
3:  j 3b

/* Semihosting knows this sequence only, uncompressed and within one page. */
    .section .text.semihosting, "ax"
    .globl semihosting
    .balign 16
    .option push
    .option norvc
semihosting:
    slli x0, x0, 0x1f
    ebreak
    srai x0, x0, 7
    ret
    .option pop
