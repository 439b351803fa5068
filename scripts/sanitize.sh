#!/bin/sh
# The Rust tests under the address sanitizer, and the tests with threads under the thread sanitizer:
#   scripts/sanitize.sh [address|thread]
# Needs a nightly toolchain. The C and C++ programs and the examples have tests of their own, which
# `./test` runs: tests/c_programs.rs and tests/examples_checked.rs.
set -eu
cd "$(dirname -- "$0")/.."
rustc +nightly --version >/dev/null 2>&1 || rustup toolchain install nightly --profile minimal
host=$(rustc +nightly -vV | sed -n 's/^host: //p')
copy=$PWD/target/sanitized
mkdir -p "$copy"
scripts/mutations.sh --copy "$copy"
cd "$copy"
kinds=${1:-address thread}
for kind in $kinds; do
    case $kind in
    address)
        # The core allocates nothing; tests leak blocks on purpose, to hold them for ever.
        ASAN_OPTIONS=detect_leaks=0 RUSTFLAGS='-Zsanitizer=address' \
            cargo +nightly test --target "$host" --target-dir address \
            --features std,capi --lib --test fuzz_corpus --test starvation --test verifier \
            --test dfpn_graphs --test dfpn_resources --test drivers --test dobutsu_table \
            --test shogi_text --test retro_tic_tac_toe
        ;;
    thread)
        # The standard library is not instrumented: the channel by which the test harness learns of
        # results looks like a race, and is left out.
        printf 'race:test::event::CompletedTest\n' >suppressions
        TSAN_OPTIONS="suppressions=$PWD/suppressions" \
            RUSTFLAGS='-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer' \
            cargo +nightly test --target "$host" --target-dir thread --features std,capi \
            --test starvation -- one_table_under_four_threads
        ;;
    *) echo "unknown sanitizer $kind" >&2; exit 2 ;;
    esac
done
