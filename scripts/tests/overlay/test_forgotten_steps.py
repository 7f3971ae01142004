"""Whoever generates code says which pass was forgotten: compilers and linkers.

Needs the built overlay (scripts/build). What an error says is tested by lit
(llvm/test/CodeGen/Generic/gc-forgotten-*.ll, lld/test/ELF/lto); here it comes
from clang and from each linker that does LTO.
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import packages, paths  # noqa: E402

OURS = paths.BUILD
LAYOUTS = {
    "x86_64-linux-gnu": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-"
                        "i128:128-f80:128-n8:16:32:64-S128-ni:1",
    "aarch64-linux-gnu": "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-"
                         "i16:16:32-i64:64-i128:128-n32:64-S128-Fn32-ni:1",
}
STATEPOINT = ("in function f ptr addrspace(1) (ptr addrspace(1)): call of "
              "'opaque': the GC strategy 'managed' needs a statepoint here; "
              "run rewrite-statepoints-for-gc before code generation")
FRAME = ("in function f ptr addrspace(1) (ptr addrspace(1)): the references "
         "of the GC strategy 'managed-frames' are not in frames; run "
         "place-gc-roots and lower-gc-frame before code generation")
UNKNOWN = ("in function f ptr addrspace(1) (ptr addrspace(1)): unknown GC "
           "strategy 'mannaged'; did you mean 'managed'?")
MESSAGES = {"managed": STATEPOINT, "managed-frames": FRAME,
            "mannaged": UNKNOWN}
PASSES = {"managed": "rewrite-statepoints-for-gc",
          "managed-frames": "place-gc-roots,lower-gc-frame"}


def setUpModule():
    if not (OURS / "overlay" / "units.json").exists():
        raise AssertionError("there is no overlay; run scripts/build first")
    packages.ensure("run")


class ForgottenStepTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = Path(temporary.name)

    def run_tool(self, *command) -> tuple:
        done = subprocess.run([str(word) for word in command], text=True,
                              cwd=self.where, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def source(self, target: str, strategy: str) -> str:
        (self.where / "f.ll").write_text(
            f'target triple = "{target}"\n'
            f'target datalayout = "{LAYOUTS[target]}"\n'
            "define ptr addrspace(1) @f(ptr addrspace(1) %p) "
            f'gc "{strategy}" {{\n'
            "  call void @opaque()\n"
            "  ret ptr addrspace(1) %p\n"
            "}\n"
            "declare void @opaque()\n")
        return "f.ll"

    def refuses(self, strategy: str, module: str, *command) -> None:
        """`command` fails with one error of `module`."""
        code, text = self.run_tool(*command)
        self.assertIn(MESSAGES[strategy], text)
        self.assertIn(f"(module '{module}')", text)
        self.assertEqual(text.count("in function"), 1, text)
        for crash in ("Stack dump", "bug report", "LLVM ERROR"):
            self.assertNotIn(crash, text)
        self.assertNotEqual(code, 0)
        self.assertFalse((self.where / "out").exists(), text)

    def link(self, linker: str, target: str, *options) -> list:
        return [OURS / "bin/clang", f"--target={target}",
                f"-fuse-ld={linker}", "-flto", "-shared", "-nostdlib",
                *options, "-o", "out"]

    def check_linker(self, linker: str, target: str) -> None:
        for strategy in MESSAGES:
            source = self.source(target, strategy)
            for mode in ("full", "thin"):
                with self.subTest(linker=linker, strategy=strategy, mode=mode):
                    options = (["-module-summary"] if mode == "thin" else [])
                    self.run_tool(OURS / "bin/opt", *options, source, "-o",
                                  "f.o")
                    self.refuses(strategy,
                                 "f.o" if mode == "thin" else "ld-temp.o",
                                 *self.link(linker, target, "f.o"))
                    if strategy not in PASSES:
                        continue
                    # What the compiler has done is enough for the linker.
                    self.run_tool(OURS / "bin/opt", *options, source, "-o",
                                  "f.o", f"-passes={PASSES[strategy]}")
                    self.assertEqual(
                        self.run_tool(*self.link(linker, target, "f.o")),
                        (0, ""))
                    (self.where / "out").unlink()

    def test_lld_x86(self):
        self.check_linker("lld", "x86_64-linux-gnu")

    def test_lld_aarch64(self):
        self.check_linker("lld", "aarch64-linux-gnu")

    def test_bfd_x86(self):
        self.check_linker("bfd", "x86_64-linux-gnu")

    def test_bfd_aarch64(self):
        self.check_linker("bfd", "aarch64-linux-gnu")

    def test_gold_x86(self):
        self.check_linker("gold", "x86_64-linux-gnu")

    def test_clang(self):
        for target in LAYOUTS:
            for strategy in MESSAGES:
                source = self.source(target, strategy)
                for level in ("-O0", "-O2"):
                    with self.subTest(target=target, strategy=strategy,
                                      level=level):
                        self.refuses(strategy, "f.ll", OURS / "bin/clang",
                                     f"--target={target}", level, "-c",
                                     source, "-o", "out")

    def test_jit(self):
        for strategy in MESSAGES:
            with self.subTest(strategy=strategy):
                source = self.source("x86_64-linux-gnu", strategy)
                code, text = self.run_tool(OURS / "bin/lli",
                                           "-entry-function=f", source)
                self.assertIn(MESSAGES[strategy], text)
                self.assertNotIn("Stack dump", text)
                self.assertNotEqual(code, 0)


if __name__ == "__main__":
    unittest.main()
