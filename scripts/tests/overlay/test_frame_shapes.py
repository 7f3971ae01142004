"""Walks over frames that the built compiler makes, executed on both targets."""

import itertools
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.paths import BUILD, REPO  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402
from managed.ui import run  # noqa: E402

SOURCES = REPO / "scripts/tests/managed_runtime"
LEVELS = ("-O0", "-O2")
# With a frame pointer, whether or not a frame needs it.
FRAMES = {"": [], "frame pointers": ["-frame-pointer=all"]}


class Shapes(unittest.TestCase):
    def check(self, target: managed_runtime.Target, options: list,
              passes: tuple = (), native: tuple = ()) -> None:
        runtime = managed_runtime.build(target.machine)
        triple = f"-mtriple={target.machine}-unknown-linux-gnu"
        with tempfile.TemporaryDirectory() as folder:
            lowered, made, program = (Path(folder) / name for name in
                                      ("shapes.ll", "shapes.o", "shapes"))
            run([BUILD / "bin/opt", triple, *passes,
                 "-passes=forceattrs,rewrite-statepoints-for-gc", "-S",
                 SOURCES / "shapes.ll", "-o", lowered])
            run([BUILD / "bin/llc", triple, *options, "-filetype=obj",
                 "-relocation-model=pic", "-verify-machineinstrs", lowered,
                 "-o", made])
            run([target.tool("gcc"), "-std=c11", "-Wall", "-Wextra", "-Werror",
                 "-O1", *native, f"-I{runtime.include}", SOURCES / "shapes.c",
                 made, runtime.image, runtime.static, "-pthread", "-o",
                 program])
            done = subprocess.run([*target.prefix, str(program)],
                                  capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stdout), (0, "all passed\n"))

    def test_every_frame_is_walked_both_ways_and_visited(self):
        for name, target in managed_runtime.TARGETS.items():
            if target.missing:
                continue
            for level, frames in itertools.product(LEVELS, FRAMES):
                with self.subTest(f"{name}, {level} {frames}".strip()):
                    self.check(target, [level, *FRAMES[frames]])

    def test_shadow_call_stack(self):
        target = managed_runtime.TARGETS["AArch64"]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        for level, frames in itertools.product(LEVELS, FRAMES):
            with self.subTest(f"{level} {frames}".strip()):
                self.check(target, [level, "-mattr=+reserve-x18",
                                    *FRAMES[frames]],
                           passes=("-force-attribute=shadowcallstack",),
                           native=("-DSHADOW_STACK", "-ffixed-x18"))


if __name__ == "__main__":
    unittest.main()
