"""The language runtime in a shared object that docs/ManagedRuntime.md has: what
is there is compiled, linked and run as it says, and wrongly."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402

MANUAL = paths.REPO / "docs/ManagedRuntime.md"
OUTPUT = "collected\nnull at 7\ncollected\n"
# What the shell makes of SIGABRT and SIGSEGV.
ABORTED, FAULTED = 128 + 6, 128 + 11
# The same with the references in frames, which a list links.
FRAMES = """
#include <stdint.h>
#include <stdio.h>

struct Map {
  int32_t Slots, NumRuns;
};
struct Frame {
  struct Frame *Outer;
  const struct Map *Map;
  uint64_t *Slots[];
};
_Thread_local struct Frame *llvm_gc_root_chain;

static uint64_t Boxes[64];
static int NumBoxes;

uint64_t *lang_allocate(uint64_t Value) {
  Boxes[NumBoxes] = Value;
  return &Boxes[NumBoxes++];
}

void lang_poll(void) {
  for (struct Frame *F = llvm_gc_root_chain; F; F = F->Outer)
    for (int32_t I = 0; I < F->Map->Slots; ++I)
      if (F->Slots[I])
        F->Slots[I] = lang_allocate(*F->Slots[I]);
  puts("collected");
  fflush(stdout);
}

void lang_null(int Site) {
  printf("null at %d\\n", Site);
  lang_poll();
}
"""


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run")
        section = MANUAL.read_text().split(
            "### A language runtime in a shared object\n")[1].split("\n##")[0]
        cls.source, cls.module, cls.commands = re.findall(
            r"^```\w+\n(.*?)^```$", section, re.M | re.S)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)
        (self.dir / "lang.c").write_text(self.source)
        (self.dir / "program.ll").write_text(self.module)

    def run_commands(self, target, commands):
        """(exit code, standard output and error) of the commands, with the
        target's compiler as cc."""
        runtime = managed_runtime.build(target.machine)
        tools = self.dir / "bin"
        tools.mkdir(exist_ok=True)
        compiler = tools / "cc"
        compiler.unlink(missing_ok=True)
        compiler.symlink_to(shutil.which(target.tool("gcc")))
        commands = commands.replace(
            "./program\n", " ".join([*target.prefix, "./program\n"]))
        done = subprocess.run(
            ["bash", "-e", "-c", "ulimit -c 0\n" + commands], cwd=self.dir,
            capture_output=True, text=True, env=dict(
                os.environ, PREFIX=str(runtime.prefix),
                PATH=f"{tools}:{paths.BUILD / 'bin'}:{os.environ['PATH']}",
                MANAGED_LLVM_ARGS=f"-mtriple={target.machine}-linux-gnu"))
        code = done.returncode
        # As the shell has it, which executes the last command itself.
        return 128 - code if code < 0 else code, done.stdout, done.stderr

    def each_target(self):
        for target in managed_runtime.TARGETS.values():
            if target.missing:
                continue
            with self.subTest(target.name):
                yield target

    def check(self, expected, target, commands):
        code, output, errors = self.run_commands(target, commands)
        output = output.partition("0 suspicions\n")[2] or output
        self.assertEqual(
            (code, "".join(line for line in output.splitlines(True)
                           if not line.startswith("program.o: "))),
            expected, errors)

    def edit(self, text, old, new):
        self.assertIn(old, text)
        return text.replace(old, new)


