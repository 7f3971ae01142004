"""Compares the stack maps of both versions for one and the same code. Objects
with many references are listed in other ways in the versions, which may change
where the code generator puts what; such code is left out, and counted.

The table of version 3 is converted, with frames from the unwind tables, and has
to say the same as that of version 4 at each safepoint. That of version 4 has to
be proved against code and unwind tables; where these contradict the stack sizes
of version 3, as they do where arguments are pushed, that is counted.
"""

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ..paths import LLVM_PREFIX
from ..ui import Failure, run

# What is about the table and not about the code.
OF_TABLE = ("version", "section", "offset")


@dataclass
class Comparison:
    safepoints: int = 0
    # Safepoints of version 3 whose stack size is not that of the frame.
    wrong_sizes: int = 0
    # Objects whose code is not the same.
    other_code: int = 0

    def add(self, other: "Comparison") -> None:
        self.safepoints += other.safepoints
        self.wrong_sizes += other.wrong_sizes
        self.other_code += other.other_code


def code(object_: Path) -> bytes:
    binary = object_.with_suffix(".text")
    run([LLVM_PREFIX / "bin/llvm-objcopy", "-O", "binary",
         "--only-section=.text", object_, binary],
        what=f"reading the code of {object_.name}")
    return binary.read_bytes()


def read(tool: Path, object_: Path) -> dict:
    """{PC: what is said of the safepoint}"""
    dump = json.loads(run([tool, "dump", "--json", object_],
                          what=f"dumping {object_.name}"))
    found = {}
    for site in dump[0]["stackMaps"]["safepoints"]:
        site = {name: value for name, value in site.items()
                if name not in OF_TABLE}
        # Order means nothing.
        for name in ("roots", "derived"):
            site[name] = sorted(site.get(name, []), key=json.dumps)
        found[site["pc"]["section"], site["pc"]["address"]] = site
    return found


def count_wrong_sizes(tool: Path, object_: Path) -> int:
    done = subprocess.run([str(tool), "verify", str(object_)],
                          capture_output=True, text=True)
    return len(re.findall(r"\[stack-size\]$", done.stderr, re.M))


def verify(tool: Path, object_: Path) -> None:
    """Raises Failure unless all of its maps are proved."""
    run([tool, "verify", object_], what=f"verifying {object_.name}")


def compare(tool: Path, third: Path, fourth: Path) -> Comparison:
    """Of the objects with version 3 and 4; raises Failure if they differ."""
    verify(tool, fourth)
    if code(third) != code(fourth):
        return Comparison(other_code=1)
    converted = third.with_suffix(".converted.o")
    run([tool, "convert", third, "-o", converted],
        what=f"converting {third.name}")
    wanted, got = read(tool, converted), read(tool, fourth)
    if wanted.keys() != got.keys():
        raise Failure(f"{fourth.name}: version 3 and 4 have different "
                      "safepoints")
    for pc, site in wanted.items():
        if site != got[pc]:
            raise Failure(f"{fourth.name}: at {pc[0]}+{pc[1]:#x} version 3 has "
                          f"{json.dumps(site)}, and version 4 "
                          f"{json.dumps(got[pc])}")
    return Comparison(len(got), count_wrong_sizes(tool, third))
