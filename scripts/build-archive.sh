#!/bin/sh
# Builds the library as one archive for programs without Rust: one relocatable object in which only
# the C interface is global, so that two such archives, or another Rust library, link beside it.
#
#   scripts/build-archive.sh [--target TRIPLE] [--features LIST] [--opt LEVEL] [--stack-sizes]
#                            [--prefix PREFIX] [--out FILE] [--shared FILE]
#                            [--crate DIRECTORY --names START]
#
# --target    the Rust target (default: this machine)
# --features  searches and games to put in, separated by commas (default: all)
# --opt       what the compiler works for: 3 for speed, s for little code, z for least (default: 3)
# --stack-sizes also writes libX.sizes.a, with a section that tells the stack of each function; it is
#             for measurements: linkers keep every function that the section names
# --prefix    put before every public name: "ours_" makes ours_yomi_dfpn_init. Beside libX.a stands
#             libX.names.h then, to be included before yomikiri.h (cc -include libX.names.h)
# --out       the archive to write (default: ffi-examples/build/libyomikiri.a)
# --shared    also link the object into this shared library, whose soname is
#             lib<prefix>yomikiri.so.<YOMI_ABI_VERSION>; CC names the compiler that links it
#
# --crate     a crate of one's own that uses yomikiri, in the place of yomikiri itself
# --names     how the names begin that its archive keeps (default: yomi_)
#
# A target without an operating system needs Rust's core library for it: "rustup target add TRIPLE",
# or its source, as Debian's packages rustc-web, cargo-web and rust-web-src bring it; the script
# takes what is there. The memory functions (memcpy and its like) are then the C library's, too.
#
# CARGO and RUSTC name other tools, CARGO_FLAGS adds flags to cargo (such as -Zbuild-std=core),
# BINUTILS names the prefix of ld, nm, objcopy and ar (such as arm-none-eabi-).
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
target=
features=default
prefix=
out=
shared=
level=3
stack_sizes=
crate=
names=yomi_

fail() {
    echo "build-archive.sh: $1" >&2
    exit 64
}

while [ $# -gt 0 ]; do
    case $1 in
    --stack-sizes)
        stack_sizes=yes
        shift
        ;;
    --target | --features | --prefix | --out | --shared | --opt | --crate | --names)
        [ $# -ge 2 ] || fail "$1 needs a value"
        case $1 in
        --target) target=$2 ;;
        --features) features=$2 ;;
        --prefix) prefix=$2 ;;
        --out) out=$2 ;;
        --shared) shared=$2 ;;
        --opt) level=$2 ;;
        --crate) crate=$2 ;;
        --names) names=$2 ;;
        esac
        shift 2
        ;;
    *) fail "unknown option $1" ;;
    esac
done
case $level in
[0123sz]) ;;
*) fail "--opt must be 0, 1, 2, 3, s or z" ;;
esac
case $prefix in
[0-9]* | *[!A-Za-z0-9_]*) fail "--prefix must be the start of a C name" ;;
esac

host=$("${RUSTC:-rustc}" -vV | sed -n 's/^host: //p')
triple=${target:-$host}

# The ELF format is named for every tool: some builds of binutils otherwise hand objects to a
# plugin of an older LLVM, which cannot read them.
case $triple in
x86_64-*) format=elf64-x86-64 tools= ;;
i?86-*) format=elf32-i386 tools= ;;
aarch64-*) format=elf64-littleaarch64 tools=aarch64-linux-gnu- ;;
thumb* | arm*) format=elf32-littlearm tools=arm-none-eabi- ;;
riscv32*) format=elf32-littleriscv tools=riscv64-unknown-elf- ;;
riscv64*) format=elf64-littleriscv tools=riscv64-linux-gnu- ;;
*) fail "no binary format known for $triple" ;;
esac
own_core=
emulation=
case $triple in
riscv32*) emulation='-m elf32lriscv' ;;
esac
[ "$triple" = "$host" ] && tools=
tools=${BINUTILS-$tools}

