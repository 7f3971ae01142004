"""scripts/bench stops: how long it takes until all threads have stopped.

Threads of llvm/benchmarks/ManagedStops execute managed code that polls by flag
or by page, and the main thread stops them often: the time of each call of
LLVMManagedStopThreads. The same program in Java: what -Xlog:safepoint of
OpenJDK says. All run several times in turn, and the sums of all threads are
checked.
"""

import math
import os
import re
import statistics
from pathlib import Path

from .. import results, tools
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS
from ..ui import Failure, run, say, step
from .benchmark import Benchmark, native
from .timing import java_version

SOURCES = REPO / "llvm/benchmarks/ManagedStops"
FORMS = ("flag", "page")
PASSES = ("default<O2>,function(place-safepoints,verify<safepoint-polls>),"
          "rewrite-statepoints-for-gc")
# The operation of the virtual machine that dumps all stacks.
SAFEPOINT = re.compile(
    r'Safepoint "ThreadDump".*?Reaching safepoint: +(\d+) ns')


def build(form: str, directory: Path, bin_: Path) -> Path:
    """Builds the program whose polls have `form`, for this machine."""
    target = native(TARGETS)
    runtime = managed_runtime.build(target.machine)
    directory.mkdir(parents=True, exist_ok=True)
    source, lowered, made = (directory / f"{form}{suffix}"
                             for suffix in (".ll", ".bc", ".o"))
    source.write_text((SOURCES / "Work.ll").read_text().replace(
        ' gc "managed"', f' "gc-poll-form"="{form}" gc "managed"'))
    triple = f"-mtriple={target.machine}-unknown-linux-gnu"
    run([bin_ / "opt", triple, f"-passes={PASSES}", source, "-o", lowered],
        what=f"placing polls by {form}")
    run([bin_ / "llc", triple, "-O2", "-relocation-model=pic",
         "-filetype=obj", lowered, "-o", made], what="compiling Work.ll")
    program = directory / f"stops-{form}"
    run(["g++", "-std=c++17", "-O2", f"-I{runtime.include}",
         SOURCES / "StopBenchmark.cpp", made, runtime.image, runtime.static,
         "-pthread", "-o", program], what="building the benchmark")
    return program


def complete(times: list, stops: int, what: str) -> list:
    if len(times) != stops:
        raise Failure(f"{what} has the times of {len(times)} stops instead of "
                      f"{stops}")
    return times


def measure_program(program: Path, threads: int, stops: int) -> list:
    """Nanoseconds of each stop."""
    output = run([program, threads, stops], what=program.name)
    return complete([int(line) for line in output.split()], stops,
                    program.name)


def read_log(text: str) -> list:
    """Nanoseconds until all threads had stopped, of each dump of stacks."""
    return [int(time) for time in SAFEPOINT.findall(text)]


class Java:
    """The Java program, if there is a compiler for it."""

    def __init__(self, directory: Path):
        self.classes = directory / "java"
        self.version = java_version()
        if self.version:
            run(["javac", "-d", self.classes, SOURCES / "SafepointTimes.java"],
                what="compiling SafepointTimes.java")

    def measure(self, threads: int, stops: int) -> list:
        # Other collectors may leave counted loops without polls.
        output = run(["java", "-XX:+UseG1GC", "-Xlog:safepoint:stdout:none",
                      "-cp", self.classes, "SafepointTimes", threads, stops],
                     what="SafepointTimes")
        return complete(read_log(output), stops, "the log of OpenJDK")


def microseconds(nanoseconds: float) -> str:
    return f"{nanoseconds / 1000:,.1f}"


def share(times: list, part: float) -> int:
    """The time that this part of all stops does not exceed."""
    return sorted(times)[math.ceil(len(times) * part) - 1]


def table(rounds: dict) -> str:
    """A row for each (threads, side), from the times of each round."""
    rows = []
    for (threads, side), times in rounds.items():
        medians = [statistics.median(each) for each in times]
        rows.append([threads, side, *map(microseconds, (
            statistics.median(medians), min(medians), max(medians),
            statistics.mean(sum(times, [])), share(sum(times, []), 0.9),
            max(map(max, times))))])
    return results.table(["threads", "a stop, µs", "median",
                          "of rounds, least", "most", "mean", "90 %",
                          "maximum"],
                         rows, left=2)


class Stops(Benchmark):
    """Time until all threads have stopped, beside OpenJDK."""

    name = "stops"
    groups = ("run",)
    takes_tools = True

    def add_arguments(self, parser):
        parser.add_argument("--rounds", type=int, default=5, metavar="N",
                            help="how often everything is run in turn (5)")
        parser.add_argument("--stops", type=int, default=400, metavar="N",
                            help="stops in each run (400)")
        parser.add_argument("--threads", type=int, nargs="+", metavar="N",
                            default=sorted({os.cpu_count(), 16}),
                            help="numbers of threads (that of processors, "
                            "and 16)")

    def check(self, parser, options):
        for name in ("rounds", "stops"):
            if getattr(options, name) < 1:
                parser.error(f"--{name} takes 1 or more")
        if min(options.threads) < 1:
            parser.error("--threads takes numbers of 1 or more")
        self.closing = (f"{options.stops:,} stops in each of "
                        f"{options.rounds} rounds, each with a median.")

    def measure(self, options):
        directory = BUILD / "bench/stops"
        bin_ = self.patched_tools()
        with step("Building"):
            sides = {form: build(form, directory, bin_) for form in FORMS}
            java = Java(directory)
        rounds = {}
        for number in range(options.rounds):
            say(f"round {number + 1} of {options.rounds}")
            for threads in options.threads:
                for form, program in sides.items():
                    rounds.setdefault((threads, form), []).append(
                        measure_program(program, threads, options.stops))
                if java.version:
                    side = f"OpenJDK {java.version}"
                    rounds.setdefault((threads, side), []).append(
                        java.measure(threads, options.stops))
        print("\n" + table(rounds))
        print("" if java.version else "OpenJDK: skipped, there is no javac\n")
        return [{"threads": threads, "side": side, "nanoseconds": times}
                for (threads, side), times in rounds.items()]
