"""scripts/stress devirt --storage: programs that reuse storage.

Each program has small functions that make an object, call its virtual
functions, put another object in its storage, and call again. It is compiled by
the distribution's clang++ with -O0, and in two ways by ours with -fdevirtualize
or -fstrict-vtable-pointers. All have to print the same.
"""

import argparse
import tempfile
from collections import Counter
from pathlib import Path

from ... import packages, results
from ...paths import BUILD
from ...ui import Failure, Parser, say
from . import program, run

# Programs between two lines that say how far it is.
STEP = 10
# Every how many programs one is compiled with sanitizers, too.
SANITIZED_EVERY = 20


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress devirt --storage",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--programs", type=int, default=100, metavar="N",
                        help="how many (100)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first program (1)")
    parser.add_argument("--cases-per-program", type=int, default=20,
                        metavar="N", help="functions in each (20)")
    parser.add_argument("--leave-out", action="append", default=[],
                        metavar="WAY", help="no cases of this way to reuse "
                        "storage, or of those that a pattern names")
    parser.add_argument("--faults", "--cases", type=Path, metavar="DIR",
                        default=BUILD / "devirt-storage", dest="faults",
                        help="where to keep failures (build/devirt-storage)")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        default=BUILD / "bin",
                        help="where the clang++ under test is (build/bin)")
    parser.add_argument("--progress", type=Path, metavar="FILE",
                        help="add a line of JSON for each program; programs "
                        "that have one are left out")
    options = parser.parse_args(argv)
    if options.programs < 1 or options.cases_per_program < 1:
        parser.error("--programs and --cases-per-program must be positive")
    return options


def stress(argv: list) -> int:
    options = parse(argv)
    results.check_json(options.progress)
    packages.ensure("run", "libc++")
    compiler = options.tools.absolute() / "clang++"
    if not compiler.exists():
        raise Failure(f"{compiler} does not exist; build the overlay first")
    tools = run.Tools(compiler)
    finished = run.read_progress(options.progress)
    found = []
    with tempfile.TemporaryDirectory(prefix="storage-") as folder:
        for seed in range(options.seed, options.seed + options.programs):
            result = finished.get(seed)
            if not result:
                result = run.test_program(
                    tools, program.make(seed, options.cases_per_program,
                                        tuple(options.leave_out)),
                    Path(folder), options.faults.absolute(),
                    seed % SANITIZED_EVERY == 0)
                run.add_progress(options.progress, result)
                for line in result.problems:
                    say(f"seed {seed}: {line}")
                if result.folder:
                    say(f"kept in {result.folder}")
            found.append(result)
            if len(found) % STEP == 0:
                say(f"{len(found)} of {options.programs} programs, "
                    + summarize(found))
    return report(found)


def summarize(found: list) -> str:
    counts = Counter(result.outcome for result in found)
    return ", ".join(f"{count} {outcome}"
                     for outcome, count in counts.most_common())


def report(found: list) -> int:
    ways = Counter(", ".join(ways) for result in found
                   for ways in result.differ.values())
    for names, count in ways.most_common():
        print(f"{count} cases differ: {names}")
    print(f"{len(found)} programs, {sum(r.cases for r in found)} cases, "
          f"{sum(r.builds for r in found)} builds, {summarize(found)}")
    return int(any(result.outcome != "right" for result in found))
