"""Whether Ready patches are what they say."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from fork_toy import TRAILERS, ToyCase

from managed.fork import ready
from managed.littests.run import Results
from managed.fork.series import Patch, Series

READY = TRAILERS.replace(": Feature", ": Ready")
# A compiler that takes what does not say "broken", if it can see upstream's
# private headers and the configured ones.
CLANG = """\
#!/bin/sh
for header in private.h llvm/Config/config.h; do
  found=
  for word; do
    test -f "${word#-I}/$header" && found=1
  done
  test "$found" || echo "x.cpp:1:1: error: '$header' file not found" >&2
  test "$found" || exit 1
done
if grep -q broken "$word"; then
  echo "x.cpp:1:1: error: this is broken" >&2
  exit 1
fi
"""


class Text(ToyCase):
    """What export and verify see."""

    def setUp(self):
        super().setUp()
        self.make_series()

    def test_repair(self):
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Four", READY)
        self.fork("export")
        self.fork("verify")

    def test_needs_another_patch(self):
        self.edit("llvm/lib/A.cpp", "#include \"One.inc\"\n",
                  "#include \"One.inc\"\nint four;\n")
        self.commit("[Toy] Four", READY)
        self.fork("export", fails="patches/toy-four.patch does not apply to "
                  "llvmorg-1.0.0 alone: llvm/lib/A.cpp differs at line")

    def test_includes_a_file_of_ours(self):
        (self.repo / "llvm/lib/Ours.h").write_text("int ours;\n")
        self.edit("llvm/lib/B.cpp", "int b2 = 2;",
                  "#include \"Ours.h\"\nint b2 = 2;")
        self.commit("[Toy] Four", READY)
        self.fork("export", fails="patches/toy-four.patch includes Ours.h, "
                  "which llvmorg-1.0.0 does not have; it is not Ready")

    def prove(self, text, **options):
        """Runs verify --ready with a repair that adds `text`."""
        self.fork("track", "clang/lib/C.cpp")
        self.edit("clang/lib/C.cpp", "int c;", text)
        self.commit("[clang][Toy] Four", READY)
        self.fork("export")
        prefix = self.root / "prefix"
        (prefix / "bin").mkdir(parents=True)
        (prefix / "bin/clang++").write_text(CLANG)
        (prefix / "bin/clang++").chmod(0o755)
        headers = self.root / "headers"
        (headers / "llvm/Config").mkdir(parents=True)
        (headers / "llvm/Config/config.h").touch()
        (self.upstream / "clang/lib/private.h").touch()
        return self.fork(
            "verify", "--ready", "--headers", headers,
            env={**self.env, "MANAGED_LLVM_PREFIX": str(prefix)}, **options)

    def test_does_not_compile_alone(self):
        self.prove("int broken;", fails="patches/clang-toy-four.patch is not "
                   "Ready: clang/lib/C.cpp does not compile with it alone: "
                   "this is broken")
        self.assertIn("compiling what Ready patch 1 of 1 changes: "
                      "clang-toy-four.patch", self.printed)

    def test_compiles_alone(self):
        # The toy has no lit to go on with.
        self.prove("int cc;", fails="prefix/")
        self.assertIn("compiling what Ready patch 1 of 1", self.printed)

    def test_no_build(self):
        self.edit("llvm/lib/B.cpp", "int b2 = 2;", "int b2 = 22;")
        self.commit("[Toy] Four", READY)
        self.fork("export")
        self.fork("verify", "--ready", fails="has no llvm/Config/config.h; "
                  "run scripts/build first")

    def test_nothing_is_ready(self):
        self.assertIn("0 Ready patches", self.fork("verify", "--ready"))


class Tests(unittest.TestCase):
    """What the tests of Ready patches must do with the unpatched tools."""

    def problems(self, codes: dict, tests: str, status="Ready") -> list:
        patch = Patch.from_mail(
            "Subject: [Toy] One\n\nWhy.\n\nFeature: toy\n"
            f"Upstream-Status: {status}\nTests: {tests}\n\n".encode())
        cache = mock.Mock()
        cache.get.return_value = None
        with mock.patch.object(ready.lit_run, "BaselineCache",
                               return_value=cache), \
                mock.patch.object(ready.lit_run, "run_side",
                                  return_value=Results(codes)) as run:
            found = ready.test_problems(Series([patch]))
        self.asked = run.call_args[0][:2] if run.called else None
        return found

    def test_each_has_to_fail(self):
        one, two = "llvm/test/one.ll", "llvm/test/two.ll"
        self.assertEqual(
            self.problems({one: "FAIL", two: "FAIL"}, f"{one} {two}"), [])
        self.assertEqual(self.asked, ("baseline", [one, two]))
        for code in ("PASS", "UNSUPPORTED", "XFAIL"):
            with self.subTest(code):
                self.assertEqual(
                    self.problems({one: "FAIL", two: code}, f"{one} {two}"),
                    [f"patches/toy-one.patch is not Ready: {two} does not "
                     f"fail with the unpatched tools ({code})"])

    def test_one_of_a_directory_has_to_fail(self):
        codes = {"llvm/test/d/one.ll": "PASS", "llvm/test/dd/x.ll": "FAIL"}
        found = self.problems(codes, "llvm/test/d")
        self.assertIn("llvm/test/d does not fail", found[0])
        codes["llvm/test/d/two.ll"] = "FAIL"
        self.assertEqual(self.problems(codes, "llvm/test/d"), [])

    def test_did_not_run(self):
        self.assertIn("(not run)", self.problems({}, "llvm/test/one.ll")[0])

    def test_other_tests_are_not_run(self):
        self.assertEqual(self.problems(
            {"llvm/test/one.ll": "FAIL"},
            "llvm/test/one.ll llvm/unittests/T.cpp"), [])
        self.assertEqual(self.asked[1], ["llvm/test/one.ll"])
        self.assertEqual(self.problems({}, "llvm/test/one.ll", "Feature"), [])
        self.assertIsNone(self.asked)


if __name__ == "__main__":
    unittest.main()
