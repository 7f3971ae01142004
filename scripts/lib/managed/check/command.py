"""The whole test suite, stage by stage.

A stage that fails does not stop the others, so that the summary is complete.
What counts as a failure: a test of our own that does not pass, a difference
from the unpatched tools that ci/known-differences.txt does not explain, an
entry of that list that is stale, and a stage that could not do its work. A
test counts as skipped when it cannot run here with any tools.

The last line is always `N passed, N failed, N skipped`.
"""

import json
import os
import subprocess
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from .. import fuzz, packages, paths, ui
from ..littests import (compare as lit_compare, run as lit_run,
                        selection as lit_select)
from ..littests.config import Layout
from ..parallel import in_parallel
from ..ui import Failure, say
from . import lint

# No stage's command may keep the suite from ending.
LIMIT = 40 * 60
# Seconds for one lit test.
LIT_LIMIT = "600"


@dataclass
class Outcome:
    """What a stage counted, and a line for each failure."""

    passed: int = 0
    skipped: int = 0
    failures: list = field(default_factory=list)
    notes: list = field(default_factory=list)
    seconds: float = 0

    @property
    def failed(self) -> int:
        return len(self.failures)


@dataclass(frozen=True)
class Stage:
    name: str
    title: str
    function: object
    # Whether it belongs to --quick.
    quick: bool = True


@dataclass
class Context:
    """What the stages share."""

    layout: Layout
    jobs: int
    # The names of all stages of this run.
    stages: tuple = ()

    @property
    def logs(self) -> Path:
        return self.layout.output / "logs"

    def script(self, name: str) -> Path:
        return self.layout.repo / "scripts" / name

    def lit_arguments(self) -> list:
        return ["-j", str(self.jobs), "--timeout", LIT_LIMIT, *lit_run.QUIET]


