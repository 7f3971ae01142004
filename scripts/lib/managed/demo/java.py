"""A program in Java, compiled ahead of time: objects move while it runs, and a
fault of the hardware is its NullPointerException.

javac compiles llvm/examples/ManagedJava/Programs/Orders.java, managed-java the
class files. What the program prints has to be what it prints with OpenJDK, and
each null pointer that it counts has to be a fault that was recovered.
"""

import re
from dataclasses import asdict, dataclass
from pathlib import Path

from ..java import execution, library
from ..java.execution import Mode
from ..ui import Failure

PROGRAM = "Orders"
# The names of targets there.
NAMES = {"x86-64": "x86-64", "aarch64": "AArch64"}
# So small a heap, in MiB, is full every moment.
ENVIRONMENT = {"JAVA_HEAP": "1", "JAVA_STATISTICS": "1"}
STATISTICS = re.compile(r"(\d+) collections, (\d+) bytes moved, "
                        r"(\d+) null checks failed by a fault\n")


@dataclass
class Outcome:
    """What one run of the program showed."""

    target: str
    collections: int
    bytes_moved: int
    recovered: int
    output: str


def find_compiler(tools: Path) -> Path:
    """managed-java, beside or among the tools in `tools`; None if it is not
    there."""
    places = (tools.parent / "examples/managed-java", tools / "managed-java")
    return next((place for place in places if place.is_file()), None)


def parse(target: str, done: execution.Result) -> Outcome:
    statistics = STATISTICS.fullmatch(done.errors)
    if done.code or not statistics:
        detail = "; ".join(done.errors.split("\n")).strip("; ") or "nothing"
        raise Failure(f"{PROGRAM} on {target} ended with exit code "
                      f"{done.code} and the errors: {detail}")
    return Outcome(target, *map(int, statistics.groups()), done.output)


def check(outcome: Outcome, wanted: str) -> None:
    """Fails unless the run shows what the demo is about; `wanted` is what the
    program prints with OpenJDK."""
    what = f"{PROGRAM} on {outcome.target}"
    if outcome.output != wanted:
        raise Failure(f"{what} prints something else than with OpenJDK")
    if not outcome.bytes_moved:
        raise Failure(f"{what}: no object was moved")
    nulls = sum(map(int, re.findall(r"dereferenced null (\d+) times",
                                    outcome.output)))
    if not nulls or outcome.recovered != nulls:
        raise Failure(f"{what} dereferenced null {nulls} times, and "
                      f"{outcome.recovered} faults were recovered")


def show(targets: list, compiler: Path, directory: Path) -> list:
    """Compiles and runs the program on all targets; the outcomes."""
    classes = library.compile_both(
        directory, sources=[library.PROGRAMS / f"{PROGRAM}.java"])
    wanted = library.run_program(classes.theirs, PROGRAM)
    outcomes = []
    for target in targets:
        mode = Mode(NAMES[target.name])
        program = execution.compile_program(
            classes.ours, PROGRAM, mode,
            directory / f"{PROGRAM}-{target.name}", compiler=compiler)
        outcome = parse(target.name, execution.execute(
            program, mode.target, environment=ENVIRONMENT))
        check(outcome, wanted)
        outcomes.append(outcome)
    return outcomes


def as_json(outcomes: list) -> list:
    return [asdict(outcome) for outcome in outcomes]
