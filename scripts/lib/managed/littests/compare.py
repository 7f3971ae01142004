"""The patched tools against the distribution's, test by test.

What counts is not whether upstream's test passes here, but whether it does
the same as with the unpatched tools. An intended difference is listed with
its reason in ci/known-differences.txt, one a line:

    llvm/test/CodeGen/X86/example.ll  pass -> fail  # why this is intended

The words are lit's result codes in lower case. Three things are errors: a
difference that is not listed or is another one than listed, a listed test
that no longer differs, and a listed test that does not exist. The same holds
for the list of tests that run with options (options.py).
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..ui import Failure, say
from . import options as lit_options, run as lit_run
from .config import SUITES, Layout
from .record import Record
from .run import BaselineCache, Results

WORDS = ("pass", "fail", "xfail", "xpass", "unsupported", "timeout",
         "unresolved", "absent")

_ENTRY = re.compile(r"^(\S+)\s+(\w+)\s*->\s*(\w+)\s*(?:#\s*(.*?)\s*)?$")
# A reason shorter than this explains nothing.
_REASON_LETTERS = 12


@dataclass(frozen=True)
class Known:
    """One line of the list of known differences."""

    line: int
    before: str
    after: str
    reason: str


def parse_known(text: str, name: str) -> dict:
    """The list of known differences as {test: Known}; `name` is for errors."""
    known = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{name}:{number}"
        match = _ENTRY.match(line.strip())
        if not match:
            raise Failure(f"{where}: write 'TEST  BEFORE -> AFTER  # REASON', "
                          "such as 'llvm/test/a.ll  pass -> fail  # why'")
        test, before, after, reason = match.groups()
        for word in (before, after):
            if word not in WORDS:
                raise Failure(f"{where}: '{word}' is no result; write one of "
                              + ", ".join(WORDS))
        if before == after:
            raise Failure(f"{where}: '{before} -> {after}' is no difference; "
                          "remove the line")
        if len(reason or "") < _REASON_LETTERS:
            raise Failure(f"{where}: say after '#' why {test} differs")
        parts = test.split("/")
        if len(parts) < 3 or parts[0] not in SUITES.values() \
                or parts[1] != "test":
            raise Failure(f"{where}: '{test}' is no test's path; it starts "
                          "with llvm/test/, clang/test/ or lld/test/")
        if test in known:
            raise Failure(f"{where}: {test} is listed before, in line "
                          f"{known[test].line}; keep one of the two")
        known[test] = Known(number, before, after, reason)
    return known


def read_known(path: Path) -> dict:
    try:
        text = path.read_text()
    except FileNotFoundError:
        raise Failure(f"{path} does not exist; create it, empty if there "
                      "are no known differences") from None
    except UnicodeDecodeError:
        raise Failure(f"{path} is not text; restore it with git") from None
    return parse_known(text, path.name)


def word(code) -> str:
    """lit's code as a word of the list; None stands for a test not run."""
    if code is None:
        return "absent"
    code = code.lower()
    return "pass" if code == "flakypass" else code


def judge(results: Results, known: dict, side: str) -> tuple:
    """The results of one side beside the list: the tests that fail, those
    that fail as listed, and a line for each test that does something else
    than the list says."""
    failed, listed, unlike = [], [], []
    for test, code in sorted(results.codes.items()):
        entry = known.get(test)
        expected = entry and (entry.before if side == "baseline"
                              else entry.after)
        if expected and expected != word(code):
            unlike.append(f"{test}: {word(code)}, but line {entry.line} of "
                          f"the list says {expected}")
        elif test in results.failed:
            (listed if entry else failed).append(test)
    return failed, listed, unlike


@dataclass
class Comparison:
    """How the two sides differ, and which differences are errors."""

    same: Counter = field(default_factory=Counter)
    # Tests that fail in the same way with both tools.
    failing: list = field(default_factory=list)
    explained: list = field(default_factory=list)
    # Tests that ran with options and do the same with both tools.
    with_options: list = field(default_factory=list)
    # Each a line for people, which starts with the test.
    errors: list = field(default_factory=list)
    own: Results = field(default_factory=Results)
    own_before: dict = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        return not self.errors

    def counts(self) -> tuple:
        """Passed, failed and skipped as scripts/check counts them.

        A test passes when it does the same with both tools, or differs as
        listed; it is skipped when neither side supports it.
        """
        skipped = self.same["unsupported"] + len(self.own.skipped)
        passed = sum(self.same.values()) + len(self.explained) \
            + len(self.own.passed) - self.same["unsupported"]
        return passed, len(self.errors), skipped


def compare(before: dict, after: dict, known: dict, exists,
            own: frozenset = frozenset()) -> Comparison:
    """Compares {test: code} of the unpatched tools with that of ours.

    `exists(test)` tells whether the tree has the test, and `own` are tests of
    this repository: they have to pass here, and are free to fail before.
    """
    result = Comparison()
    for test in sorted({*before, *after}):
        was, now = word(before.get(test)), word(after.get(test))
        entry = known.get(test)
        if test in own:
            result.own.codes[test] = after.get(test, "UNRESOLVED")
            result.own_before[test] = was
            if test in result.own.failed:
                result.errors.append(f"{test}: {now}, and it is our own test")
            if entry:
                result.errors.append(
                    f"{test}: listed in line {entry.line}, but a test of "
                    "this repository has to pass; remove the line")
        elif was == now:
            if entry:
                result.errors.append(
                    f"{test}: line {entry.line} is stale: {now} with both "
                    "tools; remove the line")
                continue
            result.same[now] += 1
            if now not in ("pass", "xfail", "unsupported"):
                result.failing.append(test)
        elif entry and (entry.before, entry.after) == (was, now):
            result.explained.append(test)
        elif entry:
            result.errors.append(
                f"{test}: {was} -> {now}, but line {entry.line} says "
                f"{entry.before} -> {entry.after}")
        else:
            result.errors.append(f"{test}: {was} -> {now}, unexplained")
    for test, entry in known.items():
        if not exists(test):
            result.errors.append(
                f"{test}: line {entry.line} is stale: there is no such test; "
                "remove the line")
    return result


