"""Is a replaced archive member really out of the way?

The linker takes our object first and never looks at the distribution's member
of the same source file, as long as nobody needs a symbol that only the old
member defines. If somebody did, the link would fail with duplicate symbols
that do not say why; this says it first. Run as

  python3 -m managed.overlay.symbols --nm NM --replaced FILE --stamp FILE OURS

it compares our archive OURS with the one it replaces. FILE is what
plan.write_cmake leaves in overlay/replaced.json.

A distribution that adds functions to a source file of its own is no reason to
fail while no member that stays refers to them.
"""

import argparse
import json
import mmap
import posixpath
import re
import sys
from pathlib import Path

from ..ui import Failure, main, run

# Weak definitions come from inline functions and differ with every flag; one
# that somebody needs and nobody else has makes the link fail by itself.
_STRONG = set("ABCDGRST")
_MEMBER = re.compile(r"\[([^\]]+)\]:$|^(?:.*[:(])?([^:()\[\]]+\.o)\)?:$")


def parse_nm(text: str) -> list:
    """The members and their strong symbols in the output of llvm-nm -P."""
    found = []
    for line in text.splitlines():
        match = _MEMBER.search(line)
        if match:
            found.append((match[1] or match[2], set()))
            continue
        words = line.split()
        if len(words) >= 2 and found and words[1] in _STRONG:
            found[-1][1].add(words[0])
    return found


def missing(ours: list, theirs: list, members: list) -> dict:
    """The strong symbols of replaced `members` that our objects lack.

    Members of one name cannot be told apart. They are taken together, and
    left out unless all of them are replaced.
    """
    have, want = {}, {}
    for table, listing in ((have, ours), (want, theirs)):
        for member, symbols in listing:
            table.setdefault(posixpath.basename(member), set()).update(
                symbols)
    count = [m for m, _ in theirs].count
    found = {}
    for name in sorted(set(members)):
        if members.count(name) < count(name):
            continue
        lost = want.get(name, set()) - have.get(name, set())
        if lost:
            found[name] = sorted(lost)
    return found


def read(nm: str, archive: str) -> list:
    """The members of `archive` and their strong symbols."""
    return parse_nm(run([nm, "-P", "-g", "-U", archive],
                        what=f"reading {archive}"))


def users(nm: str, symbols: set, archives: list, replaced: dict) -> list:
    """The members that stay and refer to one of `symbols`.

    A list of (symbol, archive, member).
    """
    found = []
    for archive in archives:
        with open(archive, "rb") as file, mmap.mmap(
                file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            if not any(content.find(s.encode()) >= 0 for s in symbols):
                continue
        gone = set(replaced.get(archive, ()))
        output = run([nm, "-P", "-u", archive], what=f"reading {archive}")
        member = ""
        for line in output.splitlines():
            match = _MEMBER.search(line)
            if match:
                member = match[1] or match[2]
            elif member not in gone and line.split(" ")[0] in symbols:
                found.append((line.split(" ")[0], archive, member))
    return found


def check(argv: list) -> int:
    parser = argparse.ArgumentParser(prog="symbols")
    parser.add_argument("--nm", required=True)
    parser.add_argument("--replaced", required=True, type=Path)
    parser.add_argument("--stamp", required=True, type=Path)
    parser.add_argument("ours")
    parser.add_argument("theirs")
    options = parser.parse_args(argv)
    plan = json.loads(options.replaced.read_text())
    mine = plan["replaced"].get(options.theirs, [])
    lost = missing(read(options.nm, options.ours),
                   read(options.nm, options.theirs), mine)
    symbols = {s for names in lost.values() for s in names}
    if symbols:
        needed = users(options.nm, symbols, plan["archives"],
                       plan["replaced"])
        if needed:
            symbol, archive, user = needed[0]
            member = next(m for m in lost if symbol in lost[m])
            raise Failure(
                f"our {member[:-2]} does not define {symbol}, which {user} "
                f"of {posixpath.basename(archive)} needs; keep the symbol "
                "or make the series touch that unit too")
    options.stamp.parent.mkdir(parents=True, exist_ok=True)
    options.stamp.write_text("".join(
        f"{member}: {symbol} is not defined by ours, and nobody needs it\n"
        for member, names in lost.items() for symbol in names))
    return 0


if __name__ == "__main__":
    sys.argv[0] = "symbols"
    main(check)
