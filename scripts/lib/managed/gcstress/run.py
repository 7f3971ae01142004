"""Compiles what program.py makes up in every way, runs it with and without
collections, and compares what it prints."""

import functools
import itertools
import re
import subprocess
import zlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..layout import layout_with_references
from ..parallel import in_parallel
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import Target
from ..ui import Failure, run
from . import polls, program, spaces, values, versions

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
    # For references in frames: the pass that places them.
    place: str = ""
    # Whether its functions have no more than frames have a place for, and no
    # deopt state.
    is_simple: bool = False
    # The form of polls, if functions have some.
    polls: str = ""


MODES = {mode.name: mode for mode in (
    Mode("slots", "statepoint-example"),
    Mode("vregs", "statepoint-example",
         ("-max-registers-for-gc-values=1000",)),
    Mode("registers", "managed"),
    Mode("non-moving", "managed-non-moving", moves=False),
    Mode("flag-polls", "managed", polls="flag"),
    Mode("page-polls", "managed", polls="page"),
    # Both ways of the same functions have to agree.
    Mode("simple", "managed", is_simple=True),
    Mode("frames", "managed-frames", place="place-gc-roots", is_simple=True),
    Mode("lazy-frames", "managed-frames", place="place-gc-roots<lazy>",
         is_simple=True),
    Mode("non-moving-frames", "managed-frames-non-moving", moves=False,
         place="place-gc-roots", is_simple=True),
    Mode("frames-flag-polls", "managed-frames", place="place-gc-roots",
         is_simple=True, polls="flag"),
    Mode("frames-page-polls", "managed-frames", place="place-gc-roots",
         is_simple=True, polls="page"),
)}
# When a program collects, and with how many threads. The collector that walks
# statepoints stops nobody else.
RUNS, THREADED_RUNS = ("never", "always", "verify"), ("threads",)
# What is run after placement, where something is optimized.
CLEANUP = ("function(early-cse,gvn,dse,instcombine<no-verify-fixpoint>,"
           "simplifycfg)")
# The pass that makes null checks implicit, and its remark about one that is.
CHECK_PASS, IMPLICIT_REMARK = "implicit-null-checks", "ImplicitNullCheck"


@dataclass(frozen=True)
class Level:
    """How much is optimized before and after references are made explicit."""

    name: str
    # What is run before that.
    prepare: str
    option: str

    @property
    def pipeline(self) -> str:
        """For statepoints."""
        return ",".join(filter(None, (self.prepare,
                                      "rewrite-statepoints-for-gc")))

    def get_pipeline(self, mode: Mode, jumps: bool = False) -> str:
        place_polls = polls.PASSES if mode.polls else ""
        if not mode.place:
            return ",".join(filter(None, (self.prepare, place_polls,
                                          "rewrite-statepoints-for-gc")))
        # What jumps pass has to be in values.
        prepare = self.prepare or ("function(mem2reg)" if jumps else "")
        steps = [*filter(None, (prepare, place_polls, mode.place)),
                 "lower-gc-frame"]
        return ",".join(steps if self.option == "-O0" else [*steps, CLEANUP])


LEVELS = {level.name: level for level in (
    # As front ends emit it.
    Level("raw", "", "-O0"),
    Level("O0", "function(sroa)", "-O0"),
    Level("O1", "default<O1>", "-O1"),
    Level("O2", "default<O2>", "-O2"),
    Level("O3", "default<O3>", "-O3"),
)}


