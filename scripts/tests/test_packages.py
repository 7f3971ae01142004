"""What is said when packages cannot be installed."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import packages  # noqa: E402
from managed.ui import Failure  # noqa: E402


class Install(unittest.TestCase):

    def error(self, name: str, user: int, run=None) -> str:
        """The error of ensure() if `name` is missing and there is no sudo."""
        with mock.patch.object(packages, "missing", lambda *_: [name]), \
                mock.patch.object(packages.os, "geteuid", lambda: user), \
                mock.patch.object(packages.shutil, "which", lambda _: None), \
                mock.patch.object(packages, "say"), \
                mock.patch.object(packages, "run", run), \
                self.assertRaises(Failure) as caught:
            packages.ensure("build")
        return str(caught.exception)

    def fail_with(self, reason):
        """The error if apt-get install fails for `reason`."""
        def run(command, what, env):
            if "install" in command:
                raise Failure(f"{what} failed (exit code 100): {reason}")

        return self.error("llvm-22", 0, run)

    def test_names_the_suite_of_unknown_packages(self):
        error = self.fail_with("E: Unable to locate package llvm-22")
        self.assertIn("E: Unable to locate package llvm-22; ", error)
        self.assertIn("bookworm-security", error)
        self.assertIn("scripts/build --full", error)

    def test_without_root(self):
        error = self.error("llvm-22-dev", 1)
        self.assertIn("sudo apt-get install llvm-22-dev. ", error)
        self.assertIn("scripts/build --full", error)
        self.assertTrue(self.error("cmake", 1).endswith(" cmake"))

    def test_other_errors_are_passed_on(self):
        self.assertEqual(
            self.fail_with("E: no space"),
            "installing packages failed (exit code 100): E: no space")


class Programs(unittest.TestCase):
    """What a complete build calls, where packages may have other names."""

    def ensure(self, there: set) -> list:
        """What is installed if the programs `there` can be found."""
        installed = []
        with mock.patch.object(packages.shutil, "which",
                               lambda name: name if name in there else None), \
                mock.patch.object(packages, "install", installed.extend):
            packages.ensure_programs({"c++": "g++", "ninja": "ninja-build"})
        return installed

    def test_all_are_there(self):
        self.assertEqual(self.ensure({"c++", "ninja"}), [])

    def test_debian(self):
        self.assertEqual(self.ensure({"apt-get", "c++"}), ["ninja-build"])

    def test_other_systems(self):
        with self.assertRaisesRegex(Failure, "^not installed: c\\+\\+, ninja$"):
            self.ensure(set())


if __name__ == "__main__":
    unittest.main()
