"""Seeds of the fuzzers, from real object files and linked images.

Seed.ll and StackSeed.ll are compiled by the patched llc for each target, format
and version, and linked by each linker in several ways. The parsers get the
sections of these files after the header that ManagedMapFuzz.h
describe.
"""

import itertools
import json
import shutil
from pathlib import Path

from .. import paths
from ..ui import Failure, run
from . import javaseeds

SEED = Path(__file__).with_name("Seed.ll")
STACK_SEED = Path(__file__).with_name("StackSeed.ll")
LLC = paths.BUILD / "bin/llc"
READOBJ = paths.BUILD / "bin/llvm-readobj"
OBJCOPY = paths.LLVM_PREFIX / "bin/llvm-objcopy"
LLD = paths.LLVM_PREFIX / "bin/ld.lld"
LLD_MACHO = paths.LLVM_PREFIX / "bin/ld64.lld"

ELF = {"x86_64": ("x86_64-linux-gnu", "ld"),
       "aarch64": ("aarch64-linux-gnu", "aarch64-linux-gnu-ld"),
       "aarch64_be": ("aarch64_be-linux-gnu", None)}
MACHO = {"x86_64": "x86_64-apple-macosx", "arm64": "arm64-apple-macosx"}
OPTIONS = {"plain": [], "sections": ["-function-sections"],
           "crel": ["-crel"]}
# -z notext is for version 1, whose addresses are then left to the dynamic
# linker. Small pages make small files.
LINKS = {"static": ["--emit-relocs"], "pie": ["-pie", "-z", "notext"],
         "shared": ["-shared", "-z", "notext"], "relocatable": ["-r"]}
SMALL = ["-z", "max-page-size=4096"]
UNDEFINED = ["--unresolved-symbols=ignore-all"]

# Flags of ManagedMapFuzz.h.
BIG_ENDIAN, RELOCATABLE, ABSOLUTE, LONG = 1, 2, 8, 16
# Of fuzzers of stack maps.
AARCH64 = 16
# By section: which parser reads it, with which flags, how long its entries
# are, and where in them are fields that are relocated.
PARSED = {".llvm_faultmaps": ("tables", 0, 0, ()),
          "llvm_faultmaps": ("entries", 0, 8, (0,)),
          "llvm_faultsites": ("entries", LONG, 16, (0, 4)),
          ".llvm_stackmaps": ("stack-tables", 0, 0, ()),
          "llvm_gcmap": ("stack-runs", 0, 0, ())}
# By version of stack maps: the strategy that writes it.
STRATEGIES = {3: "statepoint-example", 4: "managed"}


def raw_seed(flags: int, address: int, relocations: list,
             contents: bytes) -> bytes:
    """An input of a parser; `relocations` are pairs of offset and type."""
    seed = bytes([flags]) + address.to_bytes(8, "little")
    seed += bytes([len(relocations)])
    for offset, kind in relocations:
        seed += offset.to_bytes(2, "little") + bytes([kind, 1])
        seed += (0x10).to_bytes(2, "little") + (0xfff0).to_bytes(2, "little")
    return seed + contents


def _compile(folder: Path, prefix: str, sources: dict):
    """Compiles `sources`, by version, in every way; the name, target and file
    of each. The first version is that of Mach-O."""
    for version, text in sources.items():
        (folder / f"{prefix}seed-{version}.ll").write_text(text)
    for target, (triple, _) in ELF.items():
        for version, (way, options) in itertools.product(sources,
                                                         OPTIONS.items()):
            made = folder / f"{prefix}{target}-{version}-{way}.o"
            run([LLC, f"-mtriple={triple}", "-filetype=obj", *options,
                 folder / f"{prefix}seed-{version}.ll", "-o", made],
                what="llc")
            yield made.stem, target, made
    # Mach-O has no COMDATs; it discards weak definitions by name.
    source = folder / f"{prefix}seed-macho.ll"
    source.write_text(next(iter(sources.values()))
                      .replace("$shared = comdat any", "")
                      .replace(" comdat ", " ")
                      .replace(".text.other", "__TEXT,__other"))
    for target, triple in MACHO.items():
        made = folder / f"{prefix}macho-{target}.o"
        run([LLC, f"-mtriple={triple}", "-filetype=obj", source, "-o", made],
            what="llc")
        yield made.stem, target, made


