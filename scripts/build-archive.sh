#!/bin/sh
# Builds the library as one archive for programs without Rust: one relocatable object in which only
# the C interface is global, so that two such archives, or another Rust library, link beside it.
#
#   scripts/build-archive.sh [--target TRIPLE] [--features LIST] [--prefix PREFIX] [--out FILE]
#                            [--shared FILE]
#
# --target    the Rust target (default: this machine)
# --features  searches and games to put in, separated by commas (default: all)
# --prefix    put before every public name: "ours_" makes ours_yomi_dfpn_init. Beside libX.a stands
#             libX.names.h then, to be included before yomikiri.h (cc -include libX.names.h)
# --out       the archive to write (default: ffi-examples/build/libyomikiri.a)
# --shared    also link the object into this shared library, whose soname is
#             lib<prefix>yomikiri.so.<YOMI_ABI_VERSION>; CC names the compiler that links it
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

fail() {
    echo "build-archive.sh: $1" >&2
    exit 64
}

while [ $# -gt 0 ]; do
    case $1 in
    --target | --features | --prefix | --out | --shared)
        [ $# -ge 2 ] || fail "$1 needs a value"
        case $1 in
        --target) target=$2 ;;
        --features) features=$2 ;;
        --prefix) prefix=$2 ;;
        --out) out=$2 ;;
        --shared) shared=$2 ;;
        esac
        shift 2
        ;;
    *) fail "unknown option $1" ;;
    esac
done
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
[ "$triple" = "$host" ] && tools=
tools=${BINUTILS-$tools}

directory=${CARGO_TARGET_DIR:-$root/target}
out=${out:-$root/ffi-examples/build/libyomikiri.a}

# A target directory of its own: the crate is built with other features than the tests use.
directory=$directory/archive
set -- rustc --release --manifest-path "$root/Cargo.toml" --package yomikiri --lib \
    --crate-type staticlib --no-default-features --features "$features,capi,panic-handler" \
    --target "$triple" --target-dir "$directory"
# Word splitting is wanted: CARGO_FLAGS is a list.
# shellcheck disable=SC2086
"${CARGO:-cargo}" "$@" ${CARGO_FLAGS-}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

library=$directory/$triple/release/libyomikiri.a
"${tools}nm" --target="$format" --defined-only --extern-only "$library" 2>"$work/nm.err" |
    sed -n 's/^[0-9a-f]* T \(yomi_[A-Za-z0-9_]*\)$/\1/p' | sort -u >"$work/names"
[ -s "$work/names" ] || {
    cat "$work/nm.err" >&2
    fail "$library exports nothing"
}

sed 's/^/--undefined=/' "$work/names" >"$work/roots"
"${tools}ld" -r --gc-sections "@$work/roots" -o "$work/yomikiri.o" "$library"

sed 's/^/--keep-global-symbol=/' "$work/names" >"$work/keep"
"${tools}objcopy" -I "$format" -O "$format" --strip-debug --discard-locals \
    --remove-section=.comment \
    "@$work/keep" "$work/yomikiri.o"
if [ -n "$prefix" ]; then
    sed "s/.*/& $prefix&/" "$work/names" >"$work/rename"
    "${tools}objcopy" -I "$format" -O "$format" --redefine-syms="$work/rename" "$work/yomikiri.o"
fi

mkdir -p "$(dirname -- "$out")"
if [ -n "$prefix" ]; then
    sed "s/.*/#define & $prefix&/" "$work/names" >"${out%.a}.names.h"
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
