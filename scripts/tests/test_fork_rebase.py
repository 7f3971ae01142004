"""scripts/fork rebase: to a release that the series fits, and to one that it
does not."""

import json
import shutil
import unittest

from fork_toy import UPSTREAM, VERSION, ToyCase, file_digest, git, \
    make_tarball, write_tree

NEXT = "llvmorg-1.0.1"
RELEASE = {**UPSTREAM,
           "cmake/Modules/LLVMVersion.cmake": VERSION.format(1, 0, 1),
           "clang/lib/C.cpp": "int c2;\n"}


class RebaseTest(ToyCase):
    def setUp(self):
        super().setUp()
        self.make_series()
        self.before = self.snapshot(self.patches)
        self.tarball = self.root / "toy_1.0.1.orig.tar.xz"

    def release(self, **changes) -> list:
        """Makes the new release; returns the arguments that rebase to it."""
        files = {**RELEASE, **{f"llvm/lib/{name}.cpp": text
                               for name, text in changes.items()}}
        make_tarball(self.tarball, files)
        return ["rebase", NEXT, "--source", self.tarball]

    def assert_old(self) -> None:
        """Everything is on the old release."""
        self.assertEqual(self.snapshot(self.patches), self.before)
        self.assertEqual(self.fork("sync", "--quiet"), "")
        self.assertEqual((self.tree / "clang/lib/C.cpp").read_text(),
                         "int c;\n")

    def assert_new(self) -> None:
        """Everything is on the new release."""
        record = json.loads((self.patches / "upstream.json").read_text())
        self.assertEqual((record["tag"], record["version"]),
                         (NEXT, "1.0.1"))
        self.assertEqual(record["tarball"], {
            "name": self.tarball.name, "sha256": file_digest(self.tarball)})
        self.assertEqual(self.fork("sync", "--quiet"), "")
        self.fork("verify")
        self.fork("export", "--check")
        self.assertEqual((self.tree / "clang/lib/C.cpp").read_text(),
                         "int c2;\n")
        self.assertEqual(git(self.tree, "tag"), NEXT + "\n")
        self.no_leftovers()
        # Another checkout gets there from the recorded facts.
        shutil.rmtree(self.tree)
        shutil.rmtree(self.upstream)
        self.fork("sync", "--source", self.tarball)
        self.fork("verify")

    def test_series_that_fits(self):
        output = self.fork(*self.release())
        self.assertIn(file_digest(self.tarball), output)
        self.assert_new()
        after = self.snapshot(self.patches)
        for name in ("toy-one.patch", "series"):
            self.assertEqual(after[name], self.before[name])

    def test_moved_lines_are_written_anew(self):
        self.fork(*self.release(A="int first;\n" + UPSTREAM["llvm/lib/A.cpp"]))
        self.assert_new()
        self.assertIn("@@ -5,6 +5,7 @@",
                      (self.patches / "toy-one.patch").read_text())

    def test_first_conflict_is_named_and_can_be_resolved(self):
        text = UPSTREAM["llvm/lib/A.cpp"].replace("int a30 = 30;",
                                                  "long a30 = 30;")
        self.fork(*self.release(A=text),
                  fails="patch 2 of 3, toy-two.patch, does not apply to "
                  f"{NEXT}: a merge conflict in llvm/lib/A.cpp; resolve it")
        self.assert_old()
        self.fork(*self.release(A=text), fails="a rebase is under way")
        self.fork("rebase", "--continue", fails="patch 2 of 3")
        place = self.repo / "tree.next"
        write_tree(place, {"llvm/lib/A.cpp": text.replace(
            "long a30 = 30;", "long a30 = 31;").replace(
            "int a5 = 5;\n", "int a5 = 5;\n#include \"One.inc\"\n")})
        git(place, "add", "llvm/lib/A.cpp")
        self.fork("rebase", "--continue")
        self.assert_new()
        self.assertIn("+long a30 = 31;",
                      (self.patches / "toy-two.patch").read_text())

    def test_all_conflicts_are_listed(self):
        text = UPSTREAM["llvm/lib/A.cpp"].replace("int a30", "long a30")
        self.fork(*self.release(A=text.replace("int a5 = 5;", "long a5 = 5;"),
                                B="int b;\n"), fails="patch 1 of 3")
        for number, name in enumerate(("one", "two", "three"), 1):
            path = "B" if name == "three" else "A"
            self.assertIn(f"conflict {number} of 3: toy-{name}.patch: a merge "
                          f"conflict in llvm/lib/{path}.cpp\n", self.printed)
        self.assertIn(f"3 of 3 patches conflict with {NEXT}\n", self.printed)

    def test_skipped_patch_is_not_called_contained(self):
        text = UPSTREAM["llvm/lib/A.cpp"].replace("int a30", "long a30")
        self.fork(*self.release(A=text), fails="patch 2 of 3")
        git(self.repo / "tree.next", "am", "--skip")
        output = self.fork("rebase", "--continue")
        self.assertIn("toy-two.patch is left out: it was skipped", output)
        self.assertNotIn("contains it", output)
        self.assert_new()
        self.assertEqual(
            [line for line in (self.patches / "series").read_text().split()
             if line.endswith(".patch")], ["toy-one.patch", "toy-three.patch"])

    def test_commit_that_was_removed_by_hand(self):
        text = UPSTREAM["llvm/lib/B.cpp"].replace("int b10", "long b10")
        self.fork(*self.release(B=text), fails="patch 3 of 3")
        place = self.repo / "tree.next"
        (place / "llvm/lib/B.cpp").write_text(
            text.replace("long b10 = 10;\n", ""))
        git(place, "add", "llvm/lib/B.cpp")
        git(place, "am", "--continue")
        git(place, "rebase", "-q", "--onto", "HEAD~2", "HEAD~1")
        self.assertIn("toy-two.patch is gone: its commit is not in tree.next "
                      "any more", self.fork("rebase", "--continue"))
        self.assert_new()

    def test_conflict_can_be_dropped(self):
        text = UPSTREAM["llvm/lib/A.cpp"].replace("int a30 = 30;", "")
        self.fork(*self.release(A=text), fails="patch 2 of 3")
        self.fork("rebase", "--abort")
        self.assert_old()
        self.no_leftovers()
        self.fork("rebase", "--abort", fails="no rebase is under way")
        self.fork("rebase", "--continue", fails="no rebase is under way")

    def test_patch_that_upstream_has(self):
        text = UPSTREAM["llvm/lib/B.cpp"].replace("int b10 = 10;\n", "")
        output = self.fork(*self.release(B=text))
        self.assertIn(f"toy-three.patch: {NEXT} contains it", output)
        self.assertIn(f"toy-three.patch is dropped: {NEXT} contains it", output)
        self.assertFalse((self.patches / "toy-three.patch").exists())
        self.assert_new()

    def test_series_that_upstream_has_whole(self):
        a = (self.tree / "llvm/lib/A.cpp").read_text()
        b = (self.tree / "llvm/lib/B.cpp").read_text()
        self.fork(*self.release(A=a, B=b), fails="would wipe the series")
        self.assert_old()

    def test_new_file_that_collides(self):
        self.fork(*self.release(Own="int theirs;\n"),
                  fails=f"{NEXT} already has llvm/lib/Own.cpp")
        self.assert_old()

    def test_file_that_is_gone(self):
        make_tarball(self.tarball, {k: v for k, v in RELEASE.items()
                                    if k != "llvm/lib/B.cpp"})
        self.fork("rebase", NEXT, "--source", self.tarball,
                  fails="patches/toy-three.patch changes llvm/lib/B.cpp, "
                  f"which {NEXT} does not have")
        self.assert_old()

    def test_clone(self):
        clone = self.root / "clone"
        write_tree(clone, RELEASE)
        git(self.root, "init", "-q", str(clone))
        git(clone, "add", "-A", "-f")
        git(clone, "commit", "-q", "-m", "release")
        git(clone, "tag", NEXT)
        self.fork("rebase", NEXT, "--source", clone)
        record = json.loads((self.patches / "upstream.json").read_text())
        self.assertEqual(record["commit"],
                         git(clone, "rev-parse", "HEAD").strip())
        self.fork("verify")
        self.assertEqual(self.fork("sync", "--quiet"), "")

    def test_wrong_arguments(self):
        self.fork("rebase", fails="name the tag")
        self.fork("rebase", "main", fails="is not a release tag such as")
        self.fork("rebase", "llvmorg-1.0.0", fails="based on llvmorg-1.0.0 "
                  "already")
        self.release()
        self.fork("rebase", "llvmorg-1.0.2", "--source", self.tarball,
                  fails="is version 1.0.1, not 1.0.2")
        self.tarball.write_bytes(self.tarball.read_bytes()[:-100])
        self.fork("rebase", NEXT, "--source", self.tarball,
                  fails="truncated")
        self.assert_old()
        self.no_leftovers()

    def test_unexported_work(self):
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.fork(*self.release(), fails="edits that are not committed")


if __name__ == "__main__":
    unittest.main()
