"""scripts/bench speculation: what it costs to load references behind guards.

Programs in C whose references are non-integral pointers (in
llvm/benchmarks/ManagedCode) are optimized by the unpatched tools, by ours, and
by ours with every load of a reference annotated. Compared are the loads that
passes hoist, what the programs execute, and what happens when objects move.
"""

import collections
import itertools
import re
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from .. import results as tables, tools
from ..counting import execute
from ..gcstress import program
from ..parallel import in_parallel
from ..paths import BUILD
from ..runtime import programs as managed_runtime
from ..runtime.programs import TARGETS
from ..ui import Failure, run, step
from . import managed_code, variant_programs
from .benchmark import DISTRIBUTION, Benchmark, native
from .managed_code import GENERATED, PROGRAMS, REGISTERS, Compiler
from .modules import next_node

# What is passed to benchmark(). Annotated are programs whose fields say what
# they are.
INPUTS = {**managed_code.INPUTS, "Fields": 2000, "Variants": 200}
UNTYPED = {"Variants"}
# Generated programs of variants: names start so.
VARIANTS, VARIANTS_SIZE, LEVELS = "variants-", 5, ("O2", "O3")
BROKEN = ("aborts", "wrong")
SMALLER = 10  # When objects move at each safepoint.
STRATEGY = REGISTERS.strategy
FUNCTIONS = 300
# Of a safepoint: it changes nothing that the program can see.
OPAQUE = " memory(inaccessiblemem: readwrite)"
# What passes report: the pass, the remark, and the column.
REMARKS = {("licm", "Hoisted"): "hoisted",
           ("licm", "PromoteLoopAccessesToScalar"): "promoted",
           ("gvn", "LoadPRE"): "PRE",
           ("loop-vectorize", "Vectorized"): "vectorized",
           ("argpromotion", "ArgumentPromoted"): "arguments"}
COLUMNS = tuple(REMARKS.values())


@dataclass(frozen=True)
class Side:
    """Whose optimizer, and whether loads of references are annotated."""

    name: str
    tools: Path
    is_annotated: bool = False


@dataclass
class Figures:
    """Of one program, as one side optimizes it."""

    program: str
    side: str
    remarks: dict
    loads: int = 0
    text: int = 0
    # What the program's own functions execute; 0 if it was not run.
    instructions: int = 0
    reads: int = 0
    moving: str = ""


def make_managed(text: str) -> str:
    """`text`, which clang wrote, as a front end for managed code writes it:
    pointers of address space 1 are non-integral, functions have a strategy,
    a safepoint changes nothing that the program can see, and references that
    are never null are to objects (OBJECTS in Managed.h)."""
    text = re.sub(r'^(target datalayout = "[^"]*)"', r'\1-ni:1"', text,
                  flags=re.M)
    text = re.sub(r"^(declare void @managed_poll\(\)[^\n]*)$",
                  rf"\1{OPAQUE}", text, flags=re.M)
    text = re.sub(r"^define .*$", lambda line: line[0].replace(
        "ptr addrspace(1) noundef nonnull %",
        "ptr addrspace(1) noundef nonnull align 8 dereferenceable(32) %"), text,
        flags=re.M)
    return managed_code.with_strategy(text, REGISTERS)


def make_typed(text: str) -> str:
    """A generated module as a front end writes it that knows its types: every
    reference is to a whole object, of a header and six words."""
    known = "nonnull align 8 dereferenceable(56)"
    text = text.replace("declare ptr addrspace(1) @gcstress_allocate()",
                        f"declare {known} ptr addrspace(1) "
                        "@gcstress_allocate()" + OPAQUE)
    text = text.replace("declare void @gcstress_poll()",
                        "declare void @gcstress_poll()" + OPAQUE)
    text = re.sub(r"^define .*$", lambda line: line[0].replace(
        "ptr addrspace(1) %", f"ptr addrspace(1) {known} %"), text,
        flags=re.M)
    node = next_node(text)
    text = re.sub(
        r"^( +%\S+ = load ptr addrspace\(1\), ptr addrspace\(1\)[^\n]*)$",
        rf"\1, !nonnull !{node}, !noundef !{node}, !align !{node + 1}, "
        rf"!dereferenceable !{node + 2}", text, flags=re.M)
    return text + (f"!{node} = !{{}}\n!{node + 1} = !{{i64 8}}\n"
                   f"!{node + 2} = !{{i64 56}}\n")


