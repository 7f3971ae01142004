#!/bin/sh
# The series applies exactly, and tree/ holds nothing that is not in it.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 patches
run scripts/fork verify
run scripts/fork sync
run scripts/fork export --check
