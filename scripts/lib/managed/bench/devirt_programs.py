"""Programs with virtual calls, and what compilers leave of the calls.

Calls are counted in the assembly that compilers write, in the same way for
each: in front of each indirect call or jump a number is incremented. Jump
tables are off, so that every such jump is a call. With LTO it is the assembly
that the linker writes, which lacks what nothing uses. Only x86-64.
"""

import re
import resource
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from ..counting import parse_callgrind
from ..paths import LLVM_PREFIX, REPO
from ..programs.recipe import find
from ..ui import Failure, run, say

DRIVERS = REPO / "llvm/benchmarks/Devirtualization"
CALL = re.compile(r"^\s+(?:call|jmp)q?\s+\*", re.M)
FLAGS = ("-O2", "-w", "-fno-jump-tables")
# Of what compiles, and of what links. All classes are the program's own.
LTO = ("-flto", "-fwhole-program-vtables")
LTO_LINK = ("-O2", "-fuse-ld=lld", "-Wl,--lto-whole-program-visibility",
            "-Wl,--lto-emit-asm")
# Seconds between two lines that tell how many files are compiled.
PROGRESS = 20
COUNTER = "managed_indirect_calls"
REPORT = f"""#include <stdio.h>
unsigned long {COUNTER};
__attribute__((destructor)) static void report(void) {{
  fprintf(stderr, "%lu", {COUNTER});
}}
"""


@dataclass(frozen=True)
class Program:
    """A library and what uses it."""

    name: str
    package: str
    driver: str
    # Relative to the package's directory.
    sources: tuple
    # What is found in such a path that is left out.
    without: str
    flags: tuple
    # The largest source, but for tables.
    largest: str
    arguments: tuple = ()

    def files(self, top: Path) -> list:
        found = find(self.sources, self.without, {"source": top})
        return [*found, DRIVERS / self.driver]


@dataclass(frozen=True)
class Side:
    """A compiler with options."""

    name: str
    compiler: str
    flags: tuple = ()

    def links(self) -> bool:
        """Whether code is made of all files at once."""
        return "-flto" in self.flags


@dataclass
class Figures:
    program: str
    side: str
    calls: int
    instructions: int
    text: int
    seconds: float
    output: str


PROGRAMS = (
    Program("tinyxml2", "tinyxml2", "TinyXML2.cpp", ("tinyxml2.cpp",), "^$",
            ("-I.",), "tinyxml2.cpp"),
    Program("box2d", "box2d", "Box2D.cpp", ("src/**/*.cpp",), "^$",
            ("-Iinclude", "-Isrc"), "src/dynamics/b2_world.cpp"),
    Program("leveldb", "leveldb", "LevelDB.cpp",
            ("db/*.cc", "table/*.cc", "util/*.cc", "helpers/memenv/*.cc"),
            "_test|_bench|leveldbutil|windows|testutil|/c.cc",
            ("-Iinclude", "-I.", "-DLEVELDB_PLATFORM_POSIX",
             "-DHAVE_FDATASYNC=1", "-DHAVE_O_CLOEXEC=1"),
            "db/version_set.cc"),
    Program("xerces-c", "xerces-c", "XercesC.cpp", ("src/xercesc/**/*.cpp",),
            # Other systems and libraries, and the network.
            "/(ICU|Iconv|MacOSUnicodeConverter|MsgCatalog|NetAccessors|Win32)/"
            "|/(NoThread|Std|Windows)[A-Z]",
            # In place of what the package's configure makes.
            (f"-I{DRIVERS / 'xerces-c'}", "-Isrc", "-DHAVE_CONFIG_H=1"),
            "src/xercesc/validators/schema/TraverseSchema.cpp"),
)
SIDES = ("clang", "clang, strict", "clang, speculative", "g++", "g++ -O3",
         "ours")
# Of which programs are made. Cases and small programs have one file each.
PROGRAM_SIDES = (*SIDES, "clang, LTO", "ours, LTO")
# Of which --compile counts instructions.
COMPILED = ("clang", "clang, speculative", "ours, plain", "ours")
# What only --side names.
VARIANTS = ("ours, no specialized guards", "ours, no shared guards",
            "ours, no remembered casts")


