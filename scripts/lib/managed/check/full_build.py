"""ci/full.sh: the series in a complete upstream tree, with assertions.

The overlay builds few of upstream's files and leaves assertions out where
they would change a record's layout. Here every file is built, in one way, and
the tests that need assertions run too. Only X86 and AArch64 are built, and
TableGen, which no patch touches, is the distribution's. Then our clang
compiles LLVM, and tests run with what it made.
"""

import json
import os
import re
import shutil
import sys
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from managed import packages, paths, ui
from managed.check import (command as check, complete_tree as tree, lint,
                           self_build, tidy)
from managed.check.command import Outcome
from managed.fork import full
from managed.fork.upstream import Upstream
from managed.littests import (compare as lit_compare, run as lit_run,
                              selection as lit_select)
from managed.littests.config import Layout
from managed.ui import Failure, say, step

OPTIONS = {
    "CMAKE_C_COMPILER": "clang-22",
    "CMAKE_CXX_COMPILER": "clang++-22",
    "CMAKE_C_FLAGS_RELEASE": "-O1",
    "CMAKE_CXX_FLAGS_RELEASE": "-O1",
    "LLVM_TABLEGEN": str(paths.LLVM_PREFIX / "bin/llvm-tblgen"),
    "LLVM_INCLUDE_EXAMPLES": "ON",
}
MEGABYTES = 18000
PARTS = ("tests", "self")


def unit_targets(repo: Path, listing: str) -> dict:
    """The directories of our unit tests below unittests/, each with the
    program that a build makes there, or None."""
    top = repo / "llvm/unittests"
    # Some directories also have plugins for their tests.
    made = dict(re.findall(r"^unittests/([\w/]+)/([\w+-]+): (?!phony)",
                           listing, re.M))
    return {name: made.get(name) for name in
            sorted({str(p.parent.relative_to(top))
                    for p in top.rglob("*.cpp")})}


def needs_other_target(test: Path) -> bool:
    """Whether a test requires a target that is not built here."""
    suffix = "-registered-target"
    built = {t.lower()
             for t in tree.OPTIONS["LLVM_TARGETS_TO_BUILD"].split(";")}
    return any(
        word.endswith(suffix) and word.removesuffix(suffix) not in built
        for words in re.findall(r"REQUIRES:(.*)", test.read_text())
        for word in words.replace(",", " ").split())


def prepare(source: Path) -> None:
    """The source, with the series as it is now."""
    upstream = Upstream.load()
    with step("preparing the source"):
        if source.is_dir():
            full.prepare_again(upstream, source)
        else:
            full.prepare_full(upstream, source)


def judge(codes: dict, own: set, known: dict, here: set = frozenset()) \
        -> Outcome:
    """Our own tests have to pass. Of upstream's, those may fail whose failure
    is a known difference of the patched tools; of those known `here`, all
    have to, since no other check notices when the list is out of date."""
    outcome = Outcome()
    for test, code in sorted(codes.items()):
        entry = known.get(test)
        if code in lit_run.PASSED and test in here:
            outcome.failures.append(f"{test}: {code}, but listed to fail")
        elif code in lit_run.PASSED:
            outcome.passed += 1
        elif code in lit_run.SKIPPED and test not in own:
            outcome.skipped += 1
        elif test not in own and entry \
                and entry.after == lit_compare.word(code):
            outcome.passed += 1
            outcome.notes.append(f"{test}: {code}, as listed")
        else:
            outcome.failures.append(f"{test}: {code}")
    for test in sorted(own - set(codes)):
        outcome.failures.append(f"{test}: lit did not run it")
    return outcome


def check_rules(source: Path, build: Path, outcome: Outcome) -> None:
    """clang-tidy over all of our files that this builds."""
    with step("looking for C++ rules"):
        tools = tidy.Tidy(paths.REPO, lint.Files(paths.REPO).names, source,
                          build)
        if lacking := tools.lacks():
            outcome.failures.append(f"C++ rules: {lacking} is missing")
            return
        problems = tools.run(everything=True)
    outcome.failures += problems
    outcome.passed += not problems


