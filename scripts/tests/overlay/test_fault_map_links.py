"""llvm-readobj --fault-maps on what real linkers make of fault maps.

Each test links an assembled object, or two, and compares the entries with the
symbols that stand at the faulting instructions and handlers.
"""

import json
import re
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import paths  # noqa: E402
from managed.ui import run  # noqa: E402

OBJDUMP = paths.BUILD / "bin/llvm-objdump"
READOBJ = paths.BUILD / "bin/llvm-readobj"
MC = paths.LLVM_PREFIX / "bin/llvm-mc"
LLD = paths.LLVM_PREFIX / "bin/ld.lld"
LLD_MACHO = paths.LLVM_PREFIX / "bin/ld64.lld"
NM = paths.LLVM_PREFIX / "bin/llvm-nm"
BFD = {"x86_64": "ld", "aarch64": "aarch64-linux-gnu-ld"}
NOP = {"x86_64": "nop\n nop\n nop\n nop", "aarch64": "nop"}

# PREFIX stands for a name that differs between the objects of a link.
SOURCE = """
 .section .text.PREFIX,"ax",@progbits
 .globl PREFIX, PREFIX_pc, PREFIX_handler, PREFIX_cold
PREFIX:
 NOP
PREFIX_pc:
 NOP
PREFIX_handler:
 NOP
 .section .text.unlikely.PREFIX,"ax",@progbits
PREFIX_cold:
 NOP
 .section llvm_faultmaps,"ao",@progbits,.text.PREFIX
 .p2align 3
 .long PREFIX_pc - .
 .long ((PREFIX_handler - PREFIX_pc) << 4) | 1
 .section llvm_faultsites,"ao",@progbits,.text.PREFIX
 .p2align 3
 .long PREFIX - .
 .long PREFIX_cold - .
 .long SITE
 .long 0x13
"""
TABLE = """
 .section .llvm_faultmaps,"a",@progbits
 .byte 1
 .byte 0
 .short 0
 .long 1
 .quad PREFIX
 .long 1
 .long 0
 .long 2
 .long PREFIX_pc - PREFIX
 .long PREFIX_handler - PREFIX
"""


MACHO = """
 .section __TEXT,__text,regular,pure_instructions
 .globl _first, _second
 NOP
_first:
 NOP
_second:
 NOP
 .section __LLVM_FAULTMAPS,__llvm_faultmaps
 .p2align 2
 .byte 1
 .byte 0
 .short 0
 .long 2
 .quad _first
 .long 0
 .long 0
 .quad _second
 .long 1
 .long 0
 .long 1
 .long 0
 .long 4
"""


def place(printed: dict):
    """A place as llvm-readobj prints it: an address, or section and offset."""
    if "Address" in printed:
        return printed["Address"]
    return printed["Section"]["Value"], printed["Offset"]