def annotate(text: str) -> str:
    """`text` with each load of a reference annotated."""
    node = next_node(text)
    text = re.sub(r"^( +%\S+ = load ptr addrspace\(1\),[^\n]*)$",
                  rf"\1, !annotation !{node}", text, flags=re.M)
    return f'{text}!{node} = !{{!"managed.reference"}}\n'


def count_remarks(text: str) -> dict:
    """{column: number} in what a pass writes as YAML."""
    found = collections.Counter(re.findall(
        r"^--- !Passed\nPass: +(\S+)\nName: +(\S+)$", text, re.M))
    return {column: found[key] for key, column in REMARKS.items()}


def count_loads(text: str) -> int:
    """How many loads of references a module has."""
    return len(re.findall(r"= load (?:<\d+ x )?ptr addrspace\(1\)", text))


def source_of(compiler: Compiler, name: str, layout: str) -> str:
    if name == GENERATED:
        text = program.module("bench", FUNCTIONS, STRATEGY, 4, False,
                              only_values=True)
        return make_typed(f"{layout}\n{text}")
    output = compiler.directory / f"{name}.c.ll"
    source = PROGRAMS / f"{name}.c"
    if name.startswith(VARIANTS):
        source = output.with_suffix("")
        source.write_text(variant_programs.source(name))
    run([BUILD / "bin/clang", f"--target={compiler.triple}", "-O2", "-w",
         "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", source,
         f"-I{PROGRAMS}", "-o", output], what=f"compiling {name}.c")
    return make_managed(output.read_text())


def optimize(compiler: Compiler, text: str, name: str, side: Side,
             level: str = "O2") -> tuple:
    """The optimized module, as a file, and its remarks."""
    stem = f"{name}.{side.name}".replace(" ", "-")
    source, output, remarks = (compiler.directory / f"{stem}{suffix}"
                               for suffix in (".0.ll", ".ll", ".yaml"))
    source.write_text(annotate(text) if side.is_annotated else text)
    run([side.tools / "opt", f"-mtriple={compiler.triple}", "-S",
         f"-passes=default<{level}>", f"-pass-remarks-output={remarks}", source,
         "-o", output], what=f"optimizing {name}")
    return output, count_remarks(remarks.read_text())


def build(compiler: Compiler, optimized: Path) -> Path:
    """An object; all sides are compiled from here on by our tools."""
    lowered = optimized.with_suffix(".statepoints.ll")
    object_ = optimized.with_suffix(".o")
    run([BUILD / "bin/opt", f"-mtriple={compiler.triple}", "-S",
         "-passes=rewrite-statepoints-for-gc", optimized, "-o", lowered],
        what=f"placing statepoints in {optimized.name}")
    run([*compiler.llc(REGISTERS), lowered, "-o", object_],
        what=f"compiling {optimized.name}")
    return object_


def run_moving(built: Path, size: int) -> str:
    """What becomes of a program whose objects move at each safepoint."""
    expected = execute([built, size], built.name)
    done = subprocess.run([built, str(size), "always"], capture_output=True,
                          text=True, timeout=600)
    if done.returncode:
        return "aborts"
    return "right" if done.stdout.strip() == expected.strip() else "wrong"


