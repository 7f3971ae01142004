"""scripts/stress julia: the preset for Julia under a collector that poisons.

Generated modules are what a front end for Julia writes: objects, write
barriers, derived pointers, vectors and aggregates with references, references
on the stack among numbers, roots that callees return in memory, boxed calls,
preserved objects and calls of native code. Each is compiled with the preset at
two levels for each target, and runs without collections and with one at each
safepoint, which poisons what nobody keeps. All have to print the same.
"""

import argparse
from pathlib import Path

from .. import packages
from ..parallel import in_parallel
from ..paths import BUILD
from ..runtime.programs import TARGETS
from ..ui import Parser, say
from . import run

# Modules between two lines that say how far it is.
STEP = 20


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress julia",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--modules", type=int, default=100, metavar="N",
                        help=f"modules of {run.program.FUNCTIONS} functions "
                        "(100)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first module (1)")
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--level", action="append", choices=run.LEVELS,
                        help="at these levels (O0 and another one, in turn)")
    parser.add_argument("--faults", type=Path, metavar="DIR",
                        default=BUILD / "juliastress",
                        help="where faults are kept (build/juliastress)")
    parser.add_argument("--keep", action="store_true",
                        help="keep all that is made there")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        help="where opt and llc are (build/bin)")
    options = parser.parse_args(argv)
    if options.modules < 1:
        parser.error("--modules must be positive")
    return options


def choose_levels(seed: int, levels: list) -> list:
    return levels or ["O0", run.LEVELS[1 + seed % (len(run.LEVELS) - 1)]]


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("run")
    tally = run.Tally()
    benches = [run.Bench(TARGETS[name], options.faults.absolute(),
                         options.tools)
               for name in options.target or TARGETS]
    last = options.seed + options.modules
    for first in range(options.seed, last, STEP):
        found = in_parallel(
            lambda seed: run.test_module(
                benches, seed, choose_levels(seed, options.level),
                options.keep), range(first, min(first + STEP, last)))
        for some in found:
            tally.add(some)
            for problem in some.problems:
                say(f"FAILED {problem}")
        say(f"{tally.modules} of {options.modules} modules, "
            f"{len(tally.problems)} failed")
    print(f"{tally.modules} modules, {tally.programs} programs, "
          f"{tally.collections} collections, {len(tally.problems)} failed")
    return 1 if tally.problems else 0
