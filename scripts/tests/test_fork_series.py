"""Patches and series as such: names, trailers, and what lint refuses."""

import resource
import tempfile
import unittest
from pathlib import Path

from fork_toy import SCRIPTS  # noqa: F401, for the import path

from managed.fork.series import Patch, Series, differences, slug, write
from managed.ui import Failure

MAIL = """\
From 1234567890123456789012345678901234567890 Mon Sep 17 00:00:00 2001
From: Someone With A Long Name
 <someone@example.invalid>
Date: Sat, 21 Nov 2026 12:01:08 +0000
Subject: {subject}

{message}

diff --git a/llvm/lib/A.cpp b/llvm/lib/A.cpp
{header}index 1111111..2222222 100644
--- a/llvm/lib/A.cpp
+++ b/llvm/lib/A.cpp
@@ -1,{old} +1,{new} @@ int f()
 one
{added}"""
GOOD = {
    "subject": "[Toy] Say two",
    "message": "Why. And how.\n\nFeature: toy\nUpstream-Status: Feature\n"
               "Tests: llvm/test/own.ll",
    "header": "", "added": "+two\n",
}


def mail(**changes) -> bytes:
    values = {**GOOD, **changes}
    marks = [line[0] for line in values["added"].splitlines()]
    return MAIL.format(old=1 + marks.count("-"), new=1 + marks.count("+"),
                       **values).encode()


def patch(**changes) -> Patch:
    return Patch.from_mail(mail(**changes))


class PatchTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        (self.root / "llvm/test").mkdir(parents=True)
        (self.root / "llvm/test/own.ll").touch()

    def problems(self, **changes) -> list:
        return patch(**changes).problems(self.root)

    def refused(self, text: str, **changes) -> None:
        found = self.problems(**changes)
        self.assertEqual(len(found), 1, found)
        self.assertIn(text, found[0])

    def message(self, trailers: str) -> dict:
        return {"message": "Why.\n\n" + trailers}

    def test_good_patch_has_no_problems(self):
        self.assertEqual(self.problems(), [])

    def test_sender_and_date_are_pinned(self):
        text = patch().data.decode()
        self.assertTrue(text.startswith(
            "From " + "0" * 40 + " Mon Sep 17 00:00:00 2001\n"
            "From: Managed LLVM <patches@managed-llvm.invalid>\n"
            "Date: Thu, 1 Jan 2026 00:00:00 +0000\nSubject: [Toy] Say two\n"))
        self.assertNotIn("Someone", text)
        self.assertNotIn("someone@", text)

    def test_file_is_named_after_the_subject(self):
        self.assertEqual(patch().name, "toy-say-two.patch")
        self.assertEqual(slug("[X86] Don't  fold %fs:(base)!"),
                         "x86-don-t-fold-fs-base")
        long = slug("[X] " + "word " * 30)
        self.assertLessEqual(len(long), 72)
        self.assertTrue(long.endswith("-word"))

    def test_folded_subject_is_one_line(self):
        folded = patch(subject="[Toy] Say two\n three")
        self.assertEqual(folded.subject, "[Toy] Say two three")

    def test_trailers(self):
        found = patch(message="Why: not a trailer\n\nFeature: toy\n"
                      "Origin: it is\n only ours\n"
                      "Tests: llvm/test/a.ll,\n llvm/test/b.ll\n"
                      "Tests: llvm/test/c.ll")
        self.assertEqual(found.feature, "toy")
        self.assertEqual(found.trailer("Origin"), "it is only ours")
        self.assertEqual(found.tests, ["llvm/test/a.ll", "llvm/test/b.ll",
                                       "llvm/test/c.ll"])
        self.assertNotIn("Why", found.trailers)

    def test_each_trailer_is_needed(self):
        lines = GOOD["message"].split("\n\n")[1].splitlines()
        for missing in lines:
            rest = [line for line in lines if line != missing]
            name = missing.split(":")[0]
            with self.subTest(name):
                self.refused(f"'{name}:' is missing",
                             **self.message("\n".join(rest)))

    def test_upstream_status(self):
        for status, good in [
                ("Ready", True), ("Feature", True), ("Hook", True),
                ("hook", False), ("Pending", False), ("Ready soon", False),
                ("Inappropriate ours", False)]:
            with self.subTest(status):
                changed = GOOD["message"].replace(": Feature", f": {status}")
                found = self.problems(message=changed)
                self.assertEqual(not found, good, found)

    def test_ready_needs_a_lit_test(self):
        (self.root / "llvm/unittests").mkdir()
        (self.root / "llvm/unittests/T.cpp").touch()
        message = GOOD["message"].replace(": Feature", ": Ready").replace(
            "llvm/test/own.ll", "llvm/unittests/T.cpp")
        self.refused("names no lit test", message=message)
        self.assertEqual(self.problems(message=message.replace(
            "T.cpp", "T.cpp llvm/test/own.ll")), [])

    def test_tests_exist_inside_the_repository(self):
        for path in ("llvm/test/none.ll", "../x", "/etc/passwd"):
            with self.subTest(path):
                self.refused("does not exist", message=GOOD["message"]
                             .replace("llvm/test/own.ll", path))

    def test_message_says_why(self):
        self.assertIn("the message does not say why",
                      self.problems(message=GOOD["message"].split("\n\n")[1]))

    def test_new_deleted_renamed_binary(self):
        self.refused("creates llvm/lib/A.cpp",
                     header="new file mode 100644\n")
        self.refused("deletes llvm/lib/A.cpp",
                     header="deleted file mode 100644\n")
        self.refused("changes its mode",
                     header="old mode 100644\nnew mode 100755\n")
        self.refused("binary", header="GIT binary patch\n")

    def test_too_long(self):
        self.assertEqual(self.problems(added="+x\n" * 59), [])
        self.refused("adds 60 lines", added="+x\n" * 60)

    def test_added_lines_do_not_count_headers_or_context(self):
        self.assertEqual(patch(added="+++ x\n-- y\n").added_lines, ["++ x"])

    def test_machine_paths(self):
        for top in ("home", "root", "Users"):
            with self.subTest(top):
                path = f"/{top}/someone/x"
                self.refused("path of one machine", added=f"+// {path}\n")
                self.refused("path of one machine", message=GOOD["message"]
                             .replace("Why.", f"See {path}."))
                self.assertEqual(
                    self.problems(added=f'+#include "a{path}"\n'), [])

    def test_hunks(self):
        found = patch(added="-- x\n+++ x\n two\n")
        self.assertEqual(found.hunks, [
            ("llvm/lib/A.cpp", 1, [" one", "-- x", "+++ x"])])

    def test_subject_and_name(self):
        self.assertEqual(patch(subject="[clang][Toy] Say two").name,
                         "clang-toy-say-two.patch")
        self.refused("does not start with", subject="[lib][Toy] Say two")
        self.refused("does not start with", subject="Say two")
        other = Patch("other.patch", patch().data)
        self.assertIn("not named after its subject",
                      other.problems(self.root)[0])
        foreign = Patch(patch().name, mail())
        self.assertIn("pinned", foreign.problems(self.root)[0])


class SeriesTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)

    def test_text_groups_by_feature(self):
        first, second = patch(), patch(subject="[Toy] Three")
        other = patch(subject="[Toy] Four",
                      message=GOOD["message"].replace("e: toy", "e: fun"))
        lines = Series([first, second, other]).text().splitlines()[1:]
        self.assertEqual(lines, [
            "", "# feature: toy", "toy-say-two.patch", "toy-three.patch",
            "", "# feature: fun", "toy-four.patch"])

    def test_load_is_the_inverse_of_outputs(self):
        series = Series([patch(), patch(subject="[Toy] Three")])
        for name, data in series.outputs("llvmorg-1.0.0", {}).items():
            (self.root / name).write_bytes(data)
        loaded = Series.load(self.root)
        self.assertEqual([(p.name, p.data) for p in loaded],
                         [(p.name, p.data) for p in series])
        self.assertEqual(loaded.digest(), series.digest())

    def test_order_is_part_of_the_digest(self):
        one, two = patch(), patch(subject="[Toy] Three")
        self.assertNotEqual(Series([one, two]).digest(),
                            Series([two, one]).digest())

    def test_write_is_all_or_nothing(self):
        (self.root / "a.patch").write_text("old\n")
        (self.root / "gone.patch").write_text("old\n")
        wanted = {"a.patch": b"new\n", "series": b"x" * 5000}
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        try:
            with self.assertRaises(OSError):
                write(self.root, wanted)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.assertEqual({p.name: p.read_text() for p in self.root.iterdir()},
                         {"a.patch": "old\n", "gone.patch": "old\n"})
        self.assertEqual(sorted(write(self.root, wanted)),
                         ["a.patch", "gone.patch", "series"])
        self.assertEqual({p.name: p.read_bytes()
                          for p in self.root.iterdir()}, wanted)
        self.assertEqual(differences(self.root, wanted), [])

    def test_missing_file_is_named(self):
        (self.root / "series").write_text("none.patch\n")
        with self.assertRaisesRegex(Failure, "none.patch"):
            Series.load(self.root)

    def test_same_name_twice(self):
        found = Series([patch(), patch()]).problems(self.root)
        self.assertTrue(any("two patches" in p for p in found), found)


if __name__ == "__main__":
    unittest.main()
