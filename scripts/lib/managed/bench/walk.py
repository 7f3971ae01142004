"""scripts/bench walk: what finding frames and safepoints costs.

A chain of functions, each called by the one before, is generated and compiled
for this machine, and its frames are walked by the runtime and by unwinders; the
same chain in Java by OpenJDK. Everything runs several times in turn; what
counts is the least processor time, since others can only make a run slower.
"""

import random
from pathlib import Path

from .. import results
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS
from ..ui import Failure, run, say, step
from .benchmark import native
from .timing import (TimeBenchmark, java_version, keep_least, read_times,
                     run_benchmarks, size_matrix)

SOURCES = REPO / "llvm/benchmarks/ManagedWalk"
FRAMES = 10_000
# In which order the functions of a chain are in memory.
ORDERS = ("shuffled", "in order")
# What is promised, in nanoseconds.
WALK, LOOKUP = 10, 20

WALKS = {
    "BM_WalkByMap": "the runtime, by stack map",
    "BM_WalkAndVisit": "the same, visiting all references",
    "BM_WalkByCFI": "the runtime, by CFI",
    "BM_WalkLibgcc": "libgcc, _Unwind_Backtrace",
    "BM_WalkLibunwind": "libunwind, unw_step",
    "BM_WalkLibunwindBacktrace": "libunwind, unw_backtrace",
}
SAFEPOINTS = {
    "BM_LookupSafepoint": "look up",
    "BM_RegisterStackMap": "register, each safepoint",
}
JAVA = "OpenJDK {version} C1, Throwable, without names"


def function(number: int, callee: str, draw: random.Random) -> str:
    """A function with references, and numbers that need saved registers."""
    name = f"@f{number}" if number else "@walkChain"
    words = draw.randrange(0, 5)
    lines = [f"define void {name}(ptr addrspace(1) %a, ptr addrspace(1) %b) "
             'gc "managed" {']
    for word in range(words):
        lines.append(f"  %v{word} = load volatile i64, ptr @source")
    first, second = draw.sample(["%a", "%b"], 2)
    lines.append(f"  call void {callee}(ptr addrspace(1) {first}, "
                 f"ptr addrspace(1) {second})")
    for word in range(words):
        lines.append(f"  store volatile i64 %v{word}, ptr @source")
    kept = ["%a", "%b"][:draw.randrange(1, 3)]
    for reference in kept:
        lines.append(f"  store volatile i64 {number}, ptr addrspace(1) "
                     f"{reference}")
    return "\n".join([*lines, "  ret void", "}"])


def chain(order: str) -> str:
    """A module with FRAMES functions that are distinct."""
    draw = random.Random(1)
    bodies = [function(number, f"@f{number + 1}" if number + 1 < FRAMES
                       else "@enterBenchmarks", draw)
              for number in range(FRAMES)]
    if order == "shuffled":
        draw.shuffle(bodies)
    return "\n\n".join([
        "@source = internal global i64 0",
        "declare void @enterBenchmarks(ptr addrspace(1), ptr addrspace(1))",
        *bodies]) + "\n"


def java_chain(methods: int = 1000) -> dict:
    """{file name: text} of the classes Chain0, Chain1 and so on."""
    files = {}
    for number in range(FRAMES):
        last = number + 1 == FRAMES
        call = ("StackTrace.atTheEnd(measure)" if last else
                f"Chain{(number + 1) // methods}.call{number + 1}"
                "(measure, b, a)")
        name = f"Chain{number // methods}"
        files.setdefault(f"{name}.java", [f"final class {name} {{"]).append(
            f"  static void call{number}(boolean measure, Object a, Object b)"
            f" {{ {call}; }}")
    return {name: "\n".join([*lines, "}"]) + "\n"
            for name, lines in files.items()}


