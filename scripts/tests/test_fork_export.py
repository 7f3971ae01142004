"""Commits of tree/ to patches/: export, verify, track."""

import os
import shutil
import subprocess
import time
import unittest

from fork_toy import HOSTILE_CONFIG, TAG, TRAILERS, ToyCase, git


class ExportTest(ToyCase):
    def test_round_trip_is_byte_equal(self):
        self.make_series()
        before = self.snapshot(self.patches)
        self.assertEqual(
            sorted(n for n in before if n.endswith(".patch")),
            ["toy-one.patch", "toy-three.patch", "toy-two.patch"])
        self.fork("export", "--check")
        self.fork("verify")
        shutil.rmtree(self.tree)
        shutil.rmtree(self.upstream)
        self.fork("sync")
        self.fork("export")
        self.assertEqual(self.snapshot(self.patches), before)

    def test_same_series_gives_the_same_commits(self):
        self.make_series()
        (self.patches / "series").write_text("")
        git(self.tree, "log")
        self.fork("sync")
        heads = set()
        for name in ("tree", "again"):
            self.env["MANAGED_LLVM_TREE"] = str(self.repo / name)
            (self.patches / "series").write_text(
                "toy-one.patch\ntoy-two.patch\n")
            self.fork("sync")
            heads.add(git(self.repo / name, "rev-parse", "HEAD"))
        self.assertEqual(len(heads), 1)

    def test_hostile_configuration(self):
        """The same bytes whatever the user's git settings are."""
        self.make_series()
        before = self.snapshot(self.patches)
        (self.home / "hooks").mkdir()
        for hook in ("pre-commit", "applypatch-msg", "commit-msg",
                     "post-checkout", "pre-applypatch"):
            path = self.home / "hooks" / hook
            path.write_text("#!/bin/sh\nexit 1\n")
            path.chmod(0o755)
        (self.home / "attributes").write_text("* text eol=crlf diff=cpp\n")
        (self.home / "ignore").write_text("*.cpp\n")
        shutil.copytree(self.home / "hooks", self.home / "template/hooks")
        (self.home / ".gitconfig").write_text(
            HOSTILE_CONFIG.format(home=self.home))
        (self.home / ".config/git").mkdir(parents=True)
        (self.home / ".config/git/attributes").write_text("* diff=cpp\n")
        self.env.update(GIT_DIR=str(self.home), GIT_INDEX_FILE=str(self.home),
                        GIT_DIFF_OPTS="--unified=9", GIT_EXTERNAL_DIFF="false",
                        GIT_AUTHOR_NAME="x", GIT_COMMITTER_DATE="yesterday")
        shutil.rmtree(self.tree)
        self.fork("sync")
        self.fork("track", "clang/lib/dos.cpp")
        self.edit("clang/lib/dos.cpp", "int e;\r\n", "int e = 1;\r\n")
        # Plain git works for the user in tree/ as well.
        env = {k: v for k, v in self.env.items() if k[:4] != "GIT_"}
        subprocess.run(["git", "commit", "-qam", "[clang][Toy] Dos\n\nWhy. "
                        "And how.\n\n" + TRAILERS], cwd=self.tree, env=env,
                       check=True)
        self.fork("export")
        self.fork("verify")
        after = self.snapshot(self.patches)
        for name, data in before.items():
            if name.endswith(".patch"):
                self.assertEqual(after[name], data)
        self.assertIn(b"+int e = 1;\r\n", after["clang-toy-dos.patch"])
        shutil.rmtree(self.tree)
        self.fork("sync")
        self.assertEqual((self.tree / "clang/lib/dos.cpp").read_bytes(),
                         b"int d;\r\nint e = 1;\r\nint f;\r\n")

    def test_empty_export_is_refused(self):
        self.make_series()
        before = self.snapshot(self.patches)
        git(self.tree, "reset", "--hard", TAG)
        error = self.fork("export", fails="would wipe the 3 patches")
        self.assertEqual(self.snapshot(self.patches), before)
        git(self.tree, "reset", "--hard",
            error.split("reset --hard ")[1].strip())
        self.fork("export", "--check")

    def test_shifted_hunk_is_detected(self):
        self.make_series()
        path = self.patches / "toy-one.patch"
        text = path.read_text()
        self.assertIn("@@ -4,6 +4,7 @@", text)
        path.write_text(text.replace("@@ -4,6 +4,7 @@", "@@ -2,6 +2,7 @@"))
        self.fork("verify", fails="patches/toy-one.patch applies, but not as "
                  "it is written: the lines moved, '@@ -2,6")

    def test_verify_notices_wrong_blob_ids_and_context(self):
        self.make_series()
        path = self.patches / "toy-one.patch"
        text = path.read_text()
        path.write_text(text.replace("index ", "index 0", 1)
                        .replace("..", "..", 1))
        self.fork("verify", fails="toy-one.patch")
        path.write_text(text.replace("@@ -4,6 +4,7 @@ int a2 = 2;\n",
                                     "@@ -3,7 +3,8 @@ int a1 = 1;\n"
                                     " int a2 = 2;\n"))
        self.assertNotEqual(path.read_text(), text)
        self.fork("verify", fails="toy-one.patch applies, but not as")

    def test_verify_notices_a_stray_patch_and_a_stale_table(self):
        self.make_series()
        shutil.copy(self.patches / "toy-one.patch",
                    self.patches / "toy-stray.patch")
        self.fork("verify", fails="toy-stray.patch is not in the series")
        (self.patches / "toy-stray.patch").unlink()
        with open(self.patches / "README.md", "a") as table:
            table.write("x\n")
        self.fork("verify", fails="patches/README.md differs")
        self.fork("export", "--check", fails="patches/README.md differs")
        self.fork("export")
        self.fork("verify")

    def test_message_that_git_would_cut(self):
        self.make_series()
        before = self.snapshot(self.patches)
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        git(self.tree, "commit", "-a", "-m",
            f"[Toy] Four\n\nWhy.\n---\nLost.\n\n{TRAILERS}")
        self.fork("export", fails="toy-four.patch applies, but not as it is "
                  "written: git does not keep its message")
        self.assertEqual(self.snapshot(self.patches), before)

    def test_message_in_other_languages(self):
        self.make_series()
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Größe und mehr davon, damit die Zeile lang wird "
                    "und umbricht")
        self.fork("export")
        self.fork("verify")

    def test_bad_commits_are_refused(self):
        self.make_series()
        before = self.snapshot(self.patches)
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Four", "Feature: toy\nTests: llvm/test/own.ll\n")
        self.fork("export", fails="the trailer 'Upstream-Status:' is missing")
        git(self.tree, "reset", "--hard", "HEAD^")
        (self.tree / "llvm/lib/Fresh.cpp").write_text("int fresh;\n")
        self.fork("export", fails="llvm/lib/Fresh.cpp in")
        git(self.tree, "add", "-f", "llvm/lib/Fresh.cpp")
        self.fork("export", fails="not committed")
        self.commit("[Toy] Five")
        self.fork("export", fails="creates llvm/lib/Fresh.cpp; a new file "
                  "belongs in the repository")
        self.assertEqual(self.snapshot(self.patches), before)

    def test_merges_are_refused(self):
        self.make_series()
        git(self.tree, "checkout", "-b", "side", "HEAD^")
        self.edit("llvm/lib/A.cpp", "int a1 = 1;", "int a1 = 11;")
        self.commit("[Toy] Side")
        git(self.tree, "checkout", "managed")
        git(self.tree, "merge", "-q", "--no-edit", "side")
        self.fork("export", fails="merge commits")

    def test_changed_but_not_tracked(self):
        self.make_series()
        self.edit("clang/lib/C.cpp", "int c;", "int cc;")
        error = self.fork("export", fails="scripts/fork track clang/lib/C.cpp")
        self.fork(*error.split("scripts/")[-1].split()[1:])
        self.assertIn("M clang/lib/C.cpp",
                      git(self.tree, "status", "--porcelain"))
        self.fork("export", fails="that is not committed")
        self.commit("[clang][Toy] C")
        self.fork("export")
        self.fork("verify")
        self.assertIn("clang-toy-c.patch",
                      (self.patches / "series").read_text())

    def test_link_that_an_editor_replaced(self):
        self.make_series()
        place = self.tree / "llvm/lib/Own.cpp"
        place.unlink()
        place.write_text("int edited;\n")
        self.fork("export", fails="llvm/lib/Own.cpp in")
        self.fork("sync", fails="belongs there as a link")
        self.assertEqual(place.read_text(), "int edited;\n")

    def test_touched_but_equal_is_no_change(self):
        self.make_series()
        os.utime(self.tree / "clang/lib/C.cpp")
        self.fork("export", "--check")

    def test_in_place_edit_of_a_shared_test(self):
        self.make_series()
        time.sleep(1.1)
        (self.tree / "llvm/test/b.ll").write_text("; RUN: false\n")
        self.fork("export", fails="llvm/test/b.ll")

    def test_track_keeps_commits_and_edits(self):
        self.make_series()
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Four")
        self.edit("llvm/lib/B.cpp", "int b3 = 3;", "int b3 = 33;")
        subjects = git(self.tree, "log", "--format=%an %s%n%b")
        before = self.snapshot(self.tree)
        self.fork("track", "clang/lib/C.cpp",
                  self.tree / "llvm/CMakeLists.txt",
                  "upstream/llvm/include/llvm/A.h", "./llvm/lib/B.cpp")
        self.assertEqual(git(self.tree, "log", "--format=%an %s%n%b"),
                         subjects)
        self.assertEqual(self.snapshot(self.tree), before)
        self.assertEqual(git(self.tree, "status", "--porcelain"),
                         " M llvm/lib/B.cpp\n")
        listed = git(self.tree, "ls-tree", "-r", "--name-only", TAG)
        for path in ("clang/lib/C.cpp", "llvm/CMakeLists.txt",
                     "llvm/include/llvm/A.h"):
            self.assertIn(path, listed)
        git(self.tree, "checkout", "llvm/lib/B.cpp")
        self.fork("export")
        self.fork("verify")

    def test_track_refuses_what_is_not_upstream(self):
        self.fork("sync")
        self.fork("track", "llvm/lib/None.cpp", fails="is not a file of")
        self.fork("track", "../x", fails="is not a file of")
        self.fork("track", "llvm/lib/Own.cpp", fails="is not a file of")

    def test_commands_before_the_first_sync(self):
        self.fork("export", fails="run scripts/fork sync first")
        self.fork("track", "x", fails="run scripts/fork sync first")


if __name__ == "__main__":
    unittest.main()