class FromTheManual(Case):
    def test_as_it_is(self):
        for target in self.each_target():
            self.check((42, OUTPUT), target, self.commands)

    def test_lli(self):
        target = next(t for t in managed_runtime.TARGETS.values()
                      if t.is_native)
        commands = self.edit(
            self.commands, "./program\n",
            "exec lli -managed-runtime -load=./liblang.so program.bc\n")
        self.check((42, OUTPUT), target, commands)

    def test_version_script(self):
        (self.dir / "script").write_text(
            "{ global: lang_poll; lang_allocate; lang_null; local: *; };")
        commands = self.edit(
            self.commands, "-shared -fPIC",
            "-shared -fPIC -Wl,--version-script=script -fvisibility=hidden")
        for target in self.each_target():
            self.check((42, OUTPUT), target, commands)

    def test_managed_code_in_a_shared_object(self):
        (self.dir / "program.ll").write_text(
            self.edit(self.module, "@main()", "@run()"))
        (self.dir / "main.c").write_text(
            "int run(void); int main(void) { return run(); }")
        commands = self.edit(self.commands, "cc program.o",
                             "cc -shared program.o")
        commands = self.edit(
            commands, "-o program\n",
            "-o libprogram.so\n"
            "cc main.c -L. -lprogram -Wl,-rpath,. -o program\n")
        for target in self.each_target():
            self.check((42, OUTPUT), target, commands)

    def test_a_copy_of_the_static_library(self):
        """It knows the map of the program if the loader finds it first."""
        commands = self.commands.replace(
            "-lLLVMManagedRuntime", "$PREFIX/lib/libLLVMManagedRuntime.a", 1)
        other_order = self.edit(
            commands, "-L. -llang",
            "-L$PREFIX/lib -lLLVMManagedRuntime -L. -llang")
        for target in self.each_target():
            self.check((42, OUTPUT), target, commands)
            self.check((ABORTED, ""), target, other_order)

    def test_forgotten_image(self):
        commands = self.edit(self.commands, "$PREFIX/lib/LLVMManagedImage.o ",
                             "")
        for target in self.each_target():
            self.check((ABORTED, ""), target, commands)

    def test_forgotten_handler(self):
        source = self.source.partition("__attribute__((constructor))")[0]
        (self.dir / "lang.c").write_text(source)
        with_auto = self.edit(self.commands, "LLVMManagedImage.o",
                              "LLVMManagedImage.o $PREFIX/lib/"
                              "LLVMManagedAuto.o")
        for target in self.each_target():
            self.check((42, OUTPUT), target, with_auto)
            code, _, _ = self.run_commands(target, self.commands)
            self.assertEqual(code, FAULTED)

    def test_targets_that_the_linker_cannot_find(self):
        (self.dir / "lang.c").write_text(
            self.edit(self.source, "void collect", "static void collect"))
        # Without the call of nullAccess nobody needs it, as far as the
        # compiler knows.
        (self.dir / "lang.c").write_text(self.edit(
            (self.dir / "lang.c").read_text(), "  collect();\n", ""))
        commands = self.edit(self.commands, "cc -shared", "cc -O2 -shared")
        for target in self.each_target():
            code, _, errors = self.run_commands(target, commands)
            self.assertNotEqual(code, 0)
            self.assertRegex(errors, "undefined reference to .collect")


class FramesInMemory(Case):
    """Null checks and references in frames, without stack maps."""

    def setUp(self):
        super().setUp()
        (self.dir / "lang.c").write_text(FRAMES)
        (self.dir / "program.ll").write_text(
            self.edit(self.module, 'gc "managed"', 'gc "managed-frames"'))
        commands = self.edit(self.commands, "rewrite-statepoints-for-gc",
                             "place-gc-roots,lower-gc-frame")
        self.commands = self.edit(
            commands, "LLVMManagedImage.o",
            "LLVMManagedImage.o $PREFIX/lib/LLVMManagedAuto.o")

    def test_as_it_is(self):
        for target in self.each_target():
            self.check((42, OUTPUT), target, self.commands)

    def lli(self, commands):
        target = next(t for t in managed_runtime.TARGETS.values()
                      if t.is_native)
        return target, self.edit(
            commands, "./program\n",
            "exec lli -managed-runtime -load=./liblang.so program.bc\n")

    def test_lli(self):
        target, commands = self.lli(self.commands)
        code, _, errors = self.run_commands(target, commands)
        self.assertEqual(code, 1)
        self.assertIn("__emutls_v.llvm_gc_root_chain", errors)
        # Of the first command alone.
        self.check((42, OUTPUT), target,
                   commands.replace("cc ", "env -u MANAGED_LLVM_ARGS clang "
                                    "-femulated-tls ", 1)
                   .replace("cc program.o", "true cc program.o"))

    def test_lli_with_one_thread(self):
        (self.dir / "lang.c").write_text(
            self.edit(FRAMES, "_Thread_local ", ""))
        module = self.dir / "program.ll"
        module.write_text("@llvm_gc_root_chain = external global ptr\n"
                          + module.read_text())
        self.check((42, OUTPUT), *self.lli(self.commands))


if __name__ == "__main__":
    unittest.main()
