"""C++ exceptions that pass through managed frames, executed: the example of
docs/MovingCollector.md in each way of compiling it."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.parallel import in_parallel  # noqa: E402
from managed.gcstress import run  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402
from managed.ui import Failure, run as execute  # noqa: E402

SOURCE = run.COLLECTOR / "Exceptions.ll"
# What functions return if nothing is thrown, for a Failure, and for a Refusal.
EXPECTED = """\
typed: 21 11 451
everything: 211 611 611
cleaned: 21 3281 3281
filtered: 21 351 91
rethrown: 21 351 351
nested: 21 4321 421
replaced: 1 423 423
repeated: 70 171 2112
in_stack_object: 12 312 312
in_aggregate: 1 21 21
through_native: 61 3681 3681
uncaught: 1 Failure 1 Refusal 2
"""
# The levels that differ, also in what rewriting sees.
LEVELS = [run.LEVELS[name] for name in ("raw", "O1", "O2", "O3")]


def source(strategy: str, version: int) -> str:
    """The example with a strategy and a version of the stack map."""
    text = SOURCE.read_text().replace('gc "managed"', f'gc "{strategy}"')
    return (text + "\n!llvm.module.flags = !{!0}\n"
            f'!0 = !{{i32 1, !"stack-map-version", i32 {version}}}\n')


class Exceptions(unittest.TestCase):
    def bench(self, name):
        target = managed_runtime.TARGETS[name]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        return run.Bench(target, Path(work.name),
                         driver=run.COLLECTOR / "Exceptions.cpp")

    def build(self, bench, mode, level, version):
        name = f"{mode.name}-{level.name}-{version}"
        object_ = bench.compile(source(mode.strategy, version), level,
                                mode, name)
        if version == 3:
            # The runtime reads version 4.
            converted = object_.with_name(f"{name}.converted.o")
            execute([bench.bin / "llvm-managed-maps", "convert", object_, "-o",
                     converted], what=f"converting {name}")
            object_ = converted
        return bench.link(object_, mode)

    def check(self, bench, mode, level, version):
        built = self.build(bench, mode, level, version)
        for when in ("never", "always"):
            output, collections, frames = bench.execute(built, when)
            if output != EXPECTED:
                raise Failure(f"{built.name} {when}: "
                              + run.first_difference(EXPECTED, output))
            # Each of the 36 calls collects many times.
            if when == "always" and min(collections, frames) < 200:
                raise Failure(f"{built.name}: {collections} collections")

    def check_all(self, target, modes, versions):
        bench = self.bench(target)
        in_parallel(lambda how: self.check(bench, *how),
                    [(run.MODES[mode], level, version) for mode in modes
                     for level in LEVELS for version in versions])

    def test_x86_64(self):
        self.check_all("x86-64", ("slots", "registers"), (3, 4))

    def test_aarch64(self):
        self.check_all("AArch64", ("slots", "registers"), (3, 4))

    def test_other_modes(self):
        self.check_all("x86-64", ("vregs", "non-moving"), (4,))

    def lowered(self, bench):
        """The example for `managed`, with statepoints."""
        path = bench.work / "example.ll"
        path.write_text(source("managed", 4))
        return execute([bench.bin / "opt", "-S", f"-mtriple={bench.triple}",
                        "-passes=rewrite-statepoints-for-gc", path],
                       what="rewriting the example")

    def is_noticed(self, bench, text, name):
        """Whether `text` goes wrong if there are collections. Without any it
        has to be right. The machine verifier may have noticed before."""
        mode = run.MODES["registers"]
        object_ = bench.compile(text, run.LEVELS["O2"], mode, name,
                                verify=False, pipeline="verify")
        built = bench.link(object_, mode)
        self.assertEqual(bench.execute(built, "never")[0], EXPECTED, name)
        try:
            return bench.execute(built, "always")[0] != EXPECTED
        except Failure:
            return True

    def test_slots_that_are_not_updated_are_noticed(self):
        """Landing pads load what invokes have stored in slots. Each slot that
        an invoke does not list, so that nobody updates it, is noticed."""
        bench = self.bench("x86-64")
        text = self.lowered(bench)
        slots = list(re.finditer(r"(?<=[ (])ptr %gc\.slot\d*(?:, (?!align)|"
                                 r"(?=\)))", text))
        self.assertGreaterEqual(len(slots), 15)

        def try_without(number):
            at = slots[number]
            less = text[:at.start()] + text[at.end():]
            less = less.replace(", ) ]", ") ]")
            return self.is_noticed(bench, less, f"slot-{number}")

        noticed = in_parallel(try_without, range(len(slots)))
        # What invokes @cons could not know that it never throws.
        unread = [i for i, at in enumerate(slots) if re.search(
            r"invoke .*@cons,", text[text.rindex("\n", 0, at.start()):
                                     at.start()])]
        self.assertEqual([i for i, seen in enumerate(noticed) if not seen],
                         unread)

    def test_end_catch_without_an_entry_is_noticed(self):
        """It destroys the exception, whose destructor collects."""
        bench = self.bench("x86-64")
        text = self.lowered(bench)
        self.assertFalse(self.is_noticed(bench, text, "right"))
        direct = text.replace("@end_catch", "@__cxa_end_catch")
        self.assertNotEqual(text, direct)
        self.assertTrue(self.is_noticed(bench, direct, "direct"))


if __name__ == "__main__":
    unittest.main()
