"""scripts/fork apply and prepare --full: a checkout outside the repository."""

import json
import os
import resource
import shutil
import unittest

from fork_toy import TAG, UPSTREAM, VERSION, ToyCase, git, write_tree


class ApplyCase(ToyCase):
    def setUp(self):
        super().setUp()
        self.make_series()
        self.plain = self.root / "plain"

    def assert_patched(self, directory) -> None:
        for path in ("llvm/lib/A.cpp", "llvm/lib/B.cpp", "llvm/lib/Own.cpp",
                     "llvm/test/own.ll"):
            self.assertEqual((directory / path).read_bytes(),
                             (self.tree / path).read_bytes())
        self.assertFalse((directory / "llvm/lib/Own.cpp").is_symlink())

    def refused(self, *arguments, fails: str, **options) -> None:
        """Applying fails and leaves everything as it was."""
        before = self.snapshot(self.plain)
        self.fork("apply", self.plain, *arguments, fails=fails, **options)
        self.assertEqual(self.snapshot(self.plain), before)


class ApplyTest(ApplyCase):
    def test_plain_tarball(self):
        shutil.rmtree(self.upstream)  # It is not needed.
        output = self.fork("apply", self.plain)
        self.assertIn("2 files patched and 2 new files added", output)
        self.assert_patched(self.plain)

    def test_clone(self):
        git(self.root, "init", "-q", str(self.plain))
        git(self.plain, "add", "-A", "-f")
        git(self.plain, "commit", "-q", "-m", "release")
        git(self.plain, "tag", TAG)
        self.fork("apply", self.plain)
        self.assert_patched(self.plain)

    def test_clone_at_another_commit(self):
        git(self.root, "init", "-q", str(self.plain))
        git(self.plain, "add", "-A", "-f")
        git(self.plain, "commit", "-q", "-m", "release")
        git(self.plain, "tag", TAG)
        write_tree(self.plain, {"clang/lib/C.cpp": "int later;\n"})
        git(self.plain, "commit", "-q", "-am", "later")
        self.refused(fails=f"and the series is made for {TAG}; check that "
                     "out, or give --any-tag")
        self.fork("apply", self.plain, "--any-tag")
        self.assert_patched(self.plain)

    def test_another_version(self):
        write_tree(self.plain, {"cmake/Modules/LLVMVersion.cmake":
                                VERSION.format(1, 2, 3)})
        self.refused(fails=f"is version 1.2.3, and the series is made for "
                     f"{TAG}; check that out, or give --any-tag")
        text = UPSTREAM["llvm/lib/B.cpp"]
        write_tree(self.plain, {"llvm/lib/B.cpp": "int more;\n" + text})
        self.fork("apply", self.plain, "--any-tag")
        patched = (self.plain / "llvm/lib/B.cpp").read_text()
        self.assertTrue(patched.startswith("int more;"))
        self.assertNotIn("b10", patched)
        self.assertIn("already", self.fork("apply", self.plain, "--any-tag"))

    def test_already_applied(self):
        self.fork("apply", self.plain)
        before = self.snapshot(self.plain)
        self.assertIn("already; nothing to do",
                      self.fork("apply", self.plain))
        self.assertEqual(self.snapshot(self.plain), before)

    def test_already_applied_and_then_edited(self):
        """An edit elsewhere must not make the series apply twice."""
        self.fork("apply", self.plain)
        place = self.plain / "llvm/lib/A.cpp"
        place.write_text(place.read_text().replace("a39", "a40"))
        before = self.snapshot(self.plain)
        self.assertIn("already", self.fork("apply", self.plain))
        self.assertEqual(self.snapshot(self.plain), before)

    def test_what_is_left_is_done(self):
        """After a kill between two files."""
        shutil.copy(self.tree / "llvm/lib/A.cpp",
                    self.plain / "llvm/lib/A.cpp")
        write_tree(self.plain, {"llvm/lib/Own.cpp": "int own;\n"})
        self.assertIn("1 files patched and 1 new files",
                      self.fork("apply", self.plain))
        self.assert_patched(self.plain)

    def test_patch_that_does_not_apply(self):
        text = UPSTREAM["llvm/lib/B.cpp"].replace("int b10 = 10;",
                                                  "int b10 = 11;")
        write_tree(self.plain, {"llvm/lib/B.cpp": text})
        self.refused(fails="patches/toy-three.patch does not apply to "
                     f"{self.plain}: llvm/lib/B.cpp differs at line")

    def test_missing_file(self):
        (self.plain / "llvm/lib/B.cpp").unlink()
        self.refused(fails="llvm/lib/B.cpp is missing")

    def test_new_file_in_the_way(self):
        write_tree(self.plain, {"llvm/lib/Own.cpp": "int other;\n"})
        self.refused(fails="llvm/lib/Own.cpp in ")

    def test_windows_line_ends_are_kept(self):
        place = self.plain / "llvm/lib/B.cpp"
        place.write_bytes(place.read_bytes().replace(b"\n", b"\r\n"))
        self.fork("apply", self.plain)
        self.assertEqual(
            place.read_bytes(), (self.tree / "llvm/lib/B.cpp").read_bytes()
            .replace(b"\n", b"\r\n"))
        self.assertIn("already", self.fork("apply", self.plain))

    def test_not_a_checkout(self):
        for place, text in ((self.home, "not the top"),
                            (self.plain / "llvm", "not the top"),
                            (self.root / "none", "is not a directory"),
                            (self.tree, "belongs to scripts/fork itself"),
                            (self.upstream, "belongs to scripts/fork")):
            with self.subTest(place):
                before = self.snapshot(self.repo)
                self.fork("apply", place, fails=text)
                self.assertEqual(self.snapshot(self.repo), before)

    def test_write_that_fails(self):
        self.env["PYTHONDONTWRITEBYTECODE"] = "1"
        write_tree(self.repo, {"clang/lib/Deep/Big.inc": "x" * 5000})
        limits = (3000, 3000)
        self.refused(fails="free some space and run it again",
                     preexec_fn=lambda: resource.setrlimit(
                         resource.RLIMIT_FSIZE, limits))
        self.assertFalse((self.plain / "clang/lib/Deep").exists())
        self.fork("apply", self.plain)
        self.assert_patched(self.plain)

    def test_failure_while_files_are_replaced(self):
        """Files that have their new contents already get the old ones."""
        script = self.repo / "scripts/lib/managed/fork/apply.py"
        text = script.read_text()
        hook = "            _beside(place).replace(place)\n"
        self.assertEqual(text.count(hook), 1)
        script.write_text(text.replace(
            hook, hook + "            if place.name == 'B.cpp':\n"
            "                raise KeyboardInterrupt\n"))
        with self.assertRaises(AssertionError):
            before = self.snapshot(self.plain)
            self.fork("apply", self.plain)
        self.assertEqual(self.snapshot(self.plain), before)

    @unittest.skipIf(os.geteuid() or not os.path.exists("/usr/bin/python3"),
                     "changing the user needs root")
    def test_without_rights(self):
        for path in (self.root, *self.root.rglob("*")):
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o055)
        self.env["TMPDIR"] = "/tmp"
        self.refused(fails="Permission denied", user=65534, group=65534)


