"""What is said when packages cannot be installed."""

import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import packages  # noqa: E402
from managed.ui import Failure  # noqa: E402


class Install(unittest.TestCase):

    def fail_with(self, reason):
        """The error of ensure() if apt-get install fails for `reason`."""
        def run(command, what, env):
            if "install" in command:
                raise Failure(f"{what} failed (exit code 100): {reason}")

        with mock.patch.object(packages, "missing", lambda *_: ["llvm-22"]), \
                mock.patch.object(packages.os, "geteuid", lambda: 0), \
                mock.patch.object(packages, "say"), \
                mock.patch.object(packages, "run", run), \
                self.assertRaises(Failure) as caught:
            packages.ensure("build")
        return str(caught.exception)

    def test_names_the_suite_of_unknown_packages(self):
        error = self.fail_with("E: Unable to locate package llvm-22")
        self.assertIn("E: Unable to locate package llvm-22; ", error)
        self.assertIn("bookworm-security", error)

    def test_other_errors_are_passed_on(self):
        self.assertEqual(
            self.fail_with("E: no space"),
            "installing packages failed (exit code 100): E: no space")


if __name__ == "__main__":
    unittest.main()
