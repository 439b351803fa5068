#!/bin/sh
# Fuzzes every target, or those named, for so many seconds each, after replaying the corpus:
#   scripts/fuzz.sh [--seconds N] [--no-address-sanitizer] [--runs N] [TARGET[:SECONDS]...]
# Needs a nightly toolchain and a C++ compiler; cargo-fuzz is not needed. What is found lies in
# fuzz/artifacts/, what widens the coverage in fuzz/grown/. The last lines tell the executions.
set -eu
cd "$(dirname -- "$0")/.."
seconds=30
runs=-1
sanitizer=-Zsanitizer=address
kind=address
while [ $# -gt 0 ]; do
    case $1 in
    --seconds) seconds=$2; shift 2 ;;
    --runs) runs=$2; shift 2 ;;
    --no-address-sanitizer)
        sanitizer=''
        kind=plain
        shift
        ;;
    -*) echo "unknown option $1" >&2; exit 2 ;;
    *) break ;;
    esac
done
[ $# -gt 0 ] || set -- files host interleave play surface table text

rustc +nightly --version >/dev/null 2>&1 || rustup toolchain install nightly --profile minimal
target=$(rustc +nightly -vV | sed -n 's/^host: //p')
coverage='-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4'
coverage="$coverage -Cllvm-args=-sanitizer-coverage-inline-8bit-counters"
coverage="$coverage -Cllvm-args=-sanitizer-coverage-pc-table"
coverage="$coverage -Cllvm-args=-sanitizer-coverage-trace-compares"
# One unit without LTO, as the passes of the sanitizers want it.
RUSTFLAGS="$coverage --cfg fuzzing $sanitizer" CARGO_PROFILE_RELEASE_LTO=off \
    cargo +nightly build --release --manifest-path fuzz/Cargo.toml --target "$target" \
    --target-dir "fuzz/target/$kind"

total=0
for entry; do
    name=${entry%:*}
    time=$seconds
    [ "$name" = "$entry" ] || time=${entry##*:}
    mkdir -p "fuzz/grown/$name" "fuzz/artifacts/$name"
    log=fuzz/artifacts/$name.log
    # One worker, no fork: an execution is one call of the target.
    if ! "fuzz/target/$kind/$target/release/$name" "fuzz/grown/$name" "fuzz/corpus/$name" \
        -artifact_prefix="fuzz/artifacts/$name/" -max_total_time="$time" -runs="$runs" \
        -max_len=512 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 \
        -use_value_profile=0 >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        echo "$name: a finding, see fuzz/artifacts/$name/" >&2
        exit 1
    fi
    done=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    total=$((total + done))
    echo "$name: $done executions"
done
echo "total: $total executions, no finding"