class FullTest(ApplyCase):
    def check(self, directory) -> None:
        self.assert_patched(directory)
        self.assertEqual((directory / "polly/main.cpp").read_text(),
                         "int main;\n")
        self.check_commits(directory)

    def check_commits(self, directory) -> None:
        self.assertEqual(git(directory, "status", "--porcelain"), "")
        self.assertEqual(
            git(directory, "log", "--format=%s", f"{TAG}..").splitlines(),
            ["[Toy] Three", "[Toy] Two", "[Toy] One",
             "[Managed] Add the new files of Managed LLVM"])
        self.assertFalse(directory.with_name("full.partial").exists())

    def test_from_the_tarball_and_back(self):
        full = self.root / "full"
        self.fork("prepare", "--full", full)
        self.check(full)
        write_tree(full, {"clang/lib/C.cpp": "int cc;\n"})
        git(full, "commit", "-aqm", "[clang][Toy] C\n\nWhy. And how.\n\n"
            "Feature: toy\n"
            "Upstream-Status: Feature\nTests: llvm/test/own.ll")
        self.fork("import", "--commits", full, "HEAD^..HEAD")
        self.assertEqual((self.tree / "clang/lib/C.cpp").read_text(),
                         "int cc;\n")
        self.fork("verify")

    def test_again_writes_what_differs(self):
        full = self.root / "full"
        self.fork("prepare", "--full", full, "--again",
                  fails="not a git repository")
        self.fork("prepare", "--again", fails="an option of --full")
        self.fork("prepare", "--full", full)
        files = [f for f in full.rglob("*.cpp") if f.is_file()]
        for file in files:
            os.utime(file, (1000, 1000))
        git(full, "update-index", "--refresh")
        write_tree(self.repo, {"llvm/lib/Other.cpp": "int other;\n"})
        (self.repo / "llvm/lib/Own.cpp").unlink()
        self.fork("prepare", "--full", full, "--again")
        self.check_commits(full)
        self.assertTrue((full / "llvm/lib/Other.cpp").is_file())
        self.assertFalse((full / "llvm/lib/Own.cpp").exists())
        self.assertEqual({f.name for f in files
                          if f.exists() and f.stat().st_mtime != 1000}, set())
        self.assertEqual(len(git(full, "worktree", "list").splitlines()), 1)

    def test_again_is_quick_if_nothing_differs(self):
        full = self.root / "full"
        self.fork("prepare", "--full", full)
        head = git(full, "rev-parse", "HEAD")
        self.assertIn("is up to date",
                      self.fork("prepare", "--full", full, "--again"))
        # What a file is, is part of it.
        (self.repo / "llvm/lib/Own.cpp").chmod(0o755)
        self.assertNotIn("is up to date",
                         self.fork("prepare", "--full", full, "--again"))
        self.assertNotEqual(git(full, "rev-parse", "HEAD"), head)
        # Checkouts of before have no note.
        (full / ".git/managed-llvm-made").unlink()
        self.assertNotIn("is up to date",
                         self.fork("prepare", "--full", full, "--again"))

    def test_again_keeps_commits(self):
        full = self.root / "full"
        self.fork("prepare", "--full", full)
        write_tree(full, {"clang/lib/C.cpp": "int mine;\n"})
        git(full, "commit", "-aqm", "mine")
        write_tree(self.repo, {"llvm/lib/Other.cpp": "int other;\n"})
        self.fork("prepare", "--full", full, "--again",
                  fails="commits of your own; scripts/fork import --commits")
        self.assertEqual(git(full, "log", "-1", "--format=%s").strip(), "mine")

    def test_again_keeps_changes(self):
        full = self.root / "full"
        self.fork("prepare", "--full", full)
        write_tree(full, {"clang/lib/C.cpp": "int mine;\n"})
        self.fork("prepare", "--full", full, "--again",
                  fails="changes of your own")
        self.assertEqual((full / "clang/lib/C.cpp").read_text(),
                         "int mine;\n")
        git(full, "checkout", "-q", ".")
        git(full, "tag", "-d", TAG)
        self.fork("prepare", "--full", full, "--again", fails="is not of")

    def test_from_a_clone(self):
        git(self.root, "init", "-q", str(self.plain))
        git(self.plain, "add", "-A", "-f")
        git(self.plain, "commit", "-q", "-m", "release")
        git(self.plain, "tag", TAG)
        git(self.plain, "commit", "-q", "--allow-empty", "-m", "later")
        full = self.root / "full"
        self.fork("prepare", "--full", full, "--source", self.plain)
        self.check(full)
        self.assertEqual(git(full, "rev-parse", TAG),
                         git(self.plain, "rev-parse", TAG))

    def test_refusals_leave_nothing(self):
        full = self.root / "full"
        write_tree(full, {"mine": ""})
        self.fork("prepare", "--full", full, fails="exists already")
        self.fork("prepare", "--full", self.root / "a/b",
                  fails="does not exist")
        other = self.root / "other"
        path = self.patches / "toy-two.patch"
        path.write_text(path.read_text().replace("-int a30 = 30;", "-int x;"))
        self.fork("prepare", "--full", other,
                  fails="patches/toy-two.patch does not apply")
        write_tree(self.repo, {"llvm/lib/B.cpp": ""})
        self.fork("prepare", "--full", other, fails="already has llvm/lib/B")
        self.record["megabytes"] = 10**9
        (self.patches / "upstream.json").write_text(json.dumps(self.record))
        self.fork("prepare", "--full", other, fails="free some space")
        self.assertEqual(sorted(p.name for p in self.root.iterdir()),
                         ["full", "home", "plain", "repo", "tmp"])


if __name__ == "__main__":
    unittest.main()
