"""Executes what was built, and measures it.

Instructions are counted by a plugin of qemu's user-mode emulators
(demo.d/count_transfers.c), for all sides and targets in the same way. Programs
for this machine also run without the emulator, and have to print the same.
"""

import hashlib
import json
import re
import shutil
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from ..demo.figures import parse_remarks, parse_sections
from ..counting import (TRANSFERS, Counters, count_functions,
                        count_transfers)
from ..paths import LLVM_PREFIX
from ..ui import Failure, run
from .build import Workshop
from .execute import Done, environment, execute
from .recipe import Run
from .sides import OURS, SIDES, VARIANTS, Cell, Target

# Seconds for a command, and for one in the emulator.
PATIENCE, EMULATED = 300, 1800
# What of an output is kept, so that differences can be shown.
KEPT = 1 << 18


@dataclass
class RunResult:
    """What one command did."""

    # The exit code, or None after the limit.
    code: int
    digest: str
    counts: dict = field(default_factory=dict)
    # What the emulator did otherwise, or nothing.
    emulated: str = ""
    expected: int = 0


@dataclass
class Result:
    """What one cell did; what could not be built has an error instead."""

    error: str = ""
    runs: dict = field(default_factory=dict)
    text: int = 0
    # Of the null checks: how many the pass saw, how many it made implicit, and
    # why it left others.
    marked: int = 0
    implicit: int = 0
    reasons: dict = field(default_factory=dict)
    # What is wrong with fault maps.
    maps: str = ""
    # {largest file: instructions of the compiler}
    compiler: dict = field(default_factory=dict)
    # {function of the program: instructions in all counted runs}
    functions: dict = field(default_factory=dict)
    seconds: float = 0

    def total(self, name: str) -> int:
        return sum(run.counts.get(name, 0) for run in map(
            lambda kept: kept if isinstance(kept, RunResult)
            else RunResult(**kept), self.runs.values()))

    @property
    def indirect(self) -> int:
        return sum(self.total(name) for name in TRANSFERS[1:])


def load(text: str) -> Result:
    kept = json.loads(text)
    kept["runs"] = {name: RunResult(**one)
                    for name, one in kept["runs"].items()}
    return Result(**kept)


def dump(result: Result) -> str:
    return json.dumps(asdict(result), indent=1)


def count(plugin: Path, words: list, target: Target, directory: Path,
          scratch: Path, stdin: Path = None, env: dict = None) -> tuple:
    """(how the command `words` ended, its counts)."""
    return count_transfers(
        plugin, scratch / "transfers", lambda options: execute(
            [*target.emulator, *options, *words], directory, EMULATED, stdin,
            env))


def normalize(output: bytes, run_: Run, workshop: Workshop) -> bytes:
    """What has to be the same for all sides."""
    for expression in run_.ignore:
        output = re.sub(expression.encode(), b"", output)
    return output


