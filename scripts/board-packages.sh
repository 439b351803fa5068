#!/bin/sh
# Installs what the tests of boards need: Rust's core library as source, cross compilers, emulators.
# Ends with 0 where Debian's packages are there, or could have been: then the tests may not be left out.
set -eu
cd "$(dirname -- "$0")"
set -- rustc-web cargo-web rust-web-src qemu-system-arm qemu-system-misc gcc-arm-none-eabi \
    libnewlib-arm-none-eabi gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf
./debian-packages.sh "$@" || true
for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] && continue
    [ -n "$(apt-cache search --names-only "^$package\$" 2>/dev/null || true)" ] || exit 1
done
