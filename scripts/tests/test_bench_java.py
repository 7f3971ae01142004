"""What scripts/bench java adds up, and which classes it finds."""

import json
import sys
import tempfile
import unittest
import zipfile
from argparse import Namespace
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import java as bench  # noqa: E402
from managed.java import corpus  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

STATISTICS = {
    "classes": 2, "translated": 7, "diagnosed": {"unsupported: a": 1},
    "failed": ["x"], "failed_modules": ["y"],
    "null_checks": {"translated": 9, "marked": 8, "implicit": 6,
                    "explicit": {"Barrier": 2}}}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="java-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)


class Classes(Folder):
    def archive(self, start: bytes, *names: str) -> Path:
        jar = self.work / "a.jar"
        with zipfile.ZipFile(jar, "w") as opened:
            for name in names:
                opened.writestr(name, b"")
        if start:
            jar.write_bytes(start + jar.read_bytes())
        return jar

    def test_jar(self):
        jar = self.archive(b"", "b/C.class", "A.class", "b/", "b/x.txt",
                           "META-INF/versions/9/A.class", "module-info.class",
                           "b/package-info.class", "b/C$module-info.class")
        self.assertEqual(corpus.class_names(jar),
                         ["A", "b/C", "b/C$module-info"])

    def test_jmod(self):
        jmod = self.archive(b"JM\1\0", "classes/a/B.class", "bin/c.class",
                            "classes/module-info.class")
        self.assertEqual(corpus.class_names(jmod), ["a/B"])


class Figures(unittest.TestCase):
    def test_sums(self):
        total = bench.new_figures()
        for _ in range(2):
            bench.add_figures(total, bench.Chunks.read(STATISTICS))
        self.assertEqual(
            (total["classes"], total["translated"], total["marked"],
             total["diagnosed"], total["explicit"], total["failed"]),
            (4, 14, 16, {"unsupported: a": 2}, {"Barrier": 4},
             ["x", "y", "x", "y"]))

    def test_reasons_have_no_names(self):
        self.assertEqual(bench.general("unresolved: A refers to B.c ()V: "
                                       "no such method"),
                         "unresolved: no such method")
        self.assertEqual(bench.general("unsupported: method handle: m"),
                         "unsupported: method handle: m")

    def test_tables(self):
        figures = {("a", "x86-64"): bench.Chunks.read(STATISTICS),
                   ("a", "AArch64"): bench.new_figures()}
        methods = bench.methods_table(figures).splitlines()
        self.assertEqual(methods[2].split(), [
            "a", "x86-64", "2", "8", "87.5", "%", "1", "2"])
        self.assertIn("75.0 %", bench.code_table(figures))
        self.assertIn("Barrier", bench.reasons_table(figures, "explicit", 9))


class Kept(Folder):
    """Figures are kept until what they were made of changes."""

    def chunks(self, key="1"):
        lib = mock.Mock(digest="2", path="p")
        lib.name = "a"
        return bench.Chunks(Path("managed-java"), lib, TARGETS["x86-64"],
                            Namespace(level="2", key=key), self.work)

    def test_kept(self):
        chunks = self.chunks()
        chunks.measure_new = mock.Mock(return_value=bench.new_figures())
        for names in (["A"], ["A"], ["B"]):
            chunks.measure(names, 0)
        self.assertEqual(chunks.measure_new.call_count, 2)
        other = self.chunks("other")
        other.measure_new = chunks.measure_new
        other.measure(["B"], 0)
        self.assertEqual(chunks.measure_new.call_count, 3)

    def test_a_crash_is_one_class(self):
        chunks = self.chunks()

        def compile_(names, output, *more):
            output.mkdir(exist_ok=True)
            if "B" in names:
                return False, ("# x\n*** Bad machine code: use ***\n"
                               "LLVM ERROR: Found 1 machine code errors.")
            (output / "statistics.json").write_text(json.dumps(STATISTICS))
            return True, ""

        chunks.compile = compile_
        found = chunks.measure_new(["A", "B", "C"], self.work / "out")
        self.assertEqual(found["translated"], 14)
        self.assertEqual(found["failed"], [
            "x", "y", "B: Bad machine code: use ***", "x", "y"])


if __name__ == "__main__":
    unittest.main()
