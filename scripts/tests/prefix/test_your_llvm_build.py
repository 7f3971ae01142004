"""The commands of docs/YourLLVMBuild.md, with as much of upstream's source as
LLVM without its tests needs. Of the builds only the managed runtime is made.

Needs upstream/ (scripts/fork sync).
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths, version  # noqa: E402
from managed.fork.series import Series  # noqa: E402
from managed.ui import run  # noqa: E402

PAGE = paths.REPO / "docs/YourLLVMBuild.md"
TESTS = ("llvm/test/", "clang/test/", "lld/test/", "llvm/unittests/",
         "clang/unittests/")
RUNTIME = "LLVMManagedRuntime"
# A tool of LLVM, and a new one; a patched tool of clang, and the linker.
WANTED = ("bin/llc", "bin/llvm-managed-maps", "bin/clang", "bin/lld")
WHERE = None


def block(heading: str, language: str) -> str:
    """The first block of commands below a heading of the page."""
    text = PAGE.read_text().split(f"\n## {heading}\n", 1)[1]
    return re.search(rf"^```{language}\n(.*?)^```", text, re.M | re.S)[1]


def copy_source(target: Path) -> None:
    """Upstream's source, but of its tests only what the series changes."""
    patched = Series.load(paths.PATCHES).files

    def skipped(directory: str, names: list) -> list:
        top = os.path.relpath(directory, paths.UPSTREAM)
        return [name for name in names
                if f"{top}/{name}/".startswith(TESTS)
                and not any(p == f"{top}/{name}"
                            or p.startswith(f"{top}/{name}/")
                            for p in patched)
                and name != "CMakeLists.txt"]

    shutil.copytree(paths.UPSTREAM, target, ignore=skipped, symlinks=True)


def setUpModule():
    global WHERE
    packages.ensure("run")
    WHERE = Path(tempfile.mkdtemp(prefix="your-llvm-build-"))
    copy_source(WHERE / "upstream")


def tearDownModule():
    run(["chmod", "-R", "u+w", WHERE], what="chmod")
    shutil.rmtree(WHERE)


class YourBuild(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp(dir=WHERE))

    def targets(self, build: Path) -> str:
        return run(["ninja", "-C", build, "-t", "targets", "all"],
                   what="ninja")

    def test_vendored_tree(self):
        os.symlink(paths.REPO, self.top / "managed-llvm")
        tree = self.top / "third-party/llvm-project"
        shutil.copytree(WHERE / "upstream", tree, symlinks=True)
        command = block("A vendored tree", "sh")
        self.assertIn("files patched", run(
            ["sh", "-ec", command], what="apply", cwd=self.top))
        self.assertIn("nothing to do", run(
            ["sh", "-ec", command], what="apply", cwd=self.top))
        shutil.rmtree(tree)

    def test_fetch_content(self):
        (self.top / "CMakeLists.txt").write_text(block("FetchContent",
                                                       "cmake"))
        (self.top / "compiler.cpp").write_text("int main() {}\n")
        build = self.top / "build"
        command = ["cmake", "-G", "Ninja", "-S", self.top, "-B", build,
                   f"-DMANAGED_LLVM={paths.REPO}",
                   f"-DLLVM_SOURCE={WHERE / 'upstream'}"]
        run(command, what="cmake")
        run(["ninja", "-C", build, RUNTIME], what="ninja")
        made = build / f"_deps/llvm-build/lib/lib{RUNTIME}.a"
        self.assertTrue(made.is_file())
        steps = run(["ninja", "-C", build, "-n", "compiler"], what="ninja")
        self.assertTrue("libLLVMGCTransforms.a" in steps)
        # Once more, as when a file of the project changes.
        run(command, what="cmake")
        shutil.rmtree(self.top)

    def test_recipe(self):
        """Nothing of Managed LLVM can be written to, nor is it a repository;
        nothing of the environment is there but the path."""
        managed = self.top / "managed"
        managed.mkdir()
        archive = subprocess.run(
            ["git", "-C", paths.REPO, "archive", "HEAD"], check=True,
            stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-x", "-C", managed], input=archive,
                       check=True)
        run(["chmod", "-R", "a-w", managed], what="chmod")
        before = run(["find", managed], what="find")
        source = self.top / "llvm-project.tar"
        run(["tar", "-C", WHERE, "-cf", source, "upstream"], what="tar")
        commands = block("Recipes of package managers", "sh")
        building = commands.index("cmake --build")
        work = self.top / "work"
        work.mkdir()
        environment = {"PATH": os.environ["PATH"], "managed": str(managed),
                       # Root can write anyway.
                       "PYTHONDONTWRITEBYTECODE": "1",
                       "source": str(source), "out": str(self.top / "out")}
        run(["sh", "-ec", commands[:building]], what="the recipe", cwd=work,
            env=environment)
        build = work / "build"
        listing = self.targets(build)
        for name in WANTED:
            self.assertRegex(listing, rf"(?m)^{name}(-22)?: ", name)
        cache = (build / "CMakeCache.txt").read_text()
        self.assertIn(f"LLVM_VERSION_SUFFIX:STRING=+managed"
                      f"{version.version()}\n", cache)
        run(["ninja", "-C", build, RUNTIME], what="ninja", env=environment)
        self.assertTrue((build / f"lib/lib{RUNTIME}.a").is_file())
        self.assertEqual(run(["find", managed], what="find"), before)


if __name__ == "__main__":
    unittest.main()
