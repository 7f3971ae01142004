#!/bin/sh
# What can be checked without building anything.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 lint
exec python3 scripts/lib/managed/check/lint.py "$@"
