"""scripts/linktest on the built overlay, and on what it must find wrong."""

import itertools
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.demo.programs import TARGETS  # noqa: E402
from managed.linktest import cells, run, stackmaps  # noqa: E402
from managed.paths import LLVM_PREFIX, REPO  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402


def cell(way: str, linker: str = "lld", target: str = "x86-64") -> cells.Cell:
    return cells.Cell(next(w for w in cells.WAYS if w.name == way), linker,
                      TARGETS[target])


class Editing:
    """A cell whose assembly is edited before it is assembled."""

    edit = None

    def compile_module(self, name: str) -> Path:
        target = self.directory / f"{name}.o"
        text = self.call(self.tools["llc"], "-O2",
                         f"-mtriple={self.cell.target.triple}",
                         "-relocation-model=pic", *self.cell.way.compile,
                         self.source(name), "-o", "-")
        source = target.with_suffix(".s")
        source.write_text(self.edit(text))
        self.call(LLVM_PREFIX / "bin/llvm-mc", "-filetype=obj",
                  f"-triple={self.cell.target.triple}", source, "-o", target)
        return target

    def verify(self) -> None:
        """The program shall be what fails."""


class Edited(Editing, run.Work):
    pass


class EditedStackMaps(Editing, stackmaps.StackMapWork):
    pass


class ByGcc:
    """A cell that gcc links, which refuses nothing."""

    def link(self, *words, output: Path) -> None:
        library = [] if "-nostdlib" in words else ["-lstdc++", "-pthread"]
        self.call("gcc", f"-fuse-ld={self.cell.linker}", *words, *library,
                  "-o", output)


class ChecksByGcc(ByGcc, run.Work):
    pass


class StackMapsByGcc(ByGcc, stackmaps.StackMapWork):
    pass


class UnflaggedChecks(run.Work):
    """A cell that clang links without the flag."""

    def clang(self, *words) -> None:
        super().clang(*(word for word in words
                        if word != "-fimplicit-null-checks"))


class Refusals(unittest.TestCase):
    """What linkers lose is refused: by clang, when the program starts, or by
    llvm-managed-maps."""

    def attempt(self, where, reason, kind):
        runtime = managed_runtime.build(where.target.machine)
        with tempfile.TemporaryDirectory(prefix="linktest-") as directory:
            work = kind(where, run.Tools(), runtime, Path(directory))
            with self.assertRaisesRegex(run.Wrong, reason):
                work.build()
                work.execute()

    def test_by_clang(self):
        kinds = ((run.Work, "'-fimplicit-null-checks'"),
                 (UnflaggedChecks, "the fault map of '[^']*first.o'"))
        ways = (("icf", "-Wl,--icf=all"), ("relocatable", "-r"))
        for linker, (way, option), (kind, what) in itertools.product(
                ("gold", "mold"), ways, kinds):
            with self.subTest(f"{linker} {way} {kind.__name__}"):
                self.attempt(cell(way, linker),
                             f"'{option}' is not possible with "
                             f"'[^']*ld.{linker}' and {what}: ", kind)

    def test_by_clang_of_stack_maps(self):
        class Unflagged(UnflaggedChecks, stackmaps.StackMapWork):
            pass
        for linker, target in itertools.product(("gold", "mold"), TARGETS):
            with self.subTest(f"{linker} {target}"):
                self.attempt(cell("relocatable", linker, target),
                             f"'-r' is not possible with '[^']*ld.{linker}' "
                             "and the stack map of '[^']*first.o': ",
                             Unflagged)

    def test_by_clang_of_static_pies(self):
        self.attempt(cell("static-pie", "gold"),
                     "'-static-pie' is not possible with '[^']*ld.gold' and "
                     "'-fimplicit-null-checks': ", run.Work)

    def test_at_start(self):
        for linker in ("gold", "mold"):
            for what, kind in (("fault", ChecksByGcc),
                               ("stack", StackMapsByGcc)):
                with self.subTest(f"{linker} {what}"):
                    self.attempt(cell("icf", linker),
                                 f"LLVMManagedRuntime: a {what} map was not "
                                 "registered: two entries have the same "
                                 "address", kind)

    def test_by_the_verifier(self):
        """An object file whose maps lost the link, as nothing says so later."""
        for linker in ("bfd", "gold", "mold"):
            for kind in (ChecksByGcc, StackMapsByGcc):
                with self.subTest(f"{linker} {kind.__name__}"), \
                        tempfile.TemporaryDirectory() as directory:
                    where = cell("relocatable", linker)
                    work = kind(where, run.Tools(),
                                managed_runtime.build(where.target.machine),
                                Path(directory))
                    both = work.directory / "both.o"
                    work.link("-r", "-nostdlib",
                              *(work.compile_module(name)
                                for name in run.MODULES), output=both)

                    def verify():
                        work.call(work.tools["llvm-managed-maps"], "verify",
                                  both)
                    if linker == "bfd":
                        verify()
                        continue
                    with self.assertRaisesRegex(run.Wrong, "section-link"):
                        verify()


class Matrix(unittest.TestCase):
    def test_every_way(self):
        done = subprocess.run([REPO / "scripts/linktest"],
                              stdout=subprocess.PIPE, text=True)
        wrong = [line for line in done.stdout.splitlines() if ": " in line
                 and "inapplicable" not in line]
        self.assertEqual(wrong, [])
        self.assertEqual(done.returncode, 0)
        self.assertIn("200 right, 0 wrong, 24 inapplicable", done.stdout)


class Mistakes(unittest.TestCase):
    """What goes wrong when the compiler leaves something out."""

    def expect(self, where, edit, reason, kind=Edited):
        runtime = managed_runtime.build(where.target.machine)
        with tempfile.TemporaryDirectory(prefix="linktest-") as directory:
            work = kind(where, run.Tools(), runtime, Path(directory))
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

    def test_no_stack_map_left_out(self):
        with self.assertRaisesRegex(AssertionError, "Wrong not raised"):
            self.expect(cell("gc-sections"), lambda text: text, "",
                        EditedStackMaps)

    def test_folding_of_other_roots(self):
        def edit(text):
            return "".join(line for line in text.splitlines(True)
                           if ".reloc" not in line)
        self.expect(cell("icf"), edit, "safepoints, not|twin",
                    EditedStackMaps)

    def test_stack_maps_that_are_not_linked(self):
        def edit(text):
            return "\n".join(
                line.split(",")[0] + ',"a",@progbits'
                if ".section\tllvm_gc" in line and '"ao"' in line else line
                for line in text.split("\n"))
        self.expect(cell("gc-sections"), edit,
                    "dead_first|exit code|safepoints, not", EditedStackMaps)

    def test_wrong_distance(self):
        self.expect(cell("static"), lambda text: text.replace(
            "\t.long\t.Ltmp0-", "\t.long\t1+.Ltmp0-", 1),
            "exit code|frames, not", EditedStackMaps)

    def test_wrong_site(self):
        self.expect(cell("static"), lambda text: text.replace(
            "\t.long\t11\n", "\t.long\t10\n"), "sited_first: wrong site id")


if __name__ == "__main__":
    unittest.main()
