"""scripts/bench faults: what faults, lookups, registration and tables cost.

The C++ side is llvm/benchmarks/ManagedRuntime with google-benchmark, the Java
side its NullFault.java. Both report processor time, and both run several times
in turn; what counts is the least, since others can only make a run slower.
"""

import argparse
import json
import re
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path

from .. import packages
from ..demo import report as demo_report
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS
from ..ui import Failure, Parser, elapsed, run, say, step
from . import sizes as bench_sizes

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
    target = next(t for t in TARGETS.values() if t.is_native)
    runtime = managed_runtime.build(target.machine)
    directory.mkdir(parents=True, exist_ok=True)
    program = directory / "faults"
    run(["g++", "-std=c++17", "-O2", f"-I{runtime.include}",
         *sorted(SOURCES.glob("*.cpp")), runtime.static, "-lbenchmark",
         "-pthread", "-o", program], what="building the benchmark")
    return program


def run_benchmarks(program: Path, filter_: str, seconds: float) -> dict:
    """What google-benchmark reports of one run of those that match."""
    done = subprocess.run(
        [program, f"--benchmark_filter={filter_}",
         f"--benchmark_min_time={seconds}", "--benchmark_format=json",
         "--benchmark_enable_random_interleaving=true"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode:
        raise Failure(f"the benchmark ended with {done.returncode}: "
                      + done.stderr.strip()[-200:])
    return json.loads(done.stdout)


def measure(program: Path, part: str, seconds: float) -> dict:
    """{name: nanoseconds} of one run of a part."""
    return read_times(run_benchmarks(program, FILTERS[part], seconds))


def read_times(report: dict) -> dict:
    """{name: nanoseconds} from a report of google-benchmark.

    Registrations count what one object takes, in seconds.
    """
    return {entry["run_name"].removesuffix("/manual_time"):
            entry["each"] * 1e9 if "each" in entry else entry["cpu_time"]
            for entry in report["benchmarks"]
            if entry.get("run_type", "iteration") == "iteration"}


class Java:
    """The Java program, if there is a compiler for it."""

    def __init__(self, directory: Path):
        self.classes = directory / "java"
        self.version = None
        if not shutil.which("javac"):
            try:
                packages.ensure("java")
            except Failure:
                return
        done = run(["javac", "-version"])
        self.version = re.search(r"\d+", done)[0]
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


def keep_least(least: dict, times: dict) -> None:
    for name, time in times.items():
        least[name] = min(time, least.get(name, time))


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/bench faults", allow_abbrev=False,
                    description=__doc__.split("\n")[0])
    parser.add_argument("--only", choices=PARTS, help="just this part")
    parser.add_argument("--rounds", type=int, default=8, metavar="N",
                        help="how often everything is run in turn (8)")
    parser.add_argument("--seconds", type=float, default=0.1, metavar="S",
                        help="least time for each in a round (0.1)")
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="also write the figures to FILE")
    return parser.parse_args(argv)


def fault_table(times: dict) -> str:
    floor = times["BM_SignalFloor"]
    names = [*FAULTS, *(n for n in times if "check" in n)]
    return demo_report.table(
        ["a fault", "ns", "to floor"],
        [[FAULTS.get(n, n), f"{times[n]:,.0f}", f"{times[n] / floor:.3f}"]
         for n in names])


def size_matrix(title: str, names: dict, times: dict) -> str:
    """A row for each benchmark, a column for each size."""
    found = {}
    for name, time in times.items():
        first, _, size = name.partition("/")
        if first in names:
            found[first, int(size)] = time
    sizes = sorted({size for _, size in found})
    return demo_report.table(
        [title, *(f"{size:,}" for size in sizes)],
        [[text, *(f"{found[name, size]:,.1f}" if (name, size) in found else ""
                  for size in sizes)] for name, text in names.items()])


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


def bench(argv: list) -> int:
    options = parse(argv)
    if options.rounds < 1:
        raise Failure("--rounds takes 1 or more")
    packages.ensure("run", "faults")
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
        print("" if java.version else "OpenJDK: skipped, there is no javac\n")
    if "lookup" in parts:
        print(size_matrix("a lookup, ns; entries", LOOKUPS, times) + "\n")
    if "registration" in parts:
        print(size_matrix("each object, ns; objects", REGISTRATIONS, times)
              + "\n")
    missed = 0
    for what, value, limit in targets(times, sizes):
        is_missed = limit is not None and value > limit
        missed += is_missed
        print(f"{what}: {value:.3g}"
              + ("" if limit is None else f", promised {limit:g}")
              + (", MISSED" if is_missed else ""))
    if options.json:
        options.json.write_text(json.dumps(
            {"times": times, "sizes": [asdict(s) for s in sizes]},
            indent=1, sort_keys=True) + "\n")
    print(f"\nProcessor time, the least of {options.rounds} rounds. "
          f"({elapsed()} minutes)")
    return 1 if missed else 0
