"""llvm-managed-maps verify on what upstream's pass makes of accesses that do
not reliably fault, and on what ours makes of them.

Each shape is one function with one marked check. The distribution's llc must
convert it (or the shape proves nothing), and verify must object to just that;
of our llc's output it must have nothing to say.
"""

import json
import subprocess
import sys
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.paths import BUILD, LLVM_PREFIX  # noqa: E402
from managed.ui import run  # noqa: E402

MAPS = BUILD / "bin/llvm-managed-maps"
UPSTREAM, OURS = LLVM_PREFIX / "bin/llc", BUILD / "bin/llc"
X86, AARCH64 = "x86_64-linux-gnu", "aarch64-linux-gnu"
COFF = "x86_64-pc-windows-msvc"


@dataclass(frozen=True)
class Shape:
    """A function's result and parameters, what is done to %p if it is not
    null (its last value is %v, which is returned), and what verify says."""

    triple: str
    result: str
    parameters: str
    body: str
    says: str
    declarations: str = ""
    attributes: str = ""
    pointer: str = "ptr"
    function: str = ""

    def module(self) -> str:
        void = self.result == "void"
        back = "ret void" if void else f"ret {self.result} %v"
        null = "ret void" if void else f"ret {self.result} zeroinitializer"
        return f"""
define {self.result} @shape({self.pointer} %p{self.parameters})
    {self.function} {{
  %null = icmp eq {self.pointer} %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  {self.body}
  {back}
is_null:
  {null}
}}
{self.declarations}
!0 = !{{}}
"""


VECTOR, MASK = "<vscale x 4 x i32>", "<vscale x 4 x i1>"
SHAPES = {
    "x86 prefetch": Shape(
        X86, "void", "", "call void @llvm.prefetch(ptr %p, i32 0, i32 3, i32 "
        "1)", "is a hint, which never faults [access]",
        "declare void @llvm.prefetch(ptr, i32, i32, i32)"),
    "x86 prefetch for writing": Shape(
        X86, "void", "", "call void @llvm.prefetch(ptr %p, i32 1, i32 3, i32 "
        "1)", "is a hint, which never faults [access]",
        "declare void @llvm.prefetch(ptr, i32, i32, i32)", "+prfchw"),
    "AVX masked load": Shape(
        X86, "<4 x float>", ", <4 x i32> %m", "%v = call <4 x float> "
        "@llvm.x86.avx.maskload.ps(ptr %p, <4 x i32> %m)",
        "accesses memory under a mask [access]", "declare <4 x float> "
        "@llvm.x86.avx.maskload.ps(ptr, <4 x i32>)", "+avx"),
    "AVX masked store": Shape(
        X86, "void", ", <8 x i32> %m, <8 x float> %x", "call void "
        "@llvm.x86.avx.maskstore.ps.256(ptr %p, <8 x i32> %m, <8 x float> %x)",
        "accesses memory under a mask [access]", "declare void "
        "@llvm.x86.avx.maskstore.ps.256(ptr, <8 x i32>, <8 x float>)",
        "+avx"),
    "AVX2 masked load": Shape(
        X86, "<4 x i64>", ", <4 x i64> %m", "%v = call <4 x i64> "
        "@llvm.x86.avx2.maskload.q.256(ptr %p, <4 x i64> %m)",
        "accesses memory under a mask [access]", "declare <4 x i64> "
        "@llvm.x86.avx2.maskload.q.256(ptr, <4 x i64>)", "+avx2"),
    "AVX2 masked store": Shape(
        X86, "void", ", <4 x i32> %m, <4 x i32> %x", "call void "
        "@llvm.x86.avx2.maskstore.d(ptr %p, <4 x i32> %m, <4 x i32> %x)",
        "accesses memory under a mask [access]", "declare void "
        "@llvm.x86.avx2.maskstore.d(ptr, <4 x i32>, <4 x i32>)", "+avx2"),
    "APX conditional load": Shape(
        X86, "<1 x i32>", ", <1 x i1> %m", "%v = call <1 x i32> "
        "@llvm.masked.load.v1i32.p0(ptr align 4 %p, <1 x i1> %m, <1 x i32> "
        "zeroinitializer)",
        "is an APX form, which may be conditional [access]",
        "declare <1 x i32> @llvm.masked.load.v1i32.p0(ptr, <1 x i1>, "
        "<1 x i32>)", "+cf"),
    "APX conditional store": Shape(
        X86, "void", ", <1 x i1> %m, <1 x i32> %x", "call void "
        "@llvm.masked.store.v1i32.p0(<1 x i32> %x, ptr align 4 %p, <1 x i1> "
        "%m)", "is an APX form, which may be conditional [access]",
        "declare void @llvm.masked.store.v1i32.p0(<1 x i32>, ptr, "
        "<1 x i1>)", "+cf"),
    "address behind gs": Shape(
        X86, "i32", "", "%v = load i32, ptr addrspace(256) %p",
        "has a segment override [access]", pointer="ptr addrspace(256)"),
    "address behind fs": Shape(
        X86, "i32", "", "%v = load i32, ptr addrspace(257) %p",
        "has a segment override [access]", pointer="ptr addrspace(257)"),
    "x86 negative offset": Shape(
        X86, "i32", "", "%q = getelementptr i8, ptr %p, i64 -8\n"
        "  %v = load i32, ptr %q",
        "does not fault below the guard size [address]"),
    "across the end of the page": Shape(
        X86, "i64", "", "%q = getelementptr i8, ptr %p, i64 4092\n"
        "  %v = load i64, ptr %q",
        "does not fault below the guard size [address]"),
    "SVE predicated load": Shape(
        AARCH64, VECTOR, f", {MASK} %m", f"%v = call {VECTOR} "
        f"@llvm.masked.load.nxv4i32.p0(ptr align 4 %p, {MASK} %m, {VECTOR} "
        "zeroinitializer)", "is a vector access under a predicate or of "
        "unknown length [access]", f"declare {VECTOR} "
        f"@llvm.masked.load.nxv4i32.p0(ptr, {MASK}, {VECTOR})", "+sve"),
    "SVE predicated store": Shape(
        AARCH64, "void", f", {MASK} %m, {VECTOR} %x", "call void "
        f"@llvm.masked.store.nxv4i32.p0({VECTOR} %x, ptr align 4 %p, {MASK} "
        "%m)", "is a vector access under a predicate or of unknown length "
        "[access]", "declare void @llvm.masked.store.nxv4i32.p0"
        f"({VECTOR}, ptr, {MASK})", "+sve"),
    "SVE offset in vector lengths": Shape(
        AARCH64, VECTOR, "", f"%q = getelementptr {VECTOR}, ptr %p, i64 1\n"
        f"  %v = load {VECTOR}, ptr %q", "is a vector access under a "
        "predicate or of unknown length [access]", attributes="+sve"),
    "AArch64 negative offset": Shape(
        AARCH64, "i32", "", "%q = getelementptr i8, ptr %p, i64 -8\n"
        "  %v = load i32, ptr %q",
        "does not fault below the guard size [address]"),
}


