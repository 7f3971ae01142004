"""Compiles a program in two ways, compares what it prints with what the
reference prints, and finds out which cases differ when they are alone."""

import json
import shlex
import subprocess
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ...paths import LLVM_PREFIX
from ...runtime.programs import TARGETS
from ..run import (COMPILER_LIMIT, ENVIRONMENT, LIMIT, SANITIZED, STRICT,
                   Tools, most_telling)
from . import program

LTO_LINK = ("-fuse-ld=lld", "-Wl,--thinlto-jobs=1")
LIBCXX = ("-nostdinc++", "-isystem", LLVM_PREFIX / "include/c++/v1",
          "-nostdlib++")
LIBCXX_LINK = (LLVM_PREFIX / "lib/libc++.a", LLVM_PREFIX / "lib/libc++abi.a",
               "-pthread")
# Outcomes that are the compiler's fault.
FAULTS = ("differs", "fails")


class Problem(Exception):
    """A tool or a program did not do its work."""


@dataclass
class Result:
    """What a program showed."""

    seed: int
    # "right", "differs", "fails" (to compile or to run) or "unclean", which
    # is the generator's fault.
    outcome: str = "right"
    program: str = ""
    cases: int = 0
    builds: int = 0
    # One line for each way to compile that went wrong.
    problems: list = field(default_factory=list)
    # The ways of each case that differs, by its number.
    differ: dict = field(default_factory=dict)
    folder: str = ""

    @property
    def is_fault(self) -> bool:
        return self.outcome in FAULTS


class Bench:
    """One program in a directory."""

    def __init__(self, tools: Tools, work: Path, made: program.Program):
        self.tools, self.work, self.made = tools, work, made
        self.target = TARGETS[made.target]
        self.commands, self.builds = [], 0
        work.mkdir(parents=True, exist_ok=True)
        for path in work.iterdir():
            path.unlink()
        for name, text in made.files.items():
            (work / name).write_text(text)
        self.units = [name for name in made.files if name.endswith(".cpp")]

    def options(self, compiler) -> tuple:
        """What all ways to compile have before and after the units."""
        before, after = [f"-std=c++{self.made.standard}", "-w"], []
        if compiler in (self.tools.compiler, self.tools.reference):
            if not self.target.is_native:
                before.append(f"--target={self.target.machine}-linux-gnu")
            if self.made.library == "libc++":
                before += LIBCXX
                after += LIBCXX_LINK
        return before, after

    def compile(self, compiler, flags, case: int = None) -> str:
        """The program, or one that has a case of it only."""
        self.builds += 1
        name = f"program{self.builds}"
        before, after = self.options(compiler)
        if case:
            before.append(f"-DCASE={case}")
        self.execute([compiler, *before, *flags, *self.units, *after, "-o",
                      name], COMPILER_LIMIT, "the compiler")
        return name

    def run(self, name: str, *arguments) -> str:
        """What it prints."""
        return self.execute([*self.target.prefix, f"./{name}", *arguments],
                            LIMIT, "the program")

    def execute(self, words: list, limit: int, what: str) -> str:
        words = [str(word) for word in words]
        self.commands.append(shlex.join(words))
        try:
            done = subprocess.run(
                words, cwd=self.work, timeout=limit, capture_output=True,
                text=True, errors="replace", check=False,
                stdin=subprocess.DEVNULL, env=ENVIRONMENT)
        except subprocess.TimeoutExpired:
            raise Problem(f"{what} did not end") from None
        except OSError as error:
            raise Problem(f"{words[0]}: {error.strerror}") from None
        if done.returncode:
            raise Problem(f"{what} ended with code {done.returncode}: "
                          + most_telling(done.stderr))
        return done.stdout

    def output(self, compiler, flags, case: int) -> str:
        """What a case prints when it is alone, or the problem."""
        try:
            return self.run(self.compile(compiler, flags, case))
        except Problem as problem:
            return f"{problem}\n"

    # --- What is right ------------------------------------------------------

    def expected(self) -> str:
        return self.run(self.compile(self.tools.reference, ("-O0",)))

    def check_clean(self, expected: str) -> None:
        """The sanitizers find nothing; they are there for this machine."""
        if not self.target.is_native:
            return
        level = ("-O0", "-O1")[len(self.made.files["main.cpp"]) % 2]
        output = self.run(self.compile(self.tools.reference,
                                       (level, *SANITIZED)))
        if output != expected:
            raise Problem("with sanitizers, case "
                          + ", ".join(map(str, differing(expected, output)))
                          + " prints something else")

    def others(self, case: int, level: tuple) -> dict:
        """What others print of a case."""
        reference = self.tools.reference
        found = {
            "clang++-22 -O0": self.output(reference, ("-O0",), case),
            "clang++-22": self.output(reference, level, case),
            "clang++-22 -fstrict-vtable-pointers": self.output(
                reference, (*level, *STRICT), case)}
        for flag in ("-O0", "-O2"):
            found[f"g++ {flag}"] = self.output(self.target.tool("g++"),
                                               (flag,), case)
        return found