def sides(ours: Path, theirs: Path, names: tuple = SIDES) -> list:
    """The sides `names`, in that order."""
    clang = str(theirs / "clang++")
    known = (
        Side("clang", clang),
        Side("clang, strict", clang, ("-fstrict-vtable-pointers",)),
        Side("clang, speculative", clang,
             ("-Xclang", "-fdevirtualize-speculatively")),
        Side("clang, LTO", clang, LTO),
        Side("g++", "g++"),
        Side("g++ -O3", "g++", ("-O3",)),
        Side("ours, plain", str(ours / "clang++")),
        Side("ours", str(ours / "clang++"), ("-fdevirtualize",)),
        Side("ours, LTO", str(ours / "clang++"), ("-fdevirtualize", *LTO)),
        Side("ours, no specialized guards", str(ours / "clang++"),
             ("-fdevirtualize", "-mllvm", "-guarded-specialized-growth=0")),
        Side("ours, no shared guards", str(ours / "clang++"),
             ("-fdevirtualize", "-mllvm", "-guarded-share=false")),
        Side("ours, no remembered casts", str(ours / "clang++"),
             ("-fdevirtualize", "-mllvm", "-cache-dynamic-casts=false")),
    )
    found = {side.name: side for side in known}
    return [found[name] for name in dict.fromkeys(names)]


def count_calls(assembly: str) -> str:
    """`assembly` with a counter in front of each indirect call."""
    return CALL.sub(lambda m: f"\tincq {COUNTER}(%rip)\n{m.group()}", assembly)


def compile_one(side: Side, flags: tuple, source: Path, to: Path, top: Path) \
        -> None:
    """Writes the file `to`: assembly, or with LTO an object file."""
    run([side.compiler, *FLAGS, *side.flags, *flags,
         "-c" if side.links() else "-S", source, "-o", to],
        cwd=top, what=f"{side.name} on {source.name}")


def link_assembly(side: Side, objects: list, to: Path) -> Path:
    """The assembly of the whole program."""
    run([side.compiler, *side.flags, *LTO_LINK, *objects, "-o", to,
         "-lpthread"], what=f"{side.name} on {to.parent.parent.name}")
    return to.with_name(f"{to.name}.lto.s")


def assemble(assembly: Path) -> None:
    """Writes .o, and .counted.o, which counts calls."""
    counted = assembly.with_suffix(".counted.s")
    counted.write_text(count_calls(assembly.read_text()))
    for text in (assembly, counted):
        # GNU as does not know what clang says of addresses.
        run([LLVM_PREFIX / "bin/clang", "-c", text, "-o",
             text.with_suffix(".o")], what=f"assembling {text.name}")


def text_bytes(objects: list) -> int:
    listed = run(["size", "-A", *objects], what="size")
    return sum(int(size) for size in
               re.findall(r"^\.text\S*\s+(\d+)", listed, re.M))


def link(objects: list, to: Path) -> Path:
    run(["g++", *objects, "-o", to, "-lpthread"], what=f"linking {to.name}")
    return to


def measure(program: Program, side: Side, top: Path, work: Path) -> Figures:
    folder = work / program.name / re.sub(r"\W+", "-", side.name)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    files, told = program.files(top), time.monotonic()
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    for number, source in enumerate(files):
        if time.monotonic() - told > PROGRESS:
            say(f"  {number} of {len(files)} files are compiled")
            told = time.monotonic()
        # Some files have one name in several directories.
        name = f"{number}-{source.stem}.{'bc' if side.links() else 's'}"
        written.append(folder / name)
        compile_one(side, program.flags, source, written[-1], top)
    if side.links():
        written = [link_assembly(side, written, folder / "whole")]
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    for assembly in written:
        assemble(assembly)
    report = folder / "report.c"
    report.write_text(REPORT)
    run(["gcc", "-O1", "-c", report, "-o", folder / "report.o"], what="gcc")
    objects = [s.with_suffix(".o") for s in written]
    plain = link(objects, folder / "program")
    counted = link([*(s.with_suffix(".counted.o") for s in written),
                    folder / "report.o"], folder / "counted")
    done = subprocess.run([counted, *program.arguments], text=True,
                          capture_output=True, check=False)
    if done.returncode or not done.stderr.strip().isdigit():
        raise Failure(f"{counted} failed with exit code {done.returncode}")
    result = folder / "callgrind.out"
    run(["valgrind", "-q", "--tool=callgrind",
         f"--callgrind-out-file={result}", plain, *program.arguments],
        what="valgrind")
    return Figures(program.name, side.name, int(done.stderr),
                   parse_callgrind(result.read_text()),
                   text_bytes(objects), end.ru_utime - begin.ru_utime,
                   done.stdout)


def count_compiler(program: Program, side: Side, top: Path, work: Path) -> int:
    """The instructions that clang takes for the program's largest file."""
    folder = work / program.name / re.sub(r"\W+", "-", side.name)
    folder.mkdir(parents=True, exist_ok=True)
    result = folder / "cachegrind.out"
    # One job is done by the driver's own process.
    run(["valgrind", "-q", "--tool=cachegrind", "--cache-sim=no",
         f"--cachegrind-out-file={result}", side.compiler, *FLAGS, *side.flags,
         *program.flags, "-fintegrated-cc1", "-S", program.largest, "-o",
         folder / "largest.s"], cwd=top,
        what=f"{side.name} on {program.largest}")
    return parse_callgrind(result.read_text())
