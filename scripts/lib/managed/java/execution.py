"""Compiles Java programs with managed-java, and runs them."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from ..paths import BUILD
from ..runtime import programs as managed
from ..ui import Failure, run
from . import runtime

COMPILER = BUILD / "examples/managed-java"
TRIPLES = {"x86-64": "x86_64-linux-gnu", "AArch64": "aarch64-linux-gnu"}
ROOTS = ("registers", "slots", "frames")
CHECKS = ("explicit", "implicit", "wide")
POLLS = ("flag", "page", "call", "none")


@dataclass(frozen=True)
class Mode:
    """How a program is compiled."""

    target: str = "x86-64"
    roots: str = "registers"
    checks: str = "implicit"
    polls: str = "flag"
    level: int = 2
    cards: bool = False

    def __str__(self) -> str:
        return (f"{self.target} -O{self.level} {self.roots}, {self.checks} "
                f"checks, polls by {self.polls}"
                + (", cards" if self.cards else ""))

    @property
    def options(self) -> list:
        return [f"--target={TRIPLES[self.target]}", f"-O{self.level}",
                f"--roots={self.roots}", f"--null-checks={self.checks}",
                f"--polls={self.polls}",
                *(["--card-marks"] if self.cards else [])]


@dataclass(frozen=True)
class Result:
    code: int
    output: str
    errors: str


def find_missing() -> str:
    """What is needed to compile and run programs for both targets, and not
    there; or nothing."""
    lacking = [tool for tool in ("java", "javac") if not shutil.which(tool)]
    lacking += [t.missing for t in managed.TARGETS.values() if t.missing]
    lacking += [] if COMPILER.is_file() else [COMPILER.name]
    return ", ".join(lacking)


def compile_program(classes: list, name: str, mode: Mode, program: Path,
                    options: list = (), compiler: Path = COMPILER) -> Path:
    """Compiles the class `name`, which has a main method, and all that it
    needs of the directories and archives `classes`, to `program`."""
    made = program.with_suffix(".o")
    path = ":".join(map(str, classes))
    run([compiler, f"--cp={path}", "--closed-world", f"--main={name}",
         *mode.options, *options, "-o", made, name],
        what=f"compiling {name}: {mode}")
    runtime.link(managed.TARGETS[mode.target], [made], program,
                 program.with_suffix(".log"), wide=mode.checks == "wide")
    return program


def execute(program: Path, target: str, arguments: list = (),
            environment: dict = None, timeout: int = 600) -> Result:
    """Runs the program, with the variables of its runtime (Main.cpp)."""
    try:
        done = subprocess.run(
            [*managed.TARGETS[target].prefix, program, *arguments],
            env={**os.environ, **(environment or {})}, timeout=timeout,
            capture_output=True, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        raise Failure(f"{program.name} did not end in {timeout} s") from None
    return Result(done.returncode, done.stdout, done.stderr)
