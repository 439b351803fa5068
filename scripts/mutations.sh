#!/bin/sh
# Seeds faults one by one in a copy of the sources and expects the tests to turn red:
#   scripts/mutations.sh [--list] [NAME...]
# The faults stand in scripts/mutations.py. Takes about half a minute of processor time each.
exec python3 "$(dirname -- "$0")/mutations.py" "$@"