def check_options(comparison: Comparison, options: dict, before: dict,
                  plain: dict, known: dict, exists,
                  own: frozenset = frozenset()) -> None:
    """Adds to `comparison` what is wrong with the list of options. `plain`
    are the results of the listed tests that ran, without their options."""
    failed = {error.split(":")[0] for error in comparison.errors}
    for test, entry in options.items():
        where = f"{test}: line {entry.line} of {lit_options.FILE}"
        if not exists(test):
            wrong = "is stale: there is no such test; remove the line"
        elif test in own:
            wrong = "names a test of this repository; write the options there"
        elif test in known:
            wrong = "names a known difference, too; keep one of the two"
        elif test in plain and word(plain[test]) == word(before.get(test)):
            wrong = (f"is stale: {word(plain[test])} with both tools without "
                     "options; remove the line")
        else:
            if test in plain and test not in failed:
                comparison.with_options.append(test)
            continue
        comparison.errors.append(f"{where} {wrong}")


def run(names: list, layout: Layout, known: dict, arguments: list = (),
        cached: bool = True, silent: bool = False, with_own: bool = True,
        recorded: bool = True):
    """Runs `names` on both sides and compares; (comparison, both results).

    The patched side comes first, for it tells which tests there are. Without
    `with_own`, tests of this repository among them do not count; without
    `recorded`, neither do the recorded results.
    """
    note = (lambda message: None) if silent else say
    note("tests with the patched tools ...")
    patched = lit_run.run_side("patched", names, layout, arguments, silent)
    note(f"patched: {patched.summary()}, {patched.seconds:.0f} s")
    own = frozenset(lit_run.own_tests(layout))
    if not with_own:
        patched.drop(own)
    tests = sorted(patched.codes)
    cache = BaselineCache(layout)
    baseline = Results()
    record = Record(layout) if recorded else None
    if cached:
        for test in tests:
            code = (record and record.get(test)) or cache.get(test)
            if code and test not in own:
                baseline.codes[test] = code
    # A result that is kept must not be what makes the difference.
    doubtful = [t for t in baseline.codes
                if word(baseline.codes[t]) != word(patched.codes[t])
                and t not in known]
    for test in doubtful:
        del baseline.codes[test]
    remaining = [t for t in tests if t not in baseline.codes]
    if remaining:
        note(f"{len(remaining)} tests with the unpatched tools"
             + (f", {len(baseline.codes)} results known" if baseline.codes
                else "") + " ...")
        fresh = lit_run.run_side(
            "baseline", remaining, layout,
            [*common_arguments(arguments), *lit_run.QUIET], silent)
        note(f"unpatched: {fresh.summary()}, {fresh.seconds:.0f} s")
        cache.put(fresh)
        baseline.update(fresh)
    exists = lambda t: (layout.tree / t).exists()
    comparison = compare(baseline.codes, patched.codes, known, exists, own)
    if record:
        comparison.errors += record.differences(
            {t: c for t, c in baseline.codes.items() if t not in own})
    options = lit_options.read(layout.options_list)
    plain = Results()
    if listed := [t for t in tests if t in options and t not in own]:
        note(f"{len(listed)} tests without their options ...")
        plain = lit_run.run_side(
            "patched", listed, layout,
            [*common_arguments(arguments), *lit_run.QUIET], silent, options={})
    check_options(comparison, options, baseline.codes, plain.codes, known,
                  exists, own)
    return comparison, patched, baseline


def common_arguments(arguments: list) -> list:
    """Those of lit's arguments that hold for the unpatched side as well.

    Which tests run is settled by then, and their output is of no interest.
    """
    common = ("-j", "--timeout")
    kept = []
    for number, argument in enumerate(arguments):
        if argument in common:
            kept += arguments[number:number + 2]
    return kept


def report(comparison: Comparison, patched: Results, layout: Layout,
           name: str = "failing-on-both-sides.txt") -> None:
    """Prints the differences; the rest is a matter of counts.

    Tests that fail with both tools are listed in a file called `name`.
    """
    for line in comparison.errors:
        print(f"difference: {line}")
        output = patched.output.get(line.split(":")[0])
        if output:
            print(indent(output))
    listing = layout.output / name
    if comparison.failing:
        listing.parent.mkdir(parents=True, exist_ok=True)
        listing.write_text("".join(f"{t}\n" for t in comparison.failing))
        print(f"{len(comparison.failing)} tests fail with both tools; see "
              f"{listing}")
    if comparison.own_before:
        failing = [t for t, was in comparison.own_before.items()
                   if was not in ("pass", "xfail", "unsupported")]
        print(f"{len(comparison.own.passed)} of {len(comparison.own_before)} "
              f"tests of our own pass; {len(failing)} of them fail with the "
              "unpatched tools")
    same = sum(comparison.same.values())
    print(f"{same} tests do the same with both tools "
          f"({comparison.same['pass']} pass, {comparison.same['xfail']} "
          f"expectedly fail, {comparison.same['unsupported']} unsupported; "
          f"{len(comparison.with_options)} with options of their own), "
          f"{len(comparison.explained)} differ as listed, "
          f"{len(comparison.errors)} errors", flush=True)


def indent(text: str, lines: int = 40) -> str:
    kept = text.splitlines()
    if len(kept) > lines:
        kept = kept[:lines] + [f"({len(kept) - lines} more lines)"]
    return "\n".join("    " + line for line in kept)