def measure(compiler: Compiler, sides: list) -> list:
    figures, results, layout = [], {}, ""
    for name in (*INPUTS, GENERATED):
        text = source_of(compiler, name, layout)
        layout = re.search(r"^target datalayout.*$", text, re.M)[0]
        for side in sides:
            if side.is_annotated and name in UNTYPED:
                continue
            optimized, remarks = optimize(compiler, text, name, side)
            found = Figures(name, side.name, remarks,
                            count_loads(optimized.read_text()))
            object_ = build(compiler, optimized)
            found.text = managed_code.size_of(
                managed_code.sections(object_), ".text")
            if name != GENERATED and compiler.target.is_native:
                built = managed_code.link(compiler, object_)
                result, found.instructions, found.reads, _ = \
                    managed_code.count(compiler, built, object_,
                                          INPUTS[name])
                if result != results.setdefault(name, result):
                    raise Failure(f"{name}, {side.name}: {result} instead of "
                                  f"{results[name]}")
                found.moving = run_moving(built,
                                          max(INPUTS[name] // SMALLER, 1))
            figures.append(found)
    return figures


def run_variants(compiler: Compiler, sides: list, seed: int) -> list:
    """[(side, what becomes of a generated program at a level)]"""
    found, results = [], set()
    name = f"{VARIANTS}{seed}"
    text = source_of(compiler, name, "")
    for side in sides:
        for level in LEVELS:
            optimized, _ = optimize(compiler, text, f"{name}-{level}", side,
                                    level)
            built = managed_code.link(compiler, build(compiler, optimized))
            results.add(execute([built, VARIANTS_SIZE],
                                             built.name))
            found.append((side.name, run_moving(built, VARIANTS_SIZE)))
    if len(results) != 1:
        raise Failure(f"{name} prints {len(results)} results")
    return found


def table(figures: list) -> str:
    base = {row.program: row for row in figures if row.side == "upstream"}

    def ratio(row, name):
        of = getattr(base[row.program], name)
        return tables.ratio(getattr(row, name), of) if of else "-"

    return tables.table(
        ["program", "optimizer", *COLUMNS, "loads", "text", "instructions",
         "reads", "moving"],
        [[row.program, row.side, *(str(row.remarks[c]) for c in COLUMNS),
          str(row.loads), *(ratio(row, name) for name in
                            ("text", "instructions", "reads")),
          row.moving or "-"] for row in figures], left=2)


class Speculation(Benchmark):
    """Loads of references that passes hoist."""

    name = "speculation"
    groups = tools.GROUPS
    baseline = DISTRIBUTION

    def add_arguments(self, parser):
        parser.add_argument("--seeds", type=int, default=20, metavar="N",
                            help="how many generated programs of variants are "
                            "run (default: 20)")

    def measure(self, options):
        tools.build_tools()
        target = native(TARGETS)
        managed_runtime.build(target.machine)
        compiler = Compiler(target, options.baseline,
                            BUILD / "bench/speculation")
        sides = [Side("upstream", options.baseline),
                 Side("ours", BUILD / "bin"),
                 Side("annotated", BUILD / "bin", True)]
        with step("Optimizing and running"):
            figures = measure(compiler, sides)
        print("\nLoads that passes hoist, and what is executed, to upstream:"
              "\n\n" + table(figures))
        with step("Running generated programs"):
            runs = collections.Counter(itertools.chain.from_iterable(
                in_parallel(
                    lambda seed: run_variants(compiler, sides[:2], seed),
                    range(options.seeds))))
        print(f"\n{options.seeds} generated programs at "
              f"{' and '.join(LEVELS)} when objects move:\n")
        for (side, what), number in sorted(runs.items()):
            print(f"{side}: {number} {what}")
        self.failed = (any(row.side != "upstream" and row.moving in BROKEN
                           for row in figures)
                       or any(runs["ours", what] for what in BROKEN))
        return {"programs": [asdict(row) for row in figures],
                "variants": {" ".join(key): n for key, n in runs.items()}}
