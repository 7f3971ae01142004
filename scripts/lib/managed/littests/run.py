"""Choosing tests, running them with lit, and what came out.

A test is named by its path in the repository and in upstream alike, such as
llvm/test/CodeGen/X86/add.ll. Results come from lit's own report in JSON; what
lit prints is for people.
"""

import fcntl
import hashlib
import json
import os
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..ui import Failure, UsageError, run, say
from . import config as lit_config, options as lit_options, process
from .config import SUITES, Layout

# Has lit print errors alone.
QUIET = ("--diagnostic-level=error",)

# Directories lit does not look into, and files that are no tests.
_NOT_TESTS = ("Inputs", "Output", "Unit")
_NOT_TEST_FILES = ("lit.local.cfg", "lit.cfg.py", "lit.site.cfg.py.in",
                   "CMakeLists.txt", "README.txt", "LICENSE.txt")

# lit's result codes by what they mean for us. An unexpected pass is a
# failure here even where lit's exit code forgives it.
PASSED = ("PASS", "FLAKYPASS", "XFAIL")
SKIPPED = ("UNSUPPORTED",)


@dataclass
class Results:
    """What a run gave: the code of each test, and what failures printed."""

    codes: dict = field(default_factory=dict)
    output: dict = field(default_factory=dict)
    seconds: float = 0

    def update(self, other: "Results") -> None:
        self.codes.update(other.codes)
        self.output.update(other.output)
        self.seconds += other.seconds

    def drop(self, tests) -> None:
        """Forgets `tests`."""
        for test in tests:
            self.codes.pop(test, None)
            self.output.pop(test, None)

    @property
    def passed(self) -> list:
        return self._with(lambda code: code in PASSED)

    @property
    def skipped(self) -> list:
        return self._with(lambda code: code in SKIPPED)

    @property
    def failed(self) -> list:
        return self._with(lambda code: code not in PASSED + SKIPPED)

    def _with(self, wanted) -> list:
        return sorted(t for t, code in self.codes.items() if wanted(code))

    def summary(self) -> str:
        counts = Counter(self.codes.values())
        kinds = ("PASS", "FLAKYPASS", "XFAIL", "UNSUPPORTED", "FAIL",
                 "UNRESOLVED", "TIMEOUT", "XPASS")
        parts = [f"{counts[k]} {k.lower()}" for k in kinds if counts[k]]
        return ", ".join(parts) or "no tests"


def is_test(name: str, root: Path) -> bool:
    """Whether lit runs the file `name` below `root`.

    It does when the file has a RUN line and no name that lit leaves out.
    """
    path = root / name
    if path.name in _NOT_TEST_FILES or not path.is_file():
        return False
    if any(part in _NOT_TESTS for part in Path(name).parts):
        return False
    return b"RUN:" in path.read_bytes()


def tests_below(top: str, root: Path) -> list:
    """The tests in `top`, a directory of the tree at `root`."""
    found = []
    for directory, names, files in os.walk(root / top):
        names[:] = sorted(n for n in names
                          if n not in _NOT_TESTS and not n.startswith("."))
        for file in sorted(files):
            name = Path(directory, file).relative_to(root).as_posix()
            if is_test(name, root):
                found.append(name)
    return found


def own_tests(layout: Layout) -> list:
    """All lit tests that are files of this repository."""
    found = []
    for project in SUITES.values():
        found += tests_below(f"{project}/test", layout.repo)
    return found


def needs_assertions(path: Path) -> bool:
    """Whether the test says it needs a build with assertions throughout."""
    for line in path.read_text(errors="replace").splitlines():
        if "REQUIRES:" in line:
            words = line.split("REQUIRES:")[1].replace(",", " ").split()
            if "asserts" in words:
                return True
    return False


def normalise(argument: str, layout: Layout) -> str:
    """A path as the user gives it -> the test's name.

    Accepted are paths relative to the repository or the tree, and paths to
    files in either, absolute or relative to the current directory.
    """
    candidates = [argument] if not os.path.isabs(argument) else []
    here = os.path.abspath(argument)
    for root in (layout.tree, layout.repo):
        if here.startswith(str(root) + os.sep):
            candidates.append(os.path.relpath(here, root))
    for name in candidates:
        name = os.path.normpath(name)
        parts = Path(name).parts
        if (len(parts) >= 2 and parts[0] in SUITES.values()
                and parts[1] == "test"
                and ((layout.tree / name).exists()
                     or (layout.repo / name).exists())):
            return name
    raise UsageError(f"no test or directory '{argument}'; give a path such as "
                  "llvm/test/CodeGen/X86 or clang/test/CodeGen/ubsan-null.c")


