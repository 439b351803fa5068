#!/bin/sh
# Builds the library and installs it for C and C++ programs: headers, the archive, a shared library
# with a versioned soname, and what pkg-config and CMake's find_package look for. All of it finds
# itself, so that the directory may be moved afterwards.
#
#   scripts/install.sh --prefix DIRECTORY [--features LIST] [--no-shared]
#
# --features  searches and games to put in, separated by commas (default: all)
# --no-shared without the shared library
#
# DESTDIR is put before the directory, as packagers expect. CARGO, RUSTC, CARGO_FLAGS, BINUTILS and
# CC are those of build-archive.sh.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
prefix=
features=default
shared=yes

fail() {
    echo "install.sh: $1" >&2
    exit 64
}

while [ $# -gt 0 ]; do
    case $1 in
    --prefix | --features)
        [ $# -ge 2 ] || fail "$1 needs a value"
        case $1 in
        --prefix) prefix=$2 ;;
        --features) features=$2 ;;
        esac
        shift 2
        ;;
    --no-shared)
        shared=
        shift
        ;;
    *) fail "unknown option $1" ;;
    esac
done
[ -n "$prefix" ] || fail "--prefix is missing"

number() {
    sed -n "s/^#define YOMI_$1 \([0-9]*\)\$/\1/p" "$root/include/yomikiri.h"
}
version=$(number VERSION_MAJOR).$(number VERSION_MINOR).$(number VERSION_PATCH)
abi=$(number ABI_VERSION)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
set -- --features "$features" --out "$work/libyomikiri.a"
[ -z "$shared" ] || set -- "$@" --shared "$work/libyomikiri.so"
"$root/scripts/build-archive.sh" "$@"

target=${DESTDIR-}$prefix
lib=$target/lib
mkdir -p "$target/include/yomikiri" "$lib/pkgconfig" "$lib/cmake/yomikiri"
install -m 644 "$root/include/yomikiri.h" "$root/include/yomikiri.hpp" "$target/include"
install -m 644 "$root/include/yomikiri/"*.hpp "$target/include/yomikiri"
install -m 644 "$work/libyomikiri.a" "$lib"
if [ -n "$shared" ]; then
    install -m 755 "$work/libyomikiri.so" "$lib/libyomikiri.so.$version"
    [ "$version" = "$abi" ] || ln -sf "libyomikiri.so.$version" "$lib/libyomikiri.so.$abi"
    ln -sf "libyomikiri.so.$abi" "$lib/libyomikiri.so"
fi
sed "s/@VERSION@/$version/" "$root/cmake/yomikiri.pc.in" >"$lib/pkgconfig/yomikiri.pc"
sed "s/@VERSION@/$version/" "$root/cmake/yomikiri-config-version.cmake.in" \
    >"$lib/cmake/yomikiri/yomikiri-config-version.cmake"
install -m 644 "$root/cmake/yomikiri-config.cmake" "$lib/cmake/yomikiri"