def run_logged(command: list, log: Path, limit: float = LIMIT,
               environment: dict = None, every: float = 60) -> int:
    """Runs `command` with its output in `log`; returns its exit code.

    Says every `every` seconds that it is still at it. A command that takes
    longer than `limit` seconds is ended, and that is a Failure.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    begin = time.monotonic()
    with open(log, "wb") as out:
        process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL,
            stdout=out, stderr=subprocess.STDOUT, env=environment,
            start_new_session=True)
        try:
            while True:
                try:
                    return process.wait(timeout=every)
                except subprocess.TimeoutExpired:
                    pass
                spent = time.monotonic() - begin
                if spent > limit:
                    raise Failure(
                        f"{Path(command[0]).name} took longer than "
                        f"{limit / 60:.0f} minutes and was ended; see {log}")
                say(f"  still running, {spent / 60:.0f} min; see {log}")
        finally:
            if process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait()


def tail(log: Path, lines: int = 25) -> str:
    text = log.read_text(errors="replace").splitlines()[-lines:]
    return "\n".join("    " + line for line in text)


def command_stage(context: Context, name: str, command: list) -> Outcome:
    """A stage that is one command: passed, or failed with its last lines."""
    log = context.logs / f"{name}.log"
    code = run_logged(command, log)
    if code:
        print(tail(log), flush=True)
        return Outcome(failures=[
            f"{Path(command[0]).name} failed with exit code {code}; "
            f"see {log}"])
    return Outcome(passed=1)


def stage_build(context: Context) -> Outcome:
    # Its own progress is worth seeing, so it has no log.
    sys.stdout.flush()
    code = subprocess.run(
        [context.script("build"), "-j", str(context.jobs)],
        stdin=subprocess.DEVNULL).returncode
    if code:
        return Outcome(failures=[f"scripts/build failed with exit code "
                                 f"{code}; see what it printed above"])
    return Outcome(passed=1)


def stage_lint(context: Context) -> Outcome:
    return lint_outcome(lint.run(context.layout))


def stage_rules(context: Context) -> Outcome:
    return lint_outcome(lint.run_rules(context.layout))


def lint_outcome(results: dict) -> Outcome:
    outcome = Outcome()
    for check, problems in results.items():
        if problems is None:
            outcome.skipped += 1
            outcome.notes.append(f"skipped: {check}")
        elif problems:
            outcome.failures += problems
        else:
            outcome.passed += 1
    return outcome


def stage_series(context: Context) -> Outcome:
    return command_stage(context, "series",
                         [context.script("fork"), "verify"])


def python_file(file: Path, logs: Path) -> dict:
    """The report of unit_tests.py about one file of tests; `log` names what
    it printed."""
    log = logs / f"{file.stem}.log"
    report = log.with_suffix(".json")
    report.unlink(missing_ok=True)
    try:
        code = run_logged(
            [sys.executable, Path(__file__).with_name("unit_tests.py"), file,
             report], log,
            environment=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
        ended = f"stopped with exit code {code}"
    except Failure as failure:
        ended = str(failure)
    counts = {"passed": 0, "skipped": [], "seconds": []}
    if report.is_file():
        counts.update(json.loads(report.read_text()))
        if not counts["passed"] and not counts["skipped"]:
            counts["failed"] = counts["failed"] or [f"{file.name}, which "
                                                    "holds no tests,"]
    else:
        counts["failed"] = [f"{file.name}, which {ended},"]
    return {"log": log, **counts}


def python_tests(context: Context, name: str, directory: Path) -> Outcome:
    """The Python unit tests in `directory`, each file in a process of its own,
    side by side."""
    files = sorted(directory.glob("test_*.py"))
    if not files:
        return Outcome(notes=[f"no tests in {directory}"])
    # The largest tend to take longest.
    files.sort(key=lambda file: file.stat().st_size, reverse=True)
    reports = in_parallel(
        lambda file: python_file(file, context.logs / name), files,
        jobs=context.jobs)
    outcome = Outcome()
    for report in reports:
        if report["failed"]:
            print(tail(report["log"], 60), flush=True)
        outcome.passed += report["passed"]
        outcome.skipped += len(report["skipped"])
        outcome.failures += [f"{test} failed; see {report['log']}"
                             for test in report["failed"]]
        outcome.notes += [f"skipped: {test}: {why}"
                          for test, why in report["skipped"]]
    slowest = sorted((entry for report in reports
                      for entry in report["seconds"]), reverse=True)
    (context.logs / f"{name}.log").write_text("".join(
        f"{seconds:8.1f} s  {test}\n" for seconds, test in slowest))
    return outcome


def stage_scripts(context: Context) -> Outcome:
    return python_tests(context, "scripts",
                        context.layout.repo / "scripts/tests")


def stage_overlay(context: Context) -> Outcome:
    return python_tests(context, "overlay",
                        context.layout.repo / "scripts/tests/overlay")


def stage_prefix(context: Context) -> Outcome:
    return python_tests(context, "prefix",
                        context.layout.repo / "scripts/tests/prefix")


def print_outputs(results: lit_run.Results) -> None:
    for test, output in sorted(results.output.items()):
        print(f"{results.codes[test]}: {test}")
        print(lit_compare.indent(output), flush=True)


def own_outcome(names: list, results: lit_run.Results,
                repo: Path) -> Outcome:
    """Judges a run of our own tests `names`.

    Each has to have run: one that is unsupported without saying that it
    needs assertions, or that lit did not run, is a failure.
    """
    outcome = Outcome(passed=len(results.passed))
    outcome.failures += [f"{test}: {results.codes[test]}"
                         for test in results.failed]
    for test in results.skipped:
        if lit_run.needs_assertions(repo / test):
            outcome.skipped += 1
            outcome.notes.append(
                f"skipped: {test} needs assertions throughout; "
                "ci/full.sh runs it")
        else:
            outcome.failures.append(
                f"{test}: unsupported, but a test of this repository has to "
                "run; look at its REQUIRES line")
    outcome.failures += [f"{test}: lit did not run it"
                         for test in names if test not in results.codes]
    if not names:
        outcome.failures.append("there are no tests in llvm/test, clang/test "
                                "and lld/test")
    return outcome


def stage_own(context: Context) -> Outcome:
    names = lit_run.own_tests(context.layout)
    results = lit_run.Results()
    if names:
        lit_run.prepare_tree([], context.layout)
        results = lit_run.run_side("patched", names, context.layout,
                                   context.lit_arguments())
        print_outputs(results)
    return own_outcome(names, results, context.layout.repo)


def stage_unit(context: Context) -> Outcome:
    """Our gtest programs, each of which reports in JSON."""
    outcome = Outcome()
    top = context.layout.build / "unittests"
    programs = sorted(p for p in top.rglob("*Tests")
                      if p.is_file() and os.access(p, os.X_OK))
    sources = [p for project in ("llvm", "clang")
               for p in (context.layout.repo / project / "unittests")
               .rglob("*.cpp")]
    if sources and not programs:
        outcome.failures.append(f"{top} holds no programs, but there are "
                                f"{len(sources)} sources; run scripts/build")
    for program in programs:
        log = context.logs / f"{program.name}.log"
        report = context.logs / f"{program.name}.json"
        report.unlink(missing_ok=True)
        code = run_logged([program, f"--gtest_output=json:{report}"], log)
        if not report.is_file():
            print(tail(log), flush=True)
            outcome.failures.append(f"{program.name} stopped with exit code "
                                    f"{code}; see {log}")
            continue
        add_gtest_report(outcome, json.loads(report.read_text()))
        if code:
            print(tail(log), flush=True)
    return outcome


def add_gtest_report(outcome: Outcome, report: dict) -> None:
    for suite in report["testsuites"]:
        for test in suite["testsuite"]:
            name = f"{suite['name']}.{test['name']}"
            if test.get("failures"):
                outcome.failures.append(f"{name} failed")
            elif test.get("status") == "NOTRUN" \
                    or test.get("result") == "SKIPPED":
                outcome.skipped += 1
                outcome.notes.append(f"skipped: {name}")
            else:
                outcome.passed += 1


def compared(context: Context, stage: str, names: list) -> Outcome:
    """Upstream's tests `names` with both tools, less those of our own."""
    known = lit_compare.read_known(
        context.layout.repo / "ci/known-differences.txt")
    lit_run.prepare_tree(names, context.layout)
    comparison, patched, baseline = lit_compare.run(
        names, context.layout, known, context.lit_arguments(),
        with_own=False)
    lit_compare.report(comparison, patched, context.layout,
                       f"failing-on-both-sides-{stage}.txt")
    passed, _, skipped = comparison.counts()
    return Outcome(passed, skipped, list(comparison.errors), [
        f"patched tools: {patched.summary()}",
        f"unpatched tools: {baseline.summary()}"])


