"""managed-java --dump: directories, jars and jmods."""

import re
import struct
import sys
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.java.assembler import ClassFile, STATIC  # noqa: E402
from managed.java.reading import Case  # noqa: E402


class Places(Case):
    """Directories and archives."""

    def class_bytes(self, name, constant=None):
        c = ClassFile(name)
        if constant is not None:
            c.field("n", "I", STATIC, constant=c.pool.integer(constant))
        return c.bytes()

    def jar(self, name="a.jar", method=zipfile.ZIP_DEFLATED, **members):
        """Members by name; "__" is a slash."""
        path = self.work / name
        with zipfile.ZipFile(path, "w", method) as archive:
            for member, data in members.items():
                archive.writestr(member.replace("__", "/"), data)
        return path

    def test_missing(self):
        self.refused("/nowhere/at all: No such file or directory",
                     "/nowhere/at all", "p/C")
        self.refused(f"{self.work}: there is no class p/C", self.work, "p/C")
        self.refused("no class is named; --all is for all classes", self.work)

    def test_devices(self):
        self.refused("/dev/null: no regular file", "/dev/null", "p/C")
        (self.work / "C.class").mkdir()
        self.refused(f"{self.work}/C.class: no regular file", self.work, "C")
        self.assertEqual(self.dump(self.work, "--all"), "")

    def test_names_stay_in_the_directory(self):
        ClassFile("C").write(self.work)
        inner = self.work / "inner"
        inner.mkdir()
        for name in ("../C", "/C", "//C", f"{self.work}/C", ""):
            with self.subTest(name):
                done = self.run_dump(inner, name)
                self.assertEqual(done.returncode, 1)
                self.assertIn("there is no class", done.stderr)

    def test_circles(self):
        ClassFile("p/C").write(self.work)
        (self.work / "p/q").symlink_to(self.work)
        self.assertEqual(self.dump(self.work, "--all").count("class "), 1)

    def test_order(self):
        one = self.jar("1.jar", p__C=b"", **{
            "p__C.class": self.class_bytes("p/C", 1)})
        two = self.jar("2.jar", **{
            "p__C.class": self.class_bytes("p/C", 2),
            "p__D.class": self.class_bytes("p/D", 3)})
        path = f"{one}:{two}"
        self.assertIn("= 1\n", self.dump(path, "p/C"))
        self.assertIn("= 3\n", self.dump(path, "p/D"))

    def test_what_is_listed(self):
        path = self.jar(**{
            "p__C.class": self.class_bytes("p/C"),
            "p__package-info.class": b"", "module-info.class": b"",
            "p__": b"", "p__D.class__": b"", "p__x.y.class": b"",
            "META-INF__D.class": b"", "META-INF__versions__9__D.class": b"",
            "readme": b""})
        self.assertEqual(re.findall("class .*", self.dump(path, "--all")),
                         ["class p/C public super"])

    def test_stored(self):
        path = self.jar(method=zipfile.ZIP_STORED,
                        **{"p__C.class": self.class_bytes("p/C")})
        self.assertIn("class p/C", self.dump(path, "p/C"))

    def test_jmod(self):
        inside = self.jar(**{
            "classes__p__C.class": self.class_bytes("p/C", 1),
            "p__C.class": self.class_bytes("p/C", 2),
            "lib__D.class": b""}).read_bytes()
        path = self.work / "m.jmod"
        path.write_bytes(b"JM\1\0" + inside)
        self.assertIn("= 1\n", self.dump(path, "--all"))
        path.write_bytes(b"JM\1\0" + self.jar(**{
            "classes__p__C.class": b"x"}).read_bytes())
        self.refused(f"{path}(classes/p/C.class): no class file", path, "p/C")

    def multi_release(self, manifest):
        return self.dump(self.jar(**{
            "META-INF__MANIFEST.MF": manifest,
            "META-INF__versions__11__p__C.class": self.class_bytes("p/C", 11),
            "META-INF__versions__17__p__C.class": self.class_bytes("p/C", 17),
            "META-INF__versions__18__p__C.class": self.class_bytes("p/C", 18),
            "META-INF__versions__8__p__C.class": self.class_bytes("p/C", 8),
            "META-INF__versions__9__p__D.class": self.class_bytes("p/D", 9),
            "p__C.class": self.class_bytes("p/C", 0)}), "--all")

    def test_multi_release(self):
        for manifest in ("Manifest-Version: 1.0\r\nMulti-Release: true\r\n",
                         "A: b\nmulti-release:  True \nC: d\n\n"):
            with self.subTest(manifest):
                printed = self.multi_release(manifest)
                self.assertEqual(re.findall(r"= (\d+)", printed), ["17", "9"])
        for manifest in ("", "Multi-Release: false\n",
                         "A: b\n\nMulti-Release: true\n",
                         "A: b\r\n\r\nMulti-Release: true\r\n"):
            with self.subTest(manifest):
                printed = self.multi_release(manifest)
                self.assertEqual(re.findall(r"= (\d+)", printed), ["0"])

    def test_stray_names(self):
        for name in ("../C.class", "p/../../C.class", "/C.class", "p//C.class",
                     "./C.class", "p\\C.class", ".."):
            with self.subTest(name):
                path = self.jar(**{name: b""})
                self.refused(f"{path}: the name of member '{name}' is no path "
                             "in it", path, "C")

    def test_two_of_a_member(self):
        path = self.work / "a.jar"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("readme", b"")
            archive.writestr("p/C.class", b"x")
            archive.writestr("other", b"")
            archive.writestr("p/D.class", b"x")
        data = path.read_bytes().replace(b"p/D.class", b"p/C.class")
        path.write_bytes(data)
        self.refused(f"{path}: there are two of the member p/C.class", path,
                     "p/C")
        # Resources may be there twice.
        path = self.jar(**{"r1": b"", "r2": b"",
                           "p__C.class": self.class_bytes("p/C")})
        path.write_bytes(path.read_bytes().replace(b"r2", b"r1"))
        self.assertIn("class p/C", self.dump(path, "p/C"))

    def changed(self, at_local, at_central, data):
        """A jar whose only member's headers are changed at these offsets."""
        whole = bytearray(self.jar(**{
            "p__C.class": self.class_bytes("p/C")}).read_bytes())
        central = whole.index(b"PK\1\2")
        for start, offset in ((0, at_local), (central, at_central)):
            whole[start + offset:start + offset + len(data)] = data
        path = self.work / "b.jar"
        path.write_bytes(whole)
        return path

    def test_encrypted(self):
        path = self.changed(6, 8, b"\1\0")
        self.refused(f"{path}(p/C.class): encrypted", path, "p/C")

    def test_compression(self):
        path = self.jar(method=zipfile.ZIP_BZIP2,
                        **{"p__C.class": self.class_bytes("p/C")})
        self.refused(f"{path}(p/C.class): compressed in an unknown way, 12",
                     path, "p/C")

    def test_sums(self):
        path = self.changed(14, 16, b"1234")
        self.refused(f"{path}(p/C.class): CRC error", path, "p/C")

    def test_sizes(self):
        size = len(self.class_bytes("p/C"))
        for lie in (size - 1, size + 1, 0):
            with self.subTest(lie):
                path = self.changed(22, 24, struct.pack("<I", lie))
                done = self.run_dump(path, "p/C")
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"{path}(p/C.class): ", done.stderr)
        path = self.changed(22, 24, struct.pack("<I", 60 << 20))
        self.refused(f"{path}(p/C.class): it says that it is larger than it "
                     "can be", path, "p/C")

    def test_bombs(self):
        path = self.jar(**{"p__C.class": bytes((64 << 20) + 1)})
        self.refused(f"{path}(p/C.class): larger than 64 MiB", path, "p/C")
        path = self.jar(**{"META-INF__MANIFEST.MF": bytes((16 << 20) + 1)})
        self.refused(f"{path}(META-INF/MANIFEST.MF): larger than 16 MiB", path,
                     "p/C")

    def test_truncated(self):
        whole = self.jar(**{
            "p__C.class": self.class_bytes("p/C")}).read_bytes()
        path = self.work / "b.jar"
        for size in (0, 1, 4, 30, len(whole) // 2, len(whole) - 1):
            with self.subTest(size):
                path.write_bytes(whole[:size])
                done = self.run_dump(path, "p/C")
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr,
                                 rf"^managed-java: error: {path}: \w.*\n$")

    def test_damaged(self):
        """No byte of the archive makes it print anything else."""
        path = self.jar(**{"p__C.class": self.class_bytes("p/C", 77)})
        whole = path.read_bytes()
        right = self.dump(path, "p/C")
        at = whole.index(b"p/C.class") + len("p/C.class")
        for offset in range(at, whole.index(b"PK\1\2"), 3):
            changed = bytearray(whole)
            changed[offset] ^= 0x10
            path.write_bytes(changed)
            done = self.run_dump(path, "p/C")
            with self.subTest(offset):
                self.assertTrue(done.returncode == 1 or done.stdout == right)


if __name__ == "__main__":
    unittest.main()
