#!/bin/sh
# The series in a complete upstream tree, built with assertions, and the tests
# that concern it; and LLVM compiled by our clang, with the tests of what it
# made. ci/full.sh --help lists the options:
#
#   ci/full.sh DIR    uses DIR/src, DIR/build and DIR/self, and goes on where an
#                     earlier run stopped
set -eu
here=$(pwd)
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 full
export MANAGED_LLVM_FROM="$here"
exec python3 scripts/lib/managed/check/full_build.py "$@"
