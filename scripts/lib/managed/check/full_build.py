"""ci/full.sh: the series in a complete upstream tree, with assertions.

The overlay builds few of upstream's files and leaves assertions out where
they would change a record's layout. Here every file is built, in one way, and
the tests that need assertions run too. Only X86 and AArch64 are built, and
TableGen, which no patch touches, is the distribution's.
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
from managed.check import command as check, lint, tidy
from managed.check.command import Outcome
from managed.fork.contents import remove
from managed.fork.git import Git
from managed.littests import (compare as lit_compare, options as lit_options,
                              process, run as lit_run, selection as lit_select)
from managed.littests.config import Layout
from managed.ui import Failure, say, step

OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_C_COMPILER": "clang-22",
    "CMAKE_CXX_COMPILER": "clang++-22",
    "CMAKE_C_FLAGS_RELEASE": "-O1",
    "CMAKE_CXX_FLAGS_RELEASE": "-O1",
    "LLVM_ENABLE_ASSERTIONS": "ON",
    "LLVM_TABLEGEN": str(paths.LLVM_PREFIX / "bin/llvm-tblgen"),
    "LLVM_TARGETS_TO_BUILD": "X86;AArch64",
    "LLVM_USE_LINKER": "lld",
    "LLVM_PARALLEL_LINK_JOBS": "1",
    "LLVM_ENABLE_BINDINGS": "OFF",
    "LLVM_INCLUDE_BENCHMARKS": "OFF",
    "LLVM_INCLUDE_EXAMPLES": "ON",
    "LLVM_INCLUDE_DOCS": "OFF",
}

# What lit itself and the suite's configuration use, besides what RUN lines
# name.
ALWAYS = ("llc", "opt", "FileCheck", "not", "count", "split-file",
          "llvm-config", "llvm-readobj", "llvm-jitlink-executor")
MEGABYTES = 12000
# The configuration that a build of upstream writes for its tests.
THEIR_SITE = "test/lit.site.cfg.py"


def programs(listing: str) -> set:
    """The programs that a build makes, from what ninja -t targets says."""
    return set(re.findall(r"^(?:bin|unittests(?:/\w+)+)/([\w.+-]+): "
                          r"(?!phony)", listing, re.M))


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
    built = {t.lower() for t in OPTIONS["LLVM_TARGETS_TO_BUILD"].split(";")}
    return any(
        word.endswith(suffix) and word.removesuffix(suffix) not in built
        for words in re.findall(r"REQUIRES:(.*)", test.read_text())
        for word in words.replace(",", " ").split())


def configure(source: Path, build: Path) -> None:
    options = dict(OPTIONS)
    if shutil.which("ccache"):
        options["LLVM_CCACHE_BUILD"] = "ON"
    # Also a build that exists, since the series may have added to it.
    with step("configuring"):
        ui.run(["cmake", "-G", "Ninja", "-S", source / "llvm", "-B", build,
                *(f"-D{k}={v}" for k, v in options.items())],
               log=build.with_suffix(".configure.log"), what="cmake")


def prepare(source: Path) -> None:
    """The source, with the series as it is now."""
    fresh = source.with_name("src.new") if source.is_dir() else source
    remove(source.with_name("src.new"))
    with step("preparing the source"):
        ui.run([paths.REPO / "scripts/fork", "prepare", "--full", fresh],
               what="scripts/fork prepare")
        if fresh != source:
            follow(source, fresh)
            remove(fresh)


def follow(source: Path, fresh: Path) -> None:
    """Makes `source` what `fresh` is. Both are git repositories. Only files
    that differ are written, so that a build goes on from there."""
    git = Git(source)
    if git("status", "--porcelain", "-uno").strip():
        raise Failure(f"{source} has changes of your own; keep them "
                      "elsewhere, or remove the directory")
    git("fetch", "-q", "--force", "--tags", str(fresh), "HEAD")
    git("reset", "-q", "--hard", "FETCH_HEAD")


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


def write_site(build: Path, layout: Layout, options: dict) -> Path:
    """Gives LLVM's tests the build's configuration and options of their own.

    Returns the directory below which lit is told to look for tests.
    """
    top = build / "managed-lit"
    site = top / "llvm/test/lit.site.cfg.py"
    site.parent.mkdir(parents=True, exist_ok=True)
    site.write_text("\n".join([
        f"lit_config.load_config(config, {str(build / THEIR_SITE)!r})",
        *lit_options.site_lines("llvm", options), ""]))
    return top


def run_lit(build: Path, layout: Layout, names: list, jobs: int) -> dict:
    top = write_site(build, layout, lit_options.read(layout.options_list))
    report = build / "managed-report.json"
    report.unlink(missing_ok=True)
    listing = build / "managed-tests"
    listing.write_text("".join(f"{top / n}\n" for n in names))
    log = build / "managed-lit.log"
    code = check.run_logged(
        [process.interpreter(), "-c", process.START,
         layout.tree / "llvm/utils/lit", "-v", "-j", jobs, "-o", report,
         f"@{listing}"], log)
    codes = lit_run.read_report(report, code).codes
    say(f"what failing tests print is in {log}")
    return codes


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
    options = parser.parse_args(argv)
    if options.jobs < 1:
        parser.error("-j takes the number of processes, 1 or more")
    start = os.environ.get("MANAGED_LLVM_FROM") or os.getcwd()
    options.directory = Path(start, options.directory).absolute()
    return options


def main(argv: list) -> int:
    options = parse(argv)
    top, jobs = options.directory, options.jobs
    source, build = top / "src", top / "build"
    known = lit_compare.read_known(paths.REPO / "ci/known-differences.txt")
    here = lit_compare.read_known(paths.REPO / "ci/known-differences-full.txt")
    top.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(top).free // 1000000
    if not build.is_dir() and free < MEGABYTES:
        raise Failure(f"{top} has {free} MB free and this takes {MEGABYTES}; "
                      "name a directory with more space")
    packages.ensure("source", "build", "test", "lint")
    layout = Layout(tree=source, build=build)
    prepare(source)
    configure(source, build)
    own = [n for n in lit_run.own_tests(layout)
           if n.startswith("llvm/")
           and not needs_other_target(paths.REPO / n)]
    names = own + lit_select.feature_tests(layout, ("llvm",)) + sorted(here)
    listing = ui.run(["ninja", "-C", build, "-t", "targets", "all"])
    targets = programs(listing)
    tools = {*ALWAYS, *lit_select.tools_used(names, source, targets)}
    units = unit_targets(paths.REPO, listing)
    with step(f"building {len(tools)} tools and {len(units)} unit tests"):
        check_exit(check.run_logged(
            ["ninja", "-C", build, f"-j{jobs}", *sorted(tools),
             *(unit for unit in units.values() if unit)],
            top / "build.log", limit=6 * 3600, every=300), top / "build.log")
    say(f"{len(names)} tests ({len(own)} of our own) ...")
    begin = time.monotonic()
    outcome = judge(run_lit(build, layout, names, jobs), set(own),
                    {**known, **here}, set(here))
    run_units(build, units, outcome)
    prove_ready(build, top / "ready.log", outcome)
    check_rules(source, build, outcome)
    outcome.seconds = time.monotonic() - begin
    return check.print_summary({"full": outcome})


def check_exit(code: int, log: Path) -> None:
    if code:
        print(check.tail(log))
        raise Failure(f"the build failed with exit code {code}; see {log}")


if __name__ == "__main__":
    sys.argv[0] = "full"
    ui.main(main)
