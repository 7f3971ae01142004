"""scripts/bench rewriting: what rewriting of statepoints costs over the size of
a function, upstream's and ours.

Both tools get the same bitcode. Figures are those of the whole tool, which
also reads it; the slope is of the instructions that the pass adds to a tool
that does nothing.
"""

from ..paths import LLVM_PREFIX
from .curves import Curve, CurveBenchmark, as_json, problems
from .rewriting_shapes import SHAPES

PASS = "rewrite-statepoints-for-gc"
# What no promise is made of.
OUTPUT = """
What statepoints list grows linearly in all shapes. Other functions have more to
write than they have instructions: N references live over N calls, or N stack
objects that calls may find by their address until the function ends, are listed
N * N times. "many live" has as many references as the root of its size.
A stack object costs a visit of each block where it is needed, listed or not:
"cold variables" has 64 that are needed in all."""


class Rewriting(CurveBenchmark):
    """Time and memory to rewrite calls to statepoints."""

    name = "rewriting"
    shapes = SHAPES

    def add_arguments(self, parser):
        super().add_arguments(parser)
        parser.add_argument("--ours", action="store_true",
                            help="leave upstream out")

    def start(self, counter):
        tools = {"ours": self.opt}
        if not self.options.ours:
            tools = {"upstream": LLVM_PREFIX / "bin/opt", **tools}
        return {name: Curve(opt, self.options.timeout, PASS, counter)
                for name, opt in tools.items()}

    def measure(self, options):
        self.opt = self.patched_tools() / "opt"
        drawn = self.draw()
        self.complain(problems({shape: curves["ours"]
                                for shape, curves in drawn.items()}),
                      fail=options.check)
        print(OUTPUT)
        return as_json(drawn)
