"""Compiles, links and runs what ir.py makes up; reduces what fails."""

import json
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from ..paths import BUILD, LLVM_PREFIX
from ..runtime import programs as managed_runtime
from ..ui import Failure, run, say
from . import ir

DRIVER = Path(__file__).with_name("Driver.c")
# With vectors so long that small multiples of them exceed a page.
EMULATED = "max,sve-default-vector-length=256"
# Functions in one program.
BATCH = 40

# The sections of fault maps: version 1, and the two of version 2.
V1, SHORT, LONG = ".llvm_faultmaps", "llvm_faultmaps", "llvm_faultsites"

DEBUG_PROBLEM = "-g changes the code"
ASSEMBLY_PROBLEM = "assembly and object differ"


@dataclass(frozen=True)
class Setup:
    """One way to compile: what ir.Config says, and the options."""

    name: str
    triple: str
    level: str
    attributes: str = ""
    extra: tuple = ()
    # Run the IR pipeline of this level first.
    pipeline: str = ""
    # Processor features, as /proc/cpuinfo spells them.
    needs: tuple = ()
    # The address space of the pointers that are checked.
    space: int = 0
    # Further options of llc.
    options: tuple = ()
    # Whether the guard is the wide one.
    wide: bool = False

    @property
    def config(self) -> ir.Config:
        return ir.Config(self.name, self.triple, self.extra, self.space,
                         self.wide)

    @property
    def is_x86(self) -> bool:
        return self.config.is_x86


X86, AARCH64 = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"
GLOBAL_ISEL = ("-global-isel", "-global-isel-abort=0")
# The functions index no pointer to outside of its object.
ELEMENTS = ("-null-check-probe-elements",)
SETUPS = {setup.name: setup for setup in (
    Setup("x86_64-O0", X86, "-O0"),
    Setup("x86_64-O1-global", X86, "-O1", options=GLOBAL_ISEL),
    Setup("x86_64-O1", X86, "-O1", options=ELEMENTS),
    Setup("x86_64-O2", X86, "-O2", extra=("x87", "gs")),
    Setup("x86_64-O2-pipeline", X86, "-O2", pipeline="O2", extra=("x87",),
          options=ELEMENTS),
    Setup("x86_64-O2-space", X86, "-O2", pipeline="O2", extra=("x87", "gs"),
          space=1),
    Setup("x86_64-O2-wide", X86, "-O2", wide=True),
    Setup("x86_64-O2-wide-pipeline", X86, "-O2", pipeline="O2", wide=True),
    Setup("x86_64-O3-avx2", X86, "-O3", "+avx2,+bmi2,+movbe,+fma",
          ("masked",), needs=("avx2", "bmi2", "movbe", "fma")),
    Setup("x86_64-O2-avx512", X86, "-O2",
          "+avx512f,+avx512vl,+avx512bw,+avx512dq", ("masked",),
          needs=("avx512f", "avx512vl", "avx512bw", "avx512dq")),
    Setup("aarch64-O0", AARCH64, "-O0"),
    Setup("aarch64-O1", AARCH64, "-O1", options=ELEMENTS),
    Setup("aarch64-O1-global", AARCH64, "-O1", options=GLOBAL_ISEL),
    Setup("aarch64-O2-lse", AARCH64, "-O2", "+lse,+rcpc"),
    Setup("aarch64-O2-pipeline", AARCH64, "-O2", pipeline="O2",
          options=ELEMENTS),
    Setup("aarch64-O2-space", AARCH64, "-O2", "+lse", pipeline="O2", space=1),
    Setup("aarch64-O2-wide", AARCH64, "-O2", wide=True),
    Setup("aarch64-O2-wide-pipeline", AARCH64, "-O2", pipeline="O2",
          wide=True),
    Setup("aarch64-O3-sve", AARCH64, "-O3", "+sve",
          ("scalable", "predicated")),
)}


@dataclass(frozen=True)
class Tools:
    """The compiler under test."""

    llc: Path = BUILD / "bin/llc"
    opt: Path = BUILD / "bin/opt"
    # Enabled by the function attribute, or by llc's old option.
    old_option: bool = False
    # llvm-managed-maps, which must find nothing wrong with the programs.
    verifier: Path = None


