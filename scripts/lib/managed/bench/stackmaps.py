"""scripts/bench stackmaps: what references over calls cost.

The bytes of a safepoint in each format, the size of code and the instructions,
reads and writes that it executes, and the instructions of the compiler, of
programs in C whose references are pointers of address space 1 (in
llvm/benchmarks/ManagedCode) and of made-up functions.
"""

import argparse
import json
import re
import struct
from dataclasses import asdict, dataclass
from pathlib import Path

from .. import packages
from ..demo import (command as demo, figures as demo_figures,
                    report as demo_report)
from ..gcstress import program
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS, Target
from ..ui import Failure, Parser, elapsed, run, say, step
from . import checks as bench, sizes as bench_sizes, stackmap_models

PROGRAMS = REPO / "llvm/benchmarks/ManagedCode"
COLLECTOR = REPO / "llvm/examples/MovingCollector"
# What is passed to benchmark().
INPUTS = {"BinaryTrees": 9, "HashTable": 3000, "Interpreter": 12,
          "Lists": 2000, "Matrices": 24}
MADE_UP = 60
STRATEGY, UPSTREAM = "managed", "statepoint-example"
# What is promised.
BYTES_LIMIT, TEXT_LIMIT = 4.0, 1.10


@dataclass(frozen=True)
class Variant:
    """A way to compile: a strategy or none, a version, and whose tools."""

    name: str
    strategy: str = ""
    version: int = 0
    unpatched: bool = False


NO_GC = Variant("no GC")
DEFAULT = Variant("upstream", UPSTREAM, 3, True)
SLOTS = Variant("slots", UPSTREAM, 4)
REGISTERS = Variant("registers", STRATEGY, 4)


def with_strategy(text: str, variant: Variant) -> str:
    """The module `text` with a strategy on each function that it defines."""
    if not variant.strategy:
        return text
    text = re.sub(r"^(define [^\n]*?)((?: personality [^\n]*)? \{)$",
                  rf'\1 gc "{variant.strategy}"\2', text, flags=re.M)
    if variant.version == 3:
        return text
    text, node, has_flags = bench_sizes.add_flag(text, "stack-map-version",
                                                 variant.version)
    return text if has_flags else text + f"!llvm.module.flags = !{{{node}}}\n"


class Compiler:
    """Makes objects of modules for a target."""

    def __init__(self, target: Target, baseline: Path, directory: Path):
        self.target, self.baseline = target, baseline
        self.directory = directory / target.name
        self.directory.mkdir(parents=True, exist_ok=True)
        self.triple = f"{target.machine}-unknown-linux-gnu"

    def modules(self) -> dict:
        """Inputs: lists of texts without a strategy, optimized."""
        texts = {"programs": [self.program(name) for name in INPUTS]}
        for title, deopt in (("made up", False), ("made up, deopt", True)):
            functions = program.module("bench", MADE_UP, "STRATEGY", 3, deopt,
                                       only_values=True)
            texts[title] = [self.optimize(
                functions.replace(' gc "STRATEGY"', "").split(
                    "!llvm.module.flags")[0], title.replace(", ", "-"))]
        return texts

    def program(self, name: str) -> str:
        output = self.directory / f"{name}.ll"
        run([BUILD / "bin/clang", f"--target={self.triple}", "-O2", "-S",
             "-emit-llvm", PROGRAMS / f"{name}.c", "-o", output],
            what=f"compiling {name}.c")
        return output.read_text()

    def optimize(self, text: str, name: str) -> str:
        name = name.replace(" ", "-")
        source = self.directory / f"{name}.0.ll"
        output = self.directory / f"{name}.ll"
        source.write_text(text)
        run([BUILD / "bin/opt", "-passes=default<O2>", "-S", source, "-o",
             output], what=f"optimizing {name}")
        return output.read_text()

    def lower(self, text: str, variant: Variant, name: str) -> Path:
        """The module with statepoints, as a file."""
        tools = self.baseline if variant.unpatched else BUILD / "bin"
        source = self.directory / f"{name}.{variant.name}.0.ll"
        output = self.directory / f"{name}.{variant.name}.ll"
        source.write_text(with_strategy(text, variant))
        passes = ("rewrite-statepoints-for-gc" if variant.strategy
                  else "verify")
        run([tools / "opt", f"-mtriple={self.triple}", f"-passes={passes}",
             "-S", source, "-o", output], what=f"placing statepoints in {name}")
        return output

    def llc(self, variant: Variant) -> tuple:
        tools = self.baseline if variant.unpatched else BUILD / "bin"
        return (tools / "llc", f"-mtriple={self.triple}", "-O2",
                "-relocation-model=pic", "-filetype=obj")

    def compile(self, text: str, variant: Variant, name: str) -> Path:
        lowered = self.lower(text, variant, name)
        output = lowered.with_suffix(".o")
        run([*self.llc(variant), lowered, "-o", output],
            what=f"compiling {name}")
        return output


