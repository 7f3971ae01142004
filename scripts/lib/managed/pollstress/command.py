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
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="work there and leave everything")
    options = parser.parse_args(argv)
    if options.functions < 1:
        parser.error("--functions must be positive")
    return options


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("run")
    last = options.seed + options.functions
    batches = [(first, min(run.BATCH, last - first))
               for first in range(options.seed, last, run.BATCH)]
    total = run.Tally()
    with tempfile.TemporaryDirectory(prefix="pollstress-") as folder:
        work = options.keep or Path(folder)
        for first in range(0, len(batches), STEP):
            some = batches[first:first + STEP]
            for tally in in_parallel(lambda b: run.test(*b, work), some):
                for problem in tally.problems:
                    say(f"FAILED {problem}")
                total.add(tally)
            say(f"{total.functions} of {options.functions} functions, "
                f"{len(total.problems)} failed")
    if total.unclean:
        say(f"{total.unclean} functions are in modules at which passes in "
            "front of placement crash, and were left out")
    say(f"{total.functions} functions, {total.polls} polls, {total.chunks} "
        f"loops in chunks, {total.taken} polls taken in {total.runs} runs")
    problems = list(total.problems)
    # What should have happened.
    for what, count in (("poll was placed", total.polls),
                        ("loop was divided", total.chunks),
                        ("poll was taken", total.taken)):
        if not count:
            say(f"FAILED no {what}")
            problems.append(what)
    print(f"{len(problems)} failed")
    return 1 if problems else 0
