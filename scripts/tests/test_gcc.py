"""Which sources ci/gcc.sh shows to g++, and what it says of them."""

import contextlib
import io
import json
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import lit_toy  # noqa: F401  (makes the package importable)
from managed import paths
from managed.check import gcc

# Clang takes it: only the friend has named the class.
FRIEND = """\
#include "Friend.h"
class toy::Friend {
  int Number;
};
"""
HEADER = """\
namespace toy {
class Whole {
  friend class Friend;
};
}
"""


@unittest.skipUnless(shutil.which(gcc.COMPILER), "there is no g++")
class Gcc(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name).resolve()
        repo, tree = self.top / "repo", self.top / "tree"
        build, patches = self.top / "build", self.top / "repo/patches"
        for name, text in (("llvm/lib/Ours.cpp", FRIEND),
                           ("llvm/lib/Changed.cpp", "int F(Unknown);\n"),
                           ("llvm/lib/Upstream.cpp", "no C++ at all\n"),
                           ("llvm/lib/Fine.cpp", "int X = TOY;\n")):
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_text(text)
            if name.endswith(("Ours.cpp", "Fine.cpp")):
                (repo / name).parent.mkdir(parents=True, exist_ok=True)
                (repo / name).write_text(text)
        (tree / "llvm/lib/Friend.h").write_text(HEADER)
        patches.mkdir()
        (patches / "a.patch").write_text(
            "--- a/llvm/lib/Changed.cpp\n+++ b/llvm/lib/Changed.cpp\n")
        subprocess.run(["git", "init", "-q", repo], check=True)
        subprocess.run(["git", "-C", repo, "add", "-A"], check=True)
        build.mkdir()
        (build / "compile_commands.json").write_text(json.dumps([
            {"file": str(path), "directory": str(build), "command":
             f"clang++ -std=c++17 -DTOY=1 -include-pch no.pch -c {path}"}
            for path in sorted(tree.rglob("*.cpp"))]))
        for name, value in (("REPO", repo), ("TREE", tree), ("BUILD", build),
                            ("PATCHES", patches)):
            patch = mock.patch.object(paths, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def check(self, *words) -> tuple:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = gcc.main(list(words))
        return code, out.getvalue()

    def test_all(self):
        code, said = self.check()
        self.assertEqual(code, 1)
        self.assertIn("llvm/lib/Ours.cpp: g++ refuses it\n", said)
        self.assertIn("does not name a class", said)
        self.assertIn("llvm/lib/Changed.cpp: g++ refuses it\n", said)
        self.assertIn("'Unknown'", said.replace("\u2018", "'")
                      .replace("\u2019", "'"))
        self.assertIn("3 sources, 2 refused", said)
        self.assertNotIn("Upstream.cpp", said)

    def test_one(self):
        code, said = self.check("llvm/lib/Fine.cpp")
        self.assertEqual(code, 0)
        self.assertIn("1 sources, 0 refused", said)

    def test_none(self):
        self.assertEqual(self.check("llvm/lib/Upstream.cpp")[0], 1)


if __name__ == "__main__":
    unittest.main()
