"""scripts/stress ir: real modules under a moving collector.

Makes programs of modules that are none, changes them, compiles them in a
random way, and runs them without collections and with one at each safepoint.
Each module is right, refused by a diagnostic, or a fault: it prints something
else, a tool crashes, or a verifier finds something. Modules come from folders,
or are ours and upstream's tests.
"""

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from .. import packages, results
from ..paths import BUILD
from ..runtime.programs import TARGETS
from ..ui import Parser, say
from . import run, takeouts

# Modules between two lines that say how far it is.
STEP = 20


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress ir",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--modules", type=int, default=100, metavar="N",
                        help="how many (100)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first module (1)")
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--from", action="append", type=Path, default=[],
                        dest="folders", metavar="DIR",
                        help="a folder of modules (.ll, .bc), or one module")
    parser.add_argument("--faults", type=Path, metavar="DIR",
                        default=BUILD / "irstress/faults",
                        help="where faults are kept, with their commands "
                        "(build/irstress/faults)")
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="work there and leave everything")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        help="where opt and llc are (build/bin)")
    parser.add_argument("--without", action="append", default=[],
                        choices=takeouts.TAKE_OUTS, metavar="KIND",
                        help="build tools without the repair of a kind of "
                        "fault, and stop at the first fault that shows it; "
                        "not to find one is a failure. " + "; ".join(
                            f"{kind}: {row.what}" for kind, row
                            in takeouts.TAKE_OUTS.items()))
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="write all results there")
    options = parser.parse_args(argv)
    if options.modules < 1:
        parser.error("--modules must be positive")
    if options.without and options.tools:
        parser.error("--without builds the tools, and --tools names them")
    if options.without and options.json:
        parser.error("--without stops at a fault, and has no results for "
                     "--json")
    return options


def stress_target(name: str, options: argparse.Namespace, work: Path,
                  modules: list) -> list:
    bench = run.Bench(TARGETS[name], work / name, options.tools)
    found = []
    last = options.seed + options.modules
    for first in range(options.seed, last, STEP):
        seeds = list(range(first, min(first + STEP, last)))
        some = run.test_modules(bench, modules, seeds, options.faults,
                                bool(options.keep))
        found += some
        for result in some:
            if result.is_fault:
                say(f"FAULT {name}, seed {result.seed}, {result.outcome}: "
                    f"{result.message} ({Path(result.source).name}; "
                    f"{result.folder})")
        say(f"{name}: {len(found)} of {options.modules} modules, "
            + summarize(found))
    return found


def find_kind(kind: str, target: str, options: argparse.Namespace, work: Path,
              modules: list) -> bool:
    """Whether a module shows that the repair of `kind` is not there."""
    tools = takeouts.build(kind)
    bench = run.Bench(TARGETS[target], work / f"{target}-{kind}", tools)
    repaired = run.Bench(TARGETS[target], work / target)
    last = options.seed + options.modules
    for first in range(options.seed, last, STEP):
        seeds = list(range(first, min(first + STEP, last)))
        for result in run.test_modules(bench, modules, seeds,
                                       tools.parent / "faults",
                                       bool(options.keep)):
            if not result.is_fault:
                continue
            if run.test_modules(repaired, modules, [result.seed],
                                options.faults, False)[0].is_fault:
                say(f"FAULT {target}, seed {result.seed}, with the repair of "
                    f"{kind}, too")
                continue
            say(f"{target}: without {kind}, {result.outcome} with seed "
                f"{result.seed}: {result.message}")
            return True
        say(f"{target}: without {kind}, nothing found up to seed {seeds[-1]}")
    return False


def find_kinds(options: argparse.Namespace, work: Path, modules: list) -> int:
    missed = [f"{kind} on {target}" for kind in options.without
              for target in options.target or TARGETS
              if not find_kind(kind, target, options, work, modules)]
    print("not found: " + (", ".join(missed) or "none"))
    return 1 if missed else 0


def summarize(found: list) -> str:
    outcomes = Counter(result.outcome for result in found)
    return ", ".join(f"{count} {outcome}" for outcome, count
                     in outcomes.most_common())


def report(name: str, found: list) -> None:
    say(f"{name}: {sum(r.calls for r in found)} calls of "
        f"{sum(r.functions for r in found)} functions, "
        f"{sum(r.collections for r in found)} collections, "
        f"{sum(r.roots for r in found)} roots")
    refused, given_up = Counter(), Counter()
    for result in found:
        refused += result.refused
        given_up += result.given_up
    for what, counts in (("refused", refused), ("given up", given_up)):
        for message, count in counts.most_common():
            say(f"{name}: {what} {count}: {message}")


def stress(argv: list) -> int:
    options = parse(argv)
    results.check_json(options.json)
    packages.ensure("run")
    modules = run.find_modules(options.folders)
    everything, faults = {}, 0
    with tempfile.TemporaryDirectory(prefix="irstress-") as folder:
        if options.without:
            return find_kinds(options, options.keep or Path(folder), modules)
        for name in options.target or TARGETS:
            found = stress_target(name, options,
                                  options.keep or Path(folder), modules)
            report(name, found)
            everything[name] = [run.describe(result) for result in found]
            faults += sum(result.is_fault for result in found)
    if options.json:
        results.write_json(options.json, everything)
    print(f"{faults} faults")
    return 1 if faults else 0
