"""What is measured of a build: checks, instructions executed, bytes.

Checks are counted from the pass's own remarks: it makes one for each marked
branch it sees, whose name is the reason if the branch was left explicit. The
number of entries in the fault maps of the objects is the second witness.
"""

import json
import os
import re
import threading
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..counting import Counters, execute
from ..parallel import in_parallel
from ..ui import Failure, run, say
from .programs import Build

PASS = "implicit-null-checks"
# The sections of fault maps, and the sizes of their entries.
FAULT_MAPS = {"llvm_faultmaps": 8, "llvm_faultsites": 16}


@dataclass
class Figures:
    """What one build of one program measures."""

    # Marked branches the pass saw, and those it made implicit.
    checks: int = 0
    implicit: int = 0
    # How many were left explicit, by reason.
    reasons: dict = field(default_factory=dict)
    # Entries in the fault maps of the objects, and the size of these maps.
    entries: int = 0
    map_bytes: int = 0
    # Bytes of machine code in the program's own objects.
    text_bytes: int = 0
    # Instructions executed by the workload, C library included.
    instructions: int = 0
    # What the workload printed.
    output: str = ""

    @property
    def hit_rate(self) -> float:
        return self.implicit / self.checks if self.checks else 0.0


def parse_remarks(text: str) -> tuple:
    """(number passed, Counter of the names of those missed) of the pass.

    The file is a sequence of YAML documents that the compiler writes in one
    fixed form: a line "--- !Missed", then one line for each key.
    """
    passed, missed = 0, Counter()
    for document in re.split(r"^--- ", text, flags=re.M)[1:]:
        kind = re.match(r"!(\w+)", document)
        keys = dict(re.findall(r"^(Pass|Name): +['\"]?([^'\"\s]+)", document,
                               flags=re.M))
        if not kind or "Pass" not in keys or "Name" not in keys:
            raise Failure("a remark of the compiler is malformed: "
                          + document.splitlines()[0])
        if keys["Pass"] != PASS:
            continue
        if kind[1] == "Passed":
            passed += 1
        elif kind[1] == "Missed":
            missed[keys["Name"]] += 1
    return passed, missed


def read_remarks(build: Build) -> tuple:
    """(passed, missed) of all units of `build`. A unit in which the pass saw
    no check may have no file."""
    passed, missed = 0, Counter()
    for path in build.remarks():
        if path.exists():
            more_passed, more_missed = parse_remarks(
                path.read_text(errors="replace"))
            passed += more_passed
            missed += more_missed
    return passed, missed


def parse_sections(text: str) -> tuple:
    """(bytes of code, bytes and entries of fault maps) from llvm-readobj's
    JSON."""
    code = maps = entries = 0
    for file in json.loads(text):
        for item in file["Sections"]:
            section = item["Section"]
            flags = [flag["Name"] for flag in section["Flags"]["Flags"]]
            if "SHF_EXECINSTR" in flags:
                code += section["Size"]
            size = FAULT_MAPS.get(section["Name"]["Name"])
            if size:
                maps += section["Size"]
                entries += section["Size"] // size
    return code, maps, entries


def measure(build: Build, counters: Counters) -> Figures:
    """The figures of a build that is compiled and linked."""
    tools, objects = build.tools, build.objects()
    figures = Figures()
    if build.variant == "implicit":
        passed, missed = read_remarks(build)
        figures.implicit = passed
        figures.checks = passed + sum(missed.values())
        figures.reasons = dict(missed.most_common())
    figures.text_bytes, figures.map_bytes, figures.entries = parse_sections(
        run([tools["llvm-readobj"], "--elf-output-style=JSON", "--sections",
             *objects], what="llvm-readobj"))
    if figures.entries:
        run([tools["llvm-managed-maps"], "verify", *build.images()],
            what=f"verifying the fault maps of {build.describe()}")
    what = f"the workload of {build.describe()}"
    figures.output = execute(build.command(), what)
    prefix = build.target.run
    figures.instructions, output = counters.count(
        build.command()[len(prefix):], prefix, build.directory, what)
    if output != figures.output:
        raise Failure(f"{what} printed something else under the instruction "
                      "counter")
    return figures


def load(build: Build) -> Figures:
    """The figures of an earlier run, if nothing they depend on changed."""
    try:
        kept = json.loads((build.directory / "figures.json").read_text())
        if kept.pop("key") == build.key() and build.executable.exists():
            return Figures(**kept)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        pass
    return None


def save(build: Build, figures: Figures) -> None:
    path = build.directory / "figures.json"
    part = path.with_suffix(".part")
    part.write_text(json.dumps(dict(asdict(figures), key=build.key())))
    os.replace(part, path)


def figures_of(builds: list, directory: Path) -> dict:
    """{build: figures} of all builds; compiles and measures what changed."""
    known = {build: load(build) for build in builds}
    todo = [build for build in builds if known[build] is None]
    if len(todo) < len(builds):
        say(f"{len(builds) - len(todo)} of {len(builds)} builds are "
            "unchanged since the last run")
    if not todo:
        return known
    counters, stop = Counters(directory), threading.Event()

    def finish(build: Build) -> None:
        say(f"building {build.describe()} ...")
        build.compile(stop)
        build.link()
        figures = measure(build, counters)
        save(build, figures)
        known[build] = figures
        say(f"measured {build.describe()}: "
            f"{figures.instructions:,} instructions")

    # The largest first, so that no processor is left with one at the end.
    in_parallel(finish, sorted(todo, key=lambda b: -len(b.objects())), stop)
    return known


def verify(builds: dict) -> None:
    """Fails unless the figures of the three variants of one program on one
    target, {variant: Figures}, show what the demo is about."""
    outputs = {figures.output for figures in builds.values()}
    if len(outputs) > 1:
        odd = next(name for name in builds
                   if builds[name].output != builds["none"].output)
        raise Failure(f"with {odd} null checks the program prints something "
                      "else than without checks")
    if not builds["none"].output.strip():
        raise Failure("the workload printed nothing")
    implicit = builds["implicit"]
    if not implicit.checks:
        raise Failure("no null check was marked; does this clang know "
                      "-fimplicit-null-checks?")
    if not implicit.implicit:
        raise Failure(f"none of {implicit.checks} null checks was made "
                      "implicit")
    if not implicit.entries:
        raise Failure("checks were made implicit but the objects have no "
                      "fault map")
    if builds["explicit"].entries or builds["none"].entries:
        raise Failure("a build without implicit checks has a fault map")
