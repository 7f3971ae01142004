"""Patches from elsewhere, and wrong ways to call scripts/fork."""

import unittest

from fork_toy import TRAILERS, UPSTREAM, ToyCase, git, write_tree


class ImportTest(ToyCase):
    def setUp(self):
        super().setUp()
        self.make_series()
        self.other = self.root / "other"
        write_tree(self.other, UPSTREAM)
        git(self.root, "init", "-q", str(self.other))
        git(self.other, "add", "-A", "-f")
        git(self.other, "commit", "-q", "-m", "base")
        git(self.other, "tag", "base")

    def change(self, path, old, new, subject, trailers=TRAILERS):
        place = self.other / path
        place.write_text(place.read_text().replace(old, new))
        git(self.other, "commit", "-qam",
            f"{subject}\n\nWhy. And how.\n\n{trailers}")

    def test_commits_of_another_repository(self):
        self.change("clang/lib/C.cpp", "int c", "int cc", "[clang][Toy] C")
        self.change("llvm/lib/A.cpp", "int a20 ", "int a200 ", "[Toy] A")
        self.fork("import", "--commits", self.other, "base..HEAD")
        self.fork("verify")
        self.fork("export", "--check")
        self.assertEqual(
            (self.patches / "series").read_text().split()[-2:],
            ["clang-toy-c.patch", "toy-a.patch"])
        self.assertIn("int cc", (self.tree / "clang/lib/C.cpp").read_text())

    def test_files_and_replacing(self):
        self.change("llvm/lib/A.cpp", "int a30 = 30", "int a30 = 99",
                    "[Toy] Two")
        git(self.other, "format-patch", "-q", "-k", "-o", str(self.root),
            "base..")
        name = next(self.root.glob("0001*"))
        self.fork("import", name, fails="already has toy-two.patch; give "
                  "--replace")
        self.fork("import", "--replace", name)
        self.assertEqual(
            [l for l in (self.patches / "series").read_text().split()
             if l.endswith(".patch")],
            ["toy-one.patch", "toy-two.patch", "toy-three.patch"])
        self.assertIn("int a30 = 99",
                      (self.tree / "llvm/lib/A.cpp").read_text())
        self.fork("verify")

    def test_nothing_is_imported_when_one_does_not_apply(self):
        before = self.snapshot(self.repo)
        self.change("clang/lib/C.cpp", "int c", "int cc", "[clang][Toy] C")
        self.change("llvm/lib/B.cpp", "int b10 = 10;", "int b10 = 9;",
                    "[Toy] B")
        self.fork("import", "--commits", self.other, "base..HEAD",
                  fails="[Toy] B does not apply")
        self.change("llvm/lib/B.cpp", "int b10 = 9;", "int b10 = 10;",
                    "[Toy] B2", "Feature: toy\n")
        git(self.other, "reset", "-q", "--soft", "base")
        git(self.other, "commit", "-qm", "[Toy] Bare\n\nWhy.")
        self.fork("import", "--commits", self.other, "base..HEAD",
                  fails="trailer")
        self.assertEqual(self.snapshot(self.repo), before)

    def test_bad_arguments(self):
        self.fork("import", fails="nothing to import")
        self.fork("import", "--commits", self.other, "HEAD", fails="range")
        self.fork("import", "--commits", self.other, "base..base",
                  fails="no commits")
        self.fork("import", "--commits", self.root / "none", "a..b",
                  fails="not a git repository")
        (self.root / "junk").write_text("junk\n")
        self.fork("import", self.root / "junk", fails="format-patch")
        self.fork("import", self.root / "none", fails="is not a file")


class UsageTest(ToyCase):
    def test_unknown_words(self):
        self.fork("sync", "--frobnicate",
                  fails="unrecognized arguments: --frobnicate; see "
                        "scripts/fork --help")
        self.fork("frobnicate", fails="invalid choice: 'frobnicate'")
        self.fork(fails="required")
        self.fork("export", "--chek", fails="--chek")

    def test_git_is_missing(self):
        self.fork("sync")
        self.fork("sync", env={**self.env, "PATH": "/nonexistent"},
                  fails="git is not installed; run: sudo apt-get install git")

    def test_damaged_description(self):
        (self.patches / "upstream.json").write_text("{")
        self.fork("sync", fails="upstream.json is missing or damaged")
        (self.patches / "upstream.json").write_text("{}")
        self.fork("sync", fails="lacks 'tag'")
        self.save_record()
        (self.patches / "series").unlink()
        self.fork("sync", fails="patches/series is missing")


if __name__ == "__main__":
    unittest.main()