@dataclass
class Tally:
    """What the modules of a target showed."""

    modules: int = 0
    programs: int = 0
    runs: int = 0
    collections: int = 0
    frames: int = 0
    # Faults of null checks that were recovered.
    faults: int = 0
    # Programs with explicit checks, which say what is right.
    references: int = 0
    # Null checks that the code generator was given, but for those at -O0, where
    # none becomes implicit; and its remarks about them by name.
    marked: int = 0
    remarks: Counter = field(default_factory=Counter)
    comparison: versions.Comparison = field(
        default_factory=versions.Comparison)
    problems: list = field(default_factory=list)

    @property
    def implicit(self) -> int:
        return self.remarks[IMPLICIT_REMARK]

    @property
    def explicit(self) -> Counter:
        """The others by reason; some are gone before the pass sees them."""
        reasons = self.remarks - Counter({IMPLICIT_REMARK: self.implicit})
        gone = max(self.marked - self.remarks.total(), 0)
        return reasons + Counter({"gone": gone})

    def add(self, other: "Tally") -> None:
        for name in ("modules", "programs", "runs", "collections", "frames",
                     "faults", "references", "marked", "remarks", "problems"):
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
        self.layout = f"{layout_with_references(self.triple)}:{spaces.SPACE}"
        work.mkdir(parents=True, exist_ok=True)
        runtime = managed_runtime.build(target.machine)
        self.include = [f"-I{runtime.include}", f"-I{COLLECTOR}"]
        # By whether objects move.
        self.heaps = {True: self.compile_native(COLLECTOR / "Heap.cpp"),
                      False: self.compile_native(HERE / "PoisoningHeap.cpp")}
        # By whether references are in frames.
        self.collectors = {
            False: self.compile_native(COLLECTOR / "Collector.cpp"),
            True: self.compile_native(HERE / "FrameCollector.cpp")}
        self.common = [self.compile_native(driver),
                       runtime.image, runtime.static]

    @functools.cached_property
    def c_value_types(self) -> str:
        return values.from_c(self.bin / "clang", self.triple)

    def choose_value_types(self, seed: str) -> str:
        """The functions that copy them: every other module has those in C."""
        is_c = zlib.crc32(f"values/{seed}".encode()) % 2
        return self.c_value_types if is_c else values.IR

    def compile_native(self, source: Path) -> Path:
        object_ = self.work / f"{source.stem}.o"
        run([self.target.tool("g++"), "-std=c++17", "-O1", "-g", "-c", source,
             *self.include, "-o", object_], what=f"compiling {source.name}")
        return object_

    def compile(self, text: str, level: Level, mode: Mode, name: str,
                verify: bool = True, pipeline: str = None) -> Path:
        """An object of the module `text`, verified after each pass. If it was
        rewritten already, another `pipeline` says so."""
        source = self.work / f"{name}.ll"
        lowered = self.work / f"{name}.statepoints.ll"
        object_ = source.with_suffix(".o")
        source.write_text(text)
        run([self.bin / "opt", f"-mtriple={self.triple}",
             f"-data-layout={self.layout}", "-S",
             f"-passes={pipeline or level.get_pipeline(mode)}", source,
             "-o", lowered],
            what=f"placing references in {name}")
        run([self.bin / "llc", f"-mtriple={self.triple}", level.option,
             "-relocation-model=pic", "-filetype=obj", *mode.options,
             f"-pass-remarks-output={object_.with_suffix('.remarks')}",
             f"-pass-remarks-filter={CHECK_PASS}",
             f"-verify-machineinstrs={int(verify)}", lowered, "-o", object_],
            what=f"compiling {name}")
        return object_

    def count_checks(self, object_: Path) -> tuple:
        """How many null checks the code generator was given, and its remarks
        about them."""
        lowered = object_.with_suffix(".statepoints.ll")
        remarks = object_.with_suffix(".remarks").read_text()
        return (lowered.read_text().count(", !make.implicit "),
                Counter(re.findall(r"^Name: +(\w+)", remarks, re.M)))

    def link(self, object_: Path, mode: Mode) -> Path:
        built = object_.with_suffix("")
        run([self.target.tool("g++"), object_, self.heaps[mode.moves],
             self.collectors[bool(mode.place)], *self.common, "-pthread",
             *(polls.LINK_OPTIONS[mode.polls] if mode.polls else ()),
             "-o", built], what=f"linking {built.name}")
        return built

    def execute(self, built: Path, mode: str) -> tuple:
        """What it prints, and its numbers of collections and frames, and that
        of faults where there can be some."""
        done = subprocess.run([*self.target.prefix, str(built), mode],
                              capture_output=True, text=True, timeout=LIMIT)
        last = done.stderr.strip().splitlines()[-1:] or [""]
        if done.returncode:
            raise Failure(f"{built.name} {mode}: exit code {done.returncode}: "
                          f"{last[0]}")
        return done.stdout, *map(int, re.findall(r"\d+", last[0]))

    def count_stores(self, built: Path) -> int:
        """How many stores to slots it executes, in code that counts them."""
        done = subprocess.run([*self.target.prefix, str(built), "never"],
                              capture_output=True, text=True, timeout=LIMIT)
        words = done.stderr.split()
        if done.returncode or words[-1:] != ["stores"]:
            raise Failure(f"{built.name}: exit code {done.returncode}, "
                          f"{done.stderr.strip()[-200:]}")
        return int(words[-2])


def write(seed: str, mode: Mode, version: int, max_trips: int = 3,
          only_values: bool = False, checks: bool = False,
          implicit: bool = True, value_types: str = values.IR) -> str:
    """The text of a module, with stack maps of a version."""
    if mode.is_simple:
        text = program.module(seed, BATCH, mode.strategy, version, deopt=False,
                              only_values=only_values, exceptions=True,
                              jumps=has_jumps(seed, mode), max_trips=max_trips,
                              in_frames=True, checks=checks, implicit=implicit,
                              value_types=value_types)
    else:
        text = program.module(seed, BATCH, mode.strategy, version,
                              checks=checks, implicit=implicit,
                              value_types=value_types)
    if mode.polls:
        text = polls.add(text, seed, mode.strategy, mode.polls)
    # Frames have one space, and upstream's strategies, too.
    if mode.place or only_values or not spaces.has_second_space(seed):
        return text
    return spaces.move_references(text)


