"""scripts/stress devirt: class hierarchies whose calls become direct.

Generated programs have objects in all stages of their life: under construction,
replaced by others, thrown away. Each is compiled by the distribution's clang++
without optimization, and with sanitizers, which must have nothing to say; and
by ours with and without -fstrict-vtable-pointers and
-fdevirtualize-speculatively, with units of several kinds in a program, and
with LTO. All have to print the same.
"""

import argparse
import tempfile
from pathlib import Path

from .. import packages
from ..paths import BUILD
from ..ui import Failure, Parser, say
from . import run
from .storage import command as storage

# Programs between two lines that say how far it is.
STEP = 10


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress devirt",
                    description=__doc__.split("\n\n")[1],
                    epilog="scripts/stress devirt --storage makes programs "
                    "that reuse storage; see its --help.")
    parser.add_argument("--programs", type=int, default=100, metavar="N",
                        help="how many (100)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first program (1)")
    parser.add_argument("--lto", type=int, default=5, metavar="K",
                        help="link every K-th program with LTO, too; 0: none "
                        "(5)")
    parser.add_argument("--in-turn", action="store_true",
                        help="build each program in one of the ways, by its "
                        "seed, and many more programs")
    parser.add_argument("--reduce", type=int, default=60, metavar="N",
                        help="reduce failures, in at most N attempts (60)")
    parser.add_argument("--compiler", type=Path, metavar="FILE",
                        default=run.Tools.compiler,
                        help="clang++ under test (build/bin/clang++)")
    parser.add_argument("--cases", type=Path, metavar="DIR",
                        default=BUILD / "devirt-cases",
                        help="where to keep failures (build/devirt-cases)")
    options = parser.parse_args(argv)
    if options.programs < 1 or options.lto < 0 or options.reduce < 0:
        parser.error("--programs must be positive, others not negative")
    return options


def stress(argv: list) -> int:
    if "--storage" in argv:
        return storage.stress([word for word in argv if word != "--storage"])
    options = parse(argv)
    packages.ensure("run")
    if not options.compiler.exists():
        raise Failure(f"{options.compiler} does not exist; build the overlay "
                      "first")
    # As it is called, not what it is a link to: clang++ is not clang.
    tools = run.Tools(options.compiler.absolute())
    tally = run.Tally()
    with tempfile.TemporaryDirectory(prefix="devirt-") as folder:
        for seed in range(options.seed, options.seed + options.programs):
            lto = options.lto and (options.in_turn
                                   or seed % options.lto == 0)
            for line in run.test_program(
                    tools, str(seed), Path(folder), options.cases.absolute(),
                    bool(lto), options.reduce, tally, options.in_turn):
                say(line)
            if tally.programs % STEP == 0:
                say(f"{tally.programs} of {options.programs} programs, "
                    f"{len(tally.mismatches)} differ")
    print(f"{tally.programs} programs, {tally.builds} builds, "
          f"{len(tally.unclean)} not clean, {len(tally.mismatches)} failed")
    return 1 if tally.unclean or tally.mismatches else 0
