"""Programs in C whose references are pointers of address space 1.

They are in llvm/benchmarks/ManagedCode. Beside them are generated functions.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from ..counting import execute
from ..gcstress import program
from ..paths import BUILD, REPO
from ..runtime import programs as managed_runtime
from ..runtime.programs import Target
from ..ui import run
from .modules import add_flag

PROGRAMS = REPO / "llvm/benchmarks/ManagedCode"
COLLECTOR = REPO / "llvm/examples/MovingCollector"
# What is passed to benchmark().
INPUTS = {"BinaryTrees": 9, "HashTable": 3000, "Interpreter": 12,
          "Lists": 2000, "Matrices": 24}
# A title, and how many functions.
GENERATED, FUNCTIONS = "generated", 60
STRATEGY, UPSTREAM = "managed", "statepoint-example"


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
    text, node, has_flags = add_flag(text, "stack-map-version",
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
        for title, deopt in ((GENERATED, False),
                             (f"{GENERATED}, deopt", True)):
            functions = program.module("bench", FUNCTIONS, "STRATEGY", 3, deopt,
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


def link(compiler: Compiler, object_: Path, *more: Path) -> Path:
    """The program of an object, with `more` files."""
    target = compiler.target
    runtime = managed_runtime.build(target.machine)
    built = object_.with_suffix("")
    run([target.tool("g++"), "-std=c++17", "-O2", "-g", "-w", object_, *more,
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
    output = execute(
        ["valgrind", "-q", "--tool=callgrind", "--cache-sim=yes",
         "--separate-recs=1",
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
