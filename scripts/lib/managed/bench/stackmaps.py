"""scripts/bench stackmaps: what references over calls cost.

The bytes of a safepoint in each format, the size of code and the instructions,
reads and writes that it executes, and the instructions of the compiler, of
programs in C whose references are pointers of address space 1 (in
llvm/benchmarks/ManagedCode) and of generated functions.
"""

import struct
from dataclasses import asdict, dataclass

from .. import results as tables, tools
from ..counting import ToolCounter
from ..paths import BUILD
from ..runtime.programs import TARGETS
from ..ui import Failure, say, step
from . import stackmap_models
from .benchmark import BUILT, Benchmark
from .managed_code import (DEFAULT, GENERATED, INPUTS, NO_GC, REGISTERS,
                           SLOTS, Compiler, Variant, count, link, sections,
                           size_of)

# What is promised.
BYTES_LIMIT, TEXT_LIMIT = 4.0, 1.10


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
    return tables.table(
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
        return tables.ratio(getattr(row, name), getattr(
            base[row.target, row.input], name))

    return tables.table(
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
    counter = ToolCounter(compiler.directory)
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


class StackMaps(Benchmark):
    """Bytes of safepoints, code, and the compiler's instructions."""

    name = "stackmaps"
    groups = tools.GROUPS
    baseline = BUILT

    def add_arguments(self, parser):
        parser.add_argument("--target", action="append", choices=list(TARGETS),
                            help="just this target (may be repeated)")
        parser.add_argument("--no-compile-time", action="store_true",
                            help="do not count the compiler's instructions")

    def measure(self, options):
        tools.build_tools()
        baseline = self.unpatched_tools()
        rows, codes, compile_times = [], [], {}
        for name in options.target or TARGETS:
            compiler = Compiler(TARGETS[name], baseline,
                                BUILD / "bench/stackmaps")
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
        print("\nBytes per safepoint:\n\n" + bytes_table(rows))
        print("\nCode, relative to that without GC:\n\n" + code_table(codes)
              + "\n")
        self.report(rows, codes, compile_times)
        return {"bytes": [asdict(row) for row in rows],
                "code": [asdict(code) for code in codes],
                "compile": compile_times}

    def report(self, rows: list, codes: list, compile_times: dict) -> None:
        """Prints the figures that are promised."""
        for row in rows:
            what = f"{row.target}, {row.input}"
            if "deopt" not in row.input:
                self.promise(f"bytes per safepoint, {what}",
                             row.registers / row.sites, BYTES_LIMIT)
            self.promise(f"relocations, {what}", row.relocations_v4, 0)
        for target in dict.fromkeys(row.target for row in codes):
            of = [row for row in codes if row.target == target]
            for title, inputs in (("programs", list(INPUTS)),
                                  ("generated", [GENERATED])):
                self.promise(f"text, {target}, {title}",
                             total_ratio(of, REGISTERS, "text", inputs),
                             TEXT_LIMIT)
                say(f"text, {target}, {title}, upstream: "
                    f"{total_ratio(of, DEFAULT, 'text', inputs):.3f}")
        for target, ratios in compile_times.items():
            for title, value in ratios.items():
                self.promise("the compiler's instructions to upstream's, "
                             f"{target}, {title}", value, 1.0)