@dataclass
class Tally:
    """What the functions of one setup showed."""

    functions: int = 0
    marked: int = 0
    calls: int = 0
    entries: int = 0
    recovered: int = 0
    # Functions whose code was compared with and without debug information,
    # and as an object and through assembly.
    debug: int = 0
    assembly: int = 0
    problems: dict = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        for name in ("functions", "marked", "calls", "entries", "recovered",
                     "debug", "assembly"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.problems.update(other.problems)


def unavailable(setup: Setup) -> str:
    """Why `setup` cannot run on this machine, or nothing."""
    if setup.is_x86 and platform.machine() != "x86_64":
        return "this machine is not x86-64"
    if setup.needs:
        flags = set(re.findall(r"\w+", Path("/proc/cpuinfo").read_text()))
        lacking = [need for need in setup.needs if need not in flags]
        if lacking:
            return f"the processor lacks {', '.join(lacking)}"
    return ""


class Bench:
    """A working directory for one setup."""

    def __init__(self, setup: Setup, tools: Tools, work: Path):
        self.setup, self.tools = setup, tools
        self.work = work / setup.name
        self.work.mkdir(parents=True, exist_ok=True)
        self.cc = "gcc" if setup.is_x86 else "aarch64-linux-gnu-gcc"
        for tool in (tools.llc, *([tools.opt] if setup.pipeline else [])):
            if not Path(tool).exists():
                raise Failure(f"{tool} does not exist; build the overlay "
                              "first")
        runtime = managed_runtime.build(setup.triple.split("-")[0])
        driver = self.work / "Driver.o"
        run([self.cc, "-std=gnu11", "-O1", "-c", DRIVER, "-I",
             runtime.include, "-o", driver], what="compiling Driver.c")
        self.runtime = [driver, runtime.image, runtime.static]
        if setup.wide:
            self.runtime.insert(1, runtime.guard)

    # --- Compiling ----------------------------------------------------------

    def write(self, functions, implicit: bool, debug: bool = False) -> Path:
        name = ("implicit" if implicit else "explicit") + "-g" * debug
        path = self.work / f"{name}.ll"
        path.write_text(ir.module_text(
            functions, self.setup.config, implicit,
            not self.tools.old_option, debug))
        return path

    def command(self, source: Path, implicit: bool, kind: str) -> list:
        """llc's command line, without the output."""
        words = [self.tools.llc, self.setup.level, f"-filetype={kind}",
                 "-relocation-model=" + ("pic" if self.setup.wide
                                         else "static"),
                 "-verify-machineinstrs",
                 f"-mattr={self.setup.attributes}", *self.setup.options, source]
        if self.tools.old_option:
            # Other tools do not have this one.
            words = [word for word in words if word not in ELEMENTS]
            if implicit:
                words.append("-enable-implicit-null-checks")
        return [str(word) for word in words]

    def compile(self, source: Path, implicit: bool, kind="obj") -> Path:
        """Compiles; raises CompilerError if a tool does not do so."""
        if self.setup.pipeline:
            result = source.with_suffix(".opt.ll")
            self.call([self.tools.opt, f"-passes=default<{self.setup.pipeline}"
                       ">", f"-mattr={self.setup.attributes}", "-S", source,
                       "-o", result])
            source = result
        target = source.with_suffix(".o" if kind == "obj" else ".s")
        self.call(self.command(source, implicit, kind) + ["-o", target])
        return target

    def call(self, words: list) -> str:
        done = subprocess.run([str(w) for w in words], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              stdin=subprocess.DEVNULL)
        if done.returncode:
            raise CompilerError(Path(words[0]).name, done.returncode,
                                done.stderr)
        return done.stdout

    # --- Running ------------------------------------------------------------

    def execute(self, functions) -> Tally:
        """Compiles both versions and runs the program."""
        tally = Tally(functions=len(functions))
        explicit = self.write(functions, False)
        implicit = self.write(functions, True)
        tally.marked = implicit.read_text().count("!make.implicit")
        objects = [self.compile(explicit, False),
                   self.compile(implicit, True)]
        # The linker defines bounds for names in C only.
        run([LLVM_PREFIX / "bin/llvm-objcopy",
             f"--rename-section={V1}={V1[1:]}_v1", objects[1]])
        program = self.work / "program"
        run([self.cc, *(["-pie"] if self.setup.wide
                        else ["-no-pie", "-static"]), *objects, *self.runtime,
             "-o", program], what="linking")
        command = [program] if self.setup.is_x86 else \
            ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", "-cpu", EMULATED,
             program]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True,
                                  timeout=600)
        except subprocess.TimeoutExpired:
            raise Failure(f"{program} did not end") from None
        for line in done.stdout.splitlines():
            found = re.fullmatch(r"differs (\d+) (.*)", line)
            if found:
                tally.problems.setdefault(int(found[1]), found[2])
        last = re.search(r"^calls (\d+) recovered (\d+)$",
                         done.stdout, re.M)
        if not last or done.returncode not in (0, 1):
            raise ProgramError(done.returncode, done.stderr)
        tally.calls, tally.recovered = map(int, last.groups())
        tally.entries = len(self.fault_map(objects[1]))
        if self.tools.verifier:
            self.call([self.tools.verifier, "verify", program])
        return tally

    def try_functions(self, functions) -> Tally:
        """execute(), with what goes wrong put down to single functions."""
        try:
            return self.execute(functions)
        except (CompilerError, ProgramError) as error:
            if len(functions) == 1:
                return Tally(functions=1,
                             problems={functions[0].index: str(error)})
        total = Tally()
        for function in functions:
            total.add(self.try_functions([function]))
        return total

    # --- Comparing code -----------------------------------------------------

    def section(self, target: Path, name: str) -> bytes:
        result = target.with_suffix(".section")
        result.unlink(missing_ok=True)
        subprocess.run([LLVM_PREFIX / "bin/llvm-objcopy",
                        f"--dump-section={name}={result}", target,
                        "/dev/null"], stderr=subprocess.DEVNULL)
        return result.read_bytes() if result.exists() else b""

    def check_debug(self, functions) -> bool:
        """Whether code and table are the same with debug information."""
        def same(implicit):
            sections = []
            for debug in (False, True):
                source = self.write(functions, implicit, debug)
                target = self.compile(source, implicit)
                sections.append([self.section(target, name) for name in
                                 (".text", V1, SHORT, LONG)])
            return sections[0] == sections[1]
        # What differs without implicit checks too is not their doing; only for
        # a single function can that be told.
        return same(True) or len(functions) == 1 and not same(False)

    def check_assembly(self, functions) -> bool:
        """Whether the printed assembly gives the same code and table."""
        source = self.write(functions, True)
        target = self.compile(source, True)
        text = self.compile(source, True, "asm")
        assembled = self.work / "assembled.o"
        self.call([LLVM_PREFIX / "bin/llvm-mc", "-filetype=obj",
                   f"-triple={self.setup.triple}",
                   f"-mattr={self.setup.attributes}", text, "-o", assembled])
        return self.listing(target) == self.listing(assembled)

    def listing(self, target: Path) -> dict:
        """Instructions and fault map of each function, without addresses.

        The assembler may choose shorter encodings and other padding, so fault
        map entries are given as numbers of instructions.
        """
        functions, numbers = {}, {}
        for line in run([LLVM_PREFIX / "bin/llvm-objdump", "-d",
                         "--no-show-raw-insn", "--no-print-imm-hex",
                         f"--mattr={self.setup.attributes}",
                         target]).splitlines():
            head = re.match(r"[0-9a-f]+ <(\w+)>:", line)
            if head:
                name = head[1]
                begin, functions[name] = None, ([], [])
                continue
            code = re.match(r"\s*([0-9a-f]+):\s+(.*)", line)
            if code:
                address = int(code[1], 16)
                begin = address if begin is None else begin
                numbers[name, address - begin] = len(functions[name][0])
                if code[2].startswith("nop"):
                    continue
                text = re.sub(r"\s*(0x)?[0-9a-f]+ <.*>|\s+[#/].*", "",
                              code[2])
                # One immediate may be printed as signed or as unsigned.
                functions[name][0].append(re.sub(
                    r"\$(-?\d+)", lambda m: f"${int(m[1]) & 0xffff}", text))
        for name, kind, *offsets in self.fault_map(target):
            functions[name][1].append(
                (kind, *(numbers.get((name, o)) for o in offsets)))
        return functions

    def fault_map(self, target: Path) -> list:
        """Function, kind and two offsets of each entry of an object file.

        It is read without any tool of ours.
        """
        text = run([LLVM_PREFIX / "bin/llvm-readobj",
                    "--elf-output-style=JSON", "-S", "-r", "-s", target])
        file = json.loads(text)[0]
        sections = {item["Section"]["Index"]: item["Section"]
                    for item in file["Sections"]}
        places = {}
        for group in file["Relocations"]:
            info = sections[group["SectionIndex"]]["Info"]
            section = sections[info]["Name"]["Name"]
            for item in group["Relocs"]:
                relocation = item["Relocation"]
                places[section, relocation["Offset"]] = (
                    relocation["Symbol"]["Name"], relocation["Addend"])
        functions = sorted(
            (item["Symbol"]["Value"], item["Symbol"]["Name"]["Name"])
            for item in file["Symbols"]
            if item["Symbol"]["Type"]["Name"] == "Function"
            and item["Symbol"]["Section"]["Value"])

        def entry(kind, faulting, handler):
            begin, name = max(f for f in functions if f[0] <= faulting)
            return name, kind, faulting - begin, handler - begin

        def number(data, at, signed=False):
            return int.from_bytes(data[at:at + 4], "little", signed=signed)

        result = []
        data = self.section(target, SHORT)
        for at in range(0, len(data), 8):
            faulting = places[SHORT, at][1]
            distance = number(data, at + 4, signed=True) >> 4
            result.append(entry(data[at + 4] & 15, faulting,
                                faulting + distance))
        data = self.section(target, LONG)
        for at in range(0, len(data), 16):
            result.append(entry(data[at + 12] & 15, places[LONG, at][1],
                                places[LONG, at + 4][1]))
        for name in (V1, V1[1:] + "_v1"):
            data, at = self.section(target, name), 8
            for _ in range(number(data, 4)):
                function = places[name, at][0]
                entries = number(data, at + 8)
                at += 16
                result += [(function, *(number(data, at + 12 * n + m)
                                        for m in (0, 4, 8)))
                           for n in range(entries)]
                at += 12 * entries
        return result

    # --- Reducing -----------------------------------------------------------

    def fails(self, function, problem: str) -> bool:
        """Whether the function has a problem of the same kind."""
        check = {DEBUG_PROBLEM: self.check_debug,
                 ASSEMBLY_PROBLEM: self.check_assembly}.get(problem)
        if check:
            return not check([function])
        kind = problem.split(":")[-1]
        found = self.try_functions([function]).problems.get(function.index)
        return found is not None and found.split(":")[-1] == kind

    def reduce(self, function, problem: str, budget: int = 60):
        """Leaves nodes out as long as the function fails the same way."""
        progress = True
        while progress and budget > 0:
            progress = False
            for nodes in smaller(function.nodes):
                candidate = ir.Function(function.index, nodes, function.flags)
                budget -= 1
                if self.fails(candidate, problem):
                    function, progress = candidate, True
                    break
                if budget <= 0:
                    break
        return function


