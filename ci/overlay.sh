#!/bin/sh
# The overlay build: once from what is there, then once more, which must find
# nothing to do.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 overlay
case ${1-} in
-h | --help | --version) exec scripts/build "$1" ;;
esac
run scripts/build "$@"
again=$(ninja -C "${MANAGED_LLVM_BUILD:-build}")
case $again in
*"no work to do"*) ;;
*)
  echo "$again" | tail -n 20 >&2
  echo "overlay: error: a second build would build again; see above" >&2
  exit 1
  ;;
esac
