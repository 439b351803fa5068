#!/bin/sh
# Line and branch coverage of src/ by the Rust tests and the C programs of tests/c/:
#   scripts/coverage.sh [--no-c] [TEST...]
# Prints a table and leaves the lines that no test ran in target/coverage/uncovered.
# TEST names files of tests/ (default: those that exercise the core, the unit tests and the C
# programs). Needs a nightly toolchain, which counts branches, and an LLVM of its version: rustup's
# component llvm-tools, or Debian's llvm-N.
set -eu
cd "$(dirname -- "$0")/.."
root=$PWD
programs=yes
if [ "${1-}" = --no-c ]; then
    programs=
    shift
fi

rustc +nightly --version >/dev/null 2>&1 || rustup toolchain install nightly --profile minimal
version=$(rustc +nightly -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
tools=$(rustc +nightly --print sysroot)/lib/rustlib/$host/bin
if [ -x "$tools/llvm-cov" ]; then
    profdata=$tools/llvm-profdata cov=$tools/llvm-cov
elif command -v "llvm-cov-$version" >/dev/null; then
    profdata=llvm-profdata-$version cov=llvm-cov-$version
else
    echo "no llvm-cov of version $version: rustup +nightly component add llvm-tools" >&2
    exit 1
fi

out=$root/target/coverage
mkdir -p "$out"
rm -rf "$out/raw" "$out/target/tmp"
mkdir "$out/raw"
scripts/mutations.sh --copy "$out"
rm -rf "$out/include"
cp -R include "$out/include"
cd "$out"

# Counters of one process a file; those of one program are merged as they are written.
export LLVM_PROFILE_FILE="$out/raw/%4m.profraw"
export RUSTFLAGS='-Cinstrument-coverage -Zcoverage-options=branch'
export CARGO_TARGET_DIR="$out/target"

if [ -n "$programs" ]; then
    # With the checks of a test build: counters of a function that differs would be dropped.
    CARGO_PROFILE_RELEASE_PANIC=abort CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true \
        CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true cargo +nightly rustc --release --offline \
        --lib --crate-type staticlib --features capi,panic-handler
    # A script of the linker in the archive's place: it also links what writes the counters, and
    # spares a function that nothing calls, since nothing unwinds.
    {
        echo 'EXTERN(__llvm_profile_runtime) PROVIDE(rust_eh_personality = 0);'
        echo "GROUP($out/target/release/libyomikiri.a"
        echo "$(rustc +nightly --print target-libdir)"/libprofiler_builtins-*.rlib ')'
    } >counted.a
    export YOMIKIRI_ARCHIVE="$out/counted.a"
fi
if [ $# -gt 0 ]; then
    for name; do
        set -- "$@" --test "$name"
        shift
    done
else
    set -- --lib
    for file in "$root"/tests/*.rs; do
        name=$(basename -- "$file" .rs)
        case $name in
        # What they test is not the core: texts, the header, archives, examples, instructions.
        abi | archive | documents | *_example | examples_checked | header | header_matrix | \
            integration | own_engine | shogi_instructions | source_rules | two_copies | \
            usi_engine) continue ;;
        # Long runs of what others run, too.
        mate | mate_memory | mate_roots | shogi_referee | soak) continue ;;
        c_*) [ -n "$programs" ] || continue ;;
        esac
        set -- "$@" --test "$name"
    done
fi
cargo +nightly test --offline --no-fail-fast --features std,capi "$@" >log 2>&1 || {
    grep -E '^(test .* FAILED|error)' log >&2 || tail -n 40 log >&2
    exit 1
}

"$profdata" merge -sparse -o all.profdata raw/*.profraw
sed -n 's/^ *Running .*(\(.*\))$/\1/p' log >objects
if [ -n "$programs" ] && ls target/tmp/c_* >/dev/null 2>&1; then
    find target/tmp/c_* -type f -perm -u+x >>objects
fi
# One export for each program: what one does not use would hide what another ran.
rm -rf info
mkdir info
number=0
while read -r object; do
    number=$((number + 1))
    "$cov" export --format=lcov --unify-instantiations --instr-profile=all.profdata \
        "$object" --sources "$out/src" >"info/$number.info" 2>>log
done <objects
python3 "$root/scripts/coverage.py" "$out/src" uncovered info/*.info | tee report
