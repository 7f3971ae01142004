"""tree/: making it, keeping it, following patches/."""

import os
import shutil
import subprocess
import sys
import time
import unittest

from fork_toy import (TAG, UPSTREAM, ToyCase, content_digest, file_digest,
                      git, make_tarball, write_tree)


class SyncTest(ToyCase):
    def test_plain_git_sees_only_tracked_files(self):
        self.make_series()
        self.edit("llvm/lib/A.cpp", "int a1 = 1;", "int a1 = 11;")
        self.edit("clang/lib/C.cpp", "int c;", "int cc;")
        git(self.tree, "add", "llvm/lib/A.cpp")
        git(self.tree, "add", "-A")
        git(self.tree, "clean", "-fdq")
        self.assertEqual(git(self.tree, "status", "--short"),
                         "M  llvm/lib/A.cpp\n")
        self.assertTrue((self.tree / "clang/lib/C.cpp").exists())
        self.assertTrue((self.tree / "llvm/lib/Own.cpp").is_symlink())

    def test_empty_series(self):
        self.fork("sync")
        for path, text in UPSTREAM.items():
            if not path.startswith("polly/"):
                self.assertEqual((self.tree / path).read_bytes(),
                                 text.encode())
        self.assertFalse((self.upstream / "polly").exists())
        self.assertIn(TAG, git(self.tree, "tag"))
        self.assertEqual(git(self.tree, "status", "--porcelain"), "")
        self.fork("export", "--check", fails="patches/series differs")
        self.fork("export")
        self.fork("export", "--check")
        self.fork("verify")

    def test_new_files_are_links_that_come_and_go(self):
        self.fork("sync")
        link = self.tree / "llvm/lib/Own.cpp"
        self.assertTrue(link.is_symlink())
        self.assertEqual(link.resolve(), self.repo / "llvm/lib/Own.cpp")
        write_tree(self.repo, {"clang/lib/Deep/New.cpp": "",
                               "llvm/lib/Own.cpp~": "",
                               "llvm/lib/__pycache__/x.pyc": ""})
        (self.repo / "llvm/lib/Own.cpp").unlink()
        self.fork("sync")
        self.assertFalse(os.path.lexists(link))
        self.assertFalse(os.path.lexists(self.tree / "llvm/lib/Own.cpp~"))
        self.assertTrue((self.tree / "clang/lib/Deep/New.cpp").is_symlink())
        shutil.rmtree(self.repo / "clang/lib/Deep")
        self.fork("sync")
        self.assertFalse((self.tree / "clang/lib/Deep").exists())
        self.assertTrue((self.tree / "clang/lib/C.cpp").exists())

    def test_links_survive_moving_the_repository(self):
        self.fork("sync")
        moved = self.root / "moved"
        self.repo.rename(moved)
        self.assertTrue((moved / "tree/llvm/lib/Own.cpp").is_file())

    def test_colliding_new_file_is_named(self):
        write_tree(self.repo, {"llvm/lib/B.cpp": "int mine;\n"})
        self.fork("sync", fails=f"{TAG} already has llvm/lib/B.cpp")
        self.assertFalse(self.tree.exists())
        (self.repo / "llvm/lib/B.cpp").unlink()
        write_tree(self.repo, {"llvm/CMakeLists.txt/x": ""})
        self.fork("sync", fails="already has llvm/CMakeLists.txt/x")

    def test_second_sync_touches_nothing(self):
        self.make_series()
        before = {p: p.lstat().st_mtime_ns for p in self.tree.rglob("*")
                  if ".git" not in p.parts}
        begin = time.monotonic()
        self.fork("sync")
        self.assertLess(time.monotonic() - begin, 2)
        self.assertEqual(before, {p: p.lstat().st_mtime_ns for p in before})

    def test_only_differing_files_are_written(self):
        self.make_series()
        for name in ("A.cpp", "B.cpp"):
            os.utime(self.tree / "llvm/lib" / name, (1, 1))
        series = (self.patches / "series").read_text()
        (self.patches / "series").write_text(
            series.replace("toy-two.patch\n", ""))
        begin = time.time() - 1
        self.fork("sync")
        changed = self.tree / "llvm/lib/A.cpp"
        self.assertIn("int a30 = 30;", changed.read_text())
        self.assertIn("One.inc", changed.read_text())
        self.assertGreater(changed.stat().st_mtime, begin)
        self.assertEqual((self.tree / "llvm/lib/B.cpp").stat().st_mtime, 1)

    def test_file_no_longer_patched_gets_a_new_time(self):
        """Ninja must see that a file went back to what it was."""
        self.make_series()
        place = self.tree / "llvm/lib/B.cpp"
        os.utime(place, (1, 1))
        series = (self.patches / "series").read_text()
        (self.patches / "series").write_text(
            series.replace("toy-three.patch\n", ""))
        begin = time.time() - 1
        self.fork("sync")
        self.assertEqual(place.read_text(),
                         UPSTREAM["llvm/lib/B.cpp"])
        self.assertGreater(place.stat().st_mtime, begin)

    def test_failing_patch_is_named_with_its_reason(self):
        self.make_series()
        before = self.snapshot(self.tree)
        path = self.patches / "toy-two.patch"
        path.write_text(path.read_text().replace("-int a30 = 30;",
                                                 "-int a30 = 33;"))
        error = self.fork("sync", fails="patches/toy-two.patch does not "
                          f"apply to {TAG}: llvm/lib/A.cpp differs at line")
        self.assertNotIn("toy-one", error)
        self.assertEqual(self.snapshot(self.tree), before)
        self.no_leftovers()

    def test_unexported_work_is_refused_only_when_in_the_way(self):
        self.make_series()
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.assertIn("edits that are not committed",
                      self.fork("sync", "--quiet"))
        series = (self.patches / "series").read_text()
        (self.patches / "series").write_text(
            series.replace("toy-three.patch\n", ""))
        self.fork("sync", fails="edits that are not committed "
                  "(llvm/lib/B.cpp)")
        self.commit("[Toy] Four")
        self.fork("sync", fails="1 commits that are not exported")
        self.assertIn("int b2 = 22;",
                      (self.tree / "llvm/lib/B.cpp").read_text())
        (self.patches / "series").write_text(series)
        self.fork("sync")
        self.fork("export")
        self.assertEqual(self.fork("sync", "--quiet"), "")

    def test_advice_for_unexported_work_is_right(self):
        self.make_series()
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Four")
        (self.patches / "series").write_text("toy-one.patch\n")
        error = self.fork("sync", fails="reset --hard")
        git(self.tree, "reset", "--hard",
            error.split("reset --hard ")[1].split("'")[0])
        self.fork("sync")
        self.assertIn("int b10", (self.tree / "llvm/lib/B.cpp").read_text())

    def test_untracked_edit_in_the_way_of_a_patch(self):
        self.make_series()
        saved = {p.name: p.read_bytes() for p in self.patches.iterdir()}
        (self.patches / "series").write_text("toy-one.patch\n")
        self.fork("sync")
        place = self.tree / "llvm/lib/B.cpp"
        place.write_text("int mine;\n")
        for name, data in saved.items():
            (self.patches / name).write_bytes(data)
        self.fork("sync", fails="llvm/lib/B.cpp in ")
        self.assertEqual(place.read_text(), "int mine;\n")
        place.unlink()
        write_tree(self.tree, {"llvm/lib/B.cpp":
                               UPSTREAM["llvm/lib/B.cpp"]})
        self.fork("sync")
        self.assertNotIn("int b10", place.read_text())

    def test_foreign_directory_is_left_alone(self):
        write_tree(self.tree, {"mine": "mine\n"})
        self.fork("sync", fails="was not made by scripts/fork")
        self.assertEqual((self.tree / "mine").read_text(), "mine\n")

    def test_leftovers_of_a_killed_run_are_replaced(self):
        for name in ("upstream.partial", "upstream.old", "tree.partial"):
            write_tree(self.repo / name, {"llvm/junk": "junk\n"})
        self.fork("sync")
        self.assertFalse((self.tree / "llvm/junk").exists())
        self.no_leftovers()

    def test_interrupt_leaves_nothing(self):
        for name, hook in (
                ("tree.py", '        self.git = Git.create(self.root)\n'),
                ("upstream.py", '            (partial / STAMP).write')):
            script = self.repo / "scripts/lib/managed/fork" / name
            text = script.read_text()
            self.assertIn(hook, text)
            indent = " " * (len(hook) - len(hook.lstrip()))
            script.write_text(text.replace(
                hook, f"{indent}raise KeyboardInterrupt\n{hook}"))
            shutil.rmtree(self.upstream, ignore_errors=True)
            with self.subTest(name):
                self.fork("sync", fails="interrupted; run it again to go on")
                self.assertFalse(self.tree.exists())
                self.no_leftovers()
            script.write_text(text)
        self.fork("sync")

    def test_interrupted_move_is_finished(self):
        """A kill after some files and before the commits moved."""
        self.make_series()
        script = self.repo / "scripts/lib/managed/fork/tree.py"
        text = script.read_text()
        hook = "        for path in new:\n            unshare("
        self.assertIn(hook, text)
        script.write_text(text.replace(hook, "        os._exit(9)\n" + hook))
        (self.patches / "series").write_text("toy-two.patch\n")
        with self.assertRaises(AssertionError):
            self.fork("sync")
        self.assertIn("int b10", (self.tree / "llvm/lib/B.cpp").read_text())
        script.write_text(text)
        self.fork("sync")
        self.assertEqual(git(self.tree, "log", "--format=%s", f"{TAG}.."),
                         "[Toy] Two\n")
        self.assertEqual(git(self.tree, "status", "--porcelain"), "")
        self.assertEqual(git(self.tree, "for-each-ref", "refs/managed"), "")

    def test_killed_between_export_and_its_record(self):
        self.make_series()
        state = self.tree / ".git/managed.json"
        old = state.read_text()
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Four")
        self.fork("export")
        state.write_text(old)
        self.assertEqual(self.fork("sync", "--quiet"), "")

    def test_two_runs_at_once(self):
        command = [sys.executable, str(self.repo / "scripts/fork"), "sync"]
        runs = [subprocess.Popen(command, env=self.env, cwd=self.repo,
                                 stdout=subprocess.DEVNULL)
                for _ in range(3)]
        self.assertEqual([run.wait() for run in runs], [0, 0, 0])
        self.assertEqual(git(self.tree, "status", "--porcelain"), "")

    def test_test_directories_are_shared_until_tracked(self):
        self.fork("sync")
        place = self.tree / "llvm/test/b.ll"
        self.assertEqual(place.stat().st_ino,
                         (self.upstream / "llvm/test/b.ll").stat().st_ino)
        self.fork("track", "llvm/test/b.ll")
        self.edit("llvm/test/b.ll", "true", "false")
        self.assertIn("true", (self.upstream / "llvm/test/b.ll").read_text())

    def test_new_upstream_release_makes_the_tree_anew(self):
        self.make_series()
        files = dict(UPSTREAM)
        files["llvm/include/llvm/A.h"] = "int a(int);\n"
        make_tarball(self.tarball, files)
        write_tree(self.root / "plain", files)
        self.record["tarball"]["sha256"] = file_digest(self.tarball)
        self.record["content"] = content_digest(self.root / "plain")
        self.save_record()
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.fork("sync", fails="edits that are not committed")
        git(self.tree, "checkout", "llvm/lib/B.cpp")
        self.edit("clang/lib/C.cpp", "int c;", "int cc;")
        self.fork("sync", fails="scripts/fork track clang/lib/C.cpp")
        self.edit("clang/lib/C.cpp", "int cc;", "int c;")
        begin = time.time() - 1
        self.fork("sync")
        place = self.tree / "llvm/include/llvm/A.h"
        self.assertEqual(place.read_text(), "int a(int);\n")
        self.assertGreater(place.stat().st_mtime, begin)
        self.assertIn("One.inc", (self.tree / "llvm/lib/A.cpp").read_text())
        self.no_leftovers()

    def test_directory_that_was_not_unpacked_before(self):
        """A clone whose trees are of the time before lld was unpacked."""
        self.make_series()
        shutil.rmtree(self.tree / "lld")
        shutil.rmtree(self.upstream / "lld")
        for path in (self.upstream / ".complete",
                     self.tree / ".git/managed.json"):
            path.write_text(path.read_text().replace(" lld ", " "))
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.fork("sync", fails="edits that are not committed")
        git(self.tree, "checkout", "llvm/lib/B.cpp")
        self.fork("sync")
        for top in (self.tree, self.upstream):
            self.assertEqual((top / "lld/ELF/L.cpp").read_text(), "int l;\n")
        self.assertIn("One.inc", (self.tree / "llvm/lib/A.cpp").read_text())


if __name__ == "__main__":
    unittest.main()
