"""What the patches of a series must be like together, and their table."""

import tempfile
import unittest
from pathlib import Path

from fork_toy import SCRIPTS  # noqa: F401, for the import path

from managed.fork import costs, rules
from managed.fork.series import Patch, Series
from managed.fork.table import REASON, cost, first_sentence, table

WHY = "One sentence. And another."


def patch(subject="[Toy] One", body=WHY, feature="toy", status="Hook",
          hunks=None) -> Patch:
    """A patch with `hunks`: file to a list of (header, lines)."""
    text = [f"Subject: {subject}\n\n{body}\n\nFeature: {feature}\n"
            f"Upstream-Status: {status}\nTests: llvm/test/own.ll\n\n"]
    for path, parts in (hunks or {"llvm/A.cpp": [
            ("-1,1 +1,2", " one\n+two\n")]}).items():
        text.append(f"diff --git a/{path} b/{path}\nindex 1..2 100644\n"
                    f"--- a/{path}\n+++ b/{path}\n")
        text += [f"@@ {head} @@\n{lines}" for head, lines in parts]
    return Patch.from_mail("".join(text).encode())


def edits(*parts) -> dict:
    return {"llvm/A.cpp": list(parts)}


class Rules(unittest.TestCase):

    def accepts(self, rule, *patches):
        self.assertEqual(rule(patches), [])

    def refuses(self, text, rule, *patches):
        found = rule(patches)
        self.assertEqual(len(found), 1, found)
        self.assertIn(text, found[0])

    def test_features_are_contiguous(self):
        one, two, far = (patch(f"[Toy] {n}", feature=f) for n, f in
                         [("One", "a"), ("Two", "b"), ("Far", "a")])
        self.accepts(rules.features_are_contiguous, one, far, two)
        self.refuses("toy-far.patch: the feature a has patches further up",
                     rules.features_are_contiguous, one, two, far)

    def test_one_hook_for_each_file(self):
        rule = rules.one_hook_for_each_file
        one = patch()
        for change in ({"feature": "other"}, {"status": "Ready"},
                       {"status": "Feature"},
                       {"hunks": {"llvm/B.cpp": [("-1,0 +1,1", "+x\n")]}}):
            with self.subTest(change):
                self.accepts(rule, one, patch("[Toy] Two", **change))
        self.refuses("toy-two.patch: toy-one.patch changes llvm/A.cpp for the "
                     "feature toy already", rule, one, patch("[Toy] Two"))

    def test_one_change_for_each_file(self):
        rule = rules.one_change_for_each_file
        self.accepts(rule, patch(), patch("[Toy] Two", status="Ready"))
        self.refuses("make one patch of both", rule, patch(),
                     patch("[Toy] Two", status="Feature"))

    def test_line_of_an_earlier_patch_is_removed(self):
        rule = rules.nothing_is_undone
        # Adds lines 3 and 4, and another one far below.
        one = patch(hunks=edits(("-1,2 +1,4", " a\n b\n+c\n+d\n"),
                                ("-20,1 +22,2", " t\n+u\n")))
        # Two lines more above: the others are at 5, 6 and 25.
        two = patch("[Toy] Two", hunks=edits(("-1,1 +1,3", " a\n+x\n+y\n")))
        self.accepts(rule, one, two)
        for number, lines in [(5, "-c\n"), (6, "-d\n"), (25, "-u\n")]:
            with self.subTest(lines):
                three = patch("[Toy] Three", hunks=edits(
                    (f"-{number},1 +{number},0", lines)))
                self.refuses(f"toy-three.patch: removes '{lines[1]}' from "
                             "llvm/A.cpp, which toy-one.patch adds",
                             rule, one, two, three)

    def test_upstream_lines_may_go(self):
        one = patch(hunks=edits(("-1,2 +1,4", " a\n b\n+c\n+d\n")))
        for number, lines in [(2, "-b\n"), (5, "-e\n"), (24, "-u\n")]:
            with self.subTest(lines):
                self.accepts(
                    rules.nothing_is_undone, one, patch(
                        "[Toy] Two", hunks=edits(
                            (f"-{number},1 +{number},0", lines))))

    def test_line_that_only_moves(self):
        one = patch(hunks=edits(("-1,2 +1,3", " a\n b\n+c\n")))
        two = patch("[Toy] Two", hunks=edits(
            ("-1,4 +1,5", " a\n b\n-c\n+if (x)\n+  c\n d\n")))
        self.accepts(rules.nothing_is_undone, one, two)
        # It is still the first patch's neighbour, and the second's now.
        three = patch("[Toy] Three", hunks=edits(("-4,1 +4,0", "-  c\n")))
        self.refuses("which toy-two.patch adds", rules.nothing_is_undone, one,
                     two, three)

    def test_clang_is_named(self):
        ours = {"clang/lib/C.cpp": [("-1,1 +1,2", " a\n+b\n")]}
        both = {**ours, **edits(("-1,1 +1,2", " a\n+b\n"))}
        rule = rules.clang_is_named
        self.accepts(rule, patch("[clang][Toy] One", hunks=ours),
                     patch("[Toy] Two", hunks=both), patch("[Toy] Three"))
        self.refuses("must start with '[clang][Area]'", rule,
                     patch(hunks=ours))
        self.refuses("must not start with '[clang]'", rule,
                     patch("[clang][Toy] One", hunks=both))

    def test_bodies_say_why(self):
        rule = rules.bodies_say_why
        self.accepts(rule, patch(), patch(body="x" * 80))
        for body in ("The registry is one list.", "x" * 79, "Since 1.5 it"):
            with self.subTest(body):
                self.refuses("write two sentences", rule, patch(body=body))

    def test_series_asks_the_rules(self):
        rules.RULES.append(lambda patches: [f"{len(patches)} are too many"])
        self.addCleanup(rules.RULES.pop)
        self.assertIn("1 are too many",
                      Series([patch()]).problems(SCRIPTS.parent))


