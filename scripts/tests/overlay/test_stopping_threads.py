"""The program of docs/StoppingThreads.md: threads that allocate, poll and call
native code, and a collector that stops them. Compiled and run as the page says,
with polls of the other form, and with references in frames."""

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

MANUAL = paths.REPO / "docs/StoppingThreads.md"
# How the page says that frames are visited.
FRAMES = """\
typedef struct Frame {
  struct Frame *Outer;
  const struct { int32_t Slots, NumRuns; } *Map;
  uint64_t Slots[];
} Frame;
_Thread_local Frame *llvm_gc_root_chain;

static void visit(LLVMManagedThread *Thread, void *Argument) {
  InNative += Thread->State == LLVMManagedStateNative && Thread->Anchor;
  if (!Thread->User)
    return;
  for (Frame *F = *(Frame **)Thread->User; F; F = F->Outer)
    for (int I = 0; I < F->Map->Slots; ++I)
      move(&F->Slots[I], NULL);
}
"""


class StoppingThreads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run")
        cls.source, cls.module, cls.commands, cls.output = re.findall(
            r"^```\w*\n(.*?)^```$", MANUAL.read_text(), re.M | re.S)

    def run_commands(self, target, module, commands, source=None):
        """(exit code, output of the program, all output) of the commands."""
        runtime = managed_runtime.build(target.machine)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        where = Path(folder.name)
        (where / "stw.c").write_text(source or self.source)
        (where / "program.ll").write_text(module)
        tools = where / "bin"
        tools.mkdir()
        (tools / "cc").symlink_to(shutil.which(target.tool("gcc")))
        self.assertIn("./program\n", commands)
        commands = commands.replace(
            "./program\n", " ".join([*target.prefix, "./program > output\n"]))
        done = subprocess.run(
            ["bash", "-e", "-c", commands], cwd=where, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=dict(
                os.environ, PREFIX=str(runtime.prefix),
                PATH=f"{tools}:{paths.BUILD / 'bin'}:{os.environ['PATH']}",
                # The host need not be named.
                **({} if target.is_native else {
                    "MANAGED_LLVM_ARGS":
                        f"-mtriple={target.machine}-linux-gnu"})))
        output = where / "output"
        return (done.returncode,
                output.read_text() if output.exists() else "", done.stdout)

    def check(self, module, commands, source=None):
        for target in managed_runtime.TARGETS.values():
            if target.missing:
                continue
            with self.subTest(target.name):
                code, output, said = self.run_commands(target, module, commands,
                                                       source)
                self.assertEqual((code, output), (0, self.output), said)

    def with_attribute(self, attribute):
        module = self.module.replace(' gc "managed"',
                                     f' {attribute} gc "managed"')
        self.assertEqual(module.count(attribute), 3)
        return module

    def test_as_it_is(self):
        self.check(self.module, self.commands)

    def test_by_page(self):
        self.check(self.with_attribute('"gc-poll-form"="page"'), self.commands)

    def test_without_optimization(self):
        self.check(self.with_attribute('"gc-poll-form"="page"'),
                   self.commands.replace("-O2", "-O0"))

    def test_frames(self):
        """By flag and by page, optimized and not."""
        walk = re.compile(r"^static void visit\(.*?^}\n", re.M | re.S)
        source, count = walk.subn(lambda _: FRAMES, self.source)
        self.assertEqual(count, 1)
        attached = "  LLVMManagedLeaveNative();\n"
        self.assertEqual(source.count(attached), 1)
        source = source.replace(
            attached, "  LLVMManagedCurrentThread()->User = "
            "&llvm_gc_root_chain;\n" + attached)
        rewrite = "rewrite-statepoints-for-gc"
        self.assertEqual(self.commands.count(rewrite), 1)
        commands = self.commands.replace(rewrite,
                                         "place-gc-roots,lower-gc-frame")
        for form in ("flag", "page"):
            module = self.with_attribute(f'"gc-poll-form"="{form}"').replace(
                'gc "managed"', 'gc "managed-frames"')
            for level in ("-O2", "-O0"):
                with self.subTest(form=form, level=level):
                    self.check(module, commands.replace("-O2", level), source)

    def test_no_polls(self):
        """The verifier tells that a loop has none."""
        commands = self.commands.replace("'place-safepoints,verify",
                                         "'verify")
        self.assertNotEqual(commands, self.commands)
        target = managed_runtime.TARGETS["x86-64"]
        code, output, said = self.run_commands(target, self.module, commands)
        self.assertNotEqual(code, 0)
        self.assertIn("in function sum", said)


if __name__ == "__main__":
    unittest.main()
