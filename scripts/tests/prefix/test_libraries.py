"""The static libraries, headers and packages of an installed prefix.

Needs the built overlay (scripts/build).
"""

import json
import os
import posixpath
import re
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import paths, version  # noqa: E402
from managed.overlay import symbols  # noqa: E402
from managed.parallel import in_parallel  # noqa: E402
from managed.prefix import (abi, archives, components,  # noqa: E402
                            exports, scratch)
from managed.ui import run  # noqa: E402

NM = str(paths.LLVM_PREFIX / "bin/llvm-nm")
THEIRS = paths.LLVM_PREFIX / "lib"
OURS = paths.BUILD / "overlay/lib/overlay"
PREFIX = None


def setUpModule():
    global PREFIX
    PREFIX = scratch.installed()


def read_all(directory: Path, names) -> dict:
    """{name: members} of the archives that exist."""
    names = [n for n in names if (directory / f"{n}.a").exists()]
    return dict(zip(names, in_parallel(
        lambda n: symbols.read(NM, str(directory / f"{n}.a")), names)))


class Archives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        names = sorted(p.stem for p in (PREFIX / "lib").glob("lib*.a")
                       if not p.is_symlink())
        cls.merged = read_all(PREFIX / "lib", names)
        cls.ours, cls.theirs = read_all(OURS, names), read_all(THEIRS, names)
        plan = json.loads(
            (paths.BUILD / "overlay/replaced.json").read_text())
        cls.gone = {Path(path).stem: len(members) for part in
                    (plan["replaced"],) for path, members in part.items()}
        for path, members in plan["retired"].items():
            name = Path(path).stem
            cls.gone[name] = cls.gone.get(name, 0) + len(members)

    def test_none_is_missing(self):
        for directory in (OURS, THEIRS):
            names = {p.stem for p in directory.glob("lib*.a")
                     if p.stem[3:].startswith(("lld", *archives.PROJECTS))}
            self.assertEqual(names - set(self.merged), set())

    def test_counts(self):
        changed = 0
        for name, members in self.merged.items():
            if name == "libLLVMManagedRuntime":
                continue
            with self.subTest(name):
                expected = (len(self.theirs.get(name, ()))
                            + len(self.ours.get(name, ()))
                            - self.gone.get(name, 0))
                # ABIBreak.cpp.o left, and two came.
                expected += name == f"lib{abi.LIBRARY}"
                self.assertEqual(len(members), expected)
                changed += name in self.gone
        self.assertGreater(changed, 20)

    def defined(self, archives: dict) -> Counter:
        return Counter(symbol for members in archives.values()
                       for _, strong in members for symbol in strong)

    def test_no_symbol_is_defined_twice(self):
        """Apart from those of which the distribution has several."""
        several = {symbol for symbol, count in
                   self.defined(self.theirs).items() if count > 1}
        found = {symbol for symbol, count in
                 self.defined(self.merged).items() if count > 1}
        self.assertEqual(found - several, set())

    def test_our_members_are_there(self):
        for name, members in self.ours.items():
            if name == "libLLVMManagedRuntime":
                continue
            have = Counter(posixpath.basename(m) for m, _ in
                           self.merged[name])
            for member, _ in members:
                self.assertGreater(have[posixpath.basename(member)], 0)

    def test_dependencies_are_declared(self):
        """What a library refers to is in those that it says it needs, so that
        a linker that reads each archive once finds it. Upstream's libraries
        refer to each other in circles, too; only what our objects need counts,
        if the distribution's need nothing of that library."""
        where = {symbol: name for name, members in self.merged.items()
                 for _, strong in members for symbol in strong}
        targets = {t.name: t for t in components.read(
            paths.LLVM_PREFIX, paths.TREE, paths.UPSTREAM)}

        def reached(name):
            found, todo = set(), [name]
            while todo:
                for needed in map(exports.plain,
                                  targets[todo.pop()].depends):
                    if needed in targets and needed not in found:
                        found.add(needed)
                        todo.append(needed)
            return found

        def needs(directory, name):
            output = run([NM, "-P", "-u", directory / f"{name}.a"],
                         what=f"reading {name}")
            return {where[w[0]][3:] for w in
                    (line.split(" ") for line in output.splitlines())
                    if w[0] in where}

        for name in self.ours:
            if name[3:] not in targets:
                continue
            with self.subTest(name):
                mine = needs(OURS, name)
                old = (needs(THEIRS, name) if name in self.theirs else set())
                self.assertEqual(
                    mine - old - reached(name[3:]) - {name[3:]}, set())

    def test_no_debug_information(self):
        for name in ("libLLVMCore", "libclangBasic", "libLLVMGCTransforms"):
            output = run([paths.LLVM_PREFIX / "bin/llvm-readelf", "-SW",
                          PREFIX / "lib" / f"{name}.a"], what="llvm-readelf")
            self.assertNotIn(".debug_info", output)