def prepare_tree(names: list, layout: Layout) -> None:
    """Makes sure the tree holds `names`, and our tests where they belong.

    Without `names`, those are all tests of this repository.
    """
    def below(test):
        return not names or any(
            test == name or test.startswith(name + "/") for name in names)

    def lacking():
        own = [test for test in own_tests(layout) if below(test)]
        projects = {Path(name).parts[0] for name in [*names, *own]}
        configs = [f"{p}/test/lit.cfg.py" for p in sorted(projects)]
        for name in [*configs, *names, *own]:
            if not (layout.tree / name).exists():
                return name
        return None

    if not lacking():
        return
    fork = layout.repo / "scripts" / "fork"
    if fork.is_file():
        say("the tree lacks tests, so: scripts/fork sync ...")
        run([fork, "sync"], what="scripts/fork sync")
    missing = lacking()
    if missing:
        raise Failure(f"{missing} is not in {layout.tree}; "
                      "run scripts/fork sync")


@contextmanager
def _own_slot(side: str, layout: Layout):
    """A layout whose output directory for `side` no other run is using.

    Two runs of one test at a time would write to the same files.
    """
    for slot in range(100):
        mine = replace(layout, slot=slot)
        mine.side(side).mkdir(parents=True, exist_ok=True)
        with open(mine.side(side) / "lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            yield mine
            return
    raise Failure(f"100 runs of scripts/lit are using {layout.output}; wait "
                  "for one to end")


def run_side(side: str, names: list, layout: Layout, arguments: list = (),
             silent: bool = False, options: dict = None) -> Results:
    """Runs the tests or directories `names` with the tools of `side`.

    `arguments` are lit's. With `silent` it prints nothing at all. `options`
    are those of tests, for the patched side: if not given, the listed ones.
    """
    if side == "baseline":
        options = {}
    elif options is None:
        options = lit_options.read(layout.options_list)
    if not (layout.lit / "lit").is_dir():
        raise Failure(f"{layout.lit} is missing; install llvm-22-tools")
    with _own_slot(side, layout) as layout:
        return _run_lit(side, names, layout, arguments, silent, options)


def _run_lit(side, names, layout, arguments, silent, options) -> Results:
    lit_config.write_side(side, layout, options)
    directory = layout.side(side)
    report, inputs = directory / "report.json", directory / "tests"
    report.unlink(missing_ok=True)
    # Below the site configurations, where lit maps them to the tree.
    inputs.write_text("".join(f"{directory / name}\n" for name in names))
    words = [*map(str, arguments)]
    shown = "all" if "-a" in words else "failed" if "-v" in words else "none"
    limit = words[words.index("--timeout") + 1] if "--timeout" in words else 0
    begin = time.monotonic()
    code = process.Run(
        layout.lit, ["--order", "lexical", "--skip-test-time-recording",
                     "-o", report, *words, f"@{inputs}"],
        process.environment(), shown, silent, int(limit)).wait()
    results = read_report(report, code)
    results.seconds = time.monotonic() - begin
    return results


def read_report(report: Path, code: int) -> Results:
    """lit's report. Without one, or cut short, there is no result at all."""
    # 0 and 1 say how the tests went; lit gives 2 when it could not run them
    # as asked, also after it ran others.
    if code not in (0, 1) or not report.is_file():
        raise Failure(f"lit stopped with exit code {code} before it had run "
                      "all tests; see what it printed above")
    try:
        data = json.loads(report.read_text(encoding="utf-8"))
    except ValueError:
        raise Failure("lit's report is incomplete; is the disk full?") \
            from None
    results = Results()
    for test in data["tests"]:
        suite, _, path = test["name"].partition(" :: ")
        if suite not in SUITES:
            raise Failure(f"lit ran the unknown suite '{suite}'")
        name = f"{SUITES[suite]}/test/{path}"
        results.codes[name] = test["code"]
        if test["code"] not in PASSED + SKIPPED:
            results.output[name] = test["output"]
    return results


class BaselineCache:
    """Results of the unpatched tools, kept between checkouts.

    They change only with the distribution's packages and the test. What may
    have another cause, such as a timeout, is never kept.
    """

    KEPT = ("PASS", "XFAIL", "UNSUPPORTED", "FAIL", "XPASS")

    def __init__(self, layout: Layout):
        self._layout = layout
        key = lit_config.baseline_key(layout)
        self._path = layout.cache / "lit-baseline" / f"{key}.json"
        self._known = self._read()

    def _read(self) -> dict:
        try:
            return json.loads(self._path.read_text())
        except (OSError, ValueError):
            return {}

    def _digest(self, name: str) -> str:
        data = (self._layout.tree / name).read_bytes()
        return hashlib.sha256(data).hexdigest()[:16]

    def get(self, name: str):
        """The code of test `name`, or None."""
        entry = self._known.get(name)
        if not entry or not (self._layout.tree / name).is_file():
            return None
        return entry[1] if entry[0] == self._digest(name) else None

    def put(self, results: Results) -> None:
        # Another run may have added to it meanwhile.
        self._known = {**self._read(), **self._known}
        for name, code in results.codes.items():
            if code in self.KEPT and (self._layout.tree / name).is_file():
                self._known[name] = [self._digest(name), code]
            else:
                self._known.pop(name, None)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            scratch = self._path.with_suffix(f".{os.getpid()}")
            scratch.write_text(json.dumps(self._known, sort_keys=True))
            scratch.replace(self._path)
        except OSError:
            # A cache that cannot be written costs time and nothing else.
            pass