class Links(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def assemble(self, target, prefix, site, version):
        text = SOURCE if version == 2 else SOURCE[:SOURCE.index(
            " .section llvm_faultmaps")] + TABLE
        source = self.folder / f"{prefix}.s"
        text = (text.replace("PREFIX", prefix).replace("NOP", NOP[target])
                .replace("SITE", str(site)))
        source.write_text(text)
        made = source.with_suffix(".o")
        run([MC, f"-triple={target}-linux-gnu", "-filetype=obj", source,
             "-o", made], what="llvm-mc")
        return made

    def link(self, linker, options, objects):
        image = self.folder / "image"
        image.unlink(missing_ok=True)
        run([linker, *options, *objects, "-o", image], what=str(linker))
        return image

    def entries(self, path):
        """The entries of `path`: faulting PC, handler, kind, site."""
        [printed] = json.loads(run(
            [READOBJ, "--fault-maps", "--elf-output-style=JSON", path],
            what="llvm-readobj"))
        found = []

        def visit(node):
            if isinstance(node, dict) and "FaultingPC" in node:
                found.append((place(node["FaultingPC"]),
                              place(node["HandlerPC"]),
                              node["Kind"]["Name"], node.get("SiteID")))
            elif isinstance(node, dict):
                for inner in node.values():
                    visit(inner)
            elif isinstance(node, list):
                for inner in node:
                    visit(inner)
        visit(printed["FaultMaps"])
        return sorted(found, key=str)

    def symbols(self, path):
        """Where the symbols of `path` are, as places are printed."""
        symbols = {}
        [printed] = json.loads(run(
            [READOBJ, "--elf-output-style=JSON", "--file-header", "--symbols",
             path], what="llvm-readobj"))
        is_object = "Relocatable" in str(printed["ElfHeader"]["Type"])
        for entry in printed["Symbols"]:
            symbol = entry["Symbol"]
            value, section = symbol["Value"], symbol["Section"]["Value"]
            symbols[symbol["Name"]["Name"]] = ((section, value) if is_object
                                               else value)
        return symbols

    def expected(self, path, prefixes, version):
        symbols = self.symbols(path)
        expected = []
        for prefix, site in prefixes.items():
            pc, handler = (symbols[f"{prefix}_{name}"]
                           for name in ("pc", "handler"))
            if version == 1:
                expected.append((pc, handler, "FaultingLoadStore", None))
                continue
            expected.append((pc, handler, "FaultingLoad", None))
            expected.append((symbols[prefix], symbols[f"{prefix}_cold"],
                             "FaultingStore", site))
        return sorted(expected, key=str)

    def check(self, version, options):
        for target in ("x86_64", "aarch64"):
            prefixes = {"first": 1, "second": 2}
            objects = [self.assemble(target, prefix, site, version)
                       for prefix, site in prefixes.items()]
            for linker in (LLD, shutil.which(BFD[target])):
                with self.subTest(target=target, linker=linker):
                    path = self.link(linker, options, objects)
                    self.assertEqual(
                        self.entries(path),
                        self.expected(path, prefixes, version))

    def test_executables(self):
        for version in (1, 2):
            self.check(version, ["-e", "first"])

    def test_position_independent_executables(self):
        self.check(1, ["-pie", "-e", "first", "-z", "notext"])
        self.check(2, ["-pie", "-e", "first"])

    def test_shared_objects(self):
        # Preemptible functions have relocations against symbols, others such
        # that add the address where the image is.
        self.check(1, ["-shared", "-z", "notext"])
        self.check(2, ["-shared", "-Bsymbolic", "-z", "text"])

    def test_static_relocations_may_stay(self):
        for version in (1, 2):
            self.check(version, ["-e", "first", "--emit-relocs"])

    def test_relocatable_output(self):
        for version in (1, 2):
            self.check(version, ["-r"])

    def test_relocatable_output_linked_once_more(self):
        for target in ("x86_64", "aarch64"):
            prefixes = {"first": 1, "second": 2, "third": 3}
            objects = [self.assemble(target, prefix, site, 2)
                       for prefix, site in prefixes.items()]
            for linker in (LLD, shutil.which(BFD[target])):
                with self.subTest(target=target, linker=linker):
                    merged = self.folder / "merged.o"
                    run([linker, "-r", *objects[:2], "-o", merged],
                        what=str(linker))
                    path = self.link(linker, ["-e", "first"],
                                     [objects[2], merged])
                    self.assertEqual(self.entries(path),
                                     self.expected(path, prefixes, 2))


class MachOLinks(unittest.TestCase):

    def test_addresses_and_chains(self):
        # llvm-readobj has JSON for ELF only.
        for arch in ("x86_64", "arm64"):
            for how in ("-no_fixup_chains", "-fixup_chains"):
                with self.subTest(arch=arch, how=how), \
                        tempfile.TemporaryDirectory() as folder:
                    self.check(Path(folder), arch, how)

    def check(self, folder, arch, how):
        source, image = folder / "macho.s", folder / "image"
        nop = NOP["x86_64" if arch == "x86_64" else "aarch64"]
        source.write_text(MACHO.replace("NOP", nop))
        run([MC, f"-triple={arch}-apple-macosx", "-filetype=obj", source,
             "-o", folder / "macho.o"], what="llvm-mc")
        run([LLD_MACHO, "-arch", arch, "-platform_version", "macos", "12",
             "12", "-dylib", how, folder / "macho.o", "-o", image],
            what="ld64.lld")
        symbols = dict(reversed(line.split(" T ")) for line in run(
            [NM, image], what="llvm-nm").splitlines() if " T " in line)
        printed = run([OBJDUMP, "--fault-map-section", image],
                      what="llvm-objdump")
        found = re.findall(r"^FunctionAddress: 0x0*([0-9a-f]+), "
                           r"NumFaultingPCs: (\d)$", printed, re.M)
        self.assertEqual(found, [
            (symbols["_first"].lstrip("0"), "0"),
            (symbols["_second"].lstrip("0"), "1")])


if __name__ == "__main__":
    unittest.main()
