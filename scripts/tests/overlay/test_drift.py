"""ci/drift.sh on the files of upstream that the series touches.

Needs upstream/, which scripts/fork sync makes.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "scripts/lib"))

from managed import paths
from managed.fork.series import Series


class Drift(unittest.TestCase):

    def setUp(self):
        self.top = Path(tempfile.mkdtemp(prefix="drift-test-"))
        self.addCleanup(shutil.rmtree, self.top)
        self.series = Series.load(paths.PATCHES)
        if not self.series.patches:
            self.skipTest("the series is empty")
        wanted = {"llvm/CMakeLists.txt", "clang/CMakeLists.txt",
                  "cmake/Modules/LLVMVersion.cmake", *self.series.files}
        for name in wanted:
            target = self.top / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(paths.UPSTREAM / name, target)

    def drift(self):
        return subprocess.run(
            [TOP / "ci/drift.sh", self.top], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def contents(self):
        return {p: p.read_bytes() for p in self.top.rglob("*")
                if p.is_file()}

    def test_applies_and_leaves_the_checkout_alone(self):
        before = self.contents()
        done = self.drift()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"all {len(self.series)} patches apply to", done.stdout)
        self.assertEqual(self.contents(), before)

    def test_names_all_patches_that_fail(self):
        """Those of one file, or nothing but what needs them."""
        path = max(self.series.files, key=lambda path: sum(
            path in patch.files for patch in self.series))
        text = (self.top / path).read_text()
        (self.top / path).write_text(
            "".join(f"{line} //\n" for line in text.splitlines()))
        done = self.drift()
        self.assertNotEqual(done.returncode, 0)
        wrong = {patch.name for patch in self.series if path in patch.files}
        self.assertGreater(len(wrong), 1)
        found = dict(re.findall(r"conflict \d+ of \d+: (\S+): (.*)",
                                done.stdout))
        self.assertIn(f"{len(found)} of {len(self.series)} patches conflict",
                      done.stderr)
        for name in wrong:
            self.assertIn(path, found.get(name, ""), name)
        for name in set(found) - wrong:
            self.assertIn("; it needs ", found[name], name)

    def test_names_a_new_file_that_collides(self):
        ours = next(p for p in sorted((TOP / "llvm/lib").rglob("*.cpp")))
        target = self.top / ours.relative_to(TOP)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("upstream's\n")
        done = self.drift()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(ours.name, done.stdout)


if __name__ == "__main__":
    unittest.main()
