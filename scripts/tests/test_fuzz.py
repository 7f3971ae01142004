"""scripts/fuzz: what a run of a fuzzer means, and the shape of seeds."""

import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import fuzz  # noqa: E402
from managed.fuzz import javaseeds, seeds  # noqa: E402
from managed.ui import Failure  # noqa: E402

FUZZER = fuzz.Fuzzer("toy", "a toy", 64, 10)
STATISTICS = "stat::number_of_executed_units: 12345"


class Runs(unittest.TestCase):
    """A shell script in the place of a fuzzer."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def fuzz(self, script):
        program = self.folder / "fuzzer"
        program.write_text("#!/bin/sh\n" + script)
        os.chmod(program, 0o755)
        corpus = self.folder / "corpus"
        corpus.mkdir()
        return fuzz.fuzz(program, FUZZER, [corpus], self.folder / "out",
                         ["-runs=10"], "toy.log")

    def test_reads_the_statistics(self):
        result = self.fuzz(
            f"echo '#9\tNEW    cov: 7 ft: 9 corp: 3/4Kb lim: 4'\n"
            f"echo '#12\tDONE   cov: 70 ft: 90 corp: 30/4Kb lim: 4'\n"
            f"echo {STATISTICS}\n")
        self.assertEqual((result.executions, result.coverage, result.corpus),
                         (12345, 70, 30))
        self.assertIsNone(result.finding)

    def test_a_crash_is_a_finding(self):
        result = self.fuzz(
            f"echo {STATISTICS}; echo 'Test unit written to /x/crash-1'\n"
            "exit 77\n")
        self.assertEqual(result.finding, Path("/x/crash-1"))

    def test_another_end_is_a_failure(self):
        with self.assertRaisesRegex(Failure, "stopped with exit code 3"):
            self.fuzz("exit 3\n")

    def test_executing_nothing_is_a_failure(self):
        with self.assertRaisesRegex(Failure, "executed nothing"):
            self.fuzz("exit 0\n")

    def test_the_limits_are_given(self):
        result = self.fuzz(f"echo \"$@\"; echo {STATISTICS}\n")
        words = result.log.read_text().split()
        for word in ("-runs=10", "-timeout=10", "-max_len=64"):
            self.assertIn(word, words)


class Builds(unittest.TestCase):
    def test_each_source_has_an_object(self):
        made = []
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(fuzz, "run", lambda command, **_:
                                  made.append(list(map(str, command)))):
            fuzz.build(list(fuzz.FUZZERS), Path(folder))
        compiled = {command[command.index("-c") + 1]:
                    command[command.index("-o") + 1]
                    for command in made if "-c" in command}
        names = [Path(source).name for source in compiled]
        self.assertLess(len(set(names)), len(names))
        self.assertEqual(len(set(compiled.values())), len(compiled))


class Seeds(unittest.TestCase):

    def test_the_header_is_in_front_of_the_section(self):
        seed = seeds.raw_seed(seeds.LONG, 0x201000, [], b"section")
        self.assertEqual(seed, bytes([16, 0, 0x10, 0x20, 0, 0, 0, 0, 0, 0])
                         + b"section")

    def test_relocations_are_in_front_of_the_section(self):
        seed = seeds.raw_seed(seeds.RELOCATABLE, 0, [(0x104, 1)], b"section")
        self.assertEqual(seed[9], 1)
        self.assertEqual(seed[10:18],
                         bytes([4, 1, 1, 1, 0x10, 0, 0xf0, 0xff]))
        self.assertEqual(seed[18:], b"section")

    def test_those_of_class_files_are_the_same_each_time(self):
        with tempfile.TemporaryDirectory() as work:
            made = []
            for run in range(2):
                folders = [Path(work, f"{kind}{run}") for kind in "ca"]
                for folder in folders:
                    folder.mkdir()
                javaseeds.make(*folders)
                made.append({path.name: path.read_bytes()
                             for folder in folders
                             for path in folder.iterdir()})
        self.assertEqual(made[0], made[1])
        self.assertEqual(len(made[0]), 10)
        self.assertEqual(made[0]["code"][:4], b"\xca\xfe\xba\xbe")
        self.assertEqual(made[0]["jmod"][:4], b"JM\1\0")


if __name__ == "__main__":
    unittest.main()
