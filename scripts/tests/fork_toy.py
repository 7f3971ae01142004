"""A toy upstream, a toy repository around scripts/fork, and a TestCase that
has both."""

import atexit
import functools
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed.fork.contents import content_digest, file_digest  # noqa: E402

TAG = "llvmorg-1.0.0"
VERSION = """\
if(NOT DEFINED LLVM_VERSION_MAJOR)
  set(LLVM_VERSION_MAJOR {})
endif()
set(LLVM_VERSION_MINOR {})
set(LLVM_VERSION_PATCH {})
"""
UPSTREAM = {
    "llvm/CMakeLists.txt": "project(LLVM)\nadd_subdirectory(lib)\n",
    "llvm/include/llvm/A.h": "int a();\n",
    "llvm/lib/A.cpp": "".join(f"int a{i} = {i};\n" for i in range(40)),
    "llvm/lib/B.cpp": "".join(f"int b{i} = {i};\n" for i in range(20)),
    "llvm/lib/.clang-format": "DisableFormat: true\n",
    "llvm/test/b.ll": "; RUN: true\n",
    "clang/lib/C.cpp": "int c;\n",
    "clang/lib/dos.cpp": "int d;\r\nint e;\r\nint f;\r\n",
    # As upstream has them: git must not act on them.
    "clang/.gitattributes": "*.cpp text eol=lf diff=cpp\n",
    "cmake/Modules/LLVMVersion.cmake": VERSION.format(1, 0, 0),
    "third-party/x/x.h": "int x;\n",
    "lld/ELF/L.cpp": "int l;\n",
    "polly/main.cpp": "int main;\n",
}
# Far from the time of any test.
OLD = 1500000000
# Where make_series() keeps what it made the first time.
_SERIES = []
TRAILERS = "Feature: toy\nUpstream-Status: Feature\nTests: llvm/test/own.ll\n"
# A user whose every setting is a trap.
HOSTILE_CONFIG = """\
[core]
    autocrlf = true
    quotePath = true
    hooksPath = {home}/hooks
    attributesFile = {home}/attributes
    excludesFile = {home}/ignore
    abbrev = 4
[diff]
    noprefix = true
    mnemonicPrefix = true
    context = 7
    interHunkContext = 9
    algorithm = patience
    renames = copies
    external = false
[format]
    signature = I was here
    subjectPrefix = NO
    numbered = true
    attach = true
    thread = true
    to = someone@example.invalid
    useAutoBase = true
    coverLetter = true
[commit]
    gpgSign = true
[user]
    useConfigOnly = true
[am]
    threeWay = true
    keepcr = false
[apply]
    whitespace = fix
[color]
    ui = always
[init]
    defaultBranch = other
    templateDir = {home}/template
[status]
    showUntrackedFiles = all
"""


def write_tree(root: Path, files: dict) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())
        os.utime(root / path, (OLD, OLD))


def make_tarball(path: Path, files: dict, top: str = "toy-1.0.0") -> None:
    """Packs `files`; the same ones always give the same bytes."""
    def same_time(member):
        member.mtime = OLD
        return member

    with tempfile.TemporaryDirectory() as scratch:
        write_tree(Path(scratch, top), files)
        with tarfile.open(path, "w:xz") as archive:
            archive.add(Path(scratch, top), top, filter=same_time)