def sections(object_: Path) -> dict:
    """{name: [bytes]} of an object's sections with contents."""
    listing = json.loads(run(
        [BUILD / "bin/llvm-readobj", "--elf-output-style=JSON", "--sections",
         object_], what="llvm-readobj"))
    data = object_.read_bytes()
    result = {}
    for item in listing[0]["Sections"]:
        section = item["Section"]
        start = section["Offset"]
        result.setdefault(section["Name"]["Name"], []).append(
            data[start:start + section["Size"]])
    return result


def size_of(found: dict, *names: str) -> int:
    return sum(len(contents) for name, all_ in found.items()
               for contents in all_ if name in names
               or name.split(".")[1:2] == ["text"] and ".text" in names)


def absolute_relocations(found: dict, table: str) -> int:
    """How many of a table's relocations have to be applied at load time."""
    absolute = {1, 257}  # R_X86_64_64, R_AARCH64_ABS64
    return sum(struct.unpack_from("<I", contents, at + 8)[0] in absolute
               for contents in found.get(".rela" + table, [])
               for at in range(0, len(contents), 24))


@dataclass
class Bytes:
    """Of one input: what all its safepoints take."""

    target: str
    input: str
    sites: int = 0
    v3: int = 0
    xz: int = 0
    go: int = 0
    ocaml: int = 0
    wasmtime: int = 0
    slots: int = 0
    registers: int = 0
    relocations_v3: int = 0
    relocations_v4: int = 0


V4 = ("llvm_gcidx", "llvm_gcmap")


def measure_bytes(objects: dict, target: str, title: str) -> Bytes:
    """`objects`: {variant: [sections of an object]}."""
    result = Bytes(target, title)
    for found in objects[DEFAULT]:
        table = b"".join(found.get(".llvm_stackmaps", []))
        functions = stackmap_models.parse(table)
        result.sites += sum(len(f.sites) for f in functions)
        result.v3 += len(table)
        result.xz += stackmap_models.xz(table)
        result.go += stackmap_models.go(functions)
        result.ocaml += stackmap_models.ocaml(functions)
        result.wasmtime += stackmap_models.wasmtime(functions)
        result.relocations_v3 += absolute_relocations(found, ".llvm_stackmaps")
    for found in objects[SLOTS]:
        result.slots += size_of(found, *V4)
    for found in objects[REGISTERS]:
        result.registers += size_of(found, *V4)
        result.relocations_v4 += sum(absolute_relocations(found, table)
                                     for table in V4)
    return result


def bytes_table(rows: list) -> str:
    formats = ("v3", "xz", "go", "ocaml", "wasmtime", "slots", "registers")
    return demo_report.table(
        ["target", "input", "sites", "v3", "xz of v3", "Go", "OCaml",
         "Wasmtime", "v4, slots", "v4, registers", "relocations v3", "v4"],
        [[row.target, row.input, f"{row.sites:,}",
          *(f"{getattr(row, f) / row.sites:.2f}" for f in formats),
          str(row.relocations_v3), str(row.relocations_v4)]
         for row in rows], left=2)


# --- Code ---------------------------------------------------------------------

@dataclass
class Code:
    """Of one input and variant."""

    target: str
    input: str
    variant: str
    text: int = 0
    # What the program's functions execute, and not the runtime's; 0 if it was
    # not run.
    instructions: int = 0
    reads: int = 0
    writes: int = 0


