"""The rows of `scripts/bench statepoints --conformance`: what a file says of
itself, and how tools do with it.

A row is an .ll file whose first lines are comments:

    ; Row: what it is about
    ; Target: x86-64 AArch64             or target triples
    ; With: llc -O2                      one way, stages separated by |
    ; With: opt -passes=instcombine | llc -O2
    ; See: assembly                      or stack map, code, IR, run
    ; Diagnosed: why it cannot work      if a diagnostic is all there can be
    ; RIGHT: what FileCheck finds in it
    ; RIGHT-X86-64: the same, for one architecture

Whether an output is right is decided by what it is, never by the row saying
so: FileCheck reads the assembly, the tables as llvm-readobj prints them, the
disassembly, the IR, or what the program printed that was linked of it.
"""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from ..paths import LLVM_PREFIX
from ..runtime.programs import TARGETS
from ..ui import Failure

WORKS, DIAGNOSED = "works", "diagnosed"
WRONG, CRASH, INVALID = "silently wrong", "crash", "invalid IR"
# From good to bad; a row is as good as the worst of its ways.
OUTCOMES = (WORKS, DIAGNOSED, INVALID, CRASH, WRONG)
SEEN = ("assembly", "stack map", "code", "IR", "run")
TOOLS = ("opt", "llc")
TIMEOUT = 120


@dataclass(frozen=True)
class Row:
    """A file, for one of its targets."""

    path: Path
    title: str
    target: str
    see: str
    ways: tuple = field(default=())
    diagnosed: str = ""

    @property
    def triple(self) -> str:
        if self.target in TARGETS:
            return f"{TARGETS[self.target].machine}-unknown-linux-gnu"
        return self.target

    @property
    def prefixes(self) -> list:
        machine = self.triple.split("-")[0].replace("_", "-").upper()
        return ["RIGHT", "RIGHT-" + machine.replace("ARM64", "AARCH64")]


@dataclass(frozen=True)
class Result:
    outcome: str
    # What was run last, and the line that tells most about how it ended.
    command: str = ""
    reason: str = ""


def read(path: Path) -> list:
    """The rows of a file, one for each target."""
    said = {}
    for line in path.read_text().splitlines():
        if not line.startswith(";"):
            break
        found = re.match(r"; (Row|Target|With|See|Diagnosed): (.*\S)", line)
        if found:
            said.setdefault(found[1], []).append(found[2])
    for key in ("Row", "Target", "With", "See"):
        if key not in said:
            raise Failure(f"{path} has no line '; {key}: ...'")
    if said["See"][0] not in SEEN:
        raise Failure(f"{path}: '; See:' must be one of {', '.join(SEEN)}")
    ways = tuple(tuple(tuple(stage.split()) for stage in way.split("|"))
                 for way in said["With"])
    for way in ways:
        for stage in way:
            if not stage or stage[0] not in TOOLS:
                raise Failure(f"{path}: stages of '; With:' begin with opt or "
                              "llc")
        if (way[-1][0] == "llc") != (said["See"][0] != "IR"):
            raise Failure(f"{path}: IR is seen after opt, the rest after llc")
    if "RIGHT" not in path.read_text():
        raise Failure(f"{path} does not say what is right")
    return [Row(path, said["Row"][0], target, said["See"][0], ways,
                " ".join(said.get("Diagnosed", [])))
            for target in " ".join(said["Target"]).split()]


def read_all(directory: Path) -> list:
    rows = [row for path in sorted(directory.rglob("*.ll"))
            for row in read(path)]
    if not rows:
        raise Failure(f"{directory} has no rows")
    return rows


