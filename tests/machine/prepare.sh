#!/bin/sh
# Fetches what the tests need beyond Python: a C compiler, an engine, Node.js and the MicroPython virtual machine, Chromium, type stubs.
# Debian packages come through apt when root; elsewhere it says what to install by hand.
set -eu
here=$(dirname "$0")
root=$here/../..

missing=""
command -v cc >/dev/null 2>&1 || missing="$missing gcc libc6-dev"
headers='import pathlib, sys, sysconfig; sys.exit(not pathlib.Path(sysconfig.get_path("include"), "Python.h").exists())'
"$root/.venv/bin/python" -c "$headers" || missing="$missing python3-dev" # the tracker is compiled
command -v node >/dev/null 2>&1 || missing="$missing nodejs"
command -v npm >/dev/null 2>&1 || missing="$missing npm"
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
PATH=$PATH:/usr/games command -v fairy-stockfish >/dev/null 2>&1 || missing="$missing fairy-stockfish" # plays against us
"$root/.venv/bin/python" -c "import weasyprint" 2>/dev/null || missing="$missing libpangoft2-1.0-0" # sets the pages of a board's book
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        apt-get update -qq
        # shellcheck disable=SC2086  # a list of packages
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing fonts-dejavu-core
    else
        echo "make test needs these programs, please install them:$missing" >&2
        exit 1
    fi
fi

if [ ! -e "$here/node_modules/.ready" ] || [ "$here/package.json" -nt "$here/node_modules/.ready" ]; then
    (cd "$here" && npm install --no-audit --no-fund --no-package-lock --loglevel=error && touch node_modules/.ready)
fi

if [ ! -e "$root/typings/.ready" ] || [ "$0" -nt "$root/typings/.ready" ]; then
    "$root/.venv/bin/python" -m pip install --quiet --upgrade --no-deps --target "$root/typings" \
        micropython-rp2-rpi_pico-stubs micropython-stdlib-stubs
    touch "$root/typings/.ready"
fi
