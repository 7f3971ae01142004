"""The pass plugin with late root placement, in an LLVM that has none."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed.paths import BUILD, LLVM_PREFIX, REPO, UPSTREAM  # noqa: E402

PLUGIN = BUILD / "lib/LLVMManagedGCRoots.so"
# Directories of our tests, and the passes that are run on the inputs there.
TESTS = {"FinalLowerGC": ("FinalLowerGC",),
         "GCInvariantVerifier": ("GCInvariantVerifier<strong>",
                                 "verify<gc-invariants>"),
         # Optimized, others of our passes would matter.
         "GCRootPipelines": ("gc-frames<O0>", "julia<O0>"),
         "LateLowerGCFrame": ("LateLowerGCFrame",),
         "LowerGCFrame": ("lower-gc-frame",),
         "LowerSIMDLoop": ("loop(LowerSIMDLoop)",),
         "PlaceGCRoots": ("place-gc-roots", "place-gc-roots<lazy>",
                          "place-gc-roots,lower-gc-frame"),
         "PropagateJuliaAddrspaces": ("PropagateJuliaAddrspaces",),
         "RemoveJuliaAddrspaces": ("RemoveJuliaAddrspaces",),
         "RemoveNI": ("RemoveNI",)}
PASSES = sorted({passes for some in TESTS.values() for passes in some})
PARTS = re.compile(r"^;--- .*\n", re.M)


def inputs(directory: str) -> list:
    """The modules of our tests, as (name, text)."""
    found = []
    for path in sorted((REPO / "llvm/test/Transforms" / directory)
                       .glob("*.ll")):
        parts = PARTS.split(path.read_text())
        for number, text in enumerate(parts[1:] or parts):
            found.append((f"{path.name} {number}", text))
    return found


class PluginTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.input = Path(scratch.name) / "input.ll"

    def opt(self, passes: str, *command) -> subprocess.CompletedProcess:
        return subprocess.run(
            [*map(str, command), f"-passes={passes},verify", "-S", self.input],
            capture_output=True, text=True, check=False)

    def compare(self, passes: str, text: str) -> None:
        self.input.write_text(text)
        ours = self.opt(passes, BUILD / "bin/opt")
        theirs = self.opt(passes, LLVM_PREFIX / "bin/opt",
                          f"-load-pass-plugin={PLUGIN}")
        self.assertEqual(theirs.returncode, ours.returncode)
        if ours.returncode == 0:
            self.assertEqual(theirs.stdout, ours.stdout)
        else:
            # The unpatched tool ends at the first error.
            self.assertIn(theirs.stderr.splitlines()[0],
                          ours.stderr.splitlines())

    def test_does_what_the_built_in_passes_do(self):
        for directory, some in TESTS.items():
            modules = inputs(directory)
            self.assertGreater(len(modules), 1)
            for passes in some:
                for name, text in modules:
                    with self.subTest(passes=passes, module=name):
                        self.compare(passes, text)

    def test_passes_are_in_the_plugin(self):
        """Or the comparison would say nothing."""
        self.input.write_text("")
        for passes in PASSES:
            done = self.opt(passes, LLVM_PREFIX / "bin/opt")
            name = passes.split(",")[0].removeprefix("loop(").removesuffix(")")
            self.assertRegex(done.stderr,
                             rf"unknown (loop )?pass (name )?'{name}'")

    def test_patched_tools_refuse_it(self):
        """They have the passes built in, and it is for another LLVM."""
        self.input.write_text("")
        done = self.opt(PASSES[0], BUILD / "bin/opt",
                        f"-load-pass-plugin={PLUGIN}")
        self.assertEqual(done.returncode, 1)
        self.assertIn("it was built for another LLVM", done.stderr)

    def test_refuses_polls_by_page(self):
        """An unpatched code generator would call the page."""
        self.input.write_text("""