def _telling(text: str) -> str:
    """The line of an error that says most."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for words in ("error:", "LLVM ERROR", "Assertion", "Bad machine code"):
        for line in lines:
            if words in line:
                return line
    return lines[0] if lines else ""


def failed(code: int, stderr: str, functions: list) -> str:
    """How a tool ended that did not succeed."""
    if "Bad machine code" in stderr or "Broken module" in stderr or \
            "broken module" in stderr:
        return INVALID
    errors = [line for line in stderr.splitlines() if "error:" in line]
    if code == 1 and errors and "LLVM ERROR" not in stderr and all(
            any(re.search(rf"\b{re.escape(name)}\b", line)
                for name in functions) for line in errors):
        return DIAGNOSED
    return CRASH


class Judge:
    """Runs rows through the tools in a directory."""

    def __init__(self, tools: Path, scratch: Path):
        self.tools, self.scratch = tools, scratch
        scratch.mkdir(parents=True, exist_ok=True)

    def judge(self, row: Row) -> Result:
        results = [self._way(row, way, number)
                   for number, way in enumerate(row.ways)]
        return max(results, key=lambda r: OUTCOMES.index(r.outcome))

    def _call(self, command: list, **kwargs):
        try:
            return subprocess.run(
                [str(word) for word in command], stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                errors="replace", timeout=TIMEOUT, **kwargs)
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -9, "",
                                               "it does not end")

    def _way(self, row: Row, way: tuple, number: int) -> Result:
        functions = re.findall(r"^define [^@]*@([\w.]+)",
                               row.path.read_text(), re.M)
        stem = f"{row.path.stem}-{row.target}-{number}"
        source = row.path
        for position, (tool, *flags) in enumerate(way):
            last = position == len(way) - 1
            output = self.scratch / f"{stem}.{position}"
            command = [self.tools / tool, f"-mtriple={row.triple}", *flags]
            if tool == "opt":
                command += ["-S"]
            else:
                command += ["-verify-machineinstrs", "-relocation-model=pic"]
                if row.see != "assembly":
                    command += ["-filetype=obj"]
            done = self._call([*command, source, "-o", output])
            shown = " ".join([tool, *flags])
            if done.returncode:
                return Result(failed(done.returncode, done.stderr, functions),
                              shown, _telling(done.stderr))
            # An optimizer that makes IR another tool refuses made it wrong.
            if tool == "opt":
                check = self._call([self.tools / "opt", "-passes=verify",
                                    "-disable-output", output])
                if check.returncode:
                    return Result(INVALID, shown, _telling(check.stderr))
            source = output
            if last:
                return self._look(row, output, stem, shown)
        raise Failure(f"{row.path} has a way without stages")

    def _look(self, row: Row, output: Path, stem: str, shown: str) -> Result:
        seen = output
        if row.see in ("stack map", "code", "run"):
            text = {"stack map": self._stack_map, "code": self._code,
                    "run": self._run}[row.see](row, output)
            seen = self.scratch / f"{stem}.seen"
            seen.write_text(text)
        done = self._call(
            [LLVM_PREFIX / "bin/FileCheck", row.path, f"--input-file={seen}",
             "--allow-unused-prefixes", "--allow-empty",
             "--check-prefixes=" + ",".join(row.prefixes)])
        if done.returncode not in (0, 1) or "no check strings" in done.stderr:
            raise Failure(f"{row.path}: {_telling(done.stderr)}")
        if done.returncode == 0:
            return Result(WORKS, shown)
        return Result(WRONG, shown, _telling(done.stderr))

    def _readobj(self) -> Path:
        ours = self.tools / "llvm-readobj"
        return ours if ours.exists() else LLVM_PREFIX / "bin/llvm-readobj"

    def _stack_map(self, row: Row, output: Path) -> str:
        """Version 3 as llvm-readobj prints it, version 4 as our tool does."""
        text = ""
        for command in ([self._readobj(), "--stackmap"],
                        [self.tools / "llvm-managed-maps", "dump"]):
            if command[0].exists():
                done = self._call([*command, output])
                text += done.stdout or f"unreadable: {_telling(done.stderr)}\n"
        return text

    def _code(self, row: Row, output: Path) -> str:
        return self._call([LLVM_PREFIX / "bin/llvm-objdump", "-dr",
                           "--no-show-raw-insn", output]).stdout

    def _run(self, row: Row, output: Path) -> str:
        target = TARGETS.get(row.target)
        if not target:
            raise Failure(f"{row.path}: programs run on "
                          f"{' and '.join(TARGETS)}")
        program = output.with_suffix(".exe")
        # The collector that a row needs is beside it.
        beside = row.path.with_suffix(".c")
        done = self._call(
            [target.tool("gcc"), "-O1", *([beside] if beside.exists() else []),
             "-x", "none", "-o", program, "-Wl,-z,noexecstack", "-fPIE",
             self._object(output)])
        if done.returncode:
            raise Failure(f"{row.path} does not link: "
                          f"{_telling(done.stderr)}")
        done = self._call([*target.prefix, program])
        return f"{done.stdout}\nexit code {done.returncode}\n"

    @staticmethod
    def _object(output: Path) -> Path:
        """The same file under a name by which compilers know what it is."""
        named = output.with_suffix(".o")
        named.write_bytes(output.read_bytes())
        return named
