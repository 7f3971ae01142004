"""References that intrinsics return or leave undefined, executed: the collector
moves each object at each safepoint, and aborts at a root that is in none."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.gcstress import run  # noqa: E402
from managed.parallel import in_parallel  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402
from managed.ui import Failure  # noqa: E402

REF, PAIR, FOUR = "ptr addrspace(1)", "<2 x ptr addrspace(1)>", \
    "<4 x ptr addrspace(1)>"
BOTH = "{ %s, %s }" % (PAIR, PAIR)
# Objects are a header, three references and three integers. Of %a, the first
# reference is %b; all others are the object itself. %d point past an
# integer of each.
HEAD = f"""
  %m0 = icmp eq i64 %n, 0
  %m1 = icmp slt i64 %n, 1
  %i0 = insertelement <2 x i1> poison, i1 %m0, i64 0
  %m = insertelement <2 x i1> %i0, i1 %m1, i64 1
  %v0 = insertelement {PAIR} poison, {REF} %a, i64 0
  %v = insertelement {PAIR} %v0, {REF} %b, i64 1
  %d = getelementptr i8, {PAIR} %v, <2 x i64> <i64 40, i64 48>
  %refs = getelementptr i8, {REF} %a, i64 8
"""


def use(vector: str, lanes: int) -> str:
    """Loads from all lanes of %r after a safepoint."""
    text = "  call void @gcstress_poll()\n"
    total = "0"
    for lane in range(lanes):
        text += f"""  %e{lane} = extractelement {vector} %r, i64 {lane}
  %o{lane} = getelementptr i8, {REF} %e{lane}, i64 -8
  %l{lane} = load i64, {REF} %o{lane}
  %t{lane} = call i64 @gcstress_mix(i64 {total}, i64 %l{lane})
"""
        total = f"%t{lane}"
    return f"{text}  %value = add i64 {total}, 0\n"


# The same for pairs whose lanes may be undefined where %m is false: objects
# then.
USE_DEFINED = f"""  call void @gcstress_poll()
  %e0 = extractelement {PAIR} %r, i64 0
  %e1 = extractelement {PAIR} %r, i64 1
  %s0 = select i1 %m0, {REF} %e0, {REF} %a
  %s1 = select i1 %m1, {REF} %e1, {REF} %b
  %t0 = call i64 @gcstress_digest({REF} %s0)
  %t1 = call i64 @gcstress_digest({REF} %s1)
  %value = call i64 @gcstress_mix(i64 %t0, i64 %t1)
"""


def chosen(call: str, vector: str = PAIR, lanes: int = 2) -> str:
    return f"  %r = call {vector} @llvm.{call}\n" + use(vector, lanes)


# Of %p, which points past an integer.
USE_ONE = f"""  call void @gcstress_poll()
  %q = getelementptr i8, {REF} %p, i64 -8
  %value = load i64, {REF} %q
"""


def single(call: str) -> str:
    return f"""  %p = call {REF} @llvm.{call}
{USE_ONE}"""


FUNCTIONS = {
    "ptrmask": f"  %o = getelementptr i8, {REF} %a, i64 45\n"
               + single(f"ptrmask.p1.i64({REF} %o, i64 -8)"),
    "launder": f"  %o = getelementptr i8, {REF} %a, i64 40\n"
               + single(f"launder.invariant.group.p1({REF} %o)"),
    "reverse": chosen(f"vector.reverse.v2p1({PAIR} %d)"),
    "splice": chosen(f"vector.splice.left.v2p1({PAIR} %d, {PAIR} %d, i32 1)"),
    "interleave": chosen(f"vector.interleave2.v4p1({PAIR} %d, {PAIR} %d)",
                         FOUR, 4),
    "insert": chosen(f"vector.insert.v4p1.v2p1({FOUR} zeroinitializer, "
                     f"{PAIR} %d, i64 0)", FOUR, 2),
    "extract": f"  %w = call {FOUR} @llvm.vector.interleave2.v4p1({PAIR} %v, "
               f"{PAIR} %d)\n"
               f"  %x = getelementptr i8, {FOUR} %w, <4 x i64> "
               "<i64 40, i64 0, i64 40, i64 0>\n"
               + chosen(f"vector.extract.v2p1.v4p1({FOUR} %x, i64 2)"),
    "deinterleave": f"  %w = call {FOUR} @llvm.vector.interleave2.v4p1("
                    f"{PAIR} %v, {PAIR} %d)\n"
                    f"  %p = call {BOTH} @llvm.vector.deinterleave2.v4p1("
                    f"{FOUR} %w)\n"
                    f"  %r = extractvalue {BOTH} %p, 1\n" + use(PAIR, 2),
    "compress": chosen(f"experimental.vector.compress.v2p1({PAIR} %d, "
                       f"<2 x i1> %m, {PAIR} %d)"),
    "pass_through": f"""  %r = call {PAIR} @llvm.masked.load.v2p1.p1({REF} """
                    f"""align 8 %refs, <2 x i1> %m, {PAIR} %d)
  call void @gcstress_poll()
  %f0 = select i1 %m0, i64 32, i64 -8
  %f1 = select i1 %m1, i64 32, i64 -8
  %e0 = extractelement {PAIR} %r, i64 0
  %e1 = extractelement {PAIR} %r, i64 1
  %o0 = getelementptr i8, {REF} %e0, i64 %f0
  %o1 = getelementptr i8, {REF} %e1, i64 %f1
  %l0 = load i64, {REF} %o0
  %l1 = load i64, {REF} %o1
  %value = call i64 @gcstress_mix(i64 %l0, i64 %l1)