class Table(unittest.TestCase):

    def test_row(self):
        text = table([patch(status="Ready")], "llvmorg-1.0.0", {})
        self.assertIn("\n## toy\n", text)
        self.assertIn("| [\\[Toy\\] One](toy-one.patch) | One sentence. | "
                      "Ready | 1 unit |\n", text)
        self.assertIn("These 1 patches to 1 files of llvmorg-1.0.0 call", text)
        self.assertIn("| Ready | 1 |", text)
        self.assertIn("| Hook | 0 |", text)

    def test_first_sentence(self):
        for text, expected in [
                ("One. Two.", "One."), ("One, e.g. two. Three.",
                                        "One, e.g. two."),
                ("Why? So.", "Why?"), ("No end", "No end"),
                ("Of %al and 1.5 it is. X", "Of %al and 1.5 it is.")]:
            self.assertEqual(first_sentence(text), expected)
        cut = first_sentence("word, " * 40)
        self.assertLessEqual(len(cut), REASON + 2)
        self.assertTrue(cut.endswith("word …"), cut)

    def test_no_cell_is_long(self):
        text = table([patch("[Toy] " + "long " * 14, body="Say " * 60)],
                     "llvmorg-1.0.0", {})
        cells = text.rpartition("\n| ")[2].split(" | ")
        self.assertEqual(len(cells), 4)
        self.assertLessEqual(max(map(len, cells)), 200)

    def test_markup_is_quoted(self):
        text = table([patch("[Toy] Add a_b<c>", body="It is `*x|y*`.")],
                     "llvmorg-1.0.0", {})
        self.assertIn("\\[Toy\\] Add a\\_b\\<c\\>", text)
        self.assertIn("| It is \\`\\*x\\|y\\*\\`. |", text)

    def test_cost(self):
        for files, expected in [
                (["llvm/lib/A.cpp"], "1 unit"),
                (["llvm/lib/A.cpp", "llvm/lib/B.c"], "2 units"),
                (["llvm/lib/CMakeLists.txt"], "build files"),
                (["llvm/lib/A.cpp", "llvm/lib/A.h"], "1 unit; A.h: 7 units")]:
            self.assertEqual(cost(files, {"llvm/lib/A.h": 7}), expected)


class FakeUpstream:
    stamp = "toy"

    def __init__(self, root: Path):
        self.root = root


class Costs(unittest.TestCase):
    FILES = {
        "llvm/include/llvm/P.h": "",
        "llvm/include/llvm/Q.h": '#include "llvm/P.h"\n',
        "llvm/include/llvm/T.td": "",
        "llvm/include/llvm/CMakeLists.txt":
            "set(LLVM_TARGET_DEFINITIONS T.td)\n"
            "tablegen(LLVM T.inc -gen-t)\n",
        "llvm/lib/L/CMakeLists.txt":
            "add_llvm_component_library(LLVML\n  One.cpp\n)\n",
        "llvm/lib/L/Private.h": "",
        "llvm/lib/L/One.cpp": '#include "llvm/Q.h"\n#include "Private.h"\n',
        "llvm/lib/L/Two.cpp": '#include "llvm/P.h"\n#include "llvm/T.inc"\n',
        "llvm/lib/L/Three.cpp": "",
        "llvm/tools/t/Tool.h": "",
        "llvm/tools/t/tool.cpp": '#include "Tool.h"\n',
    }

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name)
        for path, text in self.FILES.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)

    def costs(self, *files) -> dict:
        lines = [("-1,0 +1,1", "+x\n")]
        return costs.header_costs(FakeUpstream(self.root), Series(
            [patch(hunks={path: lines for path in files})]))

    def test_units_that_include_a_header(self):
        expected = {"llvm/include/llvm/P.h": 2, "llvm/include/llvm/Q.h": 1,
                    "llvm/include/llvm/T.td": 1, "llvm/lib/L/Private.h": 1,
                    "llvm/tools/t/Tool.h": 1}
        self.assertEqual(self.costs("llvm/lib/L/One.cpp", *expected), expected)

    def test_remembered(self):
        self.assertEqual(self.costs("llvm/include/llvm/P.h"),
                         {"llvm/include/llvm/P.h": 2})
        (self.root / "llvm/lib/L/Two.cpp").write_text("")
        self.assertEqual(self.costs("llvm/include/llvm/P.h",
                                    "llvm/include/llvm/T.td"),
                         {"llvm/include/llvm/P.h": 2,
                          "llvm/include/llvm/T.td": 0})
        FakeUpstream.stamp = "another"
        self.addCleanup(setattr, FakeUpstream, "stamp", "toy")
        self.assertEqual(self.costs("llvm/include/llvm/P.h"),
                         {"llvm/include/llvm/P.h": 1})


if __name__ == "__main__":
    unittest.main()
