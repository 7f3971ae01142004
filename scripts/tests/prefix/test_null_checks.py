"""What clang links to programs with implicit null checks.

Needs the built overlay (scripts/build).
"""

import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.prefix import scratch  # noqa: E402
from managed.ui import run  # noqa: E402

PREFIX = WHERE = None
LIBRARY = """
struct pair { long first, second; };
long second(struct pair *p) { return p->second; }
long element(const long *p, unsigned i) { return p[i]; }
"""
PROGRAM = """
struct pair { long first, second; };
long second(struct pair *p);
long element(const long *p, unsigned i);
int main(int argc, char **argv) {
  struct pair here = {1, 0};
  if (argc < 2)
    return (int)(second(&here) + element(&here.first, 1));
  return (int)(argv[1][0] == 's' ? second(0) : element(0, 0xffffffff));
}
"""
# What a sampling profiler has seen, by lines from the head of a function.
SAMPLES = """main:1100:1
 1: 100
 3: 1000
second:1000:1000
 0: 1000
element:1000:1000
 0: 1000
"""
CHECKS = ("-O2", "-fsanitize=null", "-fsanitize-trap=null")


def setUpModule():
    global PREFIX, WHERE
    PREFIX = scratch.installed()
    WHERE = Path(tempfile.mkdtemp())
    (WHERE / "library.c").write_text(LIBRARY)
    (WHERE / "program.c").write_text(PROGRAM)


def tearDownModule():
    shutil.rmtree(WHERE)


def clang(*words) -> None:
    run([PREFIX / "bin/clang", *CHECKS, *words], what="clang", cwd=WHERE)


class LinkedRuntime(unittest.TestCase):
    def check(self, at_null=-signal.SIGILL, at_index=-signal.SIGILL):
        """A check that fails ends in its trap if the fault is recovered."""
        for words, code in (((), 0), (("second",), at_null),
                            (("element",), at_index)):
            done = subprocess.run([WHERE / "program", *words],
                                  capture_output=True, text=True)
            self.assertEqual((words, done.returncode, done.stderr),
                             (words, code, ""))

    def test_executable(self):
        clang("-fimplicit-null-checks", "library.c", "program.c", "-o",
              "program")
        self.check()

    def test_wide(self):
        clang("-fimplicit-null-checks=wide", "library.c", "program.c", "-o",
              "program")
        self.check()

    def test_shared(self):
        clang("-fimplicit-null-checks=wide", "-fPIC", "-shared", "library.c",
              "-o", "liblibrary.so")
        clang("-fimplicit-null-checks=wide", "program.c", "-L.", "-llibrary",
              f"-Wl,-rpath,{WHERE}", "-o", "program")
        self.check()

    def test_static(self):
        for flag in ("-static", "-static-pie"):
            clang("-fimplicit-null-checks", flag, "library.c", "program.c",
                  "-o", "program")
            self.check()

    def test_by_hand(self):
        """With the objects on the command line, nothing is linked twice."""
        clang("-fimplicit-null-checks", "library.c", "program.c",
              PREFIX / "lib/LLVMManagedImage.o",
              PREFIX / "lib/LLVMManagedAuto.o",
              PREFIX / "lib/libLLVMManagedRuntime.a", "-o", "program")
        self.check()

    def test_profile(self):
        profile, counts = WHERE / "profile", WHERE / "counts"
        clang("-fimplicit-null-checks=wide", f"-fprofile-generate={profile}",
              "library.c", "program.c", "-o", "program")
        self.check()
        run([PREFIX / "bin/llvm-profdata", "merge", "-o", counts,
             *profile.glob("*.profraw")], what="llvm-profdata")
        clang("-fimplicit-null-checks=wide", f"-fprofile-use={counts}",
              "library.c", "program.c", "-o", "program")
        self.check()

    def test_sample_profile(self):
        (WHERE / "samples").write_text(SAMPLES)
        for flag in ("-fno-pseudo-probe-for-profiling",
                     "-fpseudo-probe-for-profiling"):
            clang("-fimplicit-null-checks=wide", "-gline-tables-only", flag,
                  "-fprofile-sample-use=samples", "library.c", "program.c",
                  "-o", "program")
            self.check()

    @unittest.skipUnless(platform.machine() == "x86_64", "for x86-64")
    def test_protected_branches(self):
        clang("-fimplicit-null-checks=wide", "-fcf-protection=full",
              "library.c", "program.c", "-o", "program")
        self.check()

    def test_none(self):
        """Nobody recovers the fault. The check of an element is explicit
        without the wide guard."""
        clang("-fimplicit-null-checks", "-fno-sanitize-link-runtime",
              "library.c", "program.c", "-o", "program")
        self.check(at_null=-signal.SIGSEGV)


if __name__ == "__main__":
    unittest.main()