""",
    "aggregate": f"""  %o = getelementptr i8, {REF} %a, i64 40
  %g = insertvalue {{ {REF}, i64 }} poison, {REF} %o, 0
  %p = extractvalue {{ {REF}, i64 }} %g, 0
{USE_ONE}""",
    "masked_load": f"  %r = call {PAIR} @llvm.masked.load.v2p1.p1({REF} "
                   f"align 8 %refs, <2 x i1> %m, {PAIR} poison)\n"
                   + USE_DEFINED,
    "expandload": f"""  %where = alloca [2 x {REF}]
  store {REF} %b, ptr %where
  %second = getelementptr i8, ptr %where, i64 8
  store {REF} %a, ptr %second
  %r = call {PAIR} @llvm.masked.expandload.v2p1(ptr align 8 %where, """
                  f"<2 x i1> %m, {PAIR} poison)\n" + USE_DEFINED,
    "vp_load": f"  %k = zext i1 %m1 to i32\n  %l = add i32 %k, 1\n"
               f"  %r = call {PAIR} @llvm.vp.load.v2p1.p1({REF} align 8 "
               f"%refs, <2 x i1> %m, i32 %l)\n" + USE_DEFINED,
    "undefined_lane": f"""  %c = insertelement {PAIR} poison, {REF} %b, i64 1
  call void @gcstress_poll()
  %p = extractelement {PAIR} %c, i64 1
  %value = call i64 @gcstress_digest({REF} %p)
""",
    "one_object": f"""
  %w = getelementptr i8, {REF} %a, <2 x i64> <i64 40, i64 48>
  %p = extractelement {PAIR} %w, i64 1
{USE_ONE}""",
}


def module(strategy: str) -> str:
    text = """declare ptr addrspace(1) @gcstress_allocate()
declare void @gcstress_poll()
declare i64 @gcstress_mix(i64, i64) "gc-leaf-function"
declare i64 @gcstress_digest(ptr addrspace(1)) "gc-leaf-function"
"""
    for name, body in FUNCTIONS.items():
        text += f"""
define {REF} @{name}({REF} %a, {REF} %b, i64 %n)
    section "managed_text" gc "{strategy}" {{{HEAD}{body}
  %new = call {REF} @gcstress_allocate()
  %place = getelementptr i8, {REF} %new, i64 32
  store i64 %value, {REF} %place
  ret {REF} %new
}}
"""
    table = ", ".join(f"ptr @{name}" for name in FUNCTIONS)
    return text + f"""
@gcstress_functions = constant [{len(FUNCTIONS)} x ptr] [{table}]
@gcstress_count = constant i64 {len(FUNCTIONS)}
!llvm.module.flags = !{{!0}}
!0 = !{{i32 1, !"stack-map-version", i32 4}}
"""


class VectorRoots(unittest.TestCase):
    def bench(self, name):
        target = managed_runtime.TARGETS[name]
        if target.missing:
            self.skipTest(f"not installed: {target.missing}")
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        return run.Bench(target, Path(work.name))

    def check(self, name, modes):
        bench = self.bench(name)

        def outputs(how):
            mode, level = how
            built = bench.link(
                bench.compile(module(mode.strategy), level, mode,
                              f"{mode.name}-{level.name}"), mode)
            return [bench.execute(built, when)[0]
                    for when in ("never", "always")]

        ways = [(run.MODES[mode], run.LEVELS[level]) for mode in modes
                for level in ("raw", "O2")]
        found = in_parallel(outputs, ways)
        expected = found[0][0]
        # Three inputs for each function.
        self.assertGreaterEqual(len(expected.split()), 3 * len(FUNCTIONS))
        for (mode, level), texts in zip(ways, found):
            for text in texts:
                if text != expected:
                    raise Failure(f"{mode.name} {level.name}: "
                                  + run.first_difference(expected, text))

    def test_x86_64(self):
        self.check("x86-64", ("slots", "registers", "non-moving", "frames",
                              "non-moving-frames"))

    def test_aarch64(self):
        self.check("AArch64", ("registers", "frames"))


if __name__ == "__main__":
    unittest.main()
