"""Time and memory of a pass over the size of a function."""

import math
import os
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path

from .. import results
from ..counting import Counters
from ..paths import BUILD, LLVM_PREFIX
from ..ui import Failure, run, step
from .benchmark import Benchmark

NOTHING = "no-op-module"
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
# What is promised for the largest function.
SECONDS, MEGABYTES, SLOPE = 1.0, 500, 1.2
# The slope is taken where the pass takes longer than it takes to start, and
# not where the emulator that counts would take minutes.
SLOPE_FROM = 10_000
SLOPE_TO_SECONDS = 3


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


def command(opt: Path, passes: str, bitcode: Path) -> list:
    """Values have no names, as in the front ends that are released."""
    return [opt, "-disable-output", "-disable-verify", "-discard-value-names",
            f"-passes={passes}", bitcode]


def rewrite(opt: Path, name: str, bitcode: Path, timeout: float) -> Cost:
    return measure(command(opt, name, bitcode), timeout)


class InstructionCounter:
    """Counts the instructions of a pass alone."""

    def __init__(self, directory: Path):
        self.directory = directory
        self.counters = Counters(directory)

    def count(self, opt: Path, name: str, bitcode: Path) -> int:
        with_pass, without = (self.counters.count(
            command(opt, passes, bitcode), ("qemu-x86_64",), self.directory,
            f"{opt} {passes}")[0]
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

    def __init__(self, opt: Path, timeout: float, name: str,
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


class CurveBenchmark(Benchmark):
    """Draws a curve for each column over functions of several shapes."""

    groups = ("run", "test")
    takes_tools = True
    # {name: function that returns a module whose function has a size}
    shapes = {}

    def add_arguments(self, parser):
        parser.add_argument("--shape", action="append",
                            choices=sorted(self.shapes),
                            help="just this shape (may be repeated)")
        parser.add_argument("--size", action="append", type=int, metavar="N",
                            help="functions of N instructions (may be "
                            "repeated)")
        parser.add_argument("--timeout", type=float, default=60,
                            metavar="SECONDS",
                            help="how long one run may take")
        parser.add_argument("--check", action="store_true",
                            help="fail if ours is not as promised")

    def scratch(self) -> Path:
        directory = BUILD / "bench" / self.name
        directory.mkdir(parents=True, exist_ok=True)
        return directory

    def start(self, counter: InstructionCounter) -> dict:
        """{column: an empty curve}"""
        raise NotImplementedError

    def module(self, shape: str, size: int, column: str) -> str:
        """The module that a column gets."""
        return self.shapes[shape](size)

    def draw(self) -> dict:
        """{shape: {column: Curve}}, whose table is printed."""
        counter = InstructionCounter(self.scratch())
        sizes = sorted(self.options.size or SIZES)
        drawn, rows, columns = {}, [], ()
        for shape in self.options.shape or self.shapes:
            drawn[shape] = curves = self.start(counter)
            columns = tuple(curves)
            with step(f"{shape}, up to {sizes[-1]:,} instructions"):
                for size in sizes:
                    for column, curve in curves.items():
                        curve.add(size, self.assemble(shape, size, column))
            rows += [[shape, f"{size:,}", *(curve.costs[size].text()
                                            for curve in curves.values())]
                     for size in sizes]
            rows.append([shape, "slope", *(f"{curve.slope():.2f}"
                                           for curve in curves.values())])
        print("\n" + results.table(["shape", "instructions", *columns], rows,
                                   left=2))
        return drawn

    def assemble(self, shape: str, size: int, column: str) -> Path:
        source = self.scratch() / "function.ll"
        source.write_text(self.module(shape, size, column))
        bitcode = source.with_suffix(".bc")
        run([LLVM_PREFIX / "bin/llvm-as", source, "-o", bitcode],
            what=f"assembling {shape}")
        return bitcode


def as_json(drawn: dict) -> dict:
    return {shape: {name: {size: [cost.seconds, cost.megabytes]
                           for size, cost in curve.costs.items()
                           if not math.isinf(cost.seconds)}
                    for name, curve in curves.items()}
            for shape, curves in drawn.items()}
