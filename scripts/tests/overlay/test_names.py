"""What the tools say that they are, and where they ask for bug reports.

Needs the built overlay (scripts/build).
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import paths, version  # noqa: E402

OURS = f"Managed LLVM {version.version()}"


def run(tool: str, *words: str, text: str = "", cwd=None) -> str:
    done = subprocess.run([paths.BUILD / "bin" / tool, *words], input=text,
                          capture_output=True, text=True, cwd=cwd)
    return done.stdout + done.stderr


class Names(unittest.TestCase):
    def test_versions(self):
        for tool in ("clang", "ld.lld"):
            with self.subTest(tool=tool):
                self.assertIn(f" 22.1.8 ({OURS})", run(tool, "--version"))
        for tool in ("opt", "llc", "llvm-objdump"):
            with self.subTest(tool=tool):
                self.assertIn(f"{OURS}, LLVM version 22.1.8\n",
                              run(tool, "--version"))

    def test_header(self):
        """Its names and numbers change with the version."""
        text = (paths.REPO / "llvm/include/llvm/Config/managed-llvm.h"
                ).read_text()
        major, minor, patch = version.version().split(".")
        for name, value in (
                ("ABI", f"NeedsManagedLLVM_{major}_{minor}_{patch}"),
                # Upstream's version is 2.
                ("PLUGIN_API_VERSION", str(1000 * int(minor) + 2)),
                ("VERSION_STRING", f'"{version.version()}"')):
            self.assertIn(f"#define MANAGED_LLVM_{name} {value}\n", text)

    def test_macro(self):
        found = run("clang", "-E", "-P", "-",
                    text="__managed_llvm_version__ __clang_version__\n")
        self.assertEqual(found.strip(),
                         f'"{version.version()}" "22.1.8 ({OURS})"')

    def test_crash_reports(self):
        with tempfile.TemporaryDirectory() as folder:
            found = run("clang", "-fno-crash-diagnostics", "-c", "-x", "c",
                        "-", text="#pragma clang __debug crash\n", cwd=folder)
        self.assertIn("bug report to the issue tracker of Managed LLVM", found)
        self.assertNotIn("llvm-project/issues", found)


if __name__ == "__main__":
    unittest.main()
