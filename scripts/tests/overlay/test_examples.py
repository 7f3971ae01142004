"""The examples that are linked with the patched libraries, executed.

Each checks its own results and counters, and ends with an error if one is
wrong.
"""

import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import paths  # noqa: E402

EXAMPLES = paths.BUILD / "examples"


class Examples(unittest.TestCase):
    def check(self, expected, name, *arguments):
        program = EXAMPLES / name
        self.assertTrue(program.exists(),
                        f"{program} is missing; run scripts/build")
        done = subprocess.run([program, *arguments], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, expected, ""))

    def test_null_access(self):
        self.check("length of a list: 2\nlength of null: -1\n",
                   "ManagedNullAccess")

    def test_null_access_is_short(self):
        source = (paths.REPO / "llvm/examples/ManagedJIT/NullAccess"
                  / "NullAccess.cpp")
        code = source.read_text().split("#include", 1)[1].splitlines()
        self.assertLessEqual(len(code), 60)

    def test_recompilation(self):
        for run in range(5):
            with self.subTest(run=run):
                self.check("with both checks implicit: 3 faults\n"
                           "with the first check healed: 1 faults\n",
                           "ManagedRecompilation")

    def test_site_patching(self):
        for mapping in ("twice", "once"):
            with self.subTest(mapping):
                self.check("0 healed: 3 faults\n1 healed: 1 faults\n"
                           "2 healed: 0 faults\n",
                           "ManagedSitePatching", mapping)

    def test_all_examples_are_tested(self):
        """Every program in build/examples has a test above."""
        names = {p.name for p in EXAMPLES.iterdir() if p.is_file()}
        self.assertEqual(names, {"ManagedNullAccess", "ManagedRecompilation",
                                 "ManagedSitePatching"})


if __name__ == "__main__":
    unittest.main()
