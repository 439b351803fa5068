# Firmware for boards, run in QEMU and compared with the same program on this PC.
#
#   make firmware         builds it for every board
#   make firmware-test    and runs it: every answer, line and node count must be the PC's

FIRMWARE := $(BUILD)/firmware
FIRMWARE_FLAGS := -std=gnu11 -Os -g -Wall -Wextra -Wconversion -Werror -ffreestanding \
    -ffunction-sections -fdata-sections $(INCLUDE)
# QEMU's clock: 2^6 ns an instruction, so that runs repeat exactly.
ICOUNT_SHIFT := 6
FIRMWARE_SOURCES := firmware/firmware.c firmware/stacks.c firmware/tictactoe.c
FIRMWARE_HEADERS := $(wildcard firmware/*.h cortex-m/*.h cortex-m/*.ld riscv/*.h riscv/*.ld) $(HEADERS)
BOARDS := microbit an385 an386 virt

# A board: Rust target, size level, compiler flags, linker script, clock, and QEMU's machine.
microbit_TARGET := thumbv6m-none-eabi
microbit_OPT := s
microbit_FLAGS := -mcpu=cortex-m0 -mthumb
microbit_SCRIPT := cortex-m/microbit.ld
microbit_HZ := 16000000
microbit_QEMU := qemu-system-arm -M microbit

an385_TARGET := thumbv7m-none-eabi
an385_OPT := s
an385_FLAGS := -mcpu=cortex-m3 -mthumb
an385_SCRIPT := cortex-m/mps2.ld
an385_HZ := 25000000
an385_QEMU := qemu-system-arm -M mps2-an385

an386_TARGET := thumbv7em-none-eabihf
an386_OPT := 3
an386_FLAGS := -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
an386_SCRIPT := cortex-m/mps2.ld
an386_HZ := 25000000
an386_QEMU := qemu-system-arm -M mps2-an386

virt_TARGET := riscv32imac-unknown-none-elf
virt_OPT := s
virt_FLAGS := -march=rv32imac -misa-spec=2.2 -mabi=ilp32 -mcmodel=medany --specs=picolibc.specs
virt_SCRIPT := riscv/virt.ld
virt_HZ := 10000000
virt_QEMU := qemu-system-riscv32 -M virt -bios none

FIRMWARE_FEATURES := dfpn,alphabeta,retro,shogi,dobutsu,othello,compact
QEMU_FLAGS := -display none -monitor none -serial none -chardev stdio,id=text \
    -semihosting-config enable=on,target=native,chardev=text -icount shift=$(ICOUNT_SHIFT)

.PHONY: firmware firmware-test $(BOARDS:%=firmware-%)

# $(1): board
define FIRMWARE_BOARD
$(1)_CC := $(if $(findstring riscv,$($(1)_TARGET)),riscv64-unknown-elf-gcc,arm-none-eabi-gcc --specs=nano.specs)
$(1)_MACHINE := $(if $(findstring riscv,$($(1)_TARGET)),riscv/startup.S riscv/board.c,cortex-m/startup.c cortex-m/board.c)
$(1)_ARCHIVE := $(FIRMWARE)/$(1)/libyomikiri.a

$(FIRMWARE)/$(1)/libyomikiri.a: FORCE
	$(ROOT)/scripts/build-archive.sh --target $$($(1)_TARGET) --opt $$($(1)_OPT) \
	    --features $(FIRMWARE_FEATURES) --stack-sizes --out $$@

$(FIRMWARE)/$(1)/firmware.elf: $(FIRMWARE_SOURCES) $$($(1)_MACHINE) $$($(1)_ARCHIVE) $(FIRMWARE_HEADERS)
	$$($(1)_CC) $$($(1)_FLAGS) $(FIRMWARE_FLAGS) -DBOARD_HZ=$$($(1)_HZ)u \
	    -DICOUNT_SHIFT=$(ICOUNT_SHIFT) -nostartfiles -Wl,--gc-sections -Wl,--no-warn-execstack \
	    -L$$(dir $$($(1)_SCRIPT)) \
	    -T $$($(1)_SCRIPT) -Wl,--defsym=STACK_BYTES=3072 -Wl,-Map=$$(@:.elf=.map) \
	    $(FIRMWARE_SOURCES) $$($(1)_MACHINE) $$($(1)_ARCHIVE) -o $$@

firmware: $(FIRMWARE)/$(1)/firmware.elf

$(FIRMWARE)/$(1)/firmware.txt: $(FIRMWARE)/$(1)/firmware.elf
	timeout 300 $$($(1)_QEMU) $(QEMU_FLAGS) -kernel $$< >$$@.new || { cat $$@.new; exit 1; }
	mv $$@.new $$@

firmware-$(1): $(FIRMWARE)/$(1)/firmware.txt $(FIRMWARE)/pc.txt
	grep -v '^#' $$< | diff $(FIRMWARE)/pc.txt -
	@echo "$(1): as on the PC"
firmware-test: firmware-$(1)
endef
$(foreach board,$(BOARDS),$(eval $(call FIRMWARE_BOARD,$(board))))

$(FIRMWARE)/pc: $(FIRMWARE_SOURCES) firmware/pc.c $(ARCHIVE) $(FIRMWARE_HEADERS)
	@mkdir -p $(FIRMWARE)
	$(CC) $(CFLAGS) -std=gnu11 $(INCLUDE) $(FIRMWARE_SOURCES) firmware/pc.c $(ARCHIVE) -o $@
$(FIRMWARE)/pc.txt: $(FIRMWARE)/pc
	$< >$@.all
	grep -v '^#' $@.all >$@
