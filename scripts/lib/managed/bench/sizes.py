"""What fault maps take on disk: the same program with both versions.

The program is lua5.4 as a shared library. GNU ld links both, because it is the
linker that accepts version 1 in position independent output.
"""

import re
import struct
from dataclasses import dataclass
from pathlib import Path

from .. import results
from ..demo.programs import PROGRAMS, TARGETS, Source, Target
from ..paths import BUILD
from ..tools import build_tools
from ..ui import Failure, run, step
from .modules import add_flag

FLAGS = ["-O2", "-w", "-fPIC", "-fsanitize=null", "-fsanitize-trap=null",
         "-fimplicit-null-checks"]
# What a relocation that is applied when the program is loaded takes.
RELOCATION = 24


@dataclass(frozen=True)
class Size:
    """Of one linked image: bytes and entries of each table."""

    target: str
    version: int
    short: int
    num_short: int
    # Long entries, or version 1.
    others: int
    num_others: int
    relocations: int

    @property
    def entries(self) -> int:
        return self.num_short + self.num_others

    @property
    def total(self) -> int:
        return self.short + self.others + RELOCATION * self.relocations


def set_version(text: str, version: int) -> str:
    """The module `text` with the flag that chooses a version."""
    text, _, has_flags = add_flag(text, "fault-map-version", version)
    if not has_flags:
        raise Failure("a module has no flags to add one to")
    return text


def count_v1(table: bytes) -> int:
    """The number of entries in tables of version 1."""
    count, at = 0, 0
    while at < len(table):
        (functions,) = struct.unpack_from("<I", table, at + 4)
        at += 8
        for _ in range(functions):
            (entries,) = struct.unpack_from("<I", table, at + 8)
            at += 16 + 12 * entries
            count += entries
    return count


def read_image(image: Path, target: str, version: int) -> Size:
    """Measures the tables of a linked image."""
    sections = {}
    for name, address, offset, size in re.findall(
            r"^\s*\[\s*\d+\] (\.?llvm_fault\w+)\s+\w+\s+(\w+) (\w+) (\w+)",
            run(["readelf", "-SW", image]), re.M):
        sections[name] = tuple(int(n, 16) for n in (address, offset, size))
    relocations = 0
    for place in re.findall(r"^([0-9a-f]{16}) ",
                            run(["readelf", "-rW", image]), re.M):
        relocations += any(
            begin <= int(place, 16) < begin + size
            for begin, _, size in sections.values())
    data = image.read_bytes()

    def table(name):
        _, offset, size = sections.get(name, (0, 0, 0))
        return data[offset:offset + size]

    if version == 1:
        others = table(".llvm_faultmaps")
        return Size(target, 1, 0, 0, len(others), count_v1(others),
                    relocations)
    short, long = table("llvm_faultmaps"), table("llvm_faultsites")
    return Size(target, 2, len(short), len(short) // 8, len(long),
                len(long) // 16, relocations)


def link(tools: Path, target: Target, version: int, directory: Path) -> Path:
    """Builds the program with a version of the table."""
    source = Source(PROGRAMS["lua5.4"], BUILD / "demo/source")
    folder = directory / f"sizes-{target.name}-{version}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lua5.4-deb-multiarch.h").write_text(
        f'#define DEB_HOST_MULTIARCH "{target.multiarch}"\n')
    objects = []
    for file in source.files():
        module = folder / f"{file.stem}.ll"
        run([tools / "clang", f"--target={target.triple}", *FLAGS,
             f"-I{folder}", *source.expand(source.program.flags), "-S",
             "-emit-llvm", file, "-o", module], what=f"compiling {file.name}")
        module.write_text(set_version(module.read_text(), version))
        objects.append(module.with_suffix(".o"))
        run([tools / "llc", "-O2", "-relocation-model=pic", "-filetype=obj",
             module, "-o", objects[-1]], what=f"compiling {module.name}")
    image = folder / "liblua.so"
    linker = ("ld" if target.machine == "x86_64"
              else f"{target.multiarch}-ld")
    run([linker, "-shared", "-z", "notext", *objects, "-o", image],
        what="linking lua5.4")
    return image


def measure(directory: Path) -> list:
    """A Size for each target and version."""
    tools = build_tools()
    with step("Tables on disk"):
        return [read_image(link(tools, target, version, directory),
                           target.name, version)
                for target in TARGETS.values() for version in (1, 2)]


def table(sizes: list) -> str:
    return results.table(
        ["lua5.4, shared", "version", "entries", "table bytes",
         "relocations", "bytes per entry"],
        [[s.target, s.version, f"{s.entries:,}", f"{s.short + s.others:,}",
          f"{s.relocations:,}", f"{s.total / s.entries:.2f}"]
         for s in sizes])
