"""Without a module flag and attributes, the default pipelines are upstream's,
with one pass of ours at each place where devirtualization or null checks may
have something to do."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.paths import BUILD, LLVM_PREFIX  # noqa: E402

LEVELS = ("O0", "O1", "O2", "O3", "Os", "Oz")
PIPELINES = ("default", "thinlto-pre-link", "thinlto", "lto-pre-link", "lto")
# How many passes of ours each pipeline may have. They are no more than one at a
# place, since no two of them are neighbors.
MOST = {"default": 7, "thinlto-pre-link": 5, "thinlto": 6, "lto-pre-link": 4,
        "lto": 3}
OURS = re.compile(r"managed-devirtualize<[a-zA-Z0-9;-]*>|managed-fold-casts|"
                  "unswitch-null-checks")
NEIGHBORS = re.compile(rf"(?:{OURS.pattern}),(?:{OURS.pattern})")


def printed(opt: Path, pipeline: str) -> str:
    done = subprocess.run(
        [opt, f"-passes={pipeline}", "-print-pipeline-passes",
         "-disable-output", "-disable-verify", "-"],
        input="", capture_output=True, text=True, check=True)
    return done.stdout.strip()


def without_ours(pipeline: str) -> str:
    """What is printed if our passes are left out."""
    words = OURS.sub("", pipeline)
    words = re.sub(r",{2,}", ",", words)
    return re.sub(r"\(,", "(", re.sub(r",\)", ")", words)).strip(",")


class Pipelines(unittest.TestCase):
    def test_they_are_upstreams_and_one_pass_a_place(self):
        for kind in PIPELINES:
            for level in LEVELS:
                with self.subTest(kind=kind, level=level):
                    name = f"{kind}<{level}>"
                    ours = printed(BUILD / "bin/opt", name)
                    self.assertEqual(
                        without_ours(ours),
                        printed(LLVM_PREFIX / "bin/opt", name))
                    found = OURS.findall(ours)
                    self.assertLessEqual(len(found), MOST[kind], found)
                    self.assertIsNone(NEIGHBORS.search(ours))
                    if level in ("O2", "O3", "Os"):
                        self.assertTrue(found)

    def test_the_filter_leaves_no_other_pass_out(self):
        self.assertEqual(
            without_ours("managed-devirtualize<start;lto;O2>,a,"
                         "function(managed-fold-casts,b,"
                         "loop-mssa(licm,unswitch-null-checks,c)),"
                         "managed-devirtualize<end;O2>"),
            "a,function(b,loop-mssa(licm,c))")
        self.assertEqual(without_ours("a,peel-guarded-loops"),
                         "a,peel-guarded-loops")


if __name__ == "__main__":
    unittest.main()