class Measurement:
    """Measures one cell, which its workshop has built."""

    def __init__(self, workshop: Workshop, cell: Cell, commands: list,
                 counters: Counters, outputs: Path):
        self.workshop, self.cell, self.commands = workshop, cell, commands
        self.counters, self.outputs = counters, outputs
        self.side, self.variant = SIDES[cell.side], VARIANTS[cell.variant]

    def measure(self) -> Result:
        result = Result()
        shutil.rmtree(self.outputs, ignore_errors=True)
        self.outputs.mkdir(parents=True)
        result.text = self._text()
        if self.side.implicit:
            self._checks(result)
        for one in self.workshop.program.runs:
            result.runs[one.name] = self._run(one)
        return result

    def _start(self, one: Run) -> Path:
        """The empty directory in which a command starts."""
        folder = self.workshop.places["run"]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name in self.workshop.expand(one.copies):
            path = Path(name)
            if path.is_dir():
                shutil.copytree(path, folder / path.name, symlinks=True)
            else:
                shutil.copy(path, folder)
        return folder

    def _environment(self) -> dict:
        # Libraries of the package are found without being installed.
        return environment(self.workshop.places["run"])

    def _stdin(self, one: Run):
        words = self.workshop.expand([one.stdin]) if one.stdin else [None]
        return words[0] and Path(words[0])

    def _whole(self, one: Run, done: Done) -> bytes:
        """What a command printed and wrote, without what may differ."""
        output = done.output
        for name in one.writes:
            path = self.workshop.places["run"] / name
            output += b"\n--- " + name.encode() + b"\n"
            output += path.read_bytes() if path.exists() else b"(none)"
        return normalize(output, one, self.workshop)

    def _run(self, one: Run) -> RunResult:
        words, target = self.workshop.expand(one.command), self.workshop.target
        results = []
        if target.is_native:
            folder = self._start(one)
            done = execute(words, folder, PATIENCE, self._stdin(one),
                           self._environment())
            results.append((done, self._whole(one, done)))
        counts = {}
        if one.counted or not target.is_native:
            folder = self._start(one)
            done, counts = count(
                self.counters.plugin, words, target, folder,
                self.workshop.directory, self._stdin(one),
                self._environment())
            results.append((done, self._whole(one, done)))
        done, output = results[0]
        emulated = ""
        if results[-1][0].code != done.code:
            emulated = results[-1][0].how
        elif results[-1][1] != output:
            emulated = "it prints something else"
        for suffix, (_, text) in zip(("", ".emulated"), results):
            if not suffix or emulated:
                (self.outputs / f"{one.name}{suffix}").write_bytes(
                    text[:KEPT])
        return RunResult(done.code, hashlib.sha256(output).hexdigest(),
                         counts, emulated, one.expected)

    def functions(self) -> dict:
        """The instructions of each function of the program, in all runs."""
        found = Counter()
        for one in self.workshop.program.runs:
            if not one.counted:
                continue
            words = self.workshop.expand(one.command)
            target, folder = self.workshop.target, self._start(one)
            done, counts = count_functions(
                self.counters.plugin, self.workshop.directory / "functions",
                lambda options: execute(
                    [*target.emulator, *options, *words], folder, EMULATED,
                    self._stdin(one), self._environment()))
            if not counts:
                raise Failure(f"{self.cell}: {one.name}: no function was "
                              f"counted; {done.how}")
            for name, count in counts.items():
                # Parts of a function that have names of their own.
                whole = re.sub(r"(?<=.)\.(cold|part|llvm)\b.*", "", name)
                found[whole] += count
        return dict(found.most_common())

    def images(self) -> list:
        """The programs and shared libraries that were linked."""
        found = {}
        for record in self.commands:
            if record["kind"] == "link":
                path = Path(record["directory"],
                            record["output"] or "a.out")
                if path.exists():
                    found[path] = None
        return list(found)

    def objects(self) -> list:
        found = {}
        for record in self.commands:
            path = Path(record["directory"], record["output"])
            if record["kind"] == "compile" and record["output"] \
                    and path.exists():
                found[path] = None
        return list(found)

    def _text(self) -> int:
        """Bytes of code: of object files, or with LTO of what is linked."""
        files = self.images() if self.variant.lto else self.objects()
        if not files:
            raise Failure(f"{self.cell}: no file has code")
        # Bitcode of programs that are compiled and linked at once has none.
        listed = run([LLVM_PREFIX / "bin/llvm-readobj",
                      "--elf-output-style=JSON", "--sections", *files],
                     what="llvm-readobj")
        return parse_sections(listed)[0]

    def _checks(self, result: Result) -> None:
        missed = Counter()
        for path in sorted(self.workshop.remarks.glob("*.yaml*")):
            more, others = parse_remarks(path.read_text(errors="replace"))
            result.implicit += more
            missed += others
        result.marked = result.implicit + sum(missed.values())
        result.reasons = dict(missed.most_common())
        tool = self.workshop.tools[OURS] / "llvm-managed-maps"
        wrong = []
        for image in self.images():
            if image.suffix == ".o":
                continue
            done = execute([tool, "verify", image], self.workshop.directory,
                           PATIENCE)
            if done.code:
                lines = done.output.decode(errors="replace").splitlines()
                wrong.append(f"{image.name}: " + "; ".join(
                    dict.fromkeys([*lines[:2], *lines[-1:]]) or [done.how]))
        result.maps = "\n".join(wrong)

    def compiler(self) -> dict:
        """The instructions that the compiler takes for the largest files."""
        found = {}
        for end in self.workshop.program.largest:
            record = next(
                (record for record in self.commands
                 if record["kind"] == "compile"
                 and any(map(lambda name: name.endswith(end),
                             record["sources"]))), None)
            if not record:
                raise Failure(f"{self.cell}: no file {end} was compiled")
            # No other side writes remarks.
            words = [word for word in record["words"] if not word.startswith(
                ("-fsave-optimization-record", "-foptimization-record-"))]
            words[words.index("-o") + 1] = str(
                self.workshop.directory / "largest.o")
            # One job is done by the driver's own process.
            found[end] = self.counters.count(
                [*words, "-fintegrated-cc1"], ("qemu-x86_64",),
                self.workshop.directory, f"compiling {end}",
                cwd=record["directory"])[0]
        return found