def link(compiler: Compiler, object_: Path) -> Path:
    target = compiler.target
    runtime = managed_runtime.build(target.machine)
    built = object_.with_suffix("")
    run([target.tool("g++"), "-std=c++17", "-O2", "-g", "-w", object_,
         PROGRAMS / "Main.cpp",
         COLLECTOR / "Collector.cpp", COLLECTOR / "Heap.cpp",
         f"-I{runtime.include}", f"-I{COLLECTOR}", runtime.image,
         runtime.static, "-pthread", "-o", built],
        what=f"linking {built.name}")
    return built


def parse_events(text: str, names: set) -> tuple:
    """Instructions, reads and writes of the functions `names` themselves, in
    what callgrind wrote."""
    totals = [0, 0, 0]
    functions, counts, skip = {}, False, False
    for line in text.splitlines():
        name = re.match(r"fn=\((\d+)\)(?: (.*))?$", line)
        if name:
            if name[2]:
                functions[name[1]] = name[2]
            counts = functions[name[1]] in names
        elif re.match(r"c?fn=\((\d+)\) ", line):
            number, title = re.match(r"cfn=\((\d+)\) (.*)", line).groups()
            functions[number] = title
        elif line.startswith("calls="):
            skip = True
        elif re.match(r"[+*\d-]", line):
            if counts and not skip:
                for i, value in enumerate(line.split()[1:4]):
                    totals[i] += int(value)
            skip = False
    return tuple(totals)


def count(compiler: Compiler, built: Path, object_: Path, size: int) -> tuple:
    """(result, instructions, reads, writes) of a program."""
    result = compiler.directory / "callgrind.out"
    output = demo_figures.execute(
        ["valgrind", "-q", "--tool=callgrind", "--cache-sim=yes",
         f"--callgrind-out-file={result}", built, size], built.name)
    return (int(output),
            *parse_events(result.read_text(), set(defined(object_))))


def defined(object_: Path) -> list:
    """The functions that an object defines."""
    listing = json.loads(run(
        [BUILD / "bin/llvm-readobj", "--elf-output-style=JSON", "--symbols",
         object_], what="llvm-readobj"))
    symbols = [item["Symbol"] for item in listing[0]["Symbols"]]
    return [symbol["Name"]["Name"] for symbol in symbols
            if symbol["Type"]["Name"] == "Function"]


def measure_code(compiler: Compiler, texts: dict, variant: Variant,
                 objects: dict, results: dict) -> list:
    """Compiles all inputs and counts what can be run here. Sections go to
    `objects`; `results` has what programs returned before."""
    found = []
    for title, modules in texts.items():
        for text, name in zip(modules, list(INPUTS)
                              if title == "programs" else [title]):
            safe = name.replace(", ", "-").replace(" ", "-")
            object_ = compiler.compile(text, variant, safe)
            contents = sections(object_)
            objects.setdefault(title, {}).setdefault(variant, []).append(
                contents)
            code = Code(compiler.target.name, name, variant.name,
                        size_of(contents, ".text"))
            # Version 3 has no reader here; while nothing is collected, none is
            # needed.
            if title == "programs" and compiler.target.is_native:
                built = link(compiler, object_)
                result, *counts = count(compiler, built, object_,
                                        INPUTS[name])
                expected = results.setdefault(name, result)
                if result != expected:
                    raise Failure(f"{name}, {variant.name}: {result} instead "
                                  f"of {expected}")
                code.instructions, code.reads, code.writes = counts
            found.append(code)
    return found


def code_table(rows: list) -> str:
    base = {(row.target, row.input): row for row in rows
            if row.variant == NO_GC.name}

    def ratio(row, name):
        return demo_report.ratio(getattr(row, name), getattr(
            base[row.target, row.input], name))

    return demo_report.table(
        ["target", "input", "variant", "text", "ratio", "instructions",
         "reads", "writes"],
        [[row.target, row.input, row.variant, f"{row.text:,}",
          *(ratio(row, name) for name in ("text", "instructions", "reads",
                                          "writes"))] for row in rows], left=3)


