# Firmware for boards, run in QEMU and compared with the same program on this PC.
#
#   make firmware         builds it for every board
#   make firmware-test    and runs it: every answer, line and node count must be the PC's
#   make firmware-measure counts instructions

FIRMWARE := $(BUILD)/firmware
FIRMWARE_FLAGS := -std=gnu11 -Os -g -Wall -Wextra -Wconversion -Werror -ffreestanding \
    -ffunction-sections -fdata-sections $(INCLUDE)
FIRMWARE_FLAGS += -DSTRATEGY='"$(abspath $(ROOT)/tests/data/dobutsu/second-player.bin)"'
# QEMU's clock: 2^6 ns an instruction, so that runs repeat exactly.
ICOUNT_SHIFT := 6
FIRMWARE_HEADERS := $(wildcard firmware/*.h cortex-m/*.h cortex-m/*.ld riscv/*.h riscv/*.ld) $(HEADERS)

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

# The micro:bit has 16 KiB of RAM; this is the same processor with 32.
m0_TARGET := thumbv6m-none-eabi
m0_OPT := s
m0_FLAGS := -mcpu=cortex-m0 -mthumb
m0_SCRIPT := cortex-m/m0.ld
m0_HZ := 16000000
m0_QEMU := qemu-system-arm -M lm3s6965evb -cpu cortex-m0

# And with the least of code.
tiny_TARGET := $(m0_TARGET)
tiny_OPT := z
tiny_FLAGS := $(m0_FLAGS)
tiny_SCRIPT := $(m0_SCRIPT)
tiny_HZ := $(m0_HZ)
tiny_QEMU := $(m0_QEMU)
thumbv6m-none-eabi-z_FEATURES := dfpn,alphabeta,dobutsu,minimal

FIRMWARE_FEATURES := dfpn,alphabeta,retro,shogi,dobutsu,othello
# Boards with flash to spare work for speed; the others have the feature for little code.
COMMA := ,
QEMU_FLAGS := -display none -monitor none -serial none -chardev stdio,id=text \
    -semihosting-config enable=on,target=native,chardev=text -icount shift=$(ICOUNT_SHIFT)

# A program: its sources, the bytes of stack that it leaves at least, and on which boards it runs.
firmware_SOURCES := firmware/firmware.c firmware/stacks.c firmware/tictactoe.c
firmware_STACK := 3072
firmware_BOARDS := microbit an385 an386 virt
suite_SOURCES := firmware/suite.c
suite_STACK := 2720
suite_BOARDS := m0
player_SOURCES := firmware/player.c
player_STACK := 3072
player_BOARDS := m0 an386 virt
least_SOURCES := firmware/least.c firmware/tictactoe.c
least_STACK := 2048
least_BOARDS := tiny
measure_SOURCES := firmware/measure.c firmware/tictactoe.c
measure_STACK := 4096
measure_BOARDS := microbit an386 virt

.PHONY: firmware firmware-test firmware-measure

# $(1): board
define FIRMWARE_BOARD
$(1)_RISCV := $(findstring riscv,$($(1)_TARGET))
$(1)_CC := $$(if $$($(1)_RISCV),riscv64-unknown-elf-gcc,arm-none-eabi-gcc --specs=nano.specs)
$(1)_MACHINE := $$(if $$($(1)_RISCV),riscv/startup.S riscv/board.c,cortex-m/startup.c cortex-m/board.c)
$(1)_KIND := $$($(1)_TARGET)-$$($(1)_OPT)
$(1)_ARCHIVE := $(FIRMWARE)/$$($(1)_KIND)/libyomikiri.a
KINDS += $$($(1)_KIND)
$$($(1)_KIND)_TARGET := $$($(1)_TARGET)
$$($(1)_KIND)_OPT := $$($(1)_OPT)
endef
KINDS :=
$(foreach board,microbit m0 tiny an385 an386 virt,$(eval $(call FIRMWARE_BOARD,$(board))))

# $(1): target and size level
define FIRMWARE_KIND
$(FIRMWARE)/$(1)/libyomikiri.a: FORCE
	$(ROOT)/scripts/build-archive.sh --target $($(1)_TARGET) --opt $($(1)_OPT) \
	    --features $(or $($(1)_FEATURES),$(FIRMWARE_FEATURES)$(if $(filter 3,$($(1)_OPT)),,$(COMMA)compact)) \
	    --stack-sizes --out $$@
# The generator as boards with flash to spare have it: not compact.
$(FIRMWARE)/$(1)/libmeasure.a: FORCE
	$(ROOT)/scripts/build-archive.sh --target $($(1)_TARGET) --opt $($(1)_OPT) --stack-sizes \
	    --crate $(ROOT)/tools/boards/measure --names measure_ --out $$@ \
	    $(if $(filter 3,$($(1)_OPT)),,--features compact)
endef
$(foreach kind,$(sort $(KINDS)),$(eval $(call FIRMWARE_KIND,$(kind))))

$(FIRMWARE)/small/libsmall.a: FORCE
	$(ROOT)/scripts/build-archive.sh --target $(an385_TARGET) --opt $(an385_OPT) \
	    --features dfpn,compact --prefix small_ --stack-sizes --out $@
# On one board the program has a second archive.
firmware_an385_EXTRA := firmware/second.c $(FIRMWARE)/small/libsmall.a
firmware_an385_FLAGS := -DWITH_SECOND_ARCHIVE -I$(FIRMWARE)/small

# $(1): program, $(2): board
define FIRMWARE_IMAGE
$(FIRMWARE)/$(2)/$(1).elf: $($(1)_SOURCES) $($(2)_MACHINE) $($(2)_ARCHIVE) $(FIRMWARE_HEADERS) \
    $($(1)_$(2)_EXTRA) $(if $(filter measure,$(1)),$(FIRMWARE)/$($(2)_KIND)/libmeasure.a)
	@mkdir -p $$(@D)
	$($(2)_CC) $($(2)_FLAGS) $(FIRMWARE_FLAGS) $($(1)_$(2)_FLAGS) -DBOARD_HZ=$($(2)_HZ)u \
	    -DICOUNT_SHIFT=$(ICOUNT_SHIFT) -DSTACK_BYTES=$($(1)_STACK) -nostartfiles -Wl,--gc-sections \
	    -Wl,--no-warn-execstack -L$(dir $($(2)_SCRIPT)) -T $($(2)_SCRIPT) \
	    -Wl,--defsym=STACK_BYTES=$($(1)_STACK) -Wl,-Map=$$(@:.elf=.map) \
	    $$(filter %.c %.S %.a,$$^) -o $$@
$(FIRMWARE)/$(2)/$(1).txt: $(FIRMWARE)/$(2)/$(1).elf
	cd $$(@D) && timeout 300 $($(2)_QEMU) $(QEMU_FLAGS) -kernel $(1).elf >$(1).new || \
	    { cat $(1).new; exit 1; }
	mv $$(@:.txt=.new) $$@
firmware: $(FIRMWARE)/$(2)/$(1).elf
endef
$(foreach program,firmware suite player least measure,$(foreach board,$($(program)_BOARDS),\
    $(eval $(call FIRMWARE_IMAGE,$(program),$(board)))))

# The same programs on this PC.
$(FIRMWARE)/pc/%: firmware/%.c firmware/pc.c $(ARCHIVE) $(FIRMWARE_HEADERS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -std=gnu11 $(INCLUDE) $(filter -DSTRATEGY%,$(FIRMWARE_FLAGS)) -DSTACK_BYTES=$($*_STACK) $($*_SOURCES) firmware/pc.c \
	    $(ARCHIVE) -o $@
$(FIRMWARE)/pc/%.txt: $(FIRMWARE)/pc/%
	cd $(@D) && ./$* >$*.new
	mv $(@:.txt=.new) $@
.PRECIOUS: $(FIRMWARE)/pc/%

# The mate problems of up to PLIES plies that the suite solves.
PROBLEMS ?= $(ROOT)/tests/data/tsume/short.tsv
$(FIRMWARE)/problems.tsv: $(PROBLEMS)
	@mkdir -p $(@D)
	awk -F '\t' '$$2 == 3 || $$2 == 5 || $$2 == 7' $< >$@
$(FIRMWARE)/m0/problems.tsv $(FIRMWARE)/pc/problems.tsv: $(FIRMWARE)/problems.tsv
	@mkdir -p $(@D)
	cp $< $@
$(FIRMWARE)/m0/suite.txt: $(FIRMWARE)/m0/problems.tsv
$(FIRMWARE)/pc/suite.txt: $(FIRMWARE)/pc/problems.tsv

# $(1): program, $(2): board
define FIRMWARE_TEST
.PHONY: $(1)-$(2)
$(1)-$(2): $(FIRMWARE)/$(2)/$(1).txt $(FIRMWARE)/pc/$(1).txt
	grep -v '^#' $(FIRMWARE)/pc/$(1).txt >$(FIRMWARE)/$(2)/$(1).expected
	grep -v '^#' $$< | diff $(FIRMWARE)/$(2)/$(1).expected -
	@echo "$(1) on $(2): as on the PC"
firmware-test: $(1)-$(2)
endef
$(foreach program,firmware suite player least,$(foreach board,$($(program)_BOARDS),\
    $(eval $(call FIRMWARE_TEST,$(program),$(board)))))

firmware-measure: $(foreach board,$(measure_BOARDS),$(FIRMWARE)/$(board)/measure.txt)