def run_units(build: Path, units: dict, outcome: Outcome) -> None:
    for directory, target in units.items():
        if not target:
            outcome.failures.append(
                f"unittests/{directory}: no program is built there")
            continue
        report = build / f"{target}.json"
        report.unlink(missing_ok=True)
        code = check.run_logged(
            [build / "unittests" / directory / target,
             f"--gtest_output=json:{report}"],
            build / f"{target}.log")
        if report.is_file():
            check.add_gtest_report(outcome, json.loads(report.read_text()))
        else:
            outcome.failures.append(f"{target}: exit code {code}")


def prove_ready(build: Path, log: Path, outcome: Outcome) -> None:
    """Proves what the Ready patches say of themselves."""
    say(f"compiling and testing the Ready patches; see {log}")
    if check.run_logged([paths.REPO / "scripts/fork", "verify", "--ready",
                         "--headers", build / "include"], log):
        print(check.tail(log), flush=True)
        outcome.failures.append(f"scripts/fork verify --ready failed; see "
                                f"{log}")
    else:
        outcome.passed += 1


def parse(argv: list):
    parser = ui.Parser(prog="ci/full.sh", description=__doc__)
    parser.add_argument("directory", metavar="DIR", type=Path,
                        help="where the source and the build go")
    parser.add_argument("-j", metavar="N", dest="jobs", type=int,
                        default=len(os.sched_getaffinity(0)),
                        help="use N processes (one per processor)")
    parser.add_argument("--only", choices=PARTS, action="append",
                        help="run this part: the tests of the tree, or LLVM "
                        "compiled by our clang (can be given several times)")
    parser.add_argument("--tools", metavar="DIR", type=Path,
                        default=paths.BUILD / "bin",
                        help="compile LLVM with the clang in DIR (default: "
                        "that of scripts/build)")
    options = parser.parse_args(argv)
    if options.jobs < 1:
        parser.error("-j takes the number of processes, 1 or more")
    start = os.environ.get("MANAGED_LLVM_FROM") or os.getcwd()
    options.directory = Path(start, options.directory).absolute()
    options.tools = Path(start, options.tools).absolute()
    return options


def run_tests(source: Path, build: Path, jobs: int) -> Outcome:
    """Builds the tools and the tests that concern the series, and runs
    them."""
    known = lit_compare.read_known(paths.REPO / "ci/known-differences.txt")
    here = lit_compare.read_known(paths.REPO / "ci/known-differences-full.txt")
    layout = Layout(tree=source, build=build)
    own = [n for n in lit_run.own_tests(layout)
           if n.startswith("llvm/")
           and not needs_other_target(paths.REPO / n)]
    names = own + lit_select.feature_tests(layout, ("llvm",)) + sorted(here)
    listing = tree.targets(build)
    tools = {*tree.ALWAYS, *lit_select.tools_used(names, source,
                                                  tree.programs(listing))}
    units = unit_targets(paths.REPO, listing)
    with step(f"building {len(tools)} tools and {len(units)} unit tests"):
        tree.make(build, [*sorted(tools),
                          *(unit for unit in units.values() if unit)], jobs)
    say(f"{len(names)} tests ({len(own)} of our own) ...")
    outcome = judge(tree.run_lit(layout, names, jobs), set(own),
                    {**known, **here}, set(here))
    run_units(build, units, outcome)
    prove_ready(build, build.with_name("ready.log"), outcome)
    check_rules(source, build, outcome)
    return outcome


def main(argv: list) -> int:
    options = parse(argv)
    top, jobs = options.directory, options.jobs
    source, build = top / "src", top / "build"
    top.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(top).free // 1000000
    if not build.is_dir() and free < MEGABYTES:
        raise Failure(f"{top} has {free} MB free and this takes {MEGABYTES}; "
                      "name a directory with more space")
    packages.ensure("source", "build", "test", "lint")
    prepare(source)
    tree.configure(source, build, OPTIONS)
    outcomes = {}
    for part in options.only or PARTS:
        begin = time.monotonic()
        if part == "tests":
            outcome = run_tests(source, build, jobs)
        else:
            outcome = self_build.check(source, top / "self", build, jobs,
                                       options.tools)
        outcome.seconds = time.monotonic() - begin
        outcomes[part] = outcome
    return check.print_summary(outcomes)


if __name__ == "__main__":
    sys.argv[0] = "full"
    ui.main(main)