def total_ratio(rows: list, variant: Variant, name: str, inputs=None) -> float:
    """Of all inputs, those without GC being 1."""
    def total(wanted):
        return sum(getattr(row, name) for row in rows
                   if row.variant == wanted.name
                   and (inputs is None or row.input in inputs))
    return total(variant) / total(NO_GC) if total(NO_GC) else 0.0


def compile_ratio(compiler: Compiler, texts: dict) -> dict:
    """{input: instructions of our llc to those of the unpatched, each with what
    it does by default}."""
    counter = bench.ToolCounter(compiler.directory)
    ratios = {}
    for title, modules in texts.items():
        counts = []
        for variant in (REGISTERS, DEFAULT):
            total = 0
            for number, text in enumerate(modules):
                safe = title.replace(", ", "-").replace(" ", "-")
                lowered = compiler.lower(text, variant, f"{safe}{number}")
                tool, *flags = compiler.llc(variant)
                total += counter.count(tool, tuple(flags), lowered)
            counts.append(total)
        ratios[title] = counts[0] / counts[1]
    return ratios


def parse(argv: list) -> argparse.Namespace:
    parser = Parser(prog="scripts/bench stackmaps", allow_abbrev=False,
                    description=__doc__.split("\n\n")[1])
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--baseline", type=Path, metavar="DIR",
                        help="use the unpatched tools in DIR instead of "
                             "building them")
    parser.add_argument("--no-compile-time", action="store_true",
                        help="do not count the compiler's instructions")
    parser.add_argument("--json", type=Path, metavar="FILE",
                        help="also write the figures to FILE")
    return parser.parse_args(argv)


def stackmaps(argv: list) -> int:
    options = parse(argv)
    packages.ensure(*demo.GROUPS)
    demo.build_tools()
    baseline = options.baseline or bench.build_baseline()
    rows, codes, compile_times = [], [], {}
    for name in options.target or TARGETS:
        compiler = Compiler(TARGETS[name], baseline, BUILD / "bench/stackmaps")
        with step(f"Compiling and running for {name}"):
            texts, objects, results = compiler.modules(), {}, {}
            for variant in (NO_GC, DEFAULT, SLOTS, REGISTERS):
                codes += measure_code(compiler, texts, variant, objects,
                                      results)
        rows += [measure_bytes(of, name, title)
                 for title, of in objects.items()]
        if not options.no_compile_time:
            with step(f"Counting the compiler's instructions for {name}"):
                compile_times[name] = compile_ratio(compiler, texts)
    print("\nBytes a safepoint:\n\n" + bytes_table(rows))
    print("\nCode, to that without GC:\n\n" + code_table(codes) + "\n")
    missed = report(rows, codes, compile_times)
    if options.json:
        options.json.write_text(json.dumps(
            {"bytes": [asdict(row) for row in rows],
             "code": [asdict(code) for code in codes],
             "compile": compile_times}, indent=1) + "\n")
    print(f"\n({elapsed()} minutes)")
    return 1 if missed else 0


def report(rows: list, codes: list, compile_times: dict) -> int:
    """Prints what is promised, and returns how much of it does not hold."""
    missed = 0

    def promise(what: str, value: float, limit: float) -> None:
        nonlocal missed
        missed += value > limit
        print(f"{what}: {value:.3g}, promised {limit:g}"
              + (", MISSED" if value > limit else ""))

    for row in rows:
        if "deopt" not in row.input:
            promise(f"bytes a safepoint, {row.target}, {row.input}",
                    row.registers / row.sites, BYTES_LIMIT)
        promise(f"relocations, {row.target}, {row.input}", row.relocations_v4,
                0)
    for target in {row.target for row in codes}:
        of = [row for row in codes if row.target == target]
        for title, inputs in (("programs", list(INPUTS)),
                              ("made up", ["made up"])):
            promise(f"text, {target}, {title}",
                    total_ratio(of, REGISTERS, "text", inputs), TEXT_LIMIT)
            say(f"text, {target}, {title}, upstream: "
                f"{total_ratio(of, DEFAULT, 'text', inputs):.3f}")
    for target, ratios in compile_times.items():
        for title, value in ratios.items():
            promise(f"the compiler's instructions to upstream's, {target}, "
                    f"{title}", value, 1.0)
    return missed
