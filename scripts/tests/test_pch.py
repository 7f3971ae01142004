"""Precompiled headers: what identifies one, and when it is made again."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.overlay import pch  # noqa: E402


class PrecompiledHeaders(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.top = Path(scratch.name)
        # Between the clones "one" and "other", by its path.
        self.installed = self.top / "onf.h"
        self.installed.write_text("int m;")

    def clone(self, name: str, text: str) -> str:
        """A directory with a header; returns its path."""
        directory = self.top / name
        directory.mkdir()
        (directory / "a.h").write_text(text)
        return str(directory)

    def identity(self, base: str, *flags: str) -> str:
        return pch.identity([f"{base}/a.h", str(self.installed)],
                            ["clang++", *flags, f"-I{base}"], base)

    def test_dependencies(self):
        self.assertEqual(
            pch.dependencies("out.pch: \\\n  a.h \\\n  with\\ space.h\n"),
            ["a.h", "with space.h"])
        self.assertEqual(pch.dependencies("out.pch:\n"), [])

    def test_identity_is_that_of_another_clone(self):
        one = self.clone("one", "int x;")
        other = self.clone("other", "int x;")
        self.assertLess(one, str(self.installed))
        self.assertLess(str(self.installed), other)
        self.assertEqual(self.identity(one), self.identity(other))

    def test_identity_depends_on_contents_and_flags(self):
        one = self.clone("one", "int x;")
        other = self.clone("other", "int y;")
        self.assertNotEqual(self.identity(one), self.identity(other))
        self.assertNotEqual(self.identity(one), self.identity(one, "-fPIC"))

    def stale(self, shadow: str, variant: str = "overlay") -> bool:
        overlay, prefix = self.top / "overlay", self.top / "prefix"
        (overlay / "pch").mkdir(parents=True)
        header = overlay / f"pch/llvm-{variant}-assertions=ON-pic=ON.pch"
        header.write_text("")
        rule = Path(f"{header}.d")
        rule.write_text(f"{header}: {prefix}/include/llvm/A.h /usr/b.h\n")
        (overlay / "include/llvm").mkdir(parents=True)
        (overlay / "include/llvm" / shadow).write_text("")
        pch.discard_stale(overlay, prefix)
        self.assertEqual(header.exists(), rule.exists())
        return not header.exists()

    def test_a_header_that_is_shadowed_now(self):
        self.assertTrue(self.stale("A.h"))

    def test_another_header_that_is_shadowed(self):
        self.assertFalse(self.stale("B.h"))

    def test_the_unpatched_tools_see_no_shadow(self):
        self.assertFalse(self.stale("A.h", "baseline"))


if __name__ == "__main__":
    unittest.main()
