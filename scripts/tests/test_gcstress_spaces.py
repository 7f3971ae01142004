"""Tests of what moves the references of a module to another address space."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed.gcstress import spaces  # noqa: E402


class SpacesTest(unittest.TestCase):
    def test_moves_types_and_names(self):
        text = spaces.move_references(
            'declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1))\n'
            '  %v = call <2 x ptr addrspace(1)> @llvm.freeze.v2p1(i64 1)\n'
            'define void @f(ptr addrspace(1) %p1) gc "managed" {\n'
            '    gc "managed" {\n'
            'attributes #0 = { "gc-address-spaces"="1" }\n')
        self.assertNotIn("addrspace(1)", text)
        self.assertIn("@llvm.memcpy.p0.p2.i64(ptr, ptr addrspace(2))", text)
        self.assertIn("@llvm.freeze.v2p2(i64 1)", text)
        self.assertIn("%p1)", text)
        self.assertEqual(text.count(spaces.ATTRIBUTES + ' gc "'), 2)
        self.assertNotIn('"gc-address-spaces"="1"', text)

    def test_some_modules_have_it(self):
        count = sum(spaces.has_second_space(str(n)) for n in range(100))
        self.assertIn(count, range(10, 50))


if __name__ == "__main__":
    unittest.main()
