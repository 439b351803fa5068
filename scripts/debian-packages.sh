#!/bin/sh
# Installs the Debian packages named as arguments that are missing, where apt and the right to use
# it are there; else says what is missing and goes on.
set -eu

missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

sudo=
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo='sudo -n'
    else
        echo "not installed, and no right to install:$missing" >&2
        exit 0
    fi
fi
if ! command -v apt-get >/dev/null; then
    echo "not installed, and no apt-get:$missing" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
# Word splitting is wanted in both places.
# shellcheck disable=SC2086
{
    $sudo apt-get update -q || echo "the package lists could not be renewed" >&2
    $sudo apt-get install -q -y --no-install-recommends $missing
} >&2
