"""Late root placement: large functions, and stores that are executed."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.bench import roots as bench_roots  # noqa: E402
from managed.counting import ToolCounter  # noqa: E402
from managed.gcstress import run as stress  # noqa: E402
from managed.paths import BUILD  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402

SIZE, FACTOR, SLOPE = 3_000, 3, 1.2
MODULES = 8


class Roots(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def test_instructions_grow_with_the_function(self):
        counter = ToolCounter(self.folder)
        source = self.folder / "input.ll"

        def count(text, strategy):
            source.write_text(text.replace("statepoint-example", strategy))
            return counter.count(BUILD / "bin/opt",
                                 ("-passes=place-gc-roots,lower-gc-frame",),
                                 source)

        for strategy in ("managed-frames", "managed-frames-non-moving"):
            start = count("", strategy)
            for name, shape in bench_roots.SHAPES.items():
                with self.subTest(name, strategy=strategy):
                    small = count(shape(SIZE), strategy) - start
                    large = count(shape(SIZE * FACTOR), strategy) - start
                    self.assertLessEqual(large, small * FACTOR ** SLOPE)

    def test_fewer_stores_are_executed(self):
        bench = stress.Bench(TARGETS["x86-64"], self.folder)
        least, lazy, first = (
            sum(bench_roots.count_stores(bench, seed, *way)
                for seed in range(1, MODULES + 1))
            for way in (("place-gc-roots",), ("place-gc-roots<lazy>",),
                        ("place-gc-roots<lazy>", 3, True)))
        self.assertGreater(least, 0)
        self.assertLess(least, lazy)
        self.assertGreater(first, 0)
        self.assertLess(first, lazy)

    def test_pipeline_is_printed(self):
        for name in ("place-gc-roots", "place-gc-roots<lazy>",
                     "place-gc-roots<optimal>"):
            done = subprocess.run(
                [BUILD / "bin/opt", f"-passes={name}",
                 "-print-pipeline-passes", "-disable-output", "-"], input="",
                capture_output=True, text=True, check=True)
            self.assertIn(name, done.stdout.strip().split(","))

    def test_parameters_are_checked(self):
        done = subprocess.run(
            [BUILD / "bin/opt", "-passes=place-gc-roots<eager>",
             "-disable-output", "-"], input="", capture_output=True, text=True,
            check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("invalid place-gc-roots pass parameter 'eager'",
                      done.stderr)


if __name__ == "__main__":
    unittest.main()
