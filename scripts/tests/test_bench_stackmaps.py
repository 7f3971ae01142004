"""What scripts/bench stackmaps measures with."""

import struct
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.bench import managed_code, stackmap_models  # noqa: E402


def table(*functions) -> bytes:
    """Of version 3: (frame size, [(offset, [slots])])."""
    records = sum(len(sites) for _, sites in functions)
    data = struct.pack("<BxxxIII", 3, len(functions), 0, records)
    for size, sites in functions:
        data += struct.pack("<QQQ", 0, size, len(sites))
    for _, sites in functions:
        for offset, slots in sites:
            data += struct.pack("<QIxxH", 0, offset, len(slots) + 1)
            data += struct.pack("<BxHHxxi", 4, 8, 0, 0)
            for slot in slots:
                data += struct.pack("<BxHHxxi", 3, 8, 7, slot)
            data += bytes(-len(data) % 8) + bytes(4)
            data += bytes(-len(data) % 8)
    return data


class Models(unittest.TestCase):
    FUNCTIONS = ((64, [(10, [0, 8]), (20, [0, 8]), (300, [])]),)

    def test_parse(self):
        found = stackmap_models.parse(table(*self.FUNCTIONS))
        self.assertEqual([(f.frame_size, [(s.offset, sorted(s.slots))
                                          for s in f.sites]) for f in found],
                         [(64, [(10, [0, 8]), (20, [0, 8]), (300, [])])])

    def test_other_version_is_refused(self):
        with self.assertRaises(ValueError):
            stackmap_models.parse(b"\4" + table(*self.FUNCTIONS)[1:])

    def test_sizes(self):
        found = stackmap_models.parse(table(*self.FUNCTIONS))
        # Two bitmaps of a byte, two changes of 1 + 1 and 1 + 2 bytes, an end.
        self.assertEqual(stackmap_models.go(found), 8 + 8 + 2 + 5 + 1)
        # 8 + 2 + 2 and 2 for each slot, to multiples of 8.
        self.assertEqual(stackmap_models.ocaml(found), 16 + 16 + 16)
        # 8 each; a bitmap that the first two share, and none.
        self.assertEqual(stackmap_models.wasmtime(found), 3 * 8 + 12)


class Parsing(unittest.TestCase):
    TEXT = """fn=(1) benchmark
10 5 1 1
calls=3 7
11 900 90 9
+1 7 2 0
fn=(2) other
3 50 5 5
fn=(1)
* 1 0 1
"""

    def test_only_what_functions_do_themselves(self):
        self.assertEqual(managed_code.parse_events(self.TEXT,
                                                      {"benchmark"}),
                         (13, 3, 2))

    def test_strategy(self):
        text = ("define i32 @f() #0 {\n}\n"
                "define void @g() personality ptr @p {\n}\n"
                "!llvm.module.flags = !{!0}\n!0 = !{i32 1}\n")
        changed = managed_code.with_strategy(text,
                                                managed_code.REGISTERS)
        self.assertIn('define i32 @f() #0 gc "managed" {', changed)
        self.assertIn('@g() gc "managed" personality ptr @p {', changed)
        self.assertIn("!llvm.module.flags = !{!0, !1}", changed)
        self.assertEqual(managed_code.with_strategy(
            text, managed_code.NO_GC), text)


if __name__ == "__main__":
    unittest.main()
