#!/bin/sh
# Line, function and branch coverage of src/ by the Rust tests:
#   scripts/coverage.sh [ARGUMENTS OF cargo test]
# Needs an LLVM of the toolchain's version: rustup's component llvm-tools, or Debian's llvm-22 for
# Rust 1.95. Branches are counted with a nightly toolchain alone (TOOLCHAIN=nightly).
# The C programs run against an archive without counters, and add nothing here.
set -eu
cd "$(dirname -- "$0")/.."
toolchain=${TOOLCHAIN:-stable}
version=$(rustc +"$toolchain" -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
host=$(rustc +"$toolchain" -vV | sed -n 's/^host: //p')
tools=$(rustc +"$toolchain" --print sysroot)/lib/rustlib/$host/bin
profdata=$tools/llvm-profdata
cov=$tools/llvm-cov
if command -v "llvm-cov-$version" >/dev/null; then
    profdata=llvm-profdata-$version
    cov=llvm-cov-$version
fi
flags='-Cinstrument-coverage'
[ "$toolchain" != nightly ] || flags="$flags -Zcoverage-options=branch"
out=$PWD/target/coverage
mkdir -p "$out"
rm -f "$out"/*.profraw
scripts/mutations.sh --copy "$out"
export RUSTFLAGS="$flags"
# A panic in a test must not end the process before its counters are written.
export CARGO_PROFILE_DEV_PANIC=unwind
cd "$out"
[ $# -gt 0 ] || set -- --lib --test differential --test dfpn_graphs --test dfpn_resources \
    --test dobutsu_dfpn --test dobutsu_index --test dobutsu_player --test dobutsu_retro \
    --test dobutsu_rules --test dobutsu_table --test drivers --test futile --test fuzz_corpus \
    --test mate --test othello --test pi_tree --test retro_tic_tac_toe --test shogi_counts \
    --test shogi_perft --test shogi_reference --test shogi_repetition --test shogi_text \
    --test starvation --test verifier
LLVM_PROFILE_FILE="$out/%p-%m.profraw" \
    cargo +"$toolchain" test --features std,capi "$@" >"$out/log" 2>&1 ||
    { tail -n 40 "$out/log" >&2; exit 1; }
"$profdata" merge -sparse -o "$out/all.profdata" "$out"/*.profraw
objects=$(sed -n 's/^ *Running .*(\(.*\))$/\1/p' "$out/log" | sed 's/^/-object /')
# Unit tests and the tests under tests/ are not the core's lines.
# shellcheck disable=SC2086
"$cov" report --instr-profile="$out/all.profdata" $objects \
    --ignore-filename-regex='registry|rustlib|/rustc/|tests/|fuzz/' | tee "$out/report"
# shellcheck disable=SC2086
"$cov" export --format=lcov --instr-profile="$out/all.profdata" $objects \
    --ignore-filename-regex='registry|rustlib|/rustc/|tests/|fuzz/' >"$out/lcov.info"