def stage_features(context: Context) -> Outcome:
    lit_run.prepare_tree(["llvm/test", "clang/test"], context.layout)
    names = lit_select.feature_tests(context.layout)
    if "codegen" in context.stages:
        # The next stage runs these.
        names = [name for name in names
                 if not name.startswith(
                     tuple(d + "/" for d in lit_select.DIRECTORIES))]
    if not names:
        return Outcome(failures=["no test of upstream mentions our features"])
    return compared(context, "features", names)


def stage_lto(context: Context) -> Outcome:
    return compared(context, "lto", list(lit_select.LTO_DIRECTORIES))


def stage_codegen(context: Context) -> Outcome:
    return compared(context, "codegen", list(lit_select.DIRECTORIES))


def stage_fuzz(context: Context) -> Outcome:
    """A short run of each fuzzer, the same each time."""
    outcome = Outcome()
    for name, result in fuzz.short_run(context.layout.build / "fuzz"):
        if result.finding:
            outcome.failures.append(
                f"the fuzzer '{name}' found {result.finding}; see "
                f"{result.log}")
        else:
            outcome.passed += 1
            say(f"  {name}: {result}")
    return outcome


STAGES = (
    Stage("lint", "formats, headers, forbidden text", stage_lint),
    Stage("scripts", "tests of the scripts", stage_scripts),
    Stage("build", "the overlay build", stage_build),
    Stage("rules", "clang-tidy on C++ files that changed", stage_rules),
    Stage("series", "verification of the patch series", stage_series),
    Stage("own", "our lit tests", stage_own),
    Stage("unit", "our C++ unit tests", stage_unit),
    Stage("overlay", "script tests that use the built tools", stage_overlay),
    Stage("prefix", "an installed prefix, and what is built with it",
          stage_prefix),
    Stage("fuzz", "short runs of the fuzzers", stage_fuzz),
    Stage("features", "upstream's tests that mention our features, with "
          "patched and unpatched tools", stage_features, quick=False),
    Stage("lto", "upstream's tests of lld and the gold plugin with LTO, with "
          "patched and unpatched tools", stage_lto, quick=False),
    Stage("codegen", "all of CodeGen/X86 and CodeGen/AArch64, with patched "
          "and unpatched tools", stage_codegen, quick=False),
)


