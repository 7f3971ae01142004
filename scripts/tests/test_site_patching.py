"""The example that patches sites, on both targets.

It needs the managed runtime and nothing else of LLVM.
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import paths  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402

SOURCES = paths.REPO / "llvm/examples/ManagedJIT/SitePatching"
HEALED = "0 healed: 3 faults\n1 healed: 1 faults\n2 healed: 0 faults\n"


class SitePatching(unittest.TestCase):
    def check(self, name):
        target = managed_runtime.TARGETS[name]
        if target.missing:
            self.skipTest(f"{target.missing} is not installed")
        runtime = managed_runtime.build(target.machine)
        # qemu 7.2 does not see that translated code changes if it is written
        # at another address, whatever the program does to caches.
        mappings = ["once"] if target.prefix else ["once", "twice"]
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "patch"
            done = subprocess.run(
                [target.tool("g++"), "-std=c++17", "-Wall", "-Wextra",
                 "-Werror", "-O1", "-pthread", f"-I{runtime.include}",
                 *sorted(SOURCES.glob("*.cpp")), runtime.static, "-o",
                 program],
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            for mapping in mappings:
                for run in range(5):
                    with self.subTest(mapping, run=run):
                        done = subprocess.run(
                            [*target.prefix, program, mapping],
                            capture_output=True, text=True, timeout=120)
                        self.assertEqual((done.returncode, done.stdout),
                                         (0, HEALED), done.stderr)

    def test_x86_64(self):
        self.check("x86-64")

    def test_aarch64(self):
        self.check("AArch64")


if __name__ == "__main__":
    unittest.main()
