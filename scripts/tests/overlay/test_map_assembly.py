"""What GNU as makes of assembly text with fault maps and stack maps is what the
compiler writes itself, whatever text sections are called."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import paths  # noqa: E402
from managed.ui import run  # noqa: E402

LLC = paths.BUILD / "bin/llc"
MAPS = paths.BUILD / "bin/llvm-managed-maps"
TARGETS = {
    "x86_64-linux-gnu": (
        "as", SCRIPTS.parent / "llvm/test/CodeGen/X86/managed-map-assembly.ll"),
    "aarch64-linux-gnu": (
        "aarch64-linux-gnu-as",
        SCRIPTS.parent / "llvm/test/CodeGen/AArch64/managed-map-assembly.ll"),
}
BLOCKS = ("-basic-block-sections=all", "-unique-basic-block-section-names=0")
FUNCTIONS = ("-function-sections", "-unique-section-names=0")
WAYS = ((), ("-function-sections",), FUNCTIONS, BLOCKS, FUNCTIONS + BLOCKS)


def without_indices(value):
    """Assemblers number sections as they like."""
    if isinstance(value, list):
        return [without_indices(item) for item in value]
    if not isinstance(value, dict):
        return value
    # Of a safepoint, "section" is an index, too.
    return {key: without_indices(item) for key, item in value.items()
            if key not in ("index", "sectionIndex", "file")
            and not (key == "section" and isinstance(item, int))}


class GnuAssembler(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="assembly-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def dump(self, path):
        verified = subprocess.run([MAPS, "verify", "--strict", path],
                                  stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout)
        return without_indices(json.loads(
            run([MAPS, "dump", "--json", path], what="dump")))

    def test_same_maps(self):
        direct, text, assembled = (
            self.work / name for name in ("direct.o", "text.s", "text.o"))
        for triple, (assembler, source) in TARGETS.items():
            for way in WAYS:
                with self.subTest(triple=triple, way=way):
                    compiler = [LLC, f"-mtriple={triple}", *way, source]
                    run([*compiler, "-filetype=obj", "-o", direct], what="llc")
                    run([*compiler, "-o", text], what="llc")
                    run([assembler, text, "-o", assembled], what=assembler)
                    maps = self.dump(direct)
                    self.assertEqual(len(maps[0]["stackMaps"]["safepoints"]),
                                     5)
                    self.assertEqual(self.dump(assembled), maps)


if __name__ == "__main__":
    unittest.main()