class Shapes(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="shapes-")
        self.addCleanup(folder.cleanup)
        self.source = Path(folder.name) / "shape.ll"
        self.target = Path(folder.name) / "shape.o"

    def compile(self, llc, shape, triple=None):
        self.source.write_text(shape.module())
        run([llc, "-O2", f"-mtriple={triple or shape.triple}",
             f"-mattr={shape.attributes}", "-enable-implicit-null-checks",
             "-filetype=obj", self.source, "-o", self.target], what="llc")

    def entries(self):
        [file] = json.loads(run([MAPS, "dump", "--json", self.target],
                                what="llvm-managed-maps dump"))
        return [entry for section in file["sections"]
                for entry in section["entries"]]

    def verify(self):
        """Exit code, what is objected to, and the summary."""
        done = subprocess.run([MAPS, "verify", "--strict", self.target],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True)
        return done.returncode, done.stderr.splitlines(), done.stdout

    def check_ours(self):
        code, said, summary = self.verify()
        self.assertEqual((code, said), (0, []))
        self.assertIn("rules broken: 0, unproved: 0", summary)

    def test_shapes(self):
        for name, shape in SHAPES.items():
            with self.subTest(name):
                self.compile(UPSTREAM, shape)
                self.assertEqual([e["faulting"]["function"]
                                  for e in self.entries()], ["shape"])
                code, said, summary = self.verify()
                self.assertEqual((code, len(said)), (1, 1), said)
                self.assertTrue(said[0].endswith(shape.says), said[0])
                self.assertIn("1 entries, 0 proved; rules broken: 1,", summary)
                self.compile(OURS, shape)
                self.check_ours()

    def test_sound_shape(self):
        """Where upstream is right, so is its table."""
        shape = Shape(X86, "i32", "", "%v = load i32, ptr %p", "")
        for triple in (X86, AARCH64):
            for llc in (UPSTREAM, OURS):
                self.compile(llc, shape, triple)
                self.assertEqual(len(self.entries()), 1)
                self.check_ours()

    def test_checks_without_a_table(self):
        """COFF: upstream removes the check and writes no entry for it."""
        shape = Shape(COFF, "i32", "", "%v = load i32, ptr %p", "")
        self.compile(UPSTREAM, shape)
        code, said, _ = self.verify()
        self.assertEqual((code, len(said)), (1, 1), said)
        self.assertIn("is an entry missing? [unreached, suspicious]", said[0])
        self.compile(OURS, shape)
        self.check_ours()

    def test_lost_table(self):
        """Whatever takes the table away, the null block stays behind."""
        shape = Shape(X86, "i32", "", "%v = load i32, ptr %p", "")
        self.compile(UPSTREAM, shape)
        run([LLVM_PREFIX / "bin/llvm-objcopy", "-R", ".llvm_faultmaps",
             "-R", ".rela.llvm_faultmaps", self.target], what="llvm-objcopy")
        code, said, _ = self.verify()
        self.assertEqual((code, len(said)), (1, 1), said)
        self.assertIn("is an entry missing? [unreached, suspicious]", said[0])

    def test_where_null_is_valid(self):
        """Nothing in the file tells that null may be mapped there: verify
        believes that the guard is. Our pass leaves such checks alone."""
        shape = Shape(X86, "i32", "", "%v = load i32, ptr %p", "",
                      function="null_pointer_is_valid")
        self.compile(UPSTREAM, shape)
        self.assertEqual(len(self.entries()), 1)
        self.check_ours()
        self.assertEqual(subprocess.run(
            [MAPS, "verify", "--guard-size=0", self.target],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode,
            1)
        self.compile(OURS, shape)
        self.assertEqual(self.entries(), [])
        self.check_ours()


if __name__ == "__main__":
    unittest.main()
