#!/bin/sh
# Packs archives for boards into bundles that drop into a project:
#
#   scripts/dist.sh [--out DIRECTORY] NAME=ARCHIVE...
#
# NAME is cortex-m0plus, cortex-m4f or riscv32imac; ARCHIVE was made by build-archive.sh for
# thumbv6m-none-eabi, thumbv7em-none-eabihf or riscv32imac-unknown-none-elf. Makes, under
# DIRECTORY (default: dist):
#
#   yomikiri-VERSION/   headers, archives, licences, sizes: for any build system
#   arduino/            an Arduino library, precompiled (Cortex-M)
#   platformio/         a PlatformIO library
#   zephyr/             a Zephyr module
#   esp-idf/            an ESP-IDF component (RISC-V)
#   SHA256SUMS
#
# The layouts follow the documents of each system. None of the four can be built where this was
# written: they are untested, and say so.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
out=$root/dist
archives=

fail() {
    echo "dist.sh: $1" >&2
    exit 64
}

while [ $# -gt 0 ]; do
    case $1 in
    --out)
        [ $# -ge 2 ] || fail "--out needs a value"
        out=$2
        shift 2
        ;;
    cortex-m0plus=* | cortex-m4f=* | riscv32imac=*)
        [ -f "${1#*=}" ] || fail "there is no ${1#*=}"
        archives="$archives $1"
        shift
        ;;
    *) fail "unknown argument $1" ;;
    esac
done
[ -n "$archives" ] || fail "no archive is named"

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/Cargo.toml" | head -n 1)
mkdir -p "$out"
out=$(CDPATH='' cd -- "$out" && pwd)

# The files of a template with the version filled in.
template() {
    (cd "$root/scripts/dist/$1" && find . -type f) | while IFS= read -r file; do
        mkdir -p "$(dirname -- "$out/$1/$file")"
        sed "s/@VERSION@/$version/g" "$root/scripts/dist/$1/$file" >"$out/$1/$file"
    done
}

# Headers go to $1, licences beside them.
common() {
    mkdir -p "$1"
    cp "$root/include/yomikiri.h" "$root/include/yomikiri.hpp" "$1/"
    mkdir -p "$1/yomikiri"
    cp "$root"/include/yomikiri/*.hpp "$1/yomikiri/"
    cp "$root/LICENSE-APACHE" "$root/LICENSE-MIT" "$2/"
}

bundle=yomikiri-$version
rm -rf "${out:?}/$bundle" "$out/arduino" "$out/platformio" "$out/zephyr" "$out/esp-idf"
mkdir -p "$out/$bundle" "$out/arduino" "$out/platformio" "$out/zephyr" "$out/esp-idf"
common "$out/$bundle/include" "$out/$bundle"
common "$out/arduino/src" "$out/arduino"
common "$out/platformio/include" "$out/platformio"
common "$out/zephyr/include" "$out/zephyr"
common "$out/esp-idf/include" "$out/esp-idf"
cp "$root/docs/MEMORY.md" "$root/docs/PORTING.md" "$out/$bundle/"
for name in arduino platformio zephyr esp-idf; do
    template "$name"
done

for pair in $archives; do
    name=${pair%%=*}
    archive=${pair#*=}
    for place in "$bundle/lib/$name" "platformio/lib/$name" "zephyr/lib/$name"; do
        mkdir -p "$out/$place"
        cp "$archive" "$out/$place/libyomikiri.a"
    done
    case $name in
    riscv32imac)
        mkdir -p "$out/esp-idf/lib"
        cp "$archive" "$out/esp-idf/lib/libyomikiri.a"
        ;;
    *)
        # Arduino looks for src/<build.mcu>, with the float ABI below it where there is one.
        place=$out/arduino/src/${name%f}
        [ "$name" = cortex-m4f ] && place=$place/fpv4-sp-d16-hard
        mkdir -p "$place"
        cp "$archive" "$place/libyomikiri.a"
        ;;
    esac
done

(cd "$out" && find . -type f ! -name SHA256SUMS | LC_ALL=C sort | sed 's|^\./||' |
    while IFS= read -r file; do sha256sum "$file"; done >SHA256SUMS)
echo "$out" >&2
