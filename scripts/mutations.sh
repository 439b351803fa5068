#!/bin/sh
# Seeds faults one by one in a copy of the sources and expects the tests to turn red:
#   scripts/mutations.sh [NAME...]    every fault, or those with such words in their names
#   scripts/mutations.sh --list       the names
#   scripts/mutations.sh --check      whether each can still be seeded; runs nothing
# The faults stand in scripts/mutations.py.
exec python3 "$(dirname -- "$0")/mutations.py" "$@"