class CompilerError(Exception):
    def __init__(self, tool, code, text):
        lines = [l for l in text.splitlines() if l.strip()]
        note = next((l for l in lines if "error" in l or "Assertion" in l
                     or "Bad machine code" in l), lines[0] if lines else "")
        super().__init__(f"{tool} ended with code {code}: {note.strip()}")


class ProgramError(Exception):
    def __init__(self, code, text):
        super().__init__(f"the program ended with code {code}: {text.strip()}")


def smaller(nodes: list):
    """All lists with one node left out, or replaced by its body."""
    for n, node in enumerate(nodes):
        before, after = nodes[:n], nodes[n + 1:]
        yield before + after
        if node[0] in ("check", "row", "default", "loop"):
            yield before + node[2] + after
            for body in smaller(node[2]):
                yield before + [(node[0], node[1], body)] + after
        elif node[0] == "branch":
            for m, arm in enumerate(node[2]):
                yield before + arm + after
                for body in smaller(arm):
                    arms = node[2][:m] + [body] + node[2][m + 1:]
                    yield before + [("branch", node[1], arms)] + after


def test_setup(setup: Setup, tools: Tools, work: Path, seed: int, count: int,
               first: int = 0, only: tuple = (), code: bool = True) -> Tally:
    """Tests `count` functions; compares code in the first batch if `code`."""
    bench = Bench(setup, tools, work)
    total = Tally()
    for begin in range(first, first + count, BATCH):
        functions = [ir.make_function(seed, index, setup.config, only)
                     for index in range(begin,
                                        min(begin + BATCH, first + count))]
        total.add(bench.try_functions(functions))
        if not code or begin != first:
            continue
        for check, name, problem in (
                (bench.check_debug, "debug", DEBUG_PROBLEM),
                (bench.check_assembly, "assembly", ASSEMBLY_PROBLEM)):
            if not check(functions):
                total.problems.update({f.index: problem for f in functions
                                       if not check([f])})
            setattr(total, name, len(functions))
    return total


