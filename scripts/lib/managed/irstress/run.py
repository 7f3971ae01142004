"""Makes a program of a module, compiles it, and runs it with and without
collections."""

import hashlib
import json
import random
import re
import shlex
import shutil
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..layout import layout_with_references
from ..parallel import in_parallel
from ..paths import BUILD, LLVM_PREFIX, UPSTREAM
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS, Target
from ..ui import Failure, alone, run
from . import choices

HERE = Path(__file__).parent
STEPS = ("Harness", "Import", "References", "Mutate", "Instrument")
# Seconds for a tool, and for a program, which is emulated perhaps.
TOOL_LIMIT, PROGRAM_LIMIT = 60, 60
# The same for learning, so that what is learned can be run in time.
LEARNING_LIMIT = 10
# Bytes of address space of a tool, and of a module.
MEMORY, MOST_BYTES = 6_000_000_000, 100_000
# A quarter of the default linker's instructions; a fifth of a module's.
LINKER = "-fuse-ld=gold"
# Atomic accesses that no instruction can make.
LIBRARY = "-l:libatomic.a"
# Calls of each function that are tried, and how often functions that are
# refused are left out.
CALLS, ATTEMPTS = 6, 6
# Those of upstream's tests that are tried without --from.
REFERENCE = re.compile(rb"\bptr addrspace\(1\)")
OTHER_TARGETS = re.compile(
    r"/(AMDGPU|NVPTX|DirectX|SPIRV|PowerPC|WebAssembly)/")

FAULTS = ("crash", "verifier", "output", "hang", "unlike unoptimized")


def find_modules(folders: list) -> list:
    """The modules of the folders, or ours and upstream's tests."""
    found = []
    for folder in folders:
        if not folder.exists():
            raise Failure(f"{folder} does not exist")
        found += [folder] if folder.is_file() else sorted(
            path for path in folder.rglob("*") if path.suffix in (".ll", ".bc")
            and path.stat().st_size <= MOST_BYTES)
    if folders and not found:
        raise Failure("there are no modules in "
                      + ", ".join(map(str, folders)))
    if not folders:
        found = sorted((HERE / "inputs").glob("*.ll"))
        tests = UPSTREAM / "llvm/test/Transforms"
        found += sorted(
            path for path in tests.rglob("*.ll")
            if path.stat().st_size <= MOST_BYTES
            and not OTHER_TARGETS.search(str(path))
            and REFERENCE.search(path.read_bytes()))
    return found


def build_plugin(directory: Path) -> Path:
    """The passes that make a program, for the distribution's opt."""
    directory.mkdir(parents=True, exist_ok=True)
    sources = [HERE / f"{name}.cpp" for name in STEPS]
    digest = hashlib.sha256()
    for path in (*sources, HERE / "Plugin.h"):
        digest.update(path.read_bytes())
    output = directory / f"irstress-{digest.hexdigest()[:16]}.so"
    with alone(directory, "build of the plugin"):
        if output.exists():
            return output
        objects = [directory / f"{source.stem}.o" for source in sources]

        def compile_step(pair: tuple) -> None:
            run([LLVM_PREFIX / "bin/clang++", "-std=c++17", "-O1", "-fPIC",
                 "-fno-rtti", f"-I{LLVM_PREFIX}/include", "-c", pair[0], "-o",
                 pair[1]], what=f"compiling {pair[0].name}")
        in_parallel(compile_step, list(zip(sources, objects)))
        part = output.with_suffix(".part")
        run([LLVM_PREFIX / "bin/clang++", "-shared", *objects, "-o", part],
            what="linking the plugin")
        part.rename(output)
    return output


class Stopped(Exception):
    """A case ends here."""

    def __init__(self, outcome: str, message: str):
        super().__init__(message)
        self.outcome, self.message = outcome, message


class Refused(Exception):
    """One of our diagnostics."""

    def __init__(self, messages: list):
        super().__init__(messages)
        self.messages = messages


