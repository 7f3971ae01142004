"""A toy of everything scripts/lit needs: tree, repository, two tool sets.

The only tool, `tool`, does what its argument says. On each side there is a
list of what works there, so a test's result is chosen by the test.
"""

import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import paths
from managed.littests.config import Layout

SUITE = """\
import os
import lit.formats
config.name = "LLVM"
config.test_format = lit.formats.ShTest(False)
config.suffixes = [".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.llvm_obj_root, "test")
config.substitutions.append(
    ("tool", os.path.join(config.llvm_tools_dir, "tool")))
config.available_features.add("%s-tools" % (
    "patched" if "/patched" in config.llvm_tools_dir else "baseline"))
"""

TOOL = """\
#!/bin/sh
case "$1 %s" in
"both "*) exit 0 ;;
"%s "*) exit 0 ;;
"option old") exit 0 ;;
"option new") test "$MANAGED_LLVM_ARGS" = "-works -well" ;;
"hang %s") exec sleep 100 ;;
"crash %s") kill -SEGV $$ ;;
"count "*) echo run >>"$2"; exit 0 ;;
*) exit 1 ;;
esac
"""


class ToySuites(unittest.TestCase):
    """Base of tests that need the toy."""

    def setUp(self):
        self.top = Path(tempfile.mkdtemp(prefix="lit-toy-")).resolve()
        self.addCleanup(shutil.rmtree, self.top)
        prefix = self.top / "prefix"
        for name in ("utils", "include", "lib"):
            (prefix / name).parent.mkdir(parents=True, exist_ok=True)
            (prefix / name).symlink_to(paths.LLVM_PREFIX / name)
        self.layout = Layout(
            repo=self.top / "repo", tree=self.top / "tree",
            build=self.top / "build", prefix=prefix,
            cache=self.top / "cache")
        for directory, side in ((prefix, "old"),
                                (self.layout.build, "new")):
            tool = directory / "bin" / "tool"
            tool.parent.mkdir(parents=True)
            tool.write_text(TOOL % (side, side, "new", "new"))
            tool.chmod(0o755)
        self.write(self.layout.tree / "llvm/test/lit.cfg.py", SUITE)
        (self.layout.repo / "llvm/test").mkdir(parents=True)
        (self.layout.repo / "patches").mkdir()
        self.list_options()

    def write(self, path: Path, text: str) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def list_options(self, *lines: str) -> None:
        """Says which upstream tests run with options."""
        self.write(self.layout.repo / "ci/test-options.txt",
                   "".join(f"{line}\n" for line in lines))

    def upstream(self, name: str, *lines: str) -> str:
        """Adds an upstream test; a line without a colon is a RUN line."""
        text = "".join(f"# {line if ':' in line else 'RUN: ' + line}\n"
                       for line in lines)
        self.write(self.layout.tree / "llvm/test" / name, text)
        return f"llvm/test/{name}"

    def own(self, name: str, *lines: str) -> str:
        """Adds a test of the repository, and its link in the tree."""
        path = self.upstream(name, *lines)
        target = self.layout.repo / path
        target.parent.mkdir(parents=True, exist_ok=True)
        (self.layout.tree / path).rename(target)
        (self.layout.tree / path).symlink_to(target)
        return path

    def environment(self) -> dict:
        """What makes scripts/lit itself use the toy."""
        return dict(
            os.environ, MANAGED_LLVM_TREE=str(self.layout.tree),
            MANAGED_LLVM_BUILD=str(self.layout.build),
            MANAGED_LLVM_PREFIX=str(self.layout.prefix),
            MANAGED_LLVM_CACHE=str(self.layout.cache))
