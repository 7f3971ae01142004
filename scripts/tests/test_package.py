"""Packages: times, modes, order, and errors. scripts/package trial tries whole
ones."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import packages  # noqa: E402
from managed.package import debian, staging, tarball, trial  # noqa: E402
from managed.prefix import exports, headers, install  # noqa: E402
from managed.ui import Failure, run  # noqa: E402


class Directory(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)

    def write(self, name: str, text="text", mode=0o644) -> Path:
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path


class Staging(Directory):
    def test_time(self):
        with mock.patch.dict(os.environ, SOURCE_DATE_EPOCH="1234567890"):
            self.assertEqual(staging.epoch(), 1234567890)
        for wrong in ("yesterday", "-1", "1.5"):
            with mock.patch.dict(os.environ, SOURCE_DATE_EPOCH=wrong):
                with self.assertRaisesRegex(Failure, f"no number: '{wrong}'"):
                    staging.epoch()

    def test_programs(self):
        program = self.top / "bin/true"
        program.parent.mkdir()
        shutil.copyfile("/bin/true", program)
        self.write("lib/libx.a", "!<arch>\n")
        self.write("empty", "")
        self.write("lib/short", "\x7fELF")
        (self.top / "bin/link").symlink_to("true")
        self.assertEqual(staging.programs(self.top), [program])

    def test_modes(self):
        program = self.write("bin/script", mode=0o600)
        header = self.write("include/x.h", mode=0o777)
        library = self.write("lib/libx.so.1", mode=0o755)
        header.parent.chmod(0o700)
        staging._normalize(self.top)
        self.assertEqual([p.stat().st_mode & 0o777 for p in
                          (program, header, library, header.parent)],
                         [0o755, 0o644, 0o644, 0o755])


class Copyright(unittest.TestCase):
    def test_format(self):
        """Debian's, with the exceptions and without its text of the license,
        which a package must not repeat."""
        text = debian._copyright()
        self.assertTrue(text.startswith("Format: https://"))
        self.assertIn("/usr/share/common-licenses/Apache-2.0", text)
        self.assertIn(" with the conditions of Sections 4(a), 4(b)", text)
        self.assertNotIn("TERMS AND CONDITIONS FOR USE", text)
        license = text[text.index("License: "):].splitlines()[1:]
        self.assertEqual([line for line in license
                          if not line.startswith(" ") or line == " "], [])


class Archive(Directory):
    def make(self, names, where: str) -> bytes:
        top = self.top / where
        for name in names:
            self.write(f"{where}/{tarball.name()}/{name}", name)
        # Another time.
        for path in top.rglob("*"):
            os.utime(path, (len(where), len(where)))
        archive = self.top / f"{where}.tar.zst"
        tarball._compress(top, archive)
        return archive.read_bytes()

    def test_same_bytes(self):
        """In two directories, at two times, in any order."""
        packages.ensure("package")
        names = ["bin/b", "bin/a", "lib/c/d"]
        with mock.patch.dict(os.environ, SOURCE_DATE_EPOCH="1234567890"):
            self.assertEqual(self.make(names, "one"),
                             self.make(names[::-1], "another"))
        listed = run(["tar", "--use-compress-program=zstd", "-tvf",
                      self.top / "one.tar.zst"], what="tar")
        self.assertIn("2009-02-1", listed)
        self.assertIn(" 0/0 ", listed)


class Debian(Directory):
    def test_checksums(self):
        self.write("usr/b")
        self.write("usr/a", "")
        self.assertEqual(
            debian._checksums(self.top),
            "d41d8cd98f00b204e9800998ecf8427e  usr/a\n"
            "1cb251ec0d568de6a929b520c4aed8d1  usr/b\n")

    def package(self, where: str, mask: int) -> bytes:
        old = os.umask(mask)
        self.addCleanup(os.umask, old)
        root = self.top / where
        self.write(f"{where}/DEBIAN/control", "Package: x\nVersion: 1\n"
                   "Architecture: all\nMaintainer: A <a@b.invalid>\n"
                   "Description: x\n")
        self.write(f"{where}/usr/lib/x/y")
        for path in root.rglob("*"):
            os.utime(path, (len(where), len(where)))
        package = self.top / f"{where}.deb"
        debian._pack(root, package, 1234567890)
        return package.read_bytes()

    def test_same_bytes(self):
        """In two directories, at two times, with two umasks."""
        packages.ensure("package")
        self.assertEqual(self.package("one", 0o022),
                         self.package("another", 0o077))

    def test_what_is_left(self):
        self.write("usr/lib/x")
        self.write("var/cache/y")
        self.assertEqual(trial.files_below(self.top), {"usr/lib/x"})


class Prefix(Directory):
    def test_another_llvm(self):
        self.write("include/llvm/Config/llvm-config.h")
        with self.assertRaisesRegex(Failure, "holds another LLVM"):
            install.check_target(self.top)
        self.write("include/llvm/Config/managed-llvm.h")
        install.check_target(self.top)

    def test_headers(self):
        text = "// a\n#ifndef G\n#define G\n\nint x;\n#endif\n"
        found = headers.with_check(text, "x.h")
        self.assertLess(found.index("#define G"), found.index("#error"))
        self.assertLess(found.index("#error"), found.index("int x"))
        with self.assertRaisesRegex(Failure, "x.h has no include guard"):
            headers.with_check("int x;\n", "x.h")

    def test_exports(self):
        text = ("add_library(A STATIC IMPORTED)\n\n"
                "set_target_properties(A PROPERTIES\n"
                '  INTERFACE_LINK_LIBRARIES "m;\\$<LINK_ONLY:B>"\n)\n\n'
                "add_library(B SHARED IMPORTED)\n"
                "add_executable(c IMPORTED)\n")
        found = exports.parse(text)
        self.assertEqual([(t.name, t.kind) for t in found],
                         [("A", "STATIC"), ("B", "SHARED"), ("c", "")])
        self.assertEqual([exports.plain(d) for d in found[0].depends],
                         ["m", "B"])
        with self.assertRaisesRegex(Failure, "sets X 0 times"):
            exports.set_variable("set(Y 1)\n", "X", "2")


class Command(Directory):
    def refused(self, *words) -> str:
        done = subprocess.run([SCRIPTS / "package", *words],
                              capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_errors(self):
        self.assertIn("COMMAND", self.refused())
        if os.geteuid() == 0:
            self.assertIn("there is no file",
                          self.refused("trial", self.top / "none.deb"))
            self.assertIn("is neither .deb nor .tar.zst",
                          self.refused("trial", self.write("x.rpm")))
        else:
            self.assertIn("needs root", self.refused("trial", "x.deb"))


if __name__ == "__main__":
    unittest.main()
