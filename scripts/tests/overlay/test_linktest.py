"""scripts/linktest on the built overlay, and on what it must find wrong."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import managed_runtime  # noqa: E402
from managed.demo_programs import TARGETS  # noqa: E402
from managed.linktest import cells, run  # noqa: E402
from managed.paths import LLVM_PREFIX, REPO  # noqa: E402


def cell(way: str, linker: str = "lld", target: str = "x86-64") -> cells.Cell:
    return cells.Cell(next(w for w in cells.WAYS if w.name == way), linker,
                      TARGETS[target])


class Edited(run.Work):
    """A cell whose assembly is edited before it is assembled."""

    edit = None

    def compile_module(self, name: str) -> Path:
        target = self.directory / f"{name}.o"
        text = self.call(self.tools["llc"], "-O2",
                         f"-mtriple={self.cell.target.triple}",
                         "-relocation-model=pic", *self.cell.way.compile,
                         run.INPUTS / f"{name}.ll", "-o", "-")
        source = target.with_suffix(".s")
        source.write_text(self.edit(text))
        self.call(LLVM_PREFIX / "bin/llvm-mc", "-filetype=obj",
                  f"-triple={self.cell.target.triple}", source, "-o", target)
        return target

    def verify(self) -> None:
        """The program shall be what fails."""


class Matrix(unittest.TestCase):
    def test_every_way(self):
        done = subprocess.run([REPO / "scripts/linktest"],
                              stdout=subprocess.PIPE, text=True)
        wrong = [line for line in done.stdout.splitlines() if ": " in line
                 and "inapplicable" not in line]
        self.assertEqual(wrong, [])
        self.assertEqual(done.returncode, 0)
        self.assertIn("54 recovers, 0 wrong, 2 inapplicable", done.stdout)


class Mistakes(unittest.TestCase):
    """What goes wrong when the compiler leaves something out."""

    def expect(self, where, edit, reason):
        runtime = managed_runtime.build(where.target.machine)
        with tempfile.TemporaryDirectory(prefix="linktest-") as directory:
            work = Edited(where, run.Tools(), runtime, Path(directory))
            work.edit = edit
            with self.assertRaisesRegex(run.Wrong, reason):
                work.run()

    def test_nothing_left_out(self):
        with self.assertRaisesRegex(AssertionError, "Wrong not raised"):
            self.expect(cell("gc-sections"), lambda text: text, "")

    def test_folding_sees_only_the_code(self):
        def edit(text):
            return "".join(line for line in text.splitlines(True)
                           if ".reloc" not in line)
        self.expect(cell("icf"), edit, "entries, not")

    def test_table_of_absolute_addresses(self):
        def edit(text):
            if "plain_first" not in text:
                return text
            return text.replace(
                ".section\tllvm_faultmaps,",
                ".section\tllvm_faultmaps,\"ao\",@progbits,.text.plain_first\n"
                "\t.quad plain_first\n\t.section\tllvm_faultmaps,", 1)
        self.expect(cell("pie", "bfd"), edit, "has 1 relocations")
        self.expect(cell("pie"), edit, "plain_first")

    def test_fragments_that_are_not_linked(self):
        def edit(text):
            return "\n".join(
                line.split(",")[0] + ',"a",@progbits'
                if ".section\tllvm_fault" in line and '"ao"' in line else line
                for line in text.split("\n"))
        self.expect(cell("gc-sections"), edit,
                    "dead_first|Segmentation|exit code|entries, not")

    def test_wrong_site(self):
        self.expect(cell("static"), lambda text: text.replace(
            "\t.long\t11\n", "\t.long\t10\n"), "sited_first: wrong site id")


if __name__ == "__main__":
    unittest.main()
