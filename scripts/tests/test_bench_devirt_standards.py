"""scripts/bench devirt --standards: what is compared, and what is an error."""

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import devirt_standards as standards  # noqa: E402
from managed.bench.devirt_programs import Figures, Side  # noqa: E402
from managed.ui import Failure  # noqa: E402


def figures(side: str, calls: int, instructions: int, direct: bool = False,
            output: str = "7\n") -> Figures:
    return Figures("Toy-direct" if direct else "Toy", side, calls,
                   instructions, 0, 0.0, output)


def row(side: str, calls: int, instructions: int, direct: int,
        output: str = "7\n") -> standards.Row:
    return standards.Row(figures(side, calls, instructions),
                         figures(side, 0, direct, True, output))


class Programs(unittest.TestCase):
    def test_are_all_there(self):
        self.assertEqual(standards.names(), [
            "Ast", "DeltaBlue", "Events", "Havlak", "Pipeline", "Richards",
            "Shapes", "Visitor"])

    def test_variants_differ_in_options_and_folders(self):
        virtual = standards.variant("Ast", False)
        direct = standards.variant("Ast", True)
        self.assertEqual(direct.flags,
                         (*virtual.flags, "-DDIRECT", "-fjump-tables"))
        self.assertNotEqual(direct.name, virtual.name)
        self.assertEqual(direct.files(Path("none")),
                         [standards.SOURCES / "Ast.cpp"])
        self.assertEqual(direct.files(Path("none")),
                         virtual.files(Path("none")))

    def test_unknown_one_is_an_error(self):
        with self.assertRaisesRegex(Failure, "there is no Toy; there are Ast"):
            standards.show(["Toy"], (), Path("none"))


class Report(unittest.TestCase):
    def test_ratios(self):
        lines = standards.report("Toy", [
            row("clang", 3000, 1200, 1000), row("ours", 0, 600, 800)])
        self.assertEqual([line.split()[-2:] for line in lines.splitlines()],
                         [["clang", "ours"], ["-" * 5] * 2, ["3,000", "0"],
                          ["1,200", "600"], ["1.200", "0.750"],
                          ["1.000", "0.500"]])

    def test_other_output_is_an_error(self):
        rows = [row("clang", 1, 1, 1), row("ours", 1, 1, 1, "8\n")]
        with self.assertRaisesRegex(
                Failure, "Toy-direct, compiled by ours, prints '8', but Toy, "
                "compiled by clang, '7'"):
            standards.report("Toy", rows)

    def test_output_of_the_first_compiler_counts_too(self):
        with self.assertRaisesRegex(Failure, "compiled by clang, prints '8'"):
            standards.report("Toy", [row("clang", 1, 1, 1, "8\n")])


class Measuring(unittest.TestCase):
    def test_both_variants_of_each_compiler(self):
        asked = []

        def measure(program, side, top, work):
            asked.append((program.name, side.name, work))
            return figures(side.name, 1, 1)

        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(standards, "measure", measure), \
                contextlib.redirect_stdout(io.StringIO()):
            work = Path(folder)
            standards.show(["Ast"], (Side("clang", "clang++"),
                                     Side("ours", "clang++")), work)
        self.assertEqual(sorted(asked), [
            (name, side, work / "standards") for name in ("Ast", "Ast-direct")
            for side in ("clang", "ours")])


if __name__ == "__main__":
    unittest.main()
