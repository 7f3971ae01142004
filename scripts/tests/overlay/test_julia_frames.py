"""The example of the preset for Julia, executed, and that it can fail."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.paths import BUILD, REPO  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402
from managed.ui import run  # noqa: E402

EXAMPLE = REPO / "llvm/examples/JuliaFrames"
# 5 * (0 + ... + 19) at first, and ten times as much once the boxes are others;
# what is preserved, returned in memory, and made in other ways.
RESULT = 950 + 9500 + 14 + 206 + 1
# What each function of Features.ll returns, in order.
FEATURES = 201 + 201 + 24 + 8 + 9 + 11 + 12 + 13 + 14 + 15 + 16
OUTPUT = f"{RESULT}\n{FEATURES}\n"
# Each takes something away that an object needs.
BROKEN = {
    "barrier": r"  call void \(.*\) @julia\.write_barrier\(ptr addrspace\(10\) "
               r"%p, .*\n",
    "preserved": r"(?<=gc_preserve_begin\()ptr addrspace\(10\) %box",
    "cleared": r' \[ "julia\.gc_alloc_ptr_offsets".*',
    "roots": r"  store ptr addrspace\(10\) %pair, ptr %gc_slot_addr_0\b.*\n",
}
BROKEN_FEATURES = {
    "returned roots": r' "julia\.return_roots"="2"',
    "field": r"  call void \(.*\) @julia\.field_write_barrier.*\n",
    "image": r"  call void \(.*\) @julia\.object_write_barrier.*\n",
    "transition": r' \[ "gc-transition".*\]',
    "memory": r' \[ "julia\.gc_alloc_zeroinit_indirect".*\]',
}


class JuliaFrames(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="julia-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.text = (EXAMPLE / "Program.ll").read_text()
        self.features = (EXAMPLE / "Features.ll").read_text()

    def compile(self, target, level, text, passes=None):
        """The object of the module `text`."""
        number = len(list(self.work.glob("*.o")))
        source, bitcode, object_ = (self.work / f"{number}{end}"
                                    for end in (".ll", ".bc", ".o"))
        source.write_text(text)
        triple = f"{target.machine}-unknown-linux-gnu"
        run([BUILD / "bin/opt", f"-mtriple={triple}",
             f"-passes={passes or f'julia<{level}>'},verify", source,
             "-o", bitcode], what="placing roots")
        run([BUILD / "bin/llc", f"-mtriple={triple}", f"-{level}",
             "-relocation-model=pic", "-filetype=obj", "-verify-machineinstrs",
             bitcode, "-o", object_], what="compiling the program")
        return object_

    def execute(self, name, level, text, passes=None, features=None):
        """(exit code, output, what it says) of the program `text`."""
        target = TARGETS[name]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        objects = [self.compile(target, level, text, passes),
                   self.compile(target, level, features or self.features)]
        built = self.work / "program"
        run([target.tool("g++"), "-std=c++17", "-O1", "-Wall", "-Wextra",
             *objects, EXAMPLE / "Runtime.cpp", "-o", built],
            what="linking the program")
        done = subprocess.run([*target.prefix, built], capture_output=True,
                              text=True, timeout=300, check=False)
        return done.returncode, done.stdout, done.stderr

    def check(self, name):
        for level in ("O0", "O1", "O2", "O3"):
            with self.subTest(level):
                code, output, counts = self.execute(name, level, self.text)
                self.assertEqual((code, output), (0, OUTPUT), counts)
                found = re.fullmatch(
                    r"(\d+) collections, (\d+) of them full; (\d+) objects "
                    r"queued; (\d+) small, 1 big, 1 other objects, 1 safe from "
                    r"resets\n", counts)
                self.assertTrue(found, counts)
                self.assertTrue(all(int(n) >= 20 for n in found.groups()),
                                counts)

    def test_x86_64(self):
        self.check("x86-64")

    def test_aarch64(self):
        self.check("AArch64")

    def test_each_rule_is_needed(self):
        for what, pattern in BROKEN.items():
            with self.subTest(what):
                text, passes = self.text, None
                if what == "roots":
                    # What is placed is broken, not what placement sees.
                    source = self.work / "source.ll"
                    source.write_text(text)
                    text = run([BUILD / "bin/opt", "-S", "-passes=function("
                                "LateLowerGCFrame)", source],
                               what="placing roots")
                    passes = "function(FinalLowerGC)"
                text, count = re.subn(pattern, "", text)
                self.assertEqual(count, 1)
                code, output, _ = self.execute("x86-64", "O0", text, passes)
                self.assertNotEqual((code, output), (0, OUTPUT))

    def test_each_feature_is_needed(self):
        for what, pattern in BROKEN_FEATURES.items():
            with self.subTest(what):
                text, count = re.subn(pattern, "", self.features)
                self.assertTrue(count)
                code, output, _ = self.execute("x86-64", "O0", self.text,
                                               features=text)
                self.assertNotEqual((code, output), (0, OUTPUT))


if __name__ == "__main__":
    unittest.main()