class Headers(unittest.TestCase):
    def changed(self):
        top = paths.BUILD / "overlay/include"
        return sorted(str(p.relative_to(top)) for p in top.rglob("*.h"))

    def compile(self, text: str, *words, compiler="clang++"):
        with tempfile.TemporaryDirectory() as where:
            source = Path(where, "unit.cpp")
            source.write_text(text)
            return subprocess.run(
                [paths.LLVM_PREFIX / "bin" / compiler, "-std=c++17", "-w",
                 *(() if "-E" in words else ("-fsyntax-only",)),
                 "-D_GNU_SOURCE", "-D__STDC_CONSTANT_MACROS",
                 "-D__STDC_LIMIT_MACROS", *words, source],
                capture_output=True, text=True)

    def test_all_compile(self):
        text = "".join(f'#include "{name}"\n' for name in self.changed()
                       if name.startswith("llvm"))
        done = self.compile(text, f"-I{PREFIX / 'include'}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_each_refuses_another_configuration(self):
        """The distribution's directory is searched first."""
        runtime = {"llvm-c/ManagedNativeEntry.h", "llvm-c/ManagedRuntime.h",
                   "llvm-c/ManagedSignalChain.h", "llvm-c/ManagedStatus.h",
                   "llvm-c/ManagedThreads.h",
                   "llvm/BinaryFormat/FaultMaps.h",
                   "llvm/BinaryFormat/StackMaps.h",
                   "llvm/Config/managed-llvm.h"}
        names = self.changed()
        self.assertLess(runtime, set(names))
        text = "".join(f'#include "{PREFIX / "include" / name}"\n'
                       for name in names)
        done = self.compile(text, "-E", "-ferror-limit=0", "-o", os.devnull,
                            f"-I{paths.LLVM_PREFIX / 'include'}",
                            f"-I{PREFIX / 'include'}")
        refused = set(re.findall(
            rf"^{re.escape(str(PREFIX))}/include/(\S+?):\d.*this header is of "
            "Managed LLVM", done.stderr, re.M))
        self.assertEqual(set(names) - refused, runtime)

    def test_both_languages(self):
        with tempfile.TemporaryDirectory() as where:
            source = Path(where, "unit.c")
            source.write_text("".join(
                f'#include "{p.relative_to(PREFIX / "include")}"\n'
                for p in sorted((PREFIX / "include/llvm-c").rglob("*.h"))
                if p.name != "DisassemblerTypes.h"))
            run(["gcc", "-Wall", "-fsyntax-only", f"-I{PREFIX / 'include'}",
                 source], what="compiling the C interface")


class Configuration(unittest.TestCase):
    def config(self, *words) -> str:
        return run([PREFIX / "bin/llvm-config", *words],
                   what="llvm-config").strip()

    def test_version(self):
        base = json.loads(
            (paths.PATCHES / "upstream.json").read_text())["version"]
        self.assertEqual(self.config("--version"),
                         f"{base}+managed{version.version()}")

    def test_paths(self):
        for option, where in (("--prefix", ""), ("--bindir", "bin"),
                              ("--includedir", "include"),
                              ("--libdir", "lib"),
                              ("--cmakedir", "lib/cmake/llvm")):
            self.assertEqual(Path(self.config(option)), PREFIX / where)

    def test_all_libraries_exist(self):
        for path in self.config("--libfiles", "all").split():
            self.assertTrue(Path(path).exists(), path)
        other = components.STATIC
        names = {other.get(p.stem[3:], p.stem[3:])
                 for p in (PREFIX / "lib").glob("libLLVM*.a")}
        printed = {w.removeprefix("-l") for w in
                   self.config("--libs", "all").split()}
        # BOLT is a project of its own, and no component.
        self.assertEqual({n for n in names - printed
                          if not n.startswith("LLVMBOLT")}, set())

    def test_new_components(self):
        libraries = self.config("--libs", "passes").split()
        for name in ("GCTransforms", "JuliaGC", "Devirtualization"):
            self.assertIn(f"-lLLVM{name}", libraries)
            self.assertGreater(libraries.index(f"-lLLVM{name}"),
                               libraries.index("-lLLVMPasses"))

    def test_shared_library(self):
        done = subprocess.run([PREFIX / "bin/llvm-config", "--link-shared",
                               "--libs"], capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("is missing", done.stderr)

    def test_programs(self):
        """Each runs, without the distribution's libraries of LLVM."""
        names = sorted(p.name for p in (PREFIX / "bin").iterdir())
        self.assertGreater(len(names), 70)
        silent = {"count", "not", "llvm-jitlink-executor",
                  "clang-offload-bundler"}
        for name in names:
            if name in silent:
                continue
            with self.subTest(name):
                done = subprocess.run([PREFIX / "bin" / name, "--help"],
                                      capture_output=True, text=True)
                self.assertNotIn("error while loading", done.stderr)
        for name in sorted(p.name for p in (PREFIX / "bin").iterdir()
                           if not p.is_symlink()):
            found = run(["ldd", PREFIX / "bin" / name], what="ldd")
            for line in found.splitlines():
                if re.search(r"libLLVM|libclang", line):
                    self.assertIn(str(PREFIX), line)


if __name__ == "__main__":
    unittest.main()