def has_jumps(seed: str, mode: Mode) -> bool:
    """Whether a module has calls that return twice. Statepoints cannot keep
    references over them, so half of the modules have none to compare."""
    return bool(mode.place) and zlib.crc32(seed.encode()) % 2 == 1


@dataclass(frozen=True)
class Case:
    """One way of compiling a module."""

    bench: Bench
    seed: str
    mode: Mode
    level: Level

    @property
    def name(self) -> str:
        return f"{self.seed}-{self.level.name}-{self.mode.name}"

    @property
    def kind(self) -> tuple:
        """What the functions have: cases of the same kind print the same."""
        return self.mode.is_simple, has_jumps(self.seed, self.mode)

    def compile(self, name: str, version: int = 4, implicit: bool = True,
                verify: bool = True) -> Path:
        text = write(self.seed, self.mode, version, checks=True,
                     implicit=implicit,
                     value_types=self.bench.choose_value_types(self.seed))
        pipeline = self.level.get_pipeline(self.mode,
                                           has_jumps(self.seed, self.mode))
        return self.bench.compile(text, self.level, self.mode, name, verify,
                                  pipeline)

    def compare_versions(self, object_: Path) -> versions.Comparison:
        """What the stack map of version 3 of the same code says."""
        tool = self.bench.bin / "llvm-managed-maps"
        if self.mode.place or self.mode.polls == "page":
            # There are fault maps only, or version 4 alone has polls by page.
            versions.verify(tool, object_)
            return versions.Comparison()
        third = self.compile(f"{self.name}-v3", version=3, verify=False)
        return versions.compare(tool, third, object_)

    def run_explicit(self) -> str:
        """What is right: what it prints with explicit checks."""
        object_ = self.compile(f"{self.name}-explicit", implicit=False,
                               verify=False)
        built = self.bench.link(object_, self.mode)
        outputs = [self.bench.execute(built, when)[0]
                   for when in ("never", "always")]
        if outputs[0] != outputs[1]:
            raise Failure(f"{built.name} always: "
                          + first_difference(*outputs))
        return outputs[0]

    def run(self, wanted: str, tally: Tally) -> None:
        """Compiles and runs it; raises Failure unless all is right."""
        object_ = self.compile(self.name)
        tally.comparison.add(self.compare_versions(object_))
        if self.level.option != "-O0":
            marked, remarks = self.bench.count_checks(object_)
            tally.marked += marked
            tally.remarks += remarks
        built = self.bench.link(object_, self.mode)
        tally.programs += 1
        for when in RUNS + THREADED_RUNS * bool(self.mode.place):
            output, collections, frames, faults = self.bench.execute(built,
                                                                     when)
            tally.runs += 1
            tally.collections += collections
            tally.frames += frames
            tally.faults += faults
            if output != wanted:
                raise Failure(f"{self.name} {when}: "
                              + first_difference(wanted, output))

    def is_right_if_explicit(self, wanted: str) -> bool:
        try:
            return self.run_explicit() == wanted
        except (Failure, subprocess.TimeoutExpired):
            return False


def test_module(bench: Bench, seed: str, ways: list) -> Tally:
    """Runs one module in the ways of the list, each of which is a level and a
    mode, with implicit null checks. All have to print what the first of the
    same kind does with explicit ones."""
    tally = Tally(modules=1)
    expected = {}
    for level, mode in ways:
        case, what = Case(bench, seed, mode, level), "explicit checks"
        try:
            if case.kind not in expected:
                expected[case.kind] = case.run_explicit()
                tally.references += 1
            what = "implicit checks"
            case.run(expected[case.kind], tally)
        except (Failure, subprocess.TimeoutExpired) as failure:
            if case.kind in expected and not case.is_right_if_explicit(
                    expected[case.kind]):
                what = "explicit checks, too"
            tally.problems.append(f"{failure} ({what})")
    return tally


def choose_ways(seed: int, modes: list, levels: list, in_turn: bool = False,
                count: int = 0) -> list:
    """The ways of the module of a seed: all, those at one level if `in_turn`,
    or `count` of these. One module after another, all of them have their
    turn."""
    if in_turn:
        seed, level = divmod(seed, len(levels))
        levels = [levels[level]]
    ways = list(itertools.product(levels, modes))
    if not count:
        return ways
    return [ways[(seed * count + n) % len(ways)]
            for n in range(min(count, len(ways)))]


def test_modules(bench: Bench, seeds: list, modes: list, levels: list,
                 in_turn: bool = False, count: int = 0) -> Tally:
    """The same for many, on all processors, in the ways that choose_ways
    tells."""
    def test(seed: int) -> Tally:
        return test_module(bench, str(seed),
                           choose_ways(seed, modes, levels, in_turn, count))

    total = Tally()
    for tally in in_parallel(test, seeds):
        total.add(tally)
    return total


def first_difference(expected: str, output: str) -> str:
    for wanted, got in zip(expected.splitlines(), output.splitlines()):
        if wanted != got:
            return f"'{got}' instead of '{wanted}'"
    return "it printed more or less than it should"
