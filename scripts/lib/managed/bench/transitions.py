"""scripts/bench transitions: what calls of native code cost.

The loops of llvm/benchmarks/ManagedTransitions call a function that adds one:
directly, through the stubs of the managed runtime, and in Java through the
native interface of OpenJDK. Everything runs several times in turn, in processor
time; the least counts, since others can only make a run slower, and the spread
is shown.
"""

import re
import statistics
from pathlib import Path

from .. import results
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS
from ..ui import run, say, step
from .benchmark import native
from .timing import (TimeBenchmark, java_version, read_times, run_benchmarks)

SOURCES = REPO / "llvm/benchmarks/ManagedTransitions"
# What is promised, in nanoseconds over a plain call.
TRANSITION = 3

CALLS = {
    "measure/plain": "plain call",
    "measure/entry": "entry, with an anchor, without a transition",
    "measure/transition": "transition",
    "measure/transition64": "transition, copying 64 bytes of arguments",
    "measure/poll": "LLVMManagedPoll, nobody asks to stop",
    "measure/callback": "to managed state and back, in native code",
}
JAVA = {"plain": "OpenJDK {version}, plain call",
        "native": "OpenJDK {version}, JNI"}


def build(directory: Path) -> Path:
    """Builds the benchmark for this machine."""
    runtime = managed_runtime.build(native(TARGETS).machine)
    directory.mkdir(parents=True, exist_ok=True)
    program = directory / "transitions"
    run(["g++", "-std=c++17", "-O2", f"-I{runtime.include}",
         SOURCES / "TransitionBenchmark.cpp", runtime.static, "-lbenchmark",
         "-pthread", "-o", program], what="building the benchmark")
    return program


class Java:
    """The Java program, if there is a compiler for it."""

    def __init__(self, directory: Path):
        self.classes = directory / "java"
        self.library = directory / "libnativecall.so"
        self.version = java_version()
        if not self.version:
            return
        run(["javac", "-d", self.classes, SOURCES / "NativeCall.java"],
            what="compiling NativeCall.java")
        run(["gcc", "-O2", "-shared", "-fPIC", SOURCES / "NativeCall.c",
             "-o", self.library], what="compiling NativeCall.c")

    def measure(self) -> dict:
        """{name: nanoseconds of a call}; nothing without Java."""
        if not self.version:
            return {}
        output = run(["java",
                      "-XX:CompileCommand=quiet",
                      "-XX:CompileCommand=dontinline,NativeCall.plain",
                      "-cp", self.classes, "NativeCall", self.library],
                     what="NativeCall")
        return {JAVA[kind].format(version=self.version): float(time)
                for kind, time in re.findall(r"(\w+) ([\d.]+)", output)}


def over(times: dict, call: str, plain: str) -> float:
    """By how much a call is slower than the plain one, least of each."""
    return min(times[call]) - min(times[plain])


def table(times: dict) -> str:
    """A row for each kind of call. Java has a plain call of its own."""
    java_plain = next((n for n in times if n.endswith(", plain call")), None)
    rows = []
    for name, values in times.items():
        plain = "measure/plain" if name in CALLS else java_plain
        rows.append([CALLS.get(name, name), f"{min(values):.2f}",
                     f"{statistics.median(values):.2f}", f"{max(values):.2f}",
                     "" if name == plain else
                     f"{over(times, name, plain):.2f}"])
    return results.table(["a call, ns", "least", "median", "most",
                          "over a plain call"], rows)


class Transitions(TimeBenchmark):
    """Calls of native code, beside OpenJDK's."""

    name = "transitions"
    groups = ("run", "faults")

    def measure(self, options):
        directory = BUILD / "bench/transitions"
        with step("Building"):
            program = build(directory)
            java = Java(directory)
        times = {}
        for number in range(options.rounds):
            say(f"round {number + 1} of {options.rounds}")
            measured = read_times(run_benchmarks(program, ".",
                                                 options.seconds))
            for name in CALLS:
                times.setdefault(name, []).append(measured[name])
            for name, time in java.measure().items():
                times.setdefault(name, []).append(time)
        print("\n" + table(times))
        print("" if java.version else "OpenJDK: skipped, there is no javac\n")
        self.promise("transition over a plain call, ns",
                     over(times, "measure/transition", "measure/plain"),
                     TRANSITION)
        return times
