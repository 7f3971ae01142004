"""scripts/stress polls: polls in functions with random control flow.

Generated functions have irreducible cycles, switches, invokes, indirect
branches, blocks that nothing reaches, and nested counted loops. They are
optimized in several ways, polls are placed, and verify<safepoint-polls> has to
find none lacking, before and after rewriting. Their programs have to print what
they print without polls, both if no poll is taken and if each one is.
"""

import argparse
import tempfile
from pathlib import Path

from .. import packages
from ..parallel import in_parallel
from ..runtime.programs import TARGETS
from ..ui import Parser, say
from . import run

# Modules between two lines that say how far it is.
STEP = 10


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress polls",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--functions", type=int, default=1000, metavar="N",
                        help="how many (1000)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first function (1)")
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="work there and leave everything")
    options = parser.parse_args(argv)
    if options.functions < 1:
        parser.error("--functions must be positive")
    return options


def stress_target(name: str, options: argparse.Namespace,
                  work: Path) -> run.Tally:
    last = options.seed + options.functions
    batches = [(first, min(run.BATCH, last - first))
               for first in range(options.seed, last, run.BATCH)]
    total = run.Tally()
    for first in range(0, len(batches), STEP):
        some = batches[first:first + STEP]
        for tally in in_parallel(
                lambda b: run.test(*b, work / name, TARGETS[name]), some):
            for problem in tally.problems:
                say(f"FAILED {name}, {problem}")
            total.add(tally)
        say(f"{name}: {total.functions} of {options.functions} functions, "
            f"{len(total.problems)} failed")
    return total


def find_missing(tally: run.Tally) -> list:
    """What should have happened, and did not."""
    return [f"no {what}" for what, count in (
        ("poll was placed", tally.polls),
        ("loop was divided", tally.chunks),
        ("poll was taken", tally.taken)) if not count]


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("run")
    failed = 0
    with tempfile.TemporaryDirectory(prefix="pollstress-") as folder:
        for name in options.target or TARGETS:
            total = stress_target(name, options, options.keep or Path(folder))
            if total.unclean:
                say(f"{name}: {total.unclean} functions are in modules at "
                    "which passes in front of placement crash, and were left "
                    "out")
            say(f"{name}: {total.functions} functions, {total.polls} polls, "
                f"{total.chunks} loops in chunks, {total.taken} polls taken in "
                f"{total.runs} runs")
            missing = find_missing(total)
            for what in missing:
                say(f"FAILED {name}, {what}")
            failed += len(total.problems) + len(missing)
    print(f"{failed} failed")
    return 1 if failed else 0
