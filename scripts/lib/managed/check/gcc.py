"""Whether g++ takes the sources of the fork.

The overlay is compiled by clang alone, and a complete build may have another
compiler. g++ checks each new source and each one that the series changes,
without making code of it; that finds what clang alone allows.

    ci/gcc.sh [FILE...]
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from managed import paths, ui
from managed.parallel import in_parallel

COMPILER = "g++"
# What decides the meaning of a source; the rest is about code.
KEPT = re.compile(r"-(D|U|I|isystem|std=|fno-exceptions|fno-rtti)")


def sources(words: list) -> list:
    """The commands of the units to check, by the file in the checkout."""
    tracked = set(subprocess.run(
        ["git", "-C", paths.REPO, "ls-files", "llvm", "clang", "lld"],
        check=True, stdout=subprocess.PIPE, text=True).stdout.split())
    changed = set(re.findall(
        r"^\+\+\+ b/(\S+)$", "\n".join(
            p.read_text() for p in paths.PATCHES.glob("*.patch")),
        re.M))
    result = {}
    for entry in json.loads(
            (paths.BUILD / "compile_commands.json").read_text()):
        path = Path(entry["file"])
        if not path.is_relative_to(paths.TREE) or path.suffix != ".cpp":
            continue
        name = str(path.relative_to(paths.TREE))
        if name in tracked | changed and (not words or name in words):
            result[name] = entry["command"]
    return sorted(result.items())


def check(item: tuple) -> str:
    """What g++ says of one source; nothing if it takes it."""
    name, command = item
    words, kept = shlex.split(command), []
    for word in words[1:]:
        if KEPT.match(word):
            kept.append(word)
    done = subprocess.run(
        [COMPILER, "-fsyntax-only", "-w", *kept, paths.TREE / name],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout or "it failed" if done.returncode else ""


def main(argv: list) -> int:
    items, done, failed = sources(argv), 0, 0

    def look(item: tuple) -> None:
        nonlocal done, failed
        text = check(item)
        done += 1
        if text:
            failed += 1
            errors = [line for line in text.splitlines() if "error" in line]
            print("\n".join([f"{item[0]}: {COMPILER} refuses it",
                             *(errors or text.splitlines())[:3]]), flush=True)
        if done % 50 == 0:
            ui.say(f"{done} of {len(items)} sources")

    in_parallel(look, items)
    ui.say(f"{len(items)} sources, {failed} refused by {COMPILER}")
    return 1 if failed or not items else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