@dataclass
class Result:
    """What became of a module."""

    seed: int
    source: str
    # "right", "refused", "not executable", "fails without us" or one of FAULTS.
    outcome: str = "right"
    message: str = ""
    functions: int = 0
    calls: int = 0
    collections: int = 0
    roots: int = 0
    # Diagnostics, by what they say.
    refused: Counter = field(default_factory=Counter)
    # Why calls were given up.
    given_up: Counter = field(default_factory=Counter)
    folder: str = ""

    @property
    def is_fault(self) -> bool:
        return self.outcome in FAULTS


def generalize(message: str) -> str:
    """What diagnostics of the same kind have in common."""
    message = re.sub(r"^.*?in function \S+ .*?\): ", "", message)
    message = re.sub(r"'[^']*'", "'...'", message)
    message = re.sub(r"%[\w.]+", "%...", message)
    return re.sub(r"\d+", "N", message).strip()[:200]


def read_errors(text: str) -> list:
    """The diagnostics of a tool, unless it ended in another way."""
    if re.search(r"^(PLEASE submit|Stack dump:|LLVM ERROR:)|Assertion .* failed"
                 r"|\*\*\* Bad machine code|AddressSanitizer", text, re.M):
        return []
    return re.findall(r"^(?:\S+: )?error: (.*)", text, re.M)


def name_fault(text: str, code: int) -> tuple:
    """Its kind, and one line of what a tool printed."""
    alarm = re.search(r"\*\*\* Bad machine code: .*(\n- function: +\S+)?", text)
    if alarm:
        return "verifier", alarm[0].replace("\n-", ",")
    lines = [line for line in text.splitlines()
             if re.match(r"LLVM ERROR|.*Assertion|Illegal use|Relocate with|"
                         r"Instruction does not dominate", line)]
    return "crash", (lines or text.strip().splitlines()[-1:] or [""])[0][:300]


class Bench:
    """What all programs of a target have in common."""

    def __init__(self, target: Target, work: Path, bin_: Path = None):
        self.target, self.work = target, work
        self.bin = bin_ or BUILD / "bin"
        self.plugin = build_plugin(BUILD / "irstress")
        self.native = next(t for t in TARGETS.values() if t.is_native)
        work.mkdir(parents=True, exist_ok=True)
        self.triple = f"{target.machine}-unknown-linux-gnu"
        self.layout = layout_with_references(self.triple)
        self.native_triple = f"{self.native.machine}-unknown-linux-gnu"
        self.runtime = managed_runtime.build(target.machine)
        self.world = self.compile_native(target, "World")
        self.driver = self.compile_native(target, "Driver")
        self.frame_driver = self.compile_native(
            target, "Driver", "frames-", "-DIRSTRESS_FRAMES")
        self.learning = [self.compile_native(self.native, name, "learning-")
                         for name in ("World", "LearningDriver")]

    def compile_native(self, target: Target, name: str, prefix: str = "",
                       *options) -> Path:
        """Faults need it, so it is not in the folder of this run."""
        folder = BUILD / "irstress" / self.target.name
        folder.mkdir(parents=True, exist_ok=True)
        object_ = folder / f"{prefix}{name}.o"
        with alone(folder, "build of the drivers"):
            part = object_.with_suffix(".part")
            run([target.tool("g++"), "-std=c++17", "-O1", "-g", *options, "-c",
                 HERE / f"{name}.cpp", f"-I{self.runtime.include}", "-o",
                 part], what=f"compiling {name}.cpp")
            part.rename(object_)
        return object_