def keep_case(setup: Setup, tools: Tools, work: Path, seed: int, index: int,
              problem: str, folder: Path, only: tuple = ()) -> Path:
    """Reduces a failing function and writes it down."""
    bench = Bench(setup, tools, work)
    function = ir.make_function(seed, index, setup.config, only)
    reduced = bench.reduce(function, problem)
    case = folder / f"{setup.name}-{seed}-{index}"
    case.mkdir(parents=True, exist_ok=True)
    for implicit in (False, True):
        source = bench.write([reduced], implicit)
        shutil.copy(source, case / source.name)
    old = f" --llc {tools.llc} --old-option" if tools.old_option else ""
    kinds = f" --kinds {','.join(only)}" if only else ""
    command = " ".join(bench.command(Path("implicit.ll"), True, "asm"))
    (case / "README").write_text(
        f"{problem}\n\nreproduce:\n"
        f"  scripts/difftest --setup {setup.name} --seed {seed} "
        f"--first {index} --count 1{kinds}{old}\n"
        f"compile:\n  {command} -o -\n"
        f"accesses left: {dict(ir.kinds_of(reduced.nodes))}\n")
    return case


def print_tally(setup: Setup, tally: Tally) -> None:
    say(f"{setup.name}: {tally.functions} functions, {tally.marked} marked "
        f"checks, {tally.entries} made implicit, {tally.calls} pairs of "
        f"calls, {tally.recovered} faults recovered, "
        f"{len(tally.problems)} failed")