def run_stage(stage: Stage, context: Context) -> Outcome:
    """Runs one stage. Whatever goes wrong in it is one failure of it."""
    say(f"{stage.name}: {stage.title} ...")
    begin = time.monotonic()
    try:
        outcome = stage.function(context)
    except Failure as failure:
        outcome = Outcome(failures=[str(failure)])
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        outcome = Outcome(failures=[f"{error.strerror or error}{where}"])
    except Exception as error:
        traceback.print_exc()
        outcome = Outcome(failures=[f"{type(error).__name__}: {error}"])
    outcome.seconds = time.monotonic() - begin
    say(f"{stage.name}: {outcome.passed} passed, {outcome.failed} failed, "
        f"{outcome.skipped} skipped in {outcome.seconds:.0f} s")
    return outcome


def print_summary(outcomes: dict) -> int:
    """Prints the table, the failures and the last line; the exit code."""
    print()
    for name, outcome in outcomes.items():
        for note in outcome.notes:
            print(f"{name}: {note}")
    print(f"\n{'stage':<10} {'passed':>7} {'failed':>7} {'skipped':>8} "
          f"{'seconds':>8}")
    total = Counter()
    for name, outcome in outcomes.items():
        print(f"{name:<10} {outcome.passed:>7} {outcome.failed:>7} "
              f"{outcome.skipped:>8} {outcome.seconds:>8.0f}")
        for kind in ("passed", "failed", "skipped"):
            total[kind] += getattr(outcome, kind)
    for name, outcome in outcomes.items():
        for failure in outcome.failures:
            print(f"FAILED {name}: {failure}")
    print(f"took {ui.elapsed()} minutes")
    print(f"{total['passed']} passed, {total['failed']} failed, "
          f"{total['skipped']} skipped", flush=True)
    return 1 if total["failed"] else 0


def parse(argv: list, stages: tuple) -> tuple:
    """The stages and the number of jobs the command line asks for."""
    parser = ui.Parser(
        prog="scripts/check",
        description="Runs the whole test suite, installing and building "
        "first what it needs.",
        epilog="stages, in order:\n" + "\n".join(
            f"  {s.name:<10}{s.title}" + ("" if s.quick else " (not --quick)")
            for s in stages))
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--quick", action="store_true",
                        help="leave out upstream's tests")
    chosen.add_argument("--only", metavar="STAGE", action="append",
                        choices=[s.name for s in stages],
                        help="run this stage (can be given several times)")
    parser.add_argument("-j", metavar="N", type=int, dest="jobs",
                        default=len(os.sched_getaffinity(0)),
                        help="use N processes (one per processor)")
    options = parser.parse_args(argv)
    if options.jobs < 1:
        parser.error("-j takes the number of processes, 1 or more")
    wanted = tuple(
        s for s in stages
        if (s.name in options.only if options.only
            else s.quick or not options.quick))
    return wanted, options.jobs


def main(argv: list, stages: tuple = STAGES, layout: Layout = None,
         groups: tuple = ("source", "build", "test", "run", "linkers",
                          "post-link", "install", "package", "lint",
                          "fuzz", "java")) -> int:
    wanted, jobs = parse(argv, stages)
    context = Context(layout or Layout(), jobs,
                      tuple(stage.name for stage in wanted))
    outcomes = {}
    try:
        packages.ensure(*groups)
    except Failure as failure:
        # Without them there is no point in going on.
        outcomes["packages"] = Outcome(failures=[str(failure)])
        wanted = ()
    for stage in wanted:
        outcomes[stage.name] = run_stage(stage, context)
    return print_summary(outcomes)


def command() -> None:
    os.chdir(paths.REPO)
    ui.main(main)
