"""scripts/bench rewriting: what rewriting of statepoints costs over the size of
a function, upstream's and ours.

Both tools get the same bitcode. Figures are those of the whole tool, which
also reads it; the slope is of the instructions that the pass adds to a tool
that does nothing.
"""

import json
import math
import os
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from .. import packages
from ..demo import (command as demo, figures as demo_figures,
                    report as demo_report)
from ..paths import BUILD, LLVM_PREFIX
from ..ui import Failure, Parser, elapsed, run, say, step
from .rewriting_shapes import SHAPES

PASS = "rewrite-statepoints-for-gc"
NOTHING = "no-op-module"
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
# What is promised for the largest function.
SECONDS, MEGABYTES, SLOPE = 1.0, 500, 1.2
# The slope is taken where the pass takes longer than it takes to start, and
# not where the emulator that counts would take minutes.
SLOPE_FROM = 10_000
SLOPE_TO_SECONDS = 3
# What no promise is made of.
OUTPUT = """
What statepoints list grows linearly in all shapes. Other functions have more to
write than they have instructions: N references live over N calls, or N stack
objects that calls may find by their address until the function ends, are listed
N * N times. "many live" has as many references as the root of its size.
A stack object costs a visit of each block where it is needed, listed or not:
"cold variables" has 64 that are needed in all."""


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time and megabytes, or nothing if it took too
    long."""

    seconds: float = math.inf
    megabytes: float = math.inf

    def text(self) -> str:
        if math.isinf(self.seconds):
            return "too long"
        return f"{self.seconds:.2f} s, {self.megabytes:.0f} MB"


def add_arguments(parser: Parser, shapes: dict) -> None:
    """What all curves over the size of functions have."""
    parser.add_argument("--shape", action="append", choices=sorted(shapes),
                        help="just this shape (may be repeated)")
    parser.add_argument("--size", action="append", type=int, metavar="N",
                        help="functions of N instructions (may be repeated)")
    parser.add_argument("--timeout", type=float, default=60, metavar="SECONDS",
                        help="how long one run may take")
    parser.add_argument("--check", action="store_true",
                        help="fail if ours is not as promised")
    parser.add_argument("--tools", type=Path, metavar="DIR",
                        help="use the patched tools in DIR instead of "
                             "building them")


def parse(argv: list):
    parser = Parser(prog="scripts/bench rewriting", allow_abbrev=False,
                    description=__doc__.split("\n\n", maxsplit=1)[0])
    add_arguments(parser, SHAPES)
    parser.add_argument("--ours", action="store_true",
                        help="leave upstream out")
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="also write the figures to FILE")
    return parser.parse_args(argv)


def measure(command: list, timeout: float) -> Cost:
    """Runs one command alone and asks the system what it used."""
    with subprocess.Popen([str(part) for part in command],
                          stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        late = threading.Event()

        def stop():
            late.set()
            process.send_signal(signal.SIGKILL)

        timer = threading.Timer(timeout, stop)
        timer.start()
        error = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    if late.is_set():
        return Cost()
    if process.returncode:
        raise Failure(f"{command[0]} failed (exit code {process.returncode}): "
                      f"{error.decode(errors='replace')[-500:]}")
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def rewrite(opt: Path, name: str, bitcode: Path, timeout: float) -> Cost:
    return measure([opt, "-disable-output", "-disable-verify",
                    f"-passes={name}", bitcode], timeout)


class InstructionCounter:
    """Counts the instructions of a pass alone."""

    def __init__(self, directory: Path):
        self.directory = directory
        self.counters = demo_figures.Counters(directory)

    def count(self, opt: Path, name: str, bitcode: Path) -> int:
        with_pass, without = (self.counters.count(
            [opt, "-disable-output", "-disable-verify", f"-passes={passes}",
             bitcode], ("qemu-x86_64",), self.directory, f"{opt} {passes}")[0]
            for passes in (name, NOTHING))
        return with_pass - without


def slope(points: list) -> float:
    """The exponent of the power of the size that fits (size, cost) best, or
    nan of fewer than two points."""
    logs = [(math.log(size), math.log(cost)) for size, cost in points
            if cost > 0 and not math.isinf(cost)]
    if len(logs) < 2:
        return math.nan
    middle_x = sum(x for x, _ in logs) / len(logs)
    middle_y = sum(y for _, y in logs) / len(logs)
    return (sum((x - middle_x) * (y - middle_y) for x, y in logs)
            / sum((x - middle_x) ** 2 for x, _ in logs))


class Curve:
    """What one tool needs for one shape, by size."""

    def __init__(self, opt: Path, timeout: float, name: str = PASS,
                 counter: InstructionCounter = None):
        self.opt = opt
        self.timeout = timeout
        self.counter = counter
        # The pass.
        self.name = name
        self.costs = {}
        self.added = []

    def add(self, size: int, bitcode: Path):
        if any(math.isinf(cost.seconds) for cost in self.costs.values()):
            self.costs[size] = Cost()
            return
        cost = rewrite(self.opt, self.name, bitcode, self.timeout)
        self.costs[size] = cost
        if (self.counter and size >= SLOPE_FROM
                and cost.seconds <= SLOPE_TO_SECONDS):
            self.added.append((size, self.counter.count(self.opt, self.name,
                                                        bitcode)))

    def slope(self) -> float:
        return slope(self.added)


def problems(curves: dict) -> list:
    """Where ours, the curves by shape, are not as promised."""
    found = []
    for shape, curve in curves.items():
        size = max(curve.costs)
        cost = curve.costs[size]
        if cost.seconds > SECONDS or cost.megabytes > MEGABYTES:
            found.append(f"{shape}, {size}: {cost.text()}")
        if curve.slope() > SLOPE:
            found.append(f"{shape}: slope {curve.slope():.2f}")
    return found


def bench(argv: list) -> int:
    options = parse(argv)
    packages.ensure("test")
    ours = (options.tools or demo.build_tools()) / "opt"
    tools = {"ours": ours}
    if not options.ours:
        tools = {"upstream": LLVM_PREFIX / "bin/opt", "ours": ours}
    scratch = BUILD / "bench/rewriting"
    scratch.mkdir(parents=True, exist_ok=True)
    counter = InstructionCounter(scratch)
    sizes = sorted(options.size or SIZES)
    results, rows = {}, []
    for shape in options.shape or SHAPES:
        curves = {name: Curve(opt, options.timeout, counter=counter)
                  for name, opt in tools.items()}
        with step(f"{shape}, up to {sizes[-1]:,} instructions"):
            for size in sizes:
                source = scratch / "function.ll"
                source.write_text(SHAPES[shape](size))
                bitcode = scratch / "function.bc"
                run([LLVM_PREFIX / "bin/llvm-as", source, "-o", bitcode],
                    what=f"assembling {shape}")
                for curve in curves.values():
                    curve.add(size, bitcode)
        results[shape] = curves
        rows += [[shape, f"{size:,}", *(curve.costs[size].text()
                                        for curve in curves.values())]
                 for size in sizes]
        rows.append([shape, "slope", *(f"{curve.slope():.2f}"
                                       for curve in curves.values())])
    print("\n" + demo_report.table(["shape", "instructions", *tools], rows,
                                   left=2))
    if options.json:
        options.json.write_text(json.dumps(
            {shape: {name: {size: [cost.seconds, cost.megabytes]
                            for size, cost in curve.costs.items()
                            if not math.isinf(cost.seconds)}
                     for name, curve in curves.items()}
             for shape, curves in results.items()}, indent=1) + "\n")
    found = problems({shape: curves["ours"]
                      for shape, curves in results.items()})
    for problem in found:
        say(f"not as promised: {problem}")
    print(OUTPUT)
    print(f"\n({elapsed()} minutes)")
    return 1 if options.check and found else 0
