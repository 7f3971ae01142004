"""Compiles what program.py makes up in every way, compares what it prints, and
reduces programs that print something else."""

import random
import shlex
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..paths import BUILD, LLVM_PREFIX
from ..ui import Failure
from . import program

COMMON = ("-std=c++17", "-w", "-fPIC")
STRICT = ("-fstrict-vtable-pointers",)
GUARDED = (*STRICT, "-Xclang", "-fdevirtualize-speculatively")
# How the compiler under test is called for each unit.
WAYS = {
    "plain": ("-O2",),
    "strict": ("-O2", *STRICT),
    "guarded": ("-O2", *GUARDED),
    "guarded-O3": ("-O3", *GUARDED),
    # All guards, and none of its own for any call.
    "open": ("-O2", *GUARDED, "-mllvm", "-guarded-growth=1000",
             "-mllvm", "-guarded-late-growth=1000"),
    "shared": ("-O2", *GUARDED, "-mllvm", "-guarded-growth=0",
               "-mllvm", "-guarded-growth-floor=0"),
}
# What units that are linked together may be compiled as.
MIXED = ("plain", "strict", "guarded", "guarded-O3", "reference")
LTO = ("full", "thin")
PROGRAM = "-fwhole-program-vtables"
PROGRAM_LINK = ("-fuse-ld=lld", "-Wl,-mllvm,-guarded-growth=1000",
                "-Wl,-mllvm,-guarded-late-growth=1000")
KNOWN = "-Wl,--lto-whole-program-visibility"
SANITIZED = ("-g1", "-fsanitize=undefined,address", "-fno-sanitize-recover")
# Leaks are no undefined behaviour.
ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=0", "PATH": "/usr/bin:/bin"}
# Seconds that a program, and a compiler, may take.
LIMIT, COMPILER_LIMIT = 60, 300
# How often, and after how many seconds, a tool is tried again that was
# replaced while it ran.
RETRIES, PAUSE = 30, 10


@dataclass(frozen=True)
class Tools:
    """The compiler under test, and the one that it is compared with."""

    compiler: Path = BUILD / "bin/clang++"
    reference: Path = LLVM_PREFIX / "bin/clang++"


class Mismatch(Exception):
    """A way to compile went wrong; `way` names it."""

    def __init__(self, way: str, problem: str):
        super().__init__(f"{way}: {problem}")
        self.way = way


class Unclean(Exception):
    """The program itself is wrong, which is the generator's fault."""


@dataclass
class Tally:
    """What the programs showed."""

    programs: int = 0
    builds: int = 0
    # By seed.
    unclean: dict = field(default_factory=dict)
    mismatches: dict = field(default_factory=dict)


