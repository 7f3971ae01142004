#!/bin/sh
# The whole test suite; arguments go to scripts/check.
set -eu
cd "$(dirname "$0")/.."
exec scripts/check "$@"