def git(directory: Path, *arguments) -> str:
    """Plain git, as a user of no particular configuration runs it."""
    env = dict(os.environ, GIT_CONFIG_GLOBAL="/dev/null",
               GIT_CONFIG_NOSYSTEM="1", GIT_EDITOR="true")
    who = ["-c", "user.name=Someone", "-c", "user.email=some@one.invalid"]
    return subprocess.run(
        ["git", "-C", str(directory), *who, *arguments], env=env, check=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


@functools.cache
def _prototype() -> Path:
    """A directory that every test gets a copy of: a home whose cache has the
    tarball, and a repository without patches that was never synced."""
    directory = tempfile.TemporaryDirectory(prefix="managed-llvm-toy-")
    atexit.register(directory.cleanup)
    root = Path(directory.name, "base")
    cache = root / "home/.cache/managed-llvm"
    cache.mkdir(parents=True)
    (root / "repo/patches").mkdir(parents=True)
    (root / "repo/scripts").mkdir()
    shutil.copy(SCRIPTS / "fork", root / "repo/scripts/fork")
    shutil.copytree(SCRIPTS / "lib", root / "repo/scripts/lib",
                    ignore=shutil.ignore_patterns("__pycache__"))
    write_tree(root / "repo", {"llvm/test/own.ll": "; RUN: true\n",
                               "llvm/lib/Own.cpp": "int own;\n"})
    tarball = cache / "toy_1.0.0.orig.tar.xz"
    make_tarball(tarball, UPSTREAM)
    write_tree(root / "plain", UPSTREAM)
    (root / "repo/patches/upstream.json").write_text(json.dumps({
        "tag": TAG, "version": "1.0.0",
        "tarball": {"name": tarball.name, "sha256": file_digest(tarball)},
        "content": content_digest(root / "plain"),
        "megabytes": 1,
    }))
    (root / "repo/patches/series").write_text("")
    return root


class ToyCase(unittest.TestCase):
    """Each test has a repository of its own in self.repo, based on a toy
    upstream whose tarball is in the cache."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory(prefix="managed llvm toy-")
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name).resolve()
        shutil.copytree(_prototype(), self.root, dirs_exist_ok=True)
        self.home = self.root / "home"
        self.cache = self.home / ".cache/managed-llvm"
        self.repo = self.root / "repo"
        self.patches = self.repo / "patches"
        self.tarball = self.cache / "toy_1.0.0.orig.tar.xz"
        self.record = json.loads((self.patches / "upstream.json").read_text())
        self.tree = self.repo / "tree"
        self.upstream = self.repo / "upstream"
        self.env = {
            "HOME": str(self.home), "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8", "TMPDIR": str(self.root / "tmp"),
        }
        (self.root / "tmp").mkdir()

    def save_record(self):
        (self.patches / "upstream.json").write_text(json.dumps(self.record))

    def fork(self, *arguments, fails: str = None, **options) -> str:
        """Runs scripts/fork. With `fails`, it must fail with one line on
        standard error that holds this text; else it must not fail. What it
        printed is in self.printed."""
        options = {"env": self.env, **options}
        # Another user may not have the interpreter that runs the tests.
        python = "/usr/bin/python3" if "user" in options else sys.executable
        done = subprocess.run(
            [python, str(self.repo / "scripts" / "fork"),
             *map(str, arguments)], cwd=self.repo, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        self.printed = done.stdout
        if fails is None:
            self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
            self.assertEqual(done.stderr, "")
            return done.stdout
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn(fails, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1,
                         done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done.stderr

    def edit(self, path: str, old: str, new: str) -> None:
        """Replaces text in a file of the tree, in place."""
        place = self.tree / path
        text = place.read_bytes().decode()
        self.assertEqual(text.count(old), 1, f"{old} in {path}")
        place.write_bytes(text.replace(old, new).encode())

    def commit(self, subject: str, trailers: str = TRAILERS) -> None:
        git(self.tree, "commit", "-a", "-m",
            f"{subject}\n\nBecause of a reason. A new file cannot do it.\n\n"
            f"{trailers}")

    def make_patch(self, path: str, old: str, new: str, subject: str) -> None:
        """Makes a commit of one edit in the tree."""
        self.fork("track", path)
        self.edit(path, old, new)
        self.commit(subject)

    def make_series(self) -> None:
        """A tree with a series of three patches to two files, as exported
        by the commands that a user gives."""
        if _SERIES:
            shutil.copytree(_SERIES[0], self.repo, symlinks=True,
                            dirs_exist_ok=True)
            return
        self.fork("sync")
        self.make_patch("llvm/lib/A.cpp", "int a5 = 5;\n",
                        "int a5 = 5;\n#include \"One.inc\"\n", "[Toy] One")
        self.make_patch("llvm/lib/A.cpp", "int a30 = 30;\n",
                        "int a30 = 31;\n", "[Toy] Two")
        self.make_patch("llvm/lib/B.cpp", "int b10 = 10;\n", "",
                        "[Toy] Three")
        self.fork("export")
        saved = _prototype().with_name("series")
        for name in ("tree", "upstream", "patches"):
            shutil.copytree(self.repo / name, saved / name, symlinks=True)
        _SERIES.append(saved)

    def snapshot(self, directory: Path) -> dict:
        """The contents of a directory, .git apart."""
        return {str(p.relative_to(directory)): p.read_bytes()
                for p in sorted(directory.rglob("*"))
                if p.is_file() and ".git" not in p.parts
                and p.suffix != ".pyc"}

    def no_leftovers(self) -> None:
        """Nothing half-written is in the repository or the cache."""
        found = [p for p in [*self.repo.iterdir(), *self.cache.iterdir(),
                             *self.patches.iterdir()]
                 if p.name.endswith((".partial", ".old", ".new", ".next"))
                 or p.name.startswith("fetch-")]
        self.assertEqual(found, [])
