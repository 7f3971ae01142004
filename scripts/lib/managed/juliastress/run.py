"""Compiles what program.py makes up, runs it without collections and with one
at each safepoint, and compares."""

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from ..paths import BUILD, REPO
from ..ui import Failure, run
from . import program

HERE = Path(__file__).resolve().parent
RUNTIME = REPO / "llvm/examples/JuliaFrames/Runtime.cpp"
LEVELS = ("O0", "O1", "O2", "O3")
# Seconds a program may take.
LIMIT = 300
# What the runtime prints at its end.
COLLECTIONS = re.compile(r"(\d+) collections")


@dataclass
class Tally:
    modules: int = 0
    programs: int = 0
    collections: int = 0
    problems: list = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.modules += other.modules
        self.programs += other.programs
        self.collections += other.collections
        self.problems += other.problems


class Bench:
    """Where modules for one target are compiled and run."""

    def __init__(self, target, work: Path, tools: Path = None):
        self.target, self.work = target, work
        self.tools = tools or BUILD / "bin"
        self.triple = f"{target.machine}-unknown-linux-gnu"
        if target.missing:
            raise Failure(f"not installed: {target.missing}")
        work.mkdir(parents=True, exist_ok=True)
        self.common = [self.compile_library(source)
                       for source in (RUNTIME, HERE / "Driver.cpp")]

    def compile_library(self, source: Path) -> Path:
        object_ = self.work / f"{source.stem}-{self.target.name}.o"
        run([self.target.tool("g++"), "-std=c++17", "-O1", "-Wall", "-Wextra",
             "-c", source, "-o", object_], what=f"compiling {source.name}")
        return object_

    def build(self, name: str, text: str, level: str, before: str) -> Path:
        """A program of the module, whose roots are placed after the passes
        `before`."""
        built = self.work / f"{name}-{level}"
        source, bitcode, object_ = (built.with_suffix(end) for end
                                    in (".ll", ".bc", ".o"))
        source.write_text(text)
        run([self.tools / "opt", f"-mtriple={self.triple}",
             f"-passes=function({before}GCInvariantVerifier),julia<{level}>,"
             "verify", source, "-o", bitcode],
            what=f"placing roots in {source}")
        run([self.tools / "llc", f"-mtriple={self.triple}", f"-{level}",
             "-relocation-model=pic", "-filetype=obj", "-verify-machineinstrs",
             bitcode, "-o", object_], what=f"compiling {bitcode}")
        run([self.target.tool("g++"), object_, *self.common, "-o", built],
            what=f"linking {built}")
        return built

    def execute(self, built: Path, collects: str) -> tuple:
        """What it prints, and how many collections there are."""
        done = subprocess.run(
            [*self.target.prefix, built], capture_output=True, text=True,
            timeout=LIMIT, check=False,
            env=os.environ | {"JULIA_FRAMES_COLLECT": collects})
        found = COLLECTIONS.search(done.stderr)
        if done.returncode or not found:
            last = done.stderr.strip().splitlines()[-1:] or [""]
            raise Failure(f"{built} with {collects}: exit code "
                          f"{done.returncode}: {last[0]}")
        return done.stdout, int(found[1])


def test_module(benches: list, seed: int, levels: list, keep: bool = False,
                change=None) -> Tally:
    """Runs a module on each target, at each of the levels. All have to print
    the same. `change` makes another text of its text."""
    tally = Tally(modules=1)
    text = program.module(str(seed))
    if change:
        text = change(text)
    # A front end of Julia leaves few variables in memory.
    before = "" if seed % 4 == 0 else "mem2reg,"
    wanted = None
    for bench in benches:
        for level in levels:
            name = f"{bench.target.name}-{seed}"
            try:
                built = bench.build(name, text, level, before)
                tally.programs += 1
                for collects in ("never", "always"):
                    output, collections = bench.execute(built, collects)
                    tally.collections += collections
                    wanted = wanted or output
                    if output != wanted:
                        raise Failure(f"{built} with {collects}: "
                                      + first_difference(wanted, output))
            except (Failure, subprocess.TimeoutExpired) as failure:
                tally.problems.append(f"seed {seed}, {level}: {failure}")
                continue
            if not keep:
                for end in ("", ".ll", ".bc", ".o"):
                    built.with_suffix(end).unlink()
    return tally


def first_difference(expected: str, output: str) -> str:
    for number, (wanted, got) in enumerate(zip(expected.splitlines(),
                                               output.splitlines())):
        if wanted != got:
            return f"line {number + 1} is '{got}' instead of '{wanted}'"
    return "it printed more or less than it should"
