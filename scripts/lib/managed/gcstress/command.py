"""scripts/stress gc: a moving collector that runs at every safepoint.

Generated functions keep references, derived pointers and vectors of references
over calls, in loops and beside exceptions, and check references that are null
now and then. They are compiled with references in stack slots, in virtual
registers and in callee-saved registers, and for a collector that moves nothing,
optimized and not, and run without collections, with one at each safepoint, and
with one at each that also compares stack map and unwind tables; with references
in frames, by two threads, too. All have to print what the same functions with
explicit null checks do. Stack maps of version 3 and 4 of the same code have to
say the same.
"""

import argparse
import tempfile
from pathlib import Path

from .. import packages
from ..runtime.programs import TARGETS
from ..ui import Parser, say
from . import run

# Modules between two lines that say how far it is.
STEP = 10


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress gc",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--modules", type=int, default=20, metavar="N",
                        help=f"modules of {run.BATCH} functions (20)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first module (1)")
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--mode", action="append", choices=list(run.MODES))
    parser.add_argument("--level", action="append", choices=list(run.LEVELS))
    parser.add_argument("--in-turn", action="store_true",
                        help="compile each module at one of the levels, in "
                        "turn, instead of all")
    parser.add_argument("--ways", type=int, default=0, metavar="N",
                        help="and in N of the ways, in turn: a way is a mode "
                        "at a level (all)")
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="work there and leave everything")
    options = parser.parse_args(argv)
    if options.modules < 1:
        parser.error("--modules must be positive")
    if options.ways < 0:
        parser.error("--ways must not be negative")
    return options


def stress_target(name: str, options: argparse.Namespace,
                  work: Path) -> run.Tally:
    bench = run.Bench(TARGETS[name], work / name)
    modes = [run.MODES[m] for m in options.mode or run.MODES]
    levels = [run.LEVELS[level] for level in options.level or run.LEVELS]
    tally = run.Tally()
    last = options.seed + options.modules
    for first in range(options.seed, last, STEP):
        seeds = list(range(first, min(first + STEP, last)))
        some = run.test_modules(bench, seeds, modes, levels, options.in_turn,
                                options.ways)
        tally.add(some)
        for problem in some.problems:
            say(f"FAILED {name}, {problem}")
        say(f"{name}: {tally.modules} of {options.modules} modules, "
            f"{len(tally.problems)} failed")
    return tally


def describe_checks(tally: run.Tally) -> str:
    reasons = ", ".join(f"{name} {count}" for name, count
                        in tally.explicit.most_common())
    share = 100 * tally.implicit / max(tally.marked, 1)
    return (f"{tally.marked} null checks marked, {tally.implicit} implicit "
            f"({share:.1f} %), {tally.faults} faults recovered; explicit: "
            f"{reasons or 'none'}")


def find_missing(tally: run.Tally) -> list:
    """What should have happened, and did not."""
    if not tally.marked:
        # Nothing was optimized.
        return []
    return [f"no {what}" for what, count in (
        ("null check is implicit", tally.implicit),
        ("fault was recovered", tally.faults)) if not count]


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("run")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="gcstress-") as folder:
        for name in options.target or TARGETS:
            tally = stress_target(name, options,
                                  options.keep or Path(folder))
            say(f"{name}: {tally.programs} programs of {tally.modules} modules,"
                f" {tally.runs} runs, {tally.collections} collections, "
                f"{tally.frames} frames compared with their CFI, "
                f"{tally.comparison.safepoints} safepoints with version 3, "
                f"which has {tally.comparison.wrong_sizes} wrong stack sizes, "
                f"{tally.comparison.other_code} objects with other code")
            say(f"{name}: {describe_checks(tally)}")
            for what in find_missing(tally):
                say(f"FAILED {name}, {what}")
                failed += 1
            failed += len(tally.problems)
    print(f"{failed} failed")
    return 1 if failed else 0
