#!/bin/sh
# The series in a complete upstream tree, built with assertions, and the
# tests that concern it. Takes about an hour on 2 cores and 12 GB of disk:
#
#   ci/full.sh DIR    uses DIR/src and DIR/build, and goes on where an earlier
#                     run stopped
set -eu
here=$(pwd)
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 full
export MANAGED_LLVM_FROM="$here"
exec python3 scripts/lib/managed/check/full_build.py "$@"