class Case:
    """A module that is chosen, changed and compiled by a seed."""

    def __init__(self, bench: Bench, source: Path, seed: int):
        self.bench, self.source, self.seed = bench, source, seed
        self.choice = choices.choose(seed, bench.target.name)
        self.folder = bench.work / str(seed)
        self.result = Result(seed, str(source))
        self.commands = []
        self.excluded = set()
        # Of verifiers.
        self.alarms = []

    def path(self, name: str) -> Path:
        return self.folder / name

    def call(self, command: list, limit: int = TOOL_LIMIT) -> tuple:
        """Its exit code, and what it printed."""
        command = [str(word) for word in command]
        self.commands.append(command)
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True,
                                  errors="replace", timeout=limit)
        except subprocess.TimeoutExpired:
            return None, "", f"no end after {limit} s"
        return done.returncode, done.stdout, done.stderr

    def limited(self, command: list) -> tuple:
        return self.call(["prlimit", f"--as={MEMORY}", "--core=0", *command])

    def unpatched(self, passes: str, *words) -> tuple:
        return self.limited([
            LLVM_PREFIX / "bin/opt", f"-load-pass-plugin={self.bench.plugin}",
            f"-passes={passes}", *words])

    def use_tool(self, command: list) -> str:
        """Of a tool of ours: what it prints. Raises what it does else."""
        code, _, text = self.limited(command)
        if code == 0:
            return text
        if code is None:
            raise Stopped("hang", f"{Path(command[0]).name}: {text}")
        errors = read_errors(text) if code == 1 else []
        alarm = [e for e in errors if "relocates a pointer with a wrong" in e
                 or "Illegal use" in text]
        if alarm:
            raise Stopped("verifier", alarm[0])
        if errors:
            raise Refused(errors)
        raise Stopped(*name_fault(text, code))

    # --- Steps ---------------------------------------------------------------

    def prepare(self) -> None:
        """The module that is a program, module.ll."""
        seed, strategy = self.seed, self.choice.strategy
        excluded = "+".join(sorted(self.excluded))
        references = "references" if self.choice.makes_references else ""
        code, _, text = self.unpatched(
            f"irstress<import;{seed};{strategy};{excluded};{references}>,"
            f"irstress<mutate;{seed}>", "-S", f"-mtriple={self.bench.triple}",
            f"-data-layout={self.bench.layout}", self.source, "-o",
            self.path("module.ll"))
        if code:
            last = text.strip().splitlines()[-1:] or [""]
            raise Stopped("not executable", f"import: {last[0]}")
        self.result.functions = int(re.search(r"^(\d+) functions$", text,
                                              re.M)[1])
        if not self.result.functions:
            raise Stopped("not executable", "no function can be executed")

    def opt(self, passes: str, source: str, *output) -> None:
        self.use_tool([self.bench.bin / "opt", "-S", f"-passes={passes}",
                       self.path(source), *output])

    def verified(self, verify, go_on) -> None:
        """Does `verify`; after an alarm `go_on`, to see whether it is right."""
        try:
            verify()
        except Stopped as stopped:
            if stopped.outcome != "verifier":
                raise
            self.alarms.append(stopped.message)
            go_on()

    def place(self) -> None:
        """placed.ll, in which references are explicit."""
        late = self.choice.late_pipeline
        rewritten = "rewritten.ll" if late else "placed.ll"
        self.opt(self.choice.pipeline, "module.ll", "-o", self.path(rewritten))

        def verify() -> None:
            try:
                self.opt(self.choice.verifier, rewritten, "-disable-output")
            except Refused as refused:
                raise Stopped("verifier", refused.messages[0]) from refused
        self.verified(verify, lambda: None)
        if late:
            self.opt(late, rewritten, "-o", self.path("placed.ll"))

    def llc_command(self, bin_: Path, *options) -> list:
        return [bin_ / "llc", *self.choice.codegen, *options,
                "-relocation-model=pic", "-filetype=obj",
                self.path("placed.ll"), "-o", self.path("program.o")]

    def has_upstream(self, alarm: str) -> bool:
        """Whether the unpatched llc has the same alarm."""
        code, _, text = self.limited(self.llc_command(
            LLVM_PREFIX / "bin", "-verify-machineinstrs"))
        return bool(code) and name_fault(text, code) == ("verifier", alarm)

    def compile(self) -> None:
        def llc(*options) -> None:
            self.use_tool(self.llc_command(self.bench.bin, *options))

        def verify() -> None:
            try:
                llc("-verify-machineinstrs")
            except Stopped as stopped:
                if not self.has_upstream(stopped.message):
                    raise
                llc()
        self.verified(verify, llc)

    def exclude(self, messages: list) -> None:
        """Leaves functions out that were refused."""
        names = set()
        for message in messages:
            self.result.refused[generalize(message)] += 1
            names |= set(re.findall(r"\bir_f\d+\b", message)[:1])
        if not names - self.excluded:
            raise Stopped("refused", generalize(messages[0]))
        self.excluded |= names

    def build(self) -> None:
        for _ in range(ATTEMPTS):
            self.commands.clear()
            self.alarms.clear()
            self.prepare()
            try:
                self.place()
                self.compile()
                return
            except Refused as refused:
                self.exclude(refused.messages)
        raise Stopped("refused", "too many functions")

    def learn(self) -> str:
        """What the calls do that are defined; the log has them."""
        bench, learning = self.bench, self.path("learning")
        steps = "function(scalarize-masked-mem-intrin),irstress<learn>"
        layout = layout_with_references(bench.native_triple)
        text = self.path("module.ll").read_text()
        source = self.path("native.ll")
        source.write_text(re.sub(r"^target .*\n", "", text, flags=re.M))
        for command in (
                [LLVM_PREFIX / "bin/opt",
                 f"-load-pass-plugin={bench.plugin}", f"-passes={steps}",
                 f"-mtriple={bench.native_triple}", f"-data-layout={layout}",
                 source, "-o", f"{learning}.bc"],
                [LLVM_PREFIX / "bin/llc", "-O0", "-relocation-model=pic",
                 "-filetype=obj", f"{learning}.bc", "-o", f"{learning}.o"],
                [bench.native.tool("g++"), LINKER, f"{learning}.o",
                 *bench.learning, LIBRARY, "-o", learning]):
            code, _, text = self.limited(command)
            if code != 0:
                last = text.strip().splitlines()[-1:] or [""]
                raise Stopped("not executable", f"learning: {last[0]}")
        code, output, _ = self.call(
            [learning, self.path("log"), self.seed % 1000000, CALLS],
            LEARNING_LIMIT)
        if code is None:
            raise Stopped("not executable", "learning takes too long")
        self.result.given_up += Counter(output.splitlines())
        self.result.given_up.pop("defined", None)
        calls = [line.split() for line in
                 self.path("log").read_text().splitlines()
                 if line.startswith("call ")]
        self.result.calls = len(calls)
        if not calls:
            raise Stopped("not executable", "no call is defined")
        return "".join(f"{f} {i}: {int(h):016x}\n" for _, f, i, _, h in calls)

    def link(self) -> None:
        target, runtime = self.bench.target, self.bench.runtime
        code, _, text = self.call(
            [target.tool("g++"), LINKER, self.path("program.o"),
             self.bench.world,
             self.bench.frame_driver if self.choice.has_frames
             else self.bench.driver, runtime.image, runtime.static, LIBRARY,
             "-pthread", "-o", self.path("program")])
        if code:
            raise Stopped("crash", "link: " + text.strip()[-300:])

    def execute(self, when: str) -> str:
        code, output, text = self.call(
            [*self.bench.target.prefix, self.path("program"), self.path("log"),
             when], PROGRAM_LIMIT)
        if code is None:
            raise Stopped("hang", f"{when}: {text}")
        if code:
            last = (text.strip().splitlines() or [""])[-1]
            raise Stopped("output", f"{when}: exit code {code} after "
                          f"{output.count(chr(10))} calls: {last}")
        numbers = re.findall(r"\d+", text.strip().splitlines()[-1])
        if when == "always":
            self.result.collections, self.result.roots = map(int, numbers)
        return output

    def test(self) -> None:
        self.build()
        wanted = self.learn()
        self.link()
        never = self.execute("never")
        always = self.execute("always")
        if always != never:
            raise Stopped("output", "always: " + difference(never, always))
        if never != wanted:
            raise Stopped("unlike unoptimized", difference(wanted, never))

    def fails_without_us(self) -> bool:
        """Whether the unpatched opt fails in front of placement, too."""
        if not self.path("module.ll").exists() or not self.choice.passes:
            return False
        code, _, _ = self.limited([
            LLVM_PREFIX / "bin/opt", f"-passes={self.choice.early_pipeline}",
            self.path("module.ll"), "-disable-output"])
        return code != 0

    def write_commands(self) -> None:
        lines = ["#!/bin/sh", f"# {self.result.outcome}: "
                 + self.result.message.replace("\n", " ")]
        lines += [" ".join(map(shlex.quote, c)) for c in self.commands]
        self.path("commands.sh").write_text("\n".join(lines) + "\n")

    def concerns_call(self, alarm: str) -> bool:
        """Whether the function of an alarm has a defined call, as far as one
        can see. In another one, a number may be a reference."""
        function = re.search(r"\bir_(?:tir_)?(f\d+)\b", alarm)
        if not function or not self.path("log").exists():
            return True
        table = re.search(r"^@gcstress_functions = .*",
                          self.path("module.ll").read_text(), re.M)[0]
        entries = re.findall(r"@ir_tir_(f\d+)\b", table)
        called = {entries[int(number)] for number in re.findall(
            r"^call (\d+) ", self.path("log").read_text(), re.M)}
        return function[1] not in entries or function[1] in called

    def run(self, faults: Path, keep: bool) -> Result:
        self.folder.mkdir(parents=True, exist_ok=True)
        result = self.result
        try:
            self.test()
            alarms = list(filter(self.concerns_call, self.alarms))
            if alarms:
                raise Stopped("verifier", f"{alarms[0]} (the program is "
                              "right)")
            if result.refused:
                result.message = "in part refused"
        except Stopped as stopped:
            result.outcome, result.message = stopped.outcome, stopped.message
            if self.alarms and result.outcome == "not executable":
                result.outcome, result.message = "verifier", self.alarms[0]
        commands = list(self.commands)
        if result.outcome in ("crash", "hang") and self.fails_without_us():
            result.outcome = "fails without us"
        self.commands = commands
        if result.is_fault:
            kept = faults / f"{self.bench.target.name}-{self.seed}"
            result.folder = str(kept)
            shutil.rmtree(kept, ignore_errors=True)
            kept.parent.mkdir(parents=True, exist_ok=True)
            self.write_commands()
            (self.path("result.json")).write_text(
                json.dumps(describe(result), indent=2) + "\n")
            shutil.copytree(self.folder, kept)
            script = (kept / "commands.sh")
            script.write_text(script.read_text().replace(str(self.folder),
                                                         str(kept)))
        elif keep:
            self.write_commands()
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)
        return result


def describe(result: Result) -> dict:
    return {**vars(result), "refused": dict(result.refused),
            "given_up": dict(result.given_up)}


def difference(expected: str, output: str) -> str:
    for wanted, got in zip(expected.splitlines(), output.splitlines()):
        if wanted != got:
            return f"'{got}' instead of '{wanted}'"
    return "it printed more or less than it should"


def choose_source(modules: list, seed: int) -> Path:
    return random.Random(f"source/{seed}").choice(modules)


def test_modules(bench: Bench, modules: list, seeds: list, faults: Path,
                 keep: bool) -> list:
    return in_parallel(
        lambda seed: Case(bench, choose_source(modules, seed), seed).run(
            faults, keep), seeds)