def _objects(folder: Path):
    """Compiles both seeds; which maps they have, and as _compile."""
    if not LLC.exists() or not READOBJ.exists():
        raise Failure(f"{LLC.parent} has no llc and llvm-readobj; run "
                      "scripts/build")
    text = SEED.read_text()
    for found in _compile(folder, "", {
            version: text.replace("VERSION", str(version))
            for version in (1, 2)}):
        yield "fault", *found
    text = STACK_SEED.read_text()
    for found in _compile(folder, "stack-", {
            version: text.replace("STRATEGY", strategy)
            for version, strategy in STRATEGIES.items()}):
        yield "stack", *found


def _elf_links(name: str, target: str, made: Path):
    """Links the object `made` in every way."""
    linkers = {"lld": LLD}
    if ELF[target][1]:
        linkers["bfd"] = ELF[target][1]
    for linker, how in itertools.product(linkers, LINKS):
        image = made.with_name(f"{name}-{linker}-{how}")
        run([linkers[linker], *LINKS[how], *SMALL, *UNDEFINED, made, "-o",
             image], what=linker)
        yield image


def _macho_links(name: str, target: str, made: Path):
    for how in ("-no_fixup_chains", "-fixup_chains"):
        image = made.with_name(f"{name}{how}")
        run([LLD_MACHO, "-arch", target, "-platform_version", "macos", "12",
             "12", "-dylib", "-undefined", "dynamic_lookup", how, made, "-o",
             image], what="ld64.lld")
        yield image


def _sections(path: Path) -> dict:
    """The address of each section of `path`, by name; the last of a name."""
    printed = json.loads(run(
        [READOBJ, "--elf-output-style=JSON", "--sections", path],
        what="llvm-readobj"))
    sections = (entry["Section"] for entry in printed[0]["Sections"])
    return {s["Name"]["Name"]: s["Address"] for s in sections}


def _raw_seeds(path: Path, target: str, relocatable: bool):
    """The sections of `path` as inputs: the parser, a name, and the bytes."""
    present = _sections(path)
    for section, (parser, flags, size, fields) in PARSED.items():
        if section not in present:
            continue
        dumped = path.with_suffix(".section")
        run([OBJCOPY, f"--dump-section={section}={dumped}", path,
             path.with_suffix(".copy")], what="llvm-objcopy")
        contents = dumped.read_bytes()
        if target == "aarch64_be":
            flags |= BIG_ENDIAN
        if target != "x86_64" and parser == "stack-runs":
            flags |= AARCH64
        relocations = []
        if relocatable:
            flags |= RELOCATABLE
            if size:
                relocations = [(at + field, 1)
                               for at in range(0, len(contents), size)
                               for field in fields]
            elif parser != "stack-runs":
                flags |= ABSOLUTE
        yield (parser, f"{path.name}{section}",
               raw_seed(flags, present[section], relocations, contents))


def make(folder: Path) -> dict:
    """Makes all seeds below `folder`; the directory of each fuzzer."""
    directories = {name: folder / name
                   for name in ("tables", "entries", "object", "stack-tables",
                                "stack-runs", "stack-object",
                                "runtime-stack", "java-class",
                                "java-archive")}
    for directory in directories.values():
        directory.mkdir()
    work = folder / "work"
    work.mkdir()
    for maps, name, target, made in _objects(work):
        files = [made]
        is_elf = "macho-" not in name
        if not is_elf:
            files += _macho_links(name, target, made)
        elif name.endswith("-plain"):
            files += _elf_links(name, target, made)
        for path in files:
            shutil.copy(path, directories["stack-object" if maps == "stack"
                                          else "object"])
            if not is_elf:
                continue
            relocatable = path == made or path.name.endswith("-relocatable")
            for parser, called, seed in _raw_seeds(path, target, relocatable):
                (directories[parser] / called).write_bytes(seed)
    # The runtime takes what the parser does, without relocations.
    for path in directories["stack-runs"].iterdir():
        shutil.copy(path, directories["runtime-stack"])
    javaseeds.make(directories["java-class"], directories["java-archive"])
    shutil.rmtree(work)
    return directories
