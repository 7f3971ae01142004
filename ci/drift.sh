#!/bin/sh
# Does the series still apply to a newer upstream? Names the first patch that
# does not, and the new files that upstream's have come to collide with.
#
#   ci/drift.sh TAG   a tag or branch of the project's public repository
#   ci/drift.sh DIR   an upstream checkout, which is left as it is
set -eu
home=https://github.com/llvm/llvm-project.git

fail() {
  echo "drift: error: $*" >&2
  exit 1
}

[ $# = 1 ] || fail "give a tag of upstream, or a directory"
case $1 in
-*) fail "unknown option $1; give a tag of upstream, or a directory" ;;
esac
scratch=$(mktemp -d "${TMPDIR:-/tmp}/drift.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM
if [ -d "$1" ]; then
  [ -f "$1/llvm/CMakeLists.txt" ] ||
    fail "$1 is no upstream checkout; it has no llvm/CMakeLists.txt"
  mkdir "$scratch/upstream"
  for part in llvm clang cmake; do
    cp -a "$1/$part" "$scratch/upstream/"
  done
else
  git clone -q --depth 1 --branch "$1" "$home" "$scratch/upstream" ||
    fail "there is no directory $1, and $home has no such tag or branch" \
      "or cannot be reached"
fi
cd "$(dirname "$0")/.."
. scripts/lib/python3.sh
ensure_python3 drift
scripts/fork apply --any-tag "$scratch/upstream" ||
  fail "the series does not apply to $1; docs/Rebasing.md says what to do"
echo "the series applies to $1"
