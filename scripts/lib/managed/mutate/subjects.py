"""Sound files to damage: what the compiler makes of the functions that
difftest and gcstress make up, as object files and linked."""

import random
from dataclasses import dataclass
from pathlib import Path

from ..difftest import ir
from ..difftest.run import AARCH64, X86
from ..gcstress import program
from ..paths import BUILD, LLVM_PREFIX
from ..ui import run

LLC, OPT = BUILD / "bin/llc", BUILD / "bin/opt"
LLD = LLVM_PREFIX / "bin/ld.lld"
BFD = {X86: "x86_64-linux-gnu-ld", AARCH64: "aarch64-linux-gnu-ld"}
FUNCTIONS = 80
VERSION_1 = """
!llvm.module.flags = !{!900000}
!900000 = !{i32 1, !"fault-map-version", i32 1}
"""


@dataclass(frozen=True)
class Way:
    """One way to make files; `linker` also links a shared object."""

    name: str
    version: int
    options: tuple
    linker: str = "lld"


WAYS = (
    Way("plain", 2, ("-function-sections",)),
    Way("one-section", 2, (), "bfd"),
    Way("blocks", 2, ("-function-sections", "-basic-block-sections=all")),
    Way("split", 2, ("-function-sections", "-split-machine-functions"), "bfd"),
    Way("old", 1, ("-function-sections",)),
)


def make(work: Path, seed: int = 1, promises: bool = False) -> list:
    """Compiles and links in `work`; the files. With `promises`, some of their
    entries are those of probes."""
    made = []
    for triple in (X86, AARCH64):
        config = ir.Config("mutate", triple)
        functions = [ir.make_function(seed, index, config)
                     for index in range(FUNCTIONS)]
        text = ir.module_text(functions, config, True, True,
                              promises=promises)
        for way in WAYS:
            made += make_one(work, triple, way, text)
    return made


def make_one(work: Path, triple: str, way: Way, text: str, prefix: str = "",
             passes: str = "default<O2>") -> list:
    stem = work / f"{prefix}{triple.split('-')[0]}-{way.name}"
    source, optimized = stem.with_suffix(".ll"), stem.with_suffix(".opt.ll")
    target, image = stem.with_suffix(".o"), stem.with_suffix(".so")
    source.write_text(text + (VERSION_1 if way.version == 1 else ""))
    run([OPT, f"-mtriple={triple}", f"-passes={passes}", "-S", source, "-o",
         optimized], what="opt")
    run([LLC, f"-mtriple={triple}", "-O2", "-relocation-model=pic",
         "-filetype=obj", *way.options, optimized, "-o", target],
        what="llc")
    # Version 1 has addresses, which the loader relocates.
    text_flag = "notext" if way.version == 1 else "text"
    run([LLD if way.linker == "lld" else BFD[triple], "-shared",
         "-z", text_flag, target, "-o", image], what=way.linker)
    return [target, image]


STACK_WAYS = (
    Way("plain", 4, ("-function-sections",)),
    Way("one-section", 4, (), "bfd"),
    Way("blocks", 4, ("-function-sections", "-basic-block-sections=all")),
)
STACK_FUNCTIONS = 30
REWRITE = "default<O2>,rewrite-statepoints-for-gc"
# Functions that have fault maps and stack maps.
CHECKS = Way("checks", 4, ("-function-sections",))
# Functions with so many safepoints that a dictionary of root sets pays.
CHOICES = Way("choices", 4, ("-function-sections",))
NUM_CHOICES = 10
REF = program.REF


def make_with_stack_maps(work: Path, seed: int = 1) -> list:
    """The same with stack maps."""
    made = []
    choices = choices_text(random.Random(seed))
    for triple in (X86, AARCH64):
        text = program.module(str(seed), STACK_FUNCTIONS, "managed", 4)
        for way, source in ((*((way, text) for way in STACK_WAYS),
                             (CHOICES, choices))):
            made += make_one(work, triple, way, source, "stack-", REWRITE)
    return made


def make_with_both_maps(work: Path, seed: int = 1) -> list:
    """Functions that check references for null."""
    text = program.module(str(seed), STACK_FUNCTIONS, "managed", 4,
                          checks=True)
    return [path for triple in (X86, AARCH64)
            for path in make_one(work, triple, CHECKS, text, "both-", REWRITE)]


def choices_text(rng: random.Random) -> str:
    """Functions that need fewer and fewer of their references."""
    text = "declare void @poll()\n"
    for number in range(NUM_CHOICES):
        refs = list(range(rng.randrange(9, 15)))
        text += f'define void @choices_{number}({REF} %a) gc "managed" {{\n'
        for ref in refs:
            text += (f"  %p{ref} = getelementptr {REF}, {REF} %a, i64 {ref}\n"
                     f"  %r{ref} = load {REF}, {REF} %p{ref}\n")
        while refs:
            text += "  call void @poll()\n" * rng.randrange(4, 9)
            rng.shuffle(refs)
            for _ in range(rng.randrange(3, 8)):
                if refs:
                    text += f"  store i64 0, {REF} %r{refs.pop()}\n"
        text += "  ret void\n}\n"
    return text