class Bench:
    """One program in a directory."""

    def __init__(self, tools: Tools, work: Path, seed: str):
        self.tools, self.work, self.seed = tools, work, seed
        self.commands = []
        self.objects = {}
        self.builds = 0

    def write(self, files: dict) -> None:
        self.work.mkdir(parents=True, exist_ok=True)
        for path in self.work.iterdir():
            path.unlink()
        for name, text in files.items():
            (self.work / name).write_text(text)
        self.units = [name for name in files if name.endswith(".cpp")]
        self.commands, self.objects = [], {}

    # --- Steps --------------------------------------------------------------

    def call(self, words: list) -> str:
        """What the tool said, or nothing if it did its work."""
        self.commands.append(shlex.join(map(str, words)))
        tool = Path(words[0])
        for _ in range(RETRIES):
            before = stamp(tool)
            try:
                done = subprocess.run(
                    words, cwd=self.work, capture_output=True, text=True,
                    errors="replace", timeout=COMPILER_LIMIT)
                if not done.returncode:
                    return ""
                problem = (f"{tool.name} ended with code {done.returncode}: "
                           + most_telling(done.stderr))
            except subprocess.TimeoutExpired:
                problem = f"{tool.name} did not end"
            except OSError as error:
                problem = f"{tool.name}: {error.strerror}"
            if before and stamp(tool) == before:
                return problem
            time.sleep(PAUSE)
        return problem

    def compile(self, compiler: Path, unit: str, flags: tuple) -> str:
        """The object file. What the compiler says is a Failure."""
        key = (str(compiler), unit, *flags)
        if key not in self.objects:
            name = f"{Path(unit).stem}-{len(self.objects)}.o"
            problem = self.call([compiler, *COMMON, *flags, "-c", unit,
                                 "-o", name])
            if problem:
                raise Failure(f"{unit}: {problem}")
            self.objects[key] = name
        return self.objects[key]

    def run(self, compiler: Path, objects: list, flags: tuple = ()) -> str:
        """Links, and returns what the program prints."""
        self.builds += 1
        name = f"program{self.builds}"
        problem = self.call([compiler, *flags, *objects, "-o", name])
        if problem:
            raise Failure(f"linking: {problem}")
        self.commands.append(f"./{name}")
        try:
            done = subprocess.run(
                [self.work / name], cwd=self.work, capture_output=True,
                text=True, errors="replace", timeout=LIMIT, env=ENVIRONMENT)
        except subprocess.TimeoutExpired:
            raise Failure("the program did not end") from None
        if done.returncode:
            raise Failure(f"the program ended with code {done.returncode}: "
                          + most_telling(done.stderr))
        return done.stdout

    # --- Ways ---------------------------------------------------------------

    def check_clean(self) -> str:
        """What the program has to print."""
        reference = self.tools.reference
        level = ("-O0", "-O1")[random.Random(self.seed).randrange(2)]
        try:
            expected = self.run(reference, [
                self.compile(reference, unit, ("-O0",))
                for unit in self.units])
            flags = (level, *SANITIZED)
            output = self.run(reference, [
                self.compile(reference, unit, flags) for unit in self.units],
                SANITIZED)
        except Failure as failure:
            raise Unclean(str(failure)) from None
        if output != expected:
            raise Unclean(f"with sanitizers, {difference(expected, output)}")
        return expected

    def ways(self, lto: bool) -> dict:
        """What is done: for each unit, whether the reference compiles it, and
        the flags; and the flags of the linker."""
        ours = {name: ([(False, flags)] * len(self.units), ())
                for name, flags in WAYS.items()}

        def mix(names, *more):
            rng = random.Random(f"{self.seed} {more}")
            return [(name == "reference", (*WAYS.get(name, ("-O2",)), *more))
                    for name in (rng.choice(names) for _ in self.units)]

        ours["mix"] = mix(MIXED), ()
        for kind in LTO if lto else ():
            flag = f"-flto={kind}"
            linker = ("-O2", flag, "-fuse-ld=lld")
            ours[f"{kind}-mix"] = mix(MIXED, flag), linker
            ours[f"{kind}-guarded"] = (
                [(False, (*WAYS["guarded"], flag))] * len(self.units), linker)
            # The linker knows all classes, and makes all guards.
            program, link = ("-O2", flag, PROGRAM), (*linker, *PROGRAM_LINK)
            ours[f"{kind}-program"] = (
                [(False, (*program, *STRICT))] * len(self.units),
                (*link, KNOWN))
            ours[f"{kind}-program-mix"] = (
                [(unit[0], (*program, *(STRICT if number % 2 else ())))
                 for number, unit in enumerate(mix(MIXED, *program))], link)
        return ours

    def check(self, way: str, units: list, linker: tuple,
              expected: str) -> None:
        compilers = {True: self.tools.reference, False: self.tools.compiler}
        try:
            output = self.run(
                compilers[False],
                [self.compile(compilers[is_reference], unit, flags)
                 for unit, (is_reference, flags) in zip(self.units, units)],
                linker)
        except Failure as failure:
            raise Mismatch(way, str(failure)) from None
        if output != expected:
            raise Mismatch(way, difference(expected, output))

    def choose(self, lto: bool) -> str:
        """One of the ways, by the seed."""
        names = list(self.ways(lto))
        return names[int(self.seed) % len(names)]

    def test(self, lto: bool, only: str = None) -> list:
        """All mismatches, of the ways or of one."""
        expected, found = self.check_clean(), []
        for way, (units, linker) in self.ways(lto).items():
            if only not in (None, way):
                continue
            try:
                self.check(way, units, linker, expected)
            except Mismatch as mismatch:
                found.append(mismatch)
        return found