def build(order: str, directory: Path) -> Path:
    """Builds the benchmark with the chain in `order`, for this machine."""
    target = native(TARGETS)
    runtime = managed_runtime.build(target.machine)
    directory = directory / order.replace(" ", "-")
    directory.mkdir(parents=True, exist_ok=True)
    source, lowered, made = (directory / name for name in
                             ("chain.ll", "lowered.ll", "chain.o"))
    source.write_text(chain(order))
    triple = f"-mtriple={target.machine}-unknown-linux-gnu"
    run([BUILD / "bin/opt", triple, "-passes=rewrite-statepoints-for-gc", "-S",
         source, "-o", lowered], what="placing statepoints")
    run([BUILD / "bin/llc", triple, "-O2", "-relocation-model=pic",
         "-filetype=obj", lowered, "-o", made], what="compiling the chain")
    program = directory / "walk"
    run(["g++", "-std=c++17", "-O2", f"-DWALK_FRAMES={FRAMES}",
         f"-I{runtime.include}", *sorted(SOURCES.glob("*.cpp")), made,
         runtime.image, runtime.static, "-lbenchmark",
         # First, as libunwind has functions of the same names.
         "-lgcc_s", "-lunwind", "-pthread", "-o", program],
        what="building the benchmark")
    return program


def measure(program: Path, filter_: str, seconds: float) -> dict:
    """{name: nanoseconds} of one run of the benchmarks that match."""
    return read_times(run_benchmarks(program, filter_, seconds))


class Java:
    """The chain in Java, if there is a compiler for it."""

    def __init__(self, directory: Path):
        self.directory = directory / "java"
        self.version = java_version()
        if not self.version:
            return
        self.directory.mkdir(parents=True, exist_ok=True)
        for name, text in java_chain().items():
            (self.directory / name).write_text(text)
        run(["javac", "-d", self.directory, SOURCES / "StackTrace.java",
             *sorted(self.directory.glob("Chain*.java"))],
            what="compiling the chain in Java")

    def measure(self) -> dict:
        """{name: nanoseconds of a frame}; nothing without Java."""
        if not self.version:
            return {}
        # Methods that are inlined would be no frames to walk.
        output = run(["java", "-XX:TieredStopAtLevel=1", "-XX:-Inline",
                      f"-XX:MaxJavaStackTraceDepth={2 * FRAMES}", "-cp",
                      self.directory, "StackTrace"], what="StackTrace")
        frames, time = output.split()
        if int(frames) < FRAMES:
            raise Failure(f"Java found {frames} frames")
        return {JAVA.format(version=self.version): float(time)}


def walk_table(times: dict) -> str:
    """A row for each walker, a column for each order of functions."""
    names = [*WALKS, *(n for n in times[ORDERS[0]] if n not in WALKS
                       and n.partition("/")[0] not in SAFEPOINTS)]
    return results.table(
        ["a frame, ns", *ORDERS],
        [[WALKS.get(n, n), *(f"{times[order][n]:,.1f}" if n in times[order]
                             else "" for order in ORDERS)] for n in names])


def targets(times: dict) -> list:
    """(what, measured, promised) of what was measured."""
    found = []
    for order in ORDERS:
        if "BM_WalkByMap" in times.get(order, {}):
            found.append((f"walk, functions {order}, ns a frame",
                          times[order]["BM_WalkByMap"], WALK))
    lookup = times.get(ORDERS[0], {}).get("BM_LookupSafepoint/100000")
    if lookup is not None:
        found.append(("lookup among 100,000 safepoints, ns", lookup, LOOKUP))
    return found


class Walk(TimeBenchmark):
    """Walks of frames, and lookups of safepoints."""

    name = "walk"
    groups = ("run", "faults", "walk")

    def measure(self, options):
        directory = BUILD / "bench/walk"
        with step("Building"):
            programs = {order: build(order, directory) for order in ORDERS}
            java = Java(directory)
        times = {order: {} for order in ORDERS}
        for number in range(options.rounds):
            say(f"round {number + 1} of {options.rounds}")
            for order, program in programs.items():
                what = "." if order == ORDERS[0] else "Walk"
                keep_least(times[order],
                           measure(program, what, options.seconds))
            keep_least(times[ORDERS[0]], java.measure())
        print("\n" + walk_table(times))
        print("" if java.version else "OpenJDK: skipped, there is no javac\n")
        print(size_matrix("a safepoint, ns; safepoints", SAFEPOINTS,
                          times[ORDERS[0]]) + "\n")
        for what, value, limit in targets(times):
            self.promise(what, value, limit)
        return times
