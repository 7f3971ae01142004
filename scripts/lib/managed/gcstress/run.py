"""Compiles what program.py makes up in every way, runs it with and without
collections, and compares what it prints."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from .. import managed_runtime
from ..demo_programs import in_parallel
from ..managed_runtime import Target
from ..paths import BUILD, REPO
from ..ui import Failure, run
from . import program, versions

HERE = Path(__file__).parent
COLLECTOR = REPO / "llvm/examples/MovingCollector"
# Functions in one module.
BATCH = 12
# Seconds: a module takes one, or some if it is emulated.
LIMIT = 300


@dataclass(frozen=True)
class Mode:
    """Where references are while a call is running."""

    name: str
    strategy: str
    options: tuple = ()
    # Whether the collector moves objects.
    moves: bool = True


MODES = {mode.name: mode for mode in (
    Mode("slots", "statepoint-example"),
    Mode("vregs", "statepoint-example",
         ("-max-registers-for-gc-values=1000",)),
    Mode("registers", "managed"),
    Mode("non-moving", "managed-non-moving", moves=False),
)}


@dataclass(frozen=True)
class Level:
    """How much is optimized before and after references are made explicit."""

    name: str
    pipeline: str
    option: str


LEVELS = {level.name: level for level in (
    # As front ends emit it.
    Level("raw", "rewrite-statepoints-for-gc", "-O0"),
    Level("O0", "function(sroa),rewrite-statepoints-for-gc", "-O0"),
    Level("O1", "default<O1>,rewrite-statepoints-for-gc", "-O1"),
    Level("O2", "default<O2>,rewrite-statepoints-for-gc", "-O2"),
    Level("O3", "default<O3>,rewrite-statepoints-for-gc", "-O3"),
)}


@dataclass
class Tally:
    """What the modules of a target showed."""

    modules: int = 0
    programs: int = 0
    runs: int = 0
    collections: int = 0
    frames: int = 0
    comparison: versions.Comparison = field(
        default_factory=versions.Comparison)
    problems: list = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        for name in ("modules", "programs", "runs", "collections", "frames",
                     "problems"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.comparison.add(other.comparison)


class Bench:
    """What all programs of a target have in common, built in a directory.
    `driver` calls the functions of the modules."""

    def __init__(self, target: Target, work: Path, bin_: Path = None,
                 driver: Path = HERE / "Driver.cpp"):
        self.target, self.work = target, work
        self.bin = bin_ or BUILD / "bin"
        self.triple = f"{target.machine}-unknown-linux-gnu"
        work.mkdir(parents=True, exist_ok=True)
        runtime = managed_runtime.build(target.machine)
        self.include = [f"-I{runtime.include}", f"-I{COLLECTOR}"]
        # By whether objects move.
        self.heaps = {True: self.compile_native(COLLECTOR / "Heap.cpp"),
                      False: self.compile_native(HERE / "PoisoningHeap.cpp")}
        self.common = [self.compile_native(COLLECTOR / "Collector.cpp"),
                       self.compile_native(driver),
                       runtime.image, runtime.static]

    def compile_native(self, source: Path) -> Path:
        object_ = self.work / f"{source.stem}.o"
        run([self.target.tool("g++"), "-std=c++17", "-O1", "-g", "-c", source,
             *self.include, "-o", object_], what=f"compiling {source.name}")
        return object_

    def compile(self, text: str, level: Level, options: tuple, name: str,
                verify: bool = True) -> Path:
        """An object of the module `text`, verified after each pass."""
        source = self.work / f"{name}.ll"
        lowered = self.work / f"{name}.statepoints.ll"
        object_ = source.with_suffix(".o")
        source.write_text(text)
        run([self.bin / "opt", f"-mtriple={self.triple}", "-S",
             f"-passes={level.pipeline}", source, "-o", lowered],
            what=f"placing statepoints in {name}")
        run([self.bin / "llc", f"-mtriple={self.triple}", level.option,
             "-relocation-model=pic", "-filetype=obj", *options,
             f"-verify-machineinstrs={int(verify)}", lowered, "-o", object_],
            what=f"compiling {name}")
        return object_

    def link(self, object_: Path, moves: bool = True) -> Path:
        built = object_.with_suffix("")
        run([self.target.tool("g++"), object_, self.heaps[moves],
             *self.common, "-pthread", "-o", built],
            what=f"linking {built.name}")
        return built

    def execute(self, built: Path, mode: str) -> tuple:
        """What it prints, and its numbers of collections and frames."""
        done = subprocess.run([*self.target.prefix, str(built), mode],
                              capture_output=True, text=True, timeout=LIMIT)
        last = done.stderr.strip().splitlines()[-1:] or [""]
        if done.returncode:
            raise Failure(f"{built.name} {mode}: exit code {done.returncode}: "
                          f"{last[0]}")
        words = last[0].split()
        return done.stdout, int(words[0]), int(words[2])


def test_module(bench: Bench, seed: str, modes: list, levels: list) -> Tally:
    """Runs one module in every way."""
    tally = Tally(modules=1)
    expected = None
    for level in levels:
        for mode in modes:
            text, third = (program.module(seed, BATCH, mode.strategy, version)
                           for version in (4, 3))
            name = f"{seed}-{level.name}-{mode.name}"
            try:
                object_ = bench.compile(text, level, mode.options, name)
                tally.comparison.add(versions.compare(
                    bench.bin / "llvm-managed-maps",
                    # It is the same code.
                    bench.compile(third, level, mode.options, f"{name}-v3",
                                  verify=False),
                    object_))
                built = bench.link(object_, mode.moves)
                tally.programs += 1
                for when in ("never", "always", "verify"):
                    output, collections, frames = bench.execute(built, when)
                    tally.runs += 1
                    tally.collections += collections
                    tally.frames += frames
                    expected = expected or output
                    if output != expected:
                        raise Failure(f"{name} {when}: "
                                      + first_difference(expected, output))
            except (Failure, subprocess.TimeoutExpired) as failure:
                tally.problems.append(str(failure))
    return tally


def test_modules(bench: Bench, seeds: list, modes: list, levels: list,
                 in_turn: bool = False) -> Tally:
    """The same for many, on all processors. With `in_turn`, each of them is
    compiled at one of the levels only."""
    def test(seed: int) -> Tally:
        chosen = [levels[seed % len(levels)]] if in_turn else levels
        return test_module(bench, str(seed), modes, chosen)

    total = Tally()
    for tally in in_parallel(test, seeds):
        total.add(tally)
    return total


def first_difference(expected: str, output: str) -> str:
    for wanted, got in zip(expected.splitlines(), output.splitlines()):
        if wanted != got:
            return f"'{got}' instead of '{wanted}'"
    return "it printed more or less than it should"