# Where Rust's core library for the target comes from.
core_of() {
    sysroot=$("$1" --print sysroot) || return 1
    if [ -d "$sysroot/lib/rustlib/$triple/lib" ]; then
        echo built
    elif [ -f "$sysroot/lib/rustlib/src/rust/library/core/Cargo.toml" ]; then
        echo source
    else
        return 1
    fi
}
if [ "$triple" != "$host" ] && [ -z "${CARGO_FLAGS-}" ]; then
    if ! kind=$(core_of "${RUSTC:-rustc}"); then
        # Debian's compiler, where another one comes first in the path.
        kind=$(core_of /usr/bin/rustc 2>/dev/null) ||
            fail "no core library for $triple: rustup target add $triple"
        CARGO=/usr/bin/cargo RUSTC=/usr/bin/rustc
        export RUSTC
    fi
    if [ "$kind" = source ]; then
        CARGO_FLAGS=-Zbuild-std=core
        export RUSTC_BOOTSTRAP=1
        own_core=yes
    fi
fi
if [ -n "$stack_sizes" ]; then
    export RUSTC_BOOTSTRAP=1 RUSTFLAGS="${RUSTFLAGS-} -Zemit-stack-sizes"
fi

directory=${CARGO_TARGET_DIR:-$root/target}
out=${out:-$root/ffi-examples/build/libyomikiri.a}

# A target directory of its own: the crate is built with other features than the tests use.
directory=$directory/archive
# cargo names its library alike for every feature set, so one run builds and takes its copy before the
# next may build: they wait for one another, or keep apart where there is nothing to wait with.
command -v flock >/dev/null ||
    directory=$directory/$(printf %s "$features-$level$stack_sizes" | tr -c A-Za-z0-9 -)
# What cargo builds for: the triple, or a description of it in a file of that name.
cargo_target=$triple
case $triple in
thumbv6m-* | thumbv8m.base-*)
    # Rust keeps a frame pointer on these processors, which have few registers: one register more
    # makes the code smaller by a tenth. Only where the core library is built along, since one that
    # is built already belongs to the description of the compiler.
    if [ -n "$own_core" ] && "${CARGO:-cargo}" -Z help | grep -q json-target-spec; then
        cargo_target=$directory/targets/$triple.json
        CARGO_FLAGS="$CARGO_FLAGS -Zjson-target-spec"
        mkdir -p "$directory/targets"
        "${RUSTC:-rustc}" -Zunstable-options --print target-spec-json --target "$triple" |
            sed '/"frame-pointer"/d' >"$cargo_target.$$"
        mv -f "$cargo_target.$$" "$cargo_target"
    fi
    ;;
esac
name=yomikiri
if [ -n "$crate" ]; then
    [ "$features" = default ] && features=
    name=$(sed -n 's/^name = "\(.*\)"$/\1/p' "$crate/Cargo.toml" | head -n 1 | tr - _)
    set -- rustc --release --manifest-path "$crate/Cargo.toml" --lib --features "$features" \
        --target "$cargo_target" --target-dir "$directory"
else
    set -- rustc --release --manifest-path "$root/Cargo.toml" --package yomikiri --lib \
        --crate-type staticlib --no-default-features --features "$features,capi,panic-handler" \
        --target "$cargo_target" --target-dir "$directory"
fi
export CARGO_PROFILE_RELEASE_OPT_LEVEL="$level"
# For little code where registers are few: what these passes of LLVM save in time they lose again in
# registers. Without them the code is smaller by three per cent, and no slower.
codegen=
case $level-$triple in
[sz]-thumbv6m-* | [sz]-thumbv8m.base-*)
    for pass in disable-constant-hoisting disable-machine-cse disable-lsr split-spill-mode=size; do
        codegen="$codegen -Cllvm-args=--$pass"
    done
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Not beside the archive that is made below, to which ar would add.
library=$work/built/lib$name.a
mkdir -p "$directory" "$work/built"
(
    ! command -v flock >/dev/null || flock 9
    # Word splitting is wanted: CARGO_FLAGS and codegen are lists.
    # shellcheck disable=SC2086
    "${CARGO:-cargo}" "$@" ${CARGO_FLAGS-} ${codegen:+-- $codegen} 9>&-
    cp "$directory/$triple/release/lib$name.a" "$library"
) 9>"$directory/$triple.lock"

