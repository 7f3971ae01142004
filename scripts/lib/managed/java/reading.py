"""What the tests of managed-java's reader share."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from .execution import COMPILER


class Case(unittest.TestCase):
    def setUp(self):
        self.assertTrue(COMPILER.exists(), "run scripts/build")
        work = tempfile.TemporaryDirectory(prefix="java-")
        self.addCleanup(work.cleanup)
        self.work = Path(work.name)

    def run_dump(self, path, *names):
        return subprocess.run([COMPILER, "--dump", "-cp", path, *names],
                              capture_output=True, text=True, timeout=300,
                              errors="replace")

    def dump(self, path, *names):
        done = self.run_dump(path, *names)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def refused(self, expected, path, *names):
        """The error is `expected`, after the name of the program."""
        done = self.run_dump(path, *names)
        self.assertEqual(
            (done.returncode, done.stderr),
            (1, f"managed-java: error: {expected}\n"))

    def dump_class(self, made):
        made.write(self.work)
        return self.dump(self.work, made.name)

    def refuse_class(self, made, expected):
        """`expected` follows the name of the file."""
        made.write(self.work)
        self.refused(f"{self.work}/{made.name}.class: {expected}", self.work,
                     made.name)
