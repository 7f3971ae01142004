# Sourced by the commands that have to work on a machine without Python, and by
# those in ci/ that run several.

# Makes sure `python3` is there and new enough, from the distribution.
ensure_python3() {
  if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
      2>/dev/null; then
    return 0
  fi
  if command -v python3 >/dev/null 2>&1; then
    echo "$1: error: python3 is older than 3.11; put a newer one first" \
      "in PATH" >&2
    return 1
  fi
  if [ "$(id -u)" = 0 ]; then
    as_root=
  elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
  else
    echo "$1: error: python3 is missing and this is not root; run:" \
      "sudo apt-get install python3" >&2
    return 1
  fi
  echo "installing packages: python3"
  $as_root apt-get update -q >/dev/null &&
    $as_root env DEBIAN_FRONTEND=noninteractive \
      apt-get install -q -y --no-install-recommends python3 >/dev/null || {
    echo "$1: error: python3 could not be installed; check the network and" \
      "the package sources, then run: apt-get install python3" >&2
    return 1
  }
}

# Runs a command, which ends when this script is asked to.
run() {
  "$@" &
  child=$!
  for signal in HUP INT TERM; do
    trap "trap - $signal; kill $child; wait $child; kill -s $signal $$" \
      "$signal"
  done
  wait "$child"
}
