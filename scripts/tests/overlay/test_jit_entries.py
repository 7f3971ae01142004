"""A language runtime in a shared object that lli loads: JIT'd code calls its
entries, and it walks the frames of that code and moves what they refer to."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402

BIN = paths.BUILD / "bin"

RUNTIME = r"""
#include "llvm-c/ManagedNativeEntry.h"
#include <stdio.h>

static uint64_t Objects[] = {1, 7};

uint64_t *make(void) { return &Objects[0]; }

static void move(uint64_t *Root, void *Argument) {
  ++*(int *)Argument;
  *Root = (uint64_t)&Objects[1];
}

void collect(void) {
  int NumRoots = 0;
  LLVMManagedVisitor Visitor = {0, move, &NumRoots};
  LLVMManagedStep Step =
      LLVMManagedVisitStack(*LLVMManagedGetAnchors(), 0, &Visitor, 0);
  LLVMManagedCursor Cursor;
  LLVMManagedFrameDifference Difference;
  int NumFrames = 0;
  for (int S = LLVMManagedStartWalk(&Cursor, *LLVMManagedGetAnchors(), 0);
       S == LLVMManagedStepFrame;
       S = LLVMManagedNextFrameVerified(&Cursor, &Difference))
    ++NumFrames;
  printf("%d frames, %d roots, %d\n", NumFrames, NumRoots, Step);
  fflush(stdout);
}

ENTRY(gc_poll, collect);
"""
PROGRAM = """
declare ptr addrspace(1) @make() "gc-leaf-function"
declare void @gc_poll()

define i64 @inner(ptr addrspace(1) %p) noinline gc "managed" {
  call void @gc_poll()
  %v = load i64, ptr addrspace(1) %p
  ret i64 %v
}

define i64 @outer() noinline gc "managed" {
  %p = call ptr addrspace(1) @make()
  %v = call i64 @inner(ptr addrspace(1) %p)
  %w = load i64, ptr addrspace(1) %p
  %sum = add i64 %v, %w
  ret i64 %sum
}

define i32 @main() {
  %v = call i64 @outer()
  %code = trunc i64 %v to i32
  ret i32 %code
}
"""


class LoadedByLli(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = Path(folder.name)
        cls.target = next(t for t in managed_runtime.TARGETS.values()
                          if t.is_native)
        cls.runtime = managed_runtime.build(cls.target.machine)
        (cls.dir / "runtime.c").write_text(RUNTIME)
        (cls.dir / "program.ll").write_text(PROGRAM)
        subprocess.run(
            [BIN / "opt", "-passes=rewrite-statepoints-for-gc",
             cls.dir / "program.ll", "-o", cls.dir / "program.bc"], check=True)

    def library(self, entry, *words):
        library = self.dir / "runtime.so"
        subprocess.run(
            [self.target.tool("gcc"), "-O1", "-shared", "-fPIC",
             "-Wall", "-Werror", f"-I{self.runtime.include}",
             f"-DENTRY=LLVM_MANAGED_{entry}", self.dir / "runtime.c", *words,
             "-o", library], check=True)
        return library

    def execute(self, *words):
        done = subprocess.run(
            [BIN / "lli", "-managed-runtime", *words, self.dir / "program.bc"],
            capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_exported_entries(self):
        linked = [self.runtime.shared, "-Wl,--no-as-needed",
                  f"-Wl,-rpath,{self.runtime.shared.parent}"]
        for words in ([], linked):
            library = self.library("EXPORTED_NATIVE_ENTRY", *words)
            for options in (["-load"], ["-dlopen"],
                            ["-jit-kind=orc-lazy", "-load"]):
                with self.subTest(f"{len(words)} {options}"):
                    self.assertEqual(
                        self.execute(*options, library),
                        (14, "2 frames, 2 roots, 1\n", ""))

    def test_entries_that_are_not_exported(self):
        library = self.library("NATIVE_ENTRY")
        code, output, errors = self.execute("-load", library)
        self.assertEqual((code, output), (1, ""))
        self.assertIn("Symbols not found: [ gc_poll ]", errors)
        self.assertNotIn("Stack dump", errors)


if __name__ == "__main__":
    unittest.main()
