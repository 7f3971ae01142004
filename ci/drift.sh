#!/bin/sh
# Does the series still apply to another upstream? Lists every patch that
# conflicts, and the new files that upstream has files in the place of.
#
#   ci/drift.sh llvmorg-X.Y.Z   a release, from where scripts/fork finds it: the
#                               cache, the distribution, the project's home
#   ci/drift.sh TAG             any tag or branch of the project's repository
#   ci/drift.sh DIR             an upstream checkout, which is left as it is
set -eu
fail() {
  echo "drift: error: $*" >&2
  exit 1
}

[ $# = 1 ] || fail "give a tag of upstream, or a directory"
case $1 in
-*) fail "unknown option $1; give a tag of upstream, or a directory" ;;
esac
here=$(pwd)
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 drift
MANAGED_LLVM_FROM=$here exec scripts/fork drift "$1"
