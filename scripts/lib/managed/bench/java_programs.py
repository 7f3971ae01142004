"""scripts/bench java-programs: executed instructions and time of Java programs.

Programs of llvm/examples/ManagedJava/Programs are compiled by managed-java with
each kind of null checks. Instructions are those that qemu-user executes, in the
runtime as well. With --time, the programs run for some seconds each, beside
OpenJDK's interpreter and compilers, all on one processor and with the same
heap. All have to print the same.
"""

import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from .. import results, tools
from ..counting import Counters
from ..java import execution, library
from ..java.execution import Mode
from ..paths import BUILD
from ..runtime.programs import TARGETS
from ..ui import Failure, say
from .benchmark import Benchmark

CHECKS = ("none", "explicit", "implicit", "wide")
# Arguments with which a program runs for seconds.
LONG = {
    "BinaryTrees": ["20"],
    "DeltaBlue": ["200000"],
    "Fannkuch": ["11"],
    "Havlak": ["400"],
    "Json": ["40000"],
    "Mandelbrot": ["4000"],
    "NBody": ["50000000"],
    "Nulls": ["100000"],
    "Richards": ["2000"],
    "SpectralNorm": ["5500"],
    "Throws": ["200000"],
}
# The program that relies on null checks.
NULLS = "Nulls"
MEGABYTES = 512
JAVA = ("-XX:+UseSerialGC", f"-Xmx{2 * MEGABYTES}m", f"-Xms{2 * MEGABYTES}m")
PEERS = {
    "OpenJDK -Xint": ("-Xint",),
    "C1": ("-XX:TieredStopAtLevel=1",),
    "C2": ("-XX:-TieredCompilation",),
}


def runs_nulls(checks: str, target: str) -> bool:
    """Whether NULLS can be counted. qemu-x86_64 does not tell handlers which
    trap it was, so they recover no faults."""
    return checks == "explicit" or (checks != "none"
                                    and bool(TARGETS[target].prefix))


class Programs:
    """The programs' classes, and what they print."""

    def __init__(self, directory: Path):
        self.directory = directory
        shutil.rmtree(directory, ignore_errors=True)
        self.classes = library.compile_both(directory)

    def compile(self, name: str, mode: Mode) -> Path:
        program = self.directory / f"{name}-{mode.target}-{mode.checks}"
        return execution.compile_program(self.classes.ours, name, mode, program)


class JavaPrograms(Benchmark):
    """Programs in Java: executed instructions and time."""

    name = "java-programs"
    groups = (*tools.GROUPS, "java")
    closing = ("Instructions are relative to no null checks, times are "
               "seconds.")

    def add_arguments(self, parser):
        parser.add_argument("--program", action="append", choices=list(LONG),
                            help="just this program (may be repeated)")
        parser.add_argument("--target", action="append", choices=list(TARGETS),
                            help="count for just this target (may be "
                            "repeated)")
        parser.add_argument("--time", action="store_true",
                            help="measure time instead, on this machine")
        parser.add_argument("--repeat", type=int, default=5, metavar="N",
                            help="take the median of N runs (default: 5)")

    def check(self, parser, options):
        if options.repeat < 1:
            parser.error("--repeat takes 1 or more")

    def measure(self, options):
        tools.build_tools()
        programs = Programs(BUILD / "bench/java-programs")
        names = options.program or list(LONG)
        if options.time:
            return self.measure_time(programs, names, options.repeat)
        return {target: self.count(programs, names, target)
                for target in options.target or TARGETS}

    def count(self, programs: Programs, names: list, target: str) -> dict:
        """The instructions by program and checks."""
        counters = Counters(BUILD / "bench")
        emulator = TARGETS[target].prefix or ("qemu-x86_64",)
        counts = {}
        for name in names:
            wanted = library.run_program(programs.classes.theirs, name)
            counts[name] = {}
            for checks in CHECKS:
                if name == NULLS and not runs_nulls(checks, target):
                    continue
                say(f"{name}, {target}, checks: {checks}")
                program = programs.compile(name, Mode(target, checks=checks))
                counts[name][checks], output = counters.count(
                    [program], emulator, programs.directory,
                    f"{name}, {checks}")
                if output != wanted:
                    raise Failure(f"{program} prints something else than with "
                                  "OpenJDK")
        rows = [[name, f"{of['none'] / 1e6:,.1f}" if "none" in of else "-",
                 *(results.ratio(of.get(checks, 0), of.get("none"))
                   for checks in CHECKS[1:])]
                for name, of in counts.items()]
        complete = [of for of in counts.values() if "none" in of]
        if complete:
            means = (statistics.geometric_mean(of[checks] / of["none"]
                                               for of in complete)
                     for checks in CHECKS[1:])
            rows.append(["geometric mean", "", *(f"{m:.3f}" for m in means)])
        print(results.table(
            [f"{target}, 10^6 instructions", "none", *CHECKS[1:]], rows),
            flush=True)
        return counts

    def measure_time(self, programs: Programs, names: list,
                     repeat: int) -> dict:
        """The median of seconds by program and what executes it."""
        # One processor, the last one.
        processor = max(os.sched_getaffinity(0))
        commands = {}
        for name in names:
            modes = {checks: Mode("x86-64", checks=checks, level=3)
                     for checks in ("explicit", "implicit", "wide")}
            commands[name] = {
                **{checks: [programs.compile(name, mode), *LONG[name]]
                   for checks, mode in modes.items()},
                **{peer: ["java", *JAVA, *flags, "-cp",
                          programs.classes.theirs, name, *LONG[name]]
                   for peer, flags in PEERS.items()}}
        seconds = {}
        for name, of in commands.items():
            outputs, seconds[name] = set(), {}
            for side, command in of.items():
                times = []
                # The interpreter takes minutes, and varies little.
                for _ in range(1 if "-Xint" in side else repeat):
                    begin = time.monotonic()
                    done = subprocess.run(
                        ["taskset", "-c", str(processor),
                         *map(str, command)], capture_output=True,
                        env={**os.environ, "JAVA_HEAP": str(MEGABYTES)})
                    times.append(time.monotonic() - begin)
                    if done.returncode:
                        raise Failure(f"{name}, {side} failed (exit code "
                                      f"{done.returncode})")
                    outputs.add(done.stdout)
                seconds[name][side] = statistics.median(times)
                say(f"{name}, {side}: {seconds[name][side]:.2f} s")
            if len(outputs) > 1:
                raise Failure(f"{name} does not always print the same")
        sides = list(next(iter(seconds.values())))
        print(results.table(
            ["seconds", *sides],
            [[name, *(f"{of[side]:.2f}" for side in sides)]
             for name, of in seconds.items()]), flush=True)
        return seconds

