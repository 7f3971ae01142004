"""scripts/bench faults: what faults, lookups, registration and tables cost.

The C++ side is llvm/benchmarks/ManagedRuntime with google-benchmark, the Java
side its NullFault.java. Both report processor time, and both run several times
in turn; what counts is the least, since others can only make a run slower.
"""

import re
from dataclasses import asdict
from pathlib import Path

from .. import results
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS
from ..ui import run, say, step
from . import sizes as bench_sizes
from .benchmark import native
from .timing import (TimeBenchmark, java_version, keep_least, read_times,
                     run_benchmarks, size_matrix)

SOURCES = REPO / "llvm/benchmarks/ManagedRuntime"
PARTS = ("fault", "lookup", "registration", "size")
FILTERS = {"lookup": "Lookup", "registration": "egister",
           "fault": "Signal|Handle|Exception"}
# What the project promises: the benchmark, what it is compared with, and how
# much it may be.
HANDLER_RATIO, LOOKUP, REGISTRATION, ENTRY_SIZE = 1.05, 20, 1000, 8

FAULTS = {
    "BM_SignalFloor": "signal handler that skips the instruction",
    "BM_Handler": "the runtime's handler, 100,000 entries",
    "BM_HandlerCounting": "the same, counting",
    "BM_TryHandle": "an embedder's handler that asks the runtime",
    "BM_HandlerScanningV1": "handler that scans version 1, 100,000 entries",
    "BM_ExceptionAllocated": "the runtime's, and an object, caught on the spot",
    "BM_ExceptionThrown": "the runtime's, and a C++ exception, caught outside",
}
JAVA = {
    "": "OpenJDK {version} C1, exception with stack trace",
    "-XX:-StackTraceInThrowable": "OpenJDK {version} C1, exception without",
}
# Those in turn wait for what the lookup before found; others may overlap.
LOOKUPS = {"BM_LookupInTable": "one table",
           "BM_LookupInTableInTurn": "one table, in turn",
           "BM_LookupAmongObjects": "objects of one entry",
           "BM_LookupAmongObjectsInTurn": "objects of one entry, in turn",
           "BM_LookupScanningV1": "scan of version 1"}
REGISTRATIONS = {
    "BM_Register": "register, in order of address",
    "BM_RegisterShuffled": "register, in random order",
    "BM_RegisterTenEntries": "register, random, ten entries each",
    "BM_Unregister": "unregister one by one",
    "BM_UnregisterAtOnce": "unregister all at once",
    "BM_RegisterTable": "one object: each entry"}


def build(directory: Path) -> Path:
    """Builds the benchmark for this machine."""
    target = native(TARGETS)
    runtime = managed_runtime.build(target.machine)
    directory.mkdir(parents=True, exist_ok=True)
    program = directory / "faults"
    run(["g++", "-std=c++17", "-O2", f"-I{runtime.include}",
         *sorted(SOURCES.glob("*.cpp")), runtime.static, "-lbenchmark",
         "-pthread", "-o", program], what="building the benchmark")
    return program


def measure(program: Path, part: str, seconds: float) -> dict:
    """{name: nanoseconds} of one run of a part."""
    return read_times(run_benchmarks(program, FILTERS[part], seconds))


class Java:
    """The Java program, if there is a compiler for it."""

    def __init__(self, directory: Path):
        self.classes = directory / "java"
        self.version = java_version()
        if self.version:
            run(["javac", "-d", self.classes, SOURCES / "NullFault.java"],
                what="compiling NullFault.java")

    def measure(self) -> dict:
        """{name: nanoseconds}; nothing without Java."""
        times = {}
        if not self.version:
            return times
        for flag, title in JAVA.items():
            output = run(["java", "-XX:TieredStopAtLevel=1",
                          *([flag] if flag else []), "-cp", self.classes,
                          "NullFault"], what="NullFault")
            for kind, time in re.findall(r"(\w+) ([\d.]+)", output):
                name = title.format(version=self.version)
                times[f"{name}, {kind} check"] = float(time)
        return times


def fault_table(times: dict) -> str:
    floor = times["BM_SignalFloor"]
    names = [*FAULTS, *(n for n in times if "check" in n)]
    return results.table(
        ["a fault", "ns", "to floor"],
        [[FAULTS.get(n, n), f"{times[n]:,.0f}", f"{times[n] / floor:.3f}"]
         for n in names])


def targets(times: dict, sizes: list) -> list:
    """(what, measured, promised or None) of what was measured."""
    found = []

    def add(what, value, limit):
        if value is not None:
            found.append((what, value, limit))

    if "BM_SignalFloor" in times:
        add("handler to floor", times["BM_Handler"] / times["BM_SignalFloor"],
            HANDLER_RATIO)
    add("lookup among 100,000 entries, ns",
        times.get("BM_LookupInTable/100000"), LOOKUP)
    add("the same in turn, each waiting for the one before, ns",
        times.get("BM_LookupInTableInTurn/100000"), None)
    for name in ("BM_Register", "BM_RegisterShuffled"):
        add(f"{REGISTRATIONS[name]}, 100,000 objects, ns each",
            times.get(f"{name}/100000"), REGISTRATION)
    for size in sizes:
        if size.version == 2:
            add(f"version 2, {size.target}, bytes per short entry",
                size.short / size.num_short, ENTRY_SIZE)
            add(f"version 2, {size.target}, relocations",
                size.relocations, 0)
    return found


class Faults(TimeBenchmark):
    """Faults, lookups, registrations, and the size of tables."""

    name = "faults"
    groups = ("run", "faults")

    def add_arguments(self, parser):
        parser.add_argument("--only", choices=PARTS, help="just this part")
        super().add_arguments(parser)

    def measure(self, options):
        directory = BUILD / "bench"
        parts = [options.only] if options.only else list(PARTS)
        times, sizes = {}, []
        if "size" in parts:
            sizes = bench_sizes.measure(directory)
            print("\n" + bench_sizes.table(sizes) + "\n")
            parts.remove("size")
        if parts:
            with step("Building"):
                program = build(directory)
                java = Java(directory)
            for number in range(options.rounds):
                say(f"round {number + 1} of {options.rounds}")
                for part in parts:
                    keep_least(times, measure(program, part, options.seconds))
                    if part == "fault":
                        keep_least(times, java.measure())
            print()
        if "fault" in parts:
            print(fault_table(times))
            print("" if java.version else
                  "OpenJDK: skipped, there is no javac\n")
        if "lookup" in parts:
            print(size_matrix("a lookup, ns; entries", LOOKUPS, times) + "\n")
        if "registration" in parts:
            print(size_matrix("each object, ns; objects", REGISTRATIONS,
                              times) + "\n")
        for what, value, limit in targets(times, sizes):
            self.promise(what, value, limit)
        return {"times": times, "sizes": [asdict(s) for s in sizes]}
