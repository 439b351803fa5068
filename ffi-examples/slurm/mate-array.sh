#!/bin/sh
# A Slurm array job over a file of mate problems, a position a line:
#
#     split -n r/64 -d -a 3 problems.sfen part.
#     sbatch --array=0-63 ffi-examples/slurm/mate-array.sh
#
# Each task solves one part with as many jobs as it has processors. A task that was killed, by its
# time limit or with its machine, is queued again and goes on where its answers end. PART, OUT and MEM
# name the parts, the folder of the answers and the MiB for each search.
#
#SBATCH --job-name=yomikiri
#SBATCH --cpus-per-task=4
#SBATCH --mem-per-cpu=600M
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
set -eu

part=${PART:-part.}$(printf %03d "$SLURM_ARRAY_TASK_ID")
folder=${OUT:-answers}
mkdir -p "$folder"
answers=$folder/$(basename "$part").jsonl

status=0
yomikiri mate --json --resume --output "$answers" -j "${SLURM_CPUS_PER_TASK:-1}" \
    --mem "${MEM:-512}" --nodes "${NODES:-10000000}" "$part" || status=$?
# Problems without a mate (1), undecided (2) and lines that are no position (64) are answers, too,
# as long as there is one for each problem.
problems=$(grep -c -v -e '^[[:space:]]*$' -e '^#' "$part" || true)
[ "$(wc -l <"$answers")" -eq "$problems" ] || exit "$status"
