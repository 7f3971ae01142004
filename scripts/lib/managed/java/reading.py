"""What the tests of managed-java's reader share."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from ..paths import BUILD

COMPILER = BUILD / "examples/managed-java"


def java_base() -> str:
    """The archive of java.base of the javac in the path; empty without."""
    javac = shutil.which("javac")
    if not javac:
        return ""
    path = Path(javac).resolve().parents[1] / "jmods/java.base.jmod"
    return str(path) if path.exists() else ""


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