define void @f(ptr %page) gc "managed-frames" {
  call void %page() "gc-page-poll"
  ret void
}
""")
        done = self.opt("lower-gc-frame", LLVM_PREFIX / "bin/opt",
                        f"-load-pass-plugin={PLUGIN}")
        self.assertEqual(done.returncode, 1)
        self.assertIn("an LLVM without polls by page generates the code; use "
                      "a poll by flag", done.stderr)

    def check_link_time(self, text):
        """With full LTO, it is the linker's pipeline that ends with it."""
        for level in ("O0", "O1", "O2", "O3"):
            self.input.write_text(text)
            done = self.opt(f"lto<{level}>", LLVM_PREFIX / "bin/opt",
                            f"-load-pass-plugin={PLUGIN}")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"%gcframe\d* = alloca \{")
            self.assertNotIn("new_gc_frame", done.stdout)

    def test_places_in_the_pipelines_of_clang(self):
        """Whose user cannot name passes, for each strategy and level."""
        frames = """
declare ptr addrspace(1) @new()
declare void @take(ptr addrspace(1), ptr addrspace(1))
define void @f() gc "STRATEGY" {
  %a = call ptr addrspace(1) @new()
  %b = call ptr addrspace(1) @new()
  call void @take(ptr addrspace(1) %a, ptr addrspace(1) %b)
  ret void
}
define void @other() {
  ret void
}
"""
        julia = """
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10), ptr addrspace(10))
define void @f(ptr "gcstack" %s) {
  %a = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}
"""
        modules = {name: (frames.replace("STRATEGY", name), "%gcframe")
                   for name in ("managed-frames", "managed-frames-non-moving")}
        self.check_link_time(frames.replace("STRATEGY", "managed-frames"))
        modules["julia"] = (julia, "%gcframe = alloca [")
        modules["none"] = (frames.replace('gc "STRATEGY"', ""), None)
        for name, (text, frame) in modules.items():
            for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
                with self.subTest(strategy=name, level=level):
                    self.input.write_text(
                        f'target triple = "x86_64-linux-gnu"\n{text}')
                    done = subprocess.run(
                        [LLVM_PREFIX / "bin/clang", level, "-x", "ir", "-S",
                         "-emit-llvm", f"-fpass-plugin={PLUGIN}", self.input,
                         "-o", "-"], capture_output=True, text=True,
                        check=True)
                    self.assertNotIn("new_gc_frame", done.stdout)
                    self.assertNotIn("call void (...) @llvm.fake.use",
                                     done.stdout)
                    self.assertEqual(bool(frame), "gcframe" in done.stdout)
                    self.assertIn(frame or "", done.stdout)

    def test_wrong_parameter(self):
        self.input.write_text("")
        for opt in ((BUILD / "bin/opt",),
                    (LLVM_PREFIX / "bin/opt", f"-load-pass-plugin={PLUGIN}")):
            done = self.opt("place-gc-roots<eager>", *opt)
            self.assertEqual(done.returncode, 1)
            self.assertIn("invalid place-gc-roots pass parameter 'eager'",
                          done.stderr)

    def test_exports_its_entry_alone(self):
        done = subprocess.run(
            [LLVM_PREFIX / "bin/llvm-nm", "-D", "--defined-only", "-j",
             PLUGIN], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split(), ["llvmGetPassPluginInfo"])

    def test_sees_no_header_that_the_series_changes(self):
        top = BUILD / "overlay/new"
        headers = [path.relative_to(top) for path in top.rglob("*.h")]
        self.assertGreater(len(headers), 10)
        for header in headers:
            self.assertFalse((UPSTREAM / "llvm/include" / header).exists(),
                             header)
        units = json.loads((BUILD / "overlay/units.json").read_text())
        commands = {Path(c["file"]).relative_to(REPO / "tree").as_posix():
                    c["command"] for c in json.loads(
                        (BUILD / "compile_commands.json").read_text())
                    if "overlay_LLVMManagedGCRoots.dir" in c["command"]}
        self.assertTrue(commands)
        for command in commands.values():
            self.assertIn(str(top), command)
            self.assertNotIn(str(BUILD / "overlay/include"), command)
        # It takes the other objects from libraries, whose units might see such
        # a header.
        objects = set(self.objects()) - set(commands)
        self.assertGreater(len(objects), 40)
        for unit in units:
            for header in unit["shadows"] if unit["path"] in objects else ():
                self.assertFalse((UPSTREAM / header).exists(),
                                 f"{unit['path']} sees {header}")

    @staticmethod
    def objects():
        """The units whose objects the plugin is linked from."""
        rules = (BUILD / "build.ninja").read_text()
        link = re.search(r"^build lib/LLVMManagedGCRoots\.so: (.*)$", rules,
                         re.M)[1].split("|")[0]
        return re.findall(r"/tree/(\S+)\.o\b", link)


if __name__ == "__main__":
    unittest.main()
