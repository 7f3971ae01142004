"""scripts/stress linkage: programs of several linkage units.

Generated programs consist of two libraries, a program and a plugin, with
classes that some of them export and others hide. Each is built by the unpatched
clang++-22 without optimization and with it, and by ours with the same options
and -fdevirtualize. If both unpatched builds link, load and print the same, so
must ours. Other programs are dropped, and counted.
"""

import argparse
import json
from collections import Counter
from pathlib import Path

from .. import packages
from ..paths import BUILD
from ..ui import Failure, Parser, say
from . import run

# Programs between two lines that say how far it is.
STEP = 10


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/stress linkage",
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--programs", type=int, default=100, metavar="N",
                        help="how many (100)")
    parser.add_argument("--seed", type=int, default=1,
                        help="of the first program (1)")
    parser.add_argument("--aarch64", type=int, default=10, metavar="K",
                        help="build every K-th program for AArch64; 0: none "
                        "(10)")
    parser.add_argument("--reduce", type=int, default=0, metavar="N",
                        help="leave statements out of failures, in at most N "
                        "attempts (0)")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        default=BUILD / "bin",
                        help="where clang++ is (build/bin)")
    parser.add_argument("--faults", type=Path, metavar="DIR",
                        default=BUILD / "linkage",
                        help="where failures are kept (build/linkage)")
    parser.add_argument("--progress", type=Path, metavar="FILE",
                        help="write the result of each seed there, and leave "
                        "out seeds that have one")
    options = parser.parse_args(argv)
    if options.programs < 1 or options.aarch64 < 0 or options.reduce < 0:
        parser.error("--programs must be positive, others not negative")
    return options


def finished(progress: Path) -> dict:
    """The results of earlier runs, by seed. A run that was ended may have left
    an incomplete line."""
    found = {}
    if progress and progress.exists():
        for line in progress.read_text().splitlines():
            try:
                result = run.Result(**json.loads(line))
            except (ValueError, TypeError):
                continue
            found[result.seed] = result
    return found


def write_down(progress: Path, result: run.Result) -> None:
    if progress:
        progress.parent.mkdir(parents=True, exist_ok=True)
        # An incomplete line may be the last one.
        is_cut = (progress.exists()
                  and progress.read_bytes()[-1:] not in (b"", b"\n"))
        with progress.open("a") as file:
            file.write("\n" * is_cut + json.dumps(vars(result)) + "\n")


def stress(argv: list) -> int:
    options = parse(argv)
    packages.ensure("run", "linkers")
    tools = options.tools.absolute()
    if not (tools / "clang++").exists():
        raise Failure(f"{tools}/clang++ does not exist; build the overlay "
                      "first")
    known = finished(options.progress)
    counts, kinds = Counter(), Counter()
    for number in range(options.programs):
        seed = options.seed + number
        result = known.get(seed)
        if not result:
            result = run.test_program(
                tools, seed, options.faults.absolute(),
                bool(options.aarch64) and seed % options.aarch64 == 0,
                options.reduce)
            write_down(options.progress, result)
            if result.result == "failed":
                say(f"FAILED seed {seed}: {result.why}")
        counts[result.result] += 1
        if result.result == "failed":
            kinds[run.kind(result.why)] += 1
        if (number + 1) % STEP == 0:
            say(f"{number + 1} of {options.programs} programs, "
                f"{counts['dropped']} dropped, {counts['failed']} failed")
    for kind, count in kinds.most_common():
        print(f"{count:5} {kind}")
    print(f"{counts.total()} programs, {counts['dropped']} dropped, "
          f"{counts['failed']} failed")
    return 1 if counts["failed"] else 0
