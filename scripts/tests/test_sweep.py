"""Tests of the comparison that scripts/sweep makes, on generated records."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import sweep  # noqa: E402
from managed.ui import Failure  # noqa: E402

FAULTS = ["F@000"] * 5
TARGET = sweep.TARGETS["x86_64"]


def record(opcode="OP", words=FAULTS, yes=True, **others):
    result = {"opcode": opcode, "shape": "plain", "status": "encoded",
              "yes": yes, "bytes": "488b07", "base": True, "address": 0,
              "flags": ["load"], "words": list(words)}
    if yes:
        result.update(size=8, align=1, loses=False)
        result["words"] += ["N", "N"] if words[0][0] == "F" else []
    result.update(others)
    return result


def classes(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "classes.txt"
        path.write_text(text)
        return sweep.read_classes(path)


def outcome(*records, text=""):
    report = sweep.compare(TARGET, list(records), classes(text))
    [(name, number)] = report.outcomes.items()
    assert number == 1
    return name, report.failures


class Allowed(unittest.TestCase):
    def assertFails(self, part, **others):
        name, failures = outcome(record(**others))
        self.assertEqual(name, sweep.FAILED)
        self.assertIn(part, failures[0])

    def test_faults_everywhere(self):
        self.assertEqual(outcome(record()), (sweep.PROVED, []))

    def test_one_state_without_a_fault(self):
        self.assertFails("did not fault in state 2",
                         words=["F@000", "F@000", "N", "F@000", "F@000"])

    def test_another_kind_of_fault(self):
        for word in ("A", "P", "G", "B", "T", "I"):
            self.assertFails("did not fault in state 1",
                             words=["F@000", word, *FAULTS[2:]])

    def test_floating_point_trap_only_when_one_is_pending(self):
        self.assertEqual(outcome(record(words=FAULTS[:4] + ["E"])),
                         (sweep.CONTRACT, []))
        self.assertFails("state 3", words=[*FAULTS[:3], "E", "F@000"])

    def test_address_depends_on_another_register(self):
        self.assertFails("depends on other registers",
                         words=["F@000", "F@008", *FAULTS[2:]])

    def test_fault_at_another_address(self):
        self.assertFails("faulted at 0x1ff and not at its address",
                         words=["F@1ff"] * 5)

    def test_wide_address(self):
        for address, word in ((0x10ffff000, "F@000000010ffff000"),
                              (-64, "F@ffffffffffffffc0")):
            self.assertEqual(
                outcome(record(shape="wide-index", index=address // 8,
                               address=address, words=[word] * 5)),
                (sweep.PROVED, []))
            self.assertFails("not at its address", shape="wide-index",
                             address=address, words=FAULTS)

    def test_changed_register(self):
        self.assertFails("changed something", words=["F1@000", *FAULTS[1:]])

    def test_lost_definitions_but_no_more(self):
        words = ["F1@000", "F4@000", "F5@000", *FAULTS[3:]]
        self.assertEqual(outcome(record(words=words, loses=True)),
                         (sweep.PROVED, []))
        self.assertFails("changed something", loses=True,
                         words=["F8@000", *FAULTS[1:]])
        self.assertFails("changed something", loses=True,
                         words=["F2@000", *FAULTS[1:]])

    def test_misaligned_may_fault_otherwise(self):
        self.assertEqual(
            outcome(record(words=["G"] * 5, align=16, address=8)),
            (sweep.PROVED, []))
        self.assertFails("state 0", words=["G"] * 5, align=8, address=8)
        self.assertFails("state 0", words=["N"] * 5, align=16, address=8)

    def test_bytes_outside_the_size(self):
        self.assertFails("before its address", words=FAULTS + ["A", "N"])
        name, failures = outcome(record(words=FAULTS + ["N", "F@000"]))
        self.assertIn("beyond its size", failures[0])

    def test_no_encoding(self):
        self.assertFails("no encoding", status="pseudo")

    def test_not_executable_needs_a_class(self):
        unrun = record(words=["I"] * 5)
        name, failures = outcome(unrun)
        self.assertEqual(name, sweep.ALLOWED_UNRUN)
        self.assertIn("in no class", failures[0])
        text = "[not executable]\nname: opcode O.\n  why\n"
        self.assertEqual(outcome(unrun, text=text), (name, []))
        # The first class that matches counts.
        text = "[not executable and refused]\nold: opcode OP\n  why\n" + text
        self.assertIn("class 'old' is for refused opcodes",
                      outcome(unrun, text=text)[1][0])

    def test_one_bad_shape_is_enough(self):
        bad = record(shape="segment-fs", words=["N"] * 5)
        self.assertEqual(outcome(record(), bad)[0], sweep.FAILED)


class Refused(unittest.TestCase):
    def test_outcomes(self):
        for words, name in ((["F@000", "N", *FAULTS[2:]], sweep.NEEDED),
                            (["F1@000", *FAULTS[1:]], sweep.NEEDED),
                            (FAULTS, sweep.CONSERVATIVE),
                            (["I"] * 5, sweep.REFUSED_UNRUN)):
            self.assertEqual(outcome(record(words=words, yes=False))[0], name)
        self.assertEqual(
            outcome(record(yes=False, status="pseudo")),
            (sweep.UNENCODED, []))

    def test_conservative_needs_a_class(self):
        refused = record(yes=False)
        self.assertIn("in no class", outcome(refused)[1][0])
        text = "[conservative]\nname: bytes 48\n  why\n"
        self.assertEqual(outcome(refused, text=text)[1], [])

    def test_segments_and_offsets_do_not_count(self):
        others = [record(yes=False, shape="segment-fs", words=["N"] * 5),
                  record(yes=False, shape="offset-8", words=["G"] * 5,
                         address=8)]
        self.assertEqual(outcome(record(yes=False), *others)[0],
                         sweep.CONSERVATIVE)


class Classes(unittest.TestCase):
    def test_stale_class(self):
        text = "[conservative]\nold: opcode GONE\n  why\n"
        self.assertEqual(outcome(record(), text=text)[1],
                         ["class 'old' of [conservative] matches no opcode"])

    def test_errors(self):
        for text, part in (
                ("name: opcode A\n  why\n", "classes.txt:1: expected"),
                ("[other]\n", "unknown section 'other'"),
                ("[conservative]\nname: opcode (\n  why\n", "bad regular"),
                ("[conservative]\nname: opcode A\n", "has no reason"),
                ("  why\n", "a reason without a class")):
            with self.assertRaisesRegex(Failure, part):
                classes(text)

    def test_first_match_counts(self):
        text = ("[conservative]\na: opcode OP\n  why\nb: flag load\n  why\n")
        report = sweep.compare(TARGET, [record(yes=False)], classes(text))
        self.assertEqual(dict(report.classes[sweep.CONSERVATIVE]), {"a": 1})


if __name__ == "__main__":
    unittest.main()
