#!/bin/sh
# Whether g++ takes each source that is ours or that the series changes. The
# overlay is compiled by clang alone; it has to be built.
#
#   ci/gcc.sh [FILE...]    FILE by its path in upstream; without, all
set -eu
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 gcc
exec python3 scripts/lib/managed/check/gcc.py "$@"