"${tools}nm" --target="$format" --defined-only --extern-only "$library" 2>"$work/nm.err" |
    sed -n "s/^[0-9a-f]* T \\(${names}[A-Za-z0-9_]*\\)\$/\\1/p" | sort -u >"$work/names"
[ -s "$work/names" ] || {
    cat "$work/nm.err" >&2
    fail "$library exports nothing"
}

# The compiler's own memory functions give way to those of the C library, which every program has.
if [ "$triple" != "$host" ]; then
    (cd "$work" && "${tools}ar" x "$library")
    for name in memcpy memmove memset memcmp bcmp strlen; do
        echo "$name yomikiri_own_$name"
    done >"$work/own"
    for name in memcpy memmove memset memclr; do
        for suffix in "" 4 8; do
            echo "__aeabi_$name$suffix yomikiri_own_aeabi_$name$suffix"
        done
    done >>"$work/own"
    for object in "$work"/compiler_builtins-*.o; do
        "${tools}objcopy" -I "$format" -O "$format" --redefine-syms="$work/own" "$object"
    done
    set -- "$work"/*.o
else
    set -- "$library"
fi

sed 's/^/--undefined=/' "$work/names" >"$work/roots"
# Word splitting is wanted.
# shellcheck disable=SC2086
"${tools}ld" $emulation -r --gc-sections "@$work/roots" -o "$work/yomikiri.o" "$@"

sed 's/^/--keep-global-symbol=/' "$work/names" >"$work/keep"
# Boards do not unwind.
case $format in
elf32-little*) unwinding='--remove-section=.ARM.exidx* --remove-section=.rel.ARM.exidx* --remove-section=.eh_frame' ;;
*) unwinding= ;;
esac
# Word splitting is wanted.
# shellcheck disable=SC2086
"${tools}objcopy" -I "$format" -O "$format" $unwinding --strip-debug --discard-locals \
    --remove-section=.comment --remove-section=.llvmbc --remove-section=.llvmcmd \
    "@$work/keep" "$work/yomikiri.o"
if [ -n "$prefix" ]; then
    sed "s/.*/& $prefix&/" "$work/names" >"$work/rename"
    "${tools}objcopy" -I "$format" -O "$format" --redefine-syms="$work/rename" "$work/yomikiri.o"
fi

mkdir -p "$(dirname -- "$out")"
if [ -n "$prefix" ]; then
    sed "s/.*/#define & $prefix&/" "$work/names" >"${out%.a}.names.h"
fi
if [ -n "$stack_sizes" ]; then
    (cd "$work" && "${tools}ar" --target="$format" rcsD sizes.a yomikiri.o)
    mv -f "$work/sizes.a" "${out%.a}.sizes.a"
    "${tools}objcopy" -I "$format" -O "$format" --remove-section=.stack_sizes \
        --remove-section=.rel.stack_sizes --remove-section=.rela.stack_sizes "$work/yomikiri.o"
fi
(cd "$work" && "${tools}ar" --target="$format" rcsD libyomikiri.a yomikiri.o)
# An archive that did not change keeps its time, so that make rebuilds nothing.
cmp -s "$work/libyomikiri.a" "$out" || mv -f "$work/libyomikiri.a" "$out"

if [ -n "$shared" ]; then
    abi=$(sed -n 's/^#define YOMI_ABI_VERSION \([0-9]*\)$/\1/p' "$root/include/yomikiri.h")
    # Beside the functions of the interface, nothing is exported: not what the compiler's own start
    # files bring along either.
    {
        echo "YOMIKIRI_$abi {"
        echo "    global:"
        sed "s/.*/        $prefix&;/" "$work/names"
        echo "    local: *;"
        echo "};"
    } >"$work/exports.map"
    mkdir -p "$(dirname -- "$shared")"
    "${CC:-cc}" -shared -nostartfiles -o "$work/yomikiri.so" "$work/yomikiri.o" \
        -Wl,-soname,"lib${prefix}yomikiri.so.$abi" -Wl,--version-script,"$work/exports.map" \
        -Wl,-z,defs -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -Wl,--build-id
    cmp -s "$work/yomikiri.so" "$shared" || mv -f "$work/yomikiri.so" "$shared"
fi