def stamp(tool: Path) -> list:
    """What changes when a tool, or the linker beside it, is replaced; nothing
    if there is no tool."""
    found = []
    for path in (tool, tool.with_name("ld.lld")):
        try:
            found.append(path.stat().st_mtime_ns)
        except OSError:
            break
    return found


def most_telling(text: str) -> str:
    """One line of what a tool or program says about its end."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = ("error", "Assertion", "undefined reference", "ERROR")
    return next((line for line in lines if any(w in line for w in words)),
                lines[-1] if lines else "it says nothing")


def difference(expected: str, output: str) -> str:
    for wanted, got in zip(expected.splitlines(), output.splitlines()):
        if wanted != got:
            return f"it printed '{got}' instead of '{wanted}'"
    return "it printed more or less than it should"


# --- Reducing ---------------------------------------------------------------

def reduce(bench: Bench, made: program.Program, way: str, lto: bool,
           budget: int) -> set:
    """Pieces that may be left out so that the same way goes wrong."""
    def fails(dropped):
        bench.write(made.render(dropped))
        try:
            return bool(bench.test(lto, way))
        except Unclean:
            return False

    dropped, size = set(), max(1, len(made.pieces) // 2)
    while budget > 0:
        left = [piece for piece in made.pieces if piece not in dropped]
        before = len(dropped)
        for at in range(0, len(left), size):
            some = dropped.union(left[at:at + size])
            budget -= 1
            if fails(some):
                dropped = some
            if budget <= 0:
                break
        if size == 1 and len(dropped) == before:
            break
        size = max(1, size // 2)
    return dropped


def keep(bench: Bench, made: program.Program, dropped: set, lines: list,
         folder: Path) -> None:
    """Writes down the sources, and each command, in the order of execution."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made.render(dropped).items():
        (folder / name).write_text(text)
    (folder / "commands").write_text("\n".join(bench.commands) + "\n")
    (folder / "README").write_text("\n".join(lines) + "\n")


def test_program(tools: Tools, seed: str, work: Path, cases: Path,
                 lto: bool, budget: int, tally: Tally,
                 in_turn: bool = False) -> list:
    """Lines about what went wrong with one program, in all ways or, in turn, in
    one."""
    made = program.make(seed)
    bench = Bench(tools, work / f"program-{seed}", seed)
    bench.write(made.render())
    tally.programs += 1
    folder = cases / seed
    again = (f"scripts/stress devirt --programs 1 --seed {seed}"
             + " --in-turn" * in_turn
             # Which way it is depends on how many there are.
             + " --lto 0" * (in_turn and not lto))
    try:
        mismatches = bench.test(lto, bench.choose(lto) if in_turn else None)
    except Unclean as error:
        tally.unclean[seed] = str(error)
        keep(bench, made, set(), [f"the generator's fault: {error}", again],
             folder)
        return [f"seed {seed}: the generator's fault: {error}",
                f"kept in {folder}"]
    finally:
        tally.builds += bench.builds
    lines = [f"seed {seed}: {mismatch}" for mismatch in mismatches]
    if mismatches:
        tally.mismatches[seed] = [m.way for m in mismatches]
        keep(bench, made, set(), [*lines, again], folder)
        lines.append(f"kept in {folder}")
    if mismatches and budget:
        way = mismatches[0].way
        dropped = reduce(bench, made, way, lto, budget)
        bench.write(made.render(dropped))
        bench.test(lto, way)
        keep(bench, made, dropped, [*lines, again], folder / "reduced")
        lines.append(f"reduced to {folder / 'reduced'}")
    for path in bench.work.iterdir():
        path.unlink()
    return lines