def flags_of(level: str, feature: str = None) -> tuple:
    flags = (*program.LEVELS[level], *program.FEATURES.get(feature, ()))
    return (*flags, *LTO_LINK) if "lto" in level else flags


def differing(expected: str, output: str) -> list:
    """The numbers of the cases whose lines are not the same."""
    def lines(text):
        return dict(line.split(":", 1) for line in text.splitlines()
                    if line.startswith("case ") and ":" in line)

    wanted, got = lines(expected), lines(output)
    return sorted(int(name.split()[1]) for name in wanted.keys() | got.keys()
                  if wanted.get(name) != got.get(name))


# --- Programs ---------------------------------------------------------------

def test_program(tools: Tools, made: program.Program, work: Path,
                 faults: Path, sanitizes: bool = False) -> Result:
    """Compiles it in its two ways. Only a program that is right with the
    sanitizers is clean, if it `sanitizes`."""
    bench = Bench(tools, work / f"program-{made.seed}", made)
    result = Result(made.seed, program=made.describe(),
                    cases=len(made.cases))
    kept = {}
    try:
        kept["expected"] = bench.expected()
        if sanitizes:
            bench.check_clean(kept["expected"])
    except Problem as problem:
        result.outcome = "unclean"
        result.problems.append(f"the generator's fault: {problem}")
    else:
        for level, feature in made.builds:
            test_way(bench, result, kept, level, feature)
    result.builds = bench.builds
    if result.outcome != "right":
        keep(bench, result, kept, faults)
    for path in bench.work.iterdir():
        path.unlink()
    bench.work.rmdir()
    return result


def test_way(bench: Bench, result: Result, kept: dict, level: str,
             feature: str) -> None:
    way = f"{level} {feature}"
    try:
        name = bench.compile(bench.tools.compiler, flags_of(level, feature))
    except Problem as problem:
        result.outcome = "fails"
        result.problems.append(f"{way}: {problem}")
        return
    try:
        output = bench.run(name)
    except Problem as problem:
        output = f"{problem}\n"
    if output == kept["expected"]:
        return
    kept[f"output of {way}"] = output
    result.outcome = "differs"
    numbers = [case.number for case in bench.made.cases
               if differs_alone(bench, name, kept["expected"], case.number)]
    result.problems.append(f"{way}: " + (f"cases {numbers} differ" if numbers
                                         else "cases differ together only"))
    for number in numbers:
        if str(number) not in result.differ:
            examine(bench, result, kept, level, feature, number)


def differs_alone(bench: Bench, name: str, expected: str,
                  number: int) -> bool:
    """Whether the program differs when it runs only this case."""
    try:
        return bool(differing(f"{bench.run(name, number)}", "".join(
            f"{line}\n" for line in expected.splitlines()
            if line.startswith(f"case {number}:"))))
    except Problem:
        return True


def examine(bench: Bench, result: Result, kept: dict, level: str,
            feature: str, number: int) -> None:
    """Compiles a case alone, and says what others print of it."""
    [case] = [c for c in bench.made.cases if c.number == number]
    result.differ[str(number)] = sorted(case.ways)
    ours = bench.output(bench.tools.compiler, flags_of(level, feature),
                        number)
    text = f"{level} {feature}: {ours}"
    printed = bench.others(number, flags_of(level))
    for who, other in printed.items():
        text += f"{who}: {other}"
    if ours == printed["clang++-22 -O0"]:
        result.problems.append(f"{level} {feature}: case {number} is right "
                               "when it is compiled alone")
    kept[f"case {number} {level} {feature}"] = text


def keep(bench: Bench, result: Result, kept: dict, faults: Path) -> None:
    """Writes down sources, commands, and what was printed."""
    folder = faults / str(result.seed)
    folder.mkdir(parents=True, exist_ok=True)
    result.folder = str(folder)
    for name, text in bench.made.files.items():
        (folder / name).write_text(text)
    for name, text in kept.items():
        (folder / name.replace(" ", "-")).write_text(text)
    (folder / "commands").write_text("\n".join(bench.commands) + "\n")
    again = (f"scripts/stress devirt --storage --programs 1 --seed "
             f"{result.seed} --cases-per-program {result.cases}"
             + "".join(f" --leave-out '{pattern}'"
                       for pattern in bench.made.left_out))
    lines = [result.program, *result.problems,
             *(f"case {number}: {', '.join(ways)}"
               for number, ways in result.differ.items()), again]
    (folder / "README").write_text("\n".join(lines) + "\n")


# --- Progress ---------------------------------------------------------------

def read_progress(path: Path) -> dict:
    """Results by seed of the programs that a run before this has finished. A
    line that was cut off does not count."""
    found = {}
    if path and path.exists():
        for line in path.read_text().splitlines():
            try:
                result = Result(**json.loads(line))
            except (ValueError, TypeError):
                continue
            found[result.seed] = result
    return found


def add_progress(path: Path, result: Result) -> None:
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result)) + "\n")
