"""scripts/bench objects: code without statepoints, compiled by both tools.

Takes the IR of upstream's tests of code generation, compiles each with the
options of its first RUN line by the unpatched llc and by ours, and compares
the object files byte for byte. Nothing is the same by luck: what differs is
named, and has to be explained in ci/known-objects.txt.
"""

import filecmp
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

from ..littests.config import Layout
from ..littests.run import own_tests
from ..parallel import in_parallel
from ..paths import BUILD, REPO, TREE
from ..ui import Failure, say
from .benchmark import DISTRIBUTION, Benchmark

SUITES = ("llvm/test/CodeGen/X86", "llvm/test/CodeGen/AArch64")
KNOWN = REPO / "ci/known-objects.txt"
# What has statepoints or deopt state, or asks for a table of ours.
_STATEPOINTS = re.compile(r'gc\.statepoint|"deopt"\(|"gc-live"\(')
_RUN = re.compile(r"RUN:((?:[^\n]*\\\n[^\n]*RUN:)*[^\n]*)")
# Options that end compilation elsewhere, print something, or name a file.
_NO_OBJECT = re.compile(
    r"--?(?:run-pass|stop|start|print|debug|filetype=null|view|dot|help|stats"
    r"|pass-remarks|pgo|split-dwarf|x$|x=|info-output|mcpu=help|mattr=help"
    r"|filter-|compile-twice|basic-block-sections=%)")
OUTCOMES = ("same", "different", "by chance", "neither")
# How often the unpatched tool has to make the same object.
REPEATED = 5
# Seconds for one file.
LIMIT = 300
# Files between two lines that say how far it is.
STEP = 1000


def options_of(text: str) -> list:
    """The options of llc in the first RUN line that has one and makes code;
    None if there is no such line."""
    for line in _RUN.findall(text):
        line = re.sub(r"\\\n[^\n]*RUN:", " ", line).split("|")[0].strip()
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        if words[:1] != ["llc"]:
            continue
        options = _clean(words[1:])
        if options is not None:
            return options
    return None


def _clean(words: list):
    """Without what says where input and output are; None if it will not do."""
    kept, rest = [], iter(words)
    for word in rest:
        if word in ("<", ">", "-o", "2>", ">&"):
            if next(rest, "") not in ("%s", "-", "/dev/null", "&1"):
                return None
        elif word in ("%s", "-", "2>&1", "<%s", "-o-") or re.match(
                r"--?(filetype|verify-machineinstrs|asm-verbose)", word):
            if "filetype=null" in word:
                return None
        elif "%" in word or ">" in word or _NO_OBJECT.match(word):
            return None
        else:
            kept.append(word)
    return kept


def inputs(suites=SUITES) -> list:
    """[(name, options)] of all that compiles to code without statepoints."""
    own = set(own_tests(Layout()))
    found = []
    for suite in suites:
        for path in sorted((TREE / suite).rglob("*.ll")):
            name = str(path.relative_to(TREE))
            text = path.read_text(errors="replace")
            if name in own or path.is_symlink() or _STATEPOINTS.search(text):
                continue
            options = options_of(text)
            if options is not None:
                found.append((name, options))
    return found


def compile_object(llc: Path, name: str, options: list, output: Path) -> bool:
    """Returns whether there is an object."""
    try:
        done = subprocess.run(
            [llc, *options, "-filetype=obj", TREE / name, "-o", output],
            cwd=(TREE / name).parent, capture_output=True, timeout=LIMIT,
            check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def compare(llc: Path, baseline: Path, job: tuple, work: Path) -> str:
    """One of OUTCOMES."""
    name, options = job
    with tempfile.TemporaryDirectory(dir=work) as scratch:
        # One name, which no object can tell from another.
        output, kept = Path(scratch) / "output.o", Path(scratch) / "kept.o"

        def is_like_kept(tool: Path) -> bool:
            # Some are large.
            return (compile_object(tool, name, options, output) and
                    filecmp.cmp(kept, output, shallow=False))

        if not compile_object(baseline, name, options, output):
            return ("different" if compile_object(llc, name, options, output)
                    else "neither")
        output.rename(kept)
        if is_like_kept(llc):
            return "same"
        # Upstream has hashes of addresses in some.
        return ("different" if all(is_like_kept(baseline)
                                   for _ in range(REPEATED)) else "by chance")


def read_known(path: Path) -> dict:
    """The reason why each file may differ."""
    found = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, reason = line.partition("  # ")
        if not reason.strip():
            raise Failure(f"{path}:{number}: '{line}' is not a file and, "
                          "after two spaces and #, the reason why it differs")
        found[name.strip()] = reason.strip()
    return found


class Objects(Benchmark):
    """Objects of code without statepoints."""

    name = "objects"
    baseline = DISTRIBUTION

    def add_arguments(self, parser):
        parser.add_argument("files", nargs="*", metavar="FILE",
                            help="just these tests, as they are named in the "
                            "repository")

    def measure(self, options):
        jobs = [job for job in inputs()
                if not options.files or job[0] in options.files]
        if len(jobs) < len(set(options.files)):
            raise Failure("not all of these are tests without statepoints "
                          "from which llc makes objects")
        outcomes = {}
        with tempfile.TemporaryDirectory(prefix="objects-") as folder:
            for first in range(0, len(jobs), STEP):
                some = jobs[first:first + STEP]
                outcomes.update(zip((job[0] for job in some), in_parallel(
                    lambda job: compare(BUILD / "bin/llc",
                                        options.baseline / "llc", job,
                                        Path(folder)), some)))
                say(f"{len(outcomes):,} of {len(jobs):,} files")
        self.failed = bool(report(outcomes, read_known(KNOWN)))
        return outcomes


def report(outcomes: dict, explained: dict) -> int:
    print()
    for name, outcome in outcomes.items():
        if outcome == "different":
            print(f"  {'explained' if name in explained else 'DIFFERENT'}: "
                  f"{name}")
    counts = {what: list(outcomes.values()).count(what)
              for what in OUTCOMES}
    new = [n for n, o in outcomes.items()
           if o == "different" and n not in explained]
    stale = [n for n in sorted(explained)
             if n in outcomes and outcomes[n] != "different"]
    for name in stale:
        print(f"  {name} is in {KNOWN.name} and does not differ")
    print(f"  the same object: {counts['same']:,}; different and explained: "
          f"{counts['different'] - len(new)}; different: {len(new)}; "
          f"different each time without the series: {counts['by chance']}; "
          f"no object from either: {counts['neither']}")
    return 1 if new or stale else 0
