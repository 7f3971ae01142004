"""scripts/fork drift: which patches conflict with another upstream."""

import shutil
import unittest

from fork_toy import UPSTREAM, VERSION, ToyCase, make_tarball, write_tree

NEXT = "llvmorg-1.0.1"
RELEASE = {**UPSTREAM,
           "cmake/Modules/LLVMVersion.cmake": VERSION.format(1, 0, 1)}
A = UPSTREAM["llvm/lib/A.cpp"]
# An apt-get of ours for the source package of a release.
APT_GET = """\
#!/bin/sh
case "$*" in
*indextargets*) echo 'file:/debian/|bookworm|main' ;;
*update*) ;;
*source*llvm-toolchain-1) cp "$APT_FILE" llvm-toolchain-1_1.0.1.orig.tar.xz ;;
*) exit 1 ;;
esac
"""


class DriftTest(ToyCase):
    def setUp(self):
        super().setUp()
        self.make_series()
        self.other = self.root / "other"
        self.before = self.snapshot(self.patches)

    def tearDown(self):
        self.assertEqual(self.snapshot(self.patches), self.before)
        self.assertEqual(list((self.root / "tmp").iterdir()), [])
        self.no_leftovers()

    def checkout(self, **changes) -> None:
        write_tree(self.other, {**RELEASE, **{
            f"llvm/lib/{name}.cpp": text for name, text in changes.items()}})

    def add_patch(self, path, old, new, subject) -> None:
        self.make_patch(path, old, new, subject)
        self.fork("export")
        self.before = self.snapshot(self.patches)

    def test_directory_that_fits(self):
        self.checkout(A="int first;\n" + A)
        files = self.snapshot(self.other)
        output = self.fork("drift", self.other)
        self.assertIn(f"all 3 patches apply to {self.other}\n", output)
        self.assertEqual(self.snapshot(self.other), files)

    def test_directory_named_from_elsewhere(self):
        self.checkout()
        self.fork("drift", "other",
                  env={**self.env, "MANAGED_LLVM_FROM": str(self.root)})

    def test_windows_line_ends(self):
        write_tree(self.other, {path: text.replace("\r", "").replace(
            "\n", "\r\n") for path, text in RELEASE.items()})
        self.fork("drift", self.other)

    def test_all_conflicts_are_listed(self):
        self.checkout(A=A.replace("int a5", "long a5"), B="int b;\n")
        self.fork("drift", self.other,
                  fails=f"2 of 3 patches conflict with {self.other}; docs/")
        self.assertIn("conflict 1 of 2: toy-one.patch: a merge conflict in "
                      "llvm/lib/A.cpp\n", self.printed)
        self.assertIn("conflict 2 of 2: toy-three.patch: a merge conflict in "
                      "llvm/lib/B.cpp\n", self.printed)
        self.assertNotIn("toy-two", self.printed)

    def test_patch_that_needs_a_skipped_one(self):
        self.add_patch("llvm/lib/A.cpp", "#include \"One.inc\"\n",
                       "#include \"One.inc\"\nint four;\n", "[Toy] Four")
        self.checkout(A=A.replace("int a5", "long a5"))
        self.fork("drift", self.other, fails="2 of 4 patches conflict with "
                  f"{self.other}, 1 of them where they need another one of "
                  "these")
        self.assertIn("conflict 2 of 2: toy-four.patch: a merge conflict in "
                      "llvm/lib/A.cpp; it needs toy-one.patch\n", self.printed)

    def test_patch_that_upstream_has(self):
        self.checkout(B=UPSTREAM["llvm/lib/B.cpp"].replace("int b10 = 10;\n",
                                                           ""))
        output = self.fork("drift", self.other)
        self.assertIn(f"toy-three.patch: {self.other} contains it", output)

    def test_file_that_is_gone(self):
        self.checkout()
        (self.other / "llvm/lib/B.cpp").unlink()
        self.fork("drift", self.other, fails="1 of 3 patches conflict")
        self.assertIn("toy-three.patch: llvm/lib/B.cpp is not in "
                      f"{self.other}\n", self.printed)

    def test_lld_counts(self):
        self.add_patch("lld/ELF/L.cpp", "int l;", "int ll;", "[Toy] L")
        self.checkout()
        self.assertIn("all 4 patches", self.fork("drift", self.other))
        (self.other / "lld/ELF/L.cpp").write_text("long l;\n")
        self.fork("drift", self.other, fails="1 of 4 patches conflict")
        self.assertIn("toy-l.patch", self.printed)

    def test_new_file_that_collides(self):
        self.checkout(Own="int theirs;\n")
        self.fork("drift", self.other, fails="has 1 of our new files")
        self.assertIn("already has llvm/lib/Own.cpp", self.printed)

    def test_release_in_the_cache(self):
        make_tarball(self.cache / "llvm-toolchain-1_1.0.1.orig.tar.xz",
                     {**RELEASE, "llvm/lib/B.cpp": "int b;\n"})
        self.fork("drift", NEXT,
                  fails=f"1 of 3 patches conflict with {NEXT};")

    def test_release_of_the_distribution(self):
        self.record["distribution"] = {"source": "toy-source",
                                       "suites": ["sid"], "packages": None}
        self.save_record()
        self.before = self.snapshot(self.patches)
        tarball = self.root / "release"
        make_tarball(tarball, RELEASE)
        bin_directory = self.root / "bin"
        bin_directory.mkdir()
        for name in ("git", "tar", "xz", "sh", "cp"):
            (bin_directory / name).symlink_to(shutil.which(name))
        (bin_directory / "apt-get").write_text(APT_GET)
        (bin_directory / "apt-get").chmod(0o755)
        env = {**self.env, "PATH": str(bin_directory),
               "APT_FILE": str(tarball)}
        self.assertIn(f"all 3 patches apply to {NEXT}",
                      self.fork("drift", NEXT, env=env))
        self.fork("drift", "llvmorg-1.0.2", env=env,
                  fails="the source of llvmorg-1.0.2 was not found")

    def test_not_a_checkout(self):
        self.fork("drift", self.home, fails="is no upstream checkout")
        self.fork("drift", fails="required: TAG|DIR")


if __name__ == "__main__":
    unittest.main()
