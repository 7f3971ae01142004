"""Programs with the managed runtime that tests compile and run, per target."""

import resource
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))

from managed import paths
from managed.runtime import programs as managed_runtime

SOURCES = Path(__file__).resolve().parent / "managed_runtime"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
LLD = paths.LLVM_PREFIX / "bin"
LINKERS = {"bfd": ["-fuse-ld=bfd"]}
if (LLD / "ld.lld").exists():
    LINKERS["lld"] = ["-fuse-ld=lld", f"-B{LLD}"]
KINDS = {"PIE": ["-pie"], "no PIE": ["-no-pie"], "static": ["-static"],
         "static PIE": ["-static-pie"]}
LINKS = {f"{linker}, {kind}": [*LINKERS[linker], *KINDS[kind]]
         for linker in LINKERS for kind in KINDS}
# Other linkers make what differs most; scripts/linktest has the rest.
if shutil.which("ld.gold"):
    LINKS["gold, PIE"] = ["-fuse-ld=gold", "-pie"]
    # gcc passes the option to linkers of dynamic programs only.
    LINKS["gold, static"] = ["-fuse-ld=gold", "-static",
                             "-Wl,--eh-frame-hdr"]
# Cross-compilers do not find it by name.
MOLD = Path("/usr/libexec/mold")
if (MOLD / "ld").exists():
    LINKS["mold, PIE"] = [f"-B{MOLD}", "-pie"]
SEGV = -11
ABRT = -6


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Programs:
    """Compiles and runs programs of one target in a directory of the test.

    add_for_each_target makes a test case of a class for each target.
    """

    target = None

    def setUp(self):
        if self.target.missing:
            self.skipTest(f"{self.target.missing} is not installed")
        runtime = managed_runtime.build(self.target.machine)
        self.prefix = runtime.prefix
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)

        lib = self.prefix / "lib"
        self.image = [runtime.image]
        self.auto = [runtime.image, runtime.auto]
        self.static = [runtime.static]
        self.shared = [f"-L{lib}", "-Wl,--push-state,--no-as-needed",
                       "-lLLVMManagedRuntime", "-Wl,--pop-state",
                       f"-Wl,-rpath,{lib}"]

    def compile(self, output, *words, compiler="gcc"):
        language = [] if compiler == "g++" else ["-std=c11"]
        command = [self.target.tool(compiler), *language, *WARNINGS, "-O1",
                   "-g", "-pthread", f"-I{self.prefix}/include", *words, "-o",
                   self.dir / output]
        done = subprocess.run([str(word) for word in command],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.dir / output

    def execute(self, program, *arguments):
        """(exit code, or minus the signal, and output)."""
        done = subprocess.run(
            [*self.target.prefix, str(program), *map(str, arguments)],
            capture_output=True, text=True, timeout=120, preexec_fn=no_core)
        return done.returncode, done.stdout + "".join(
            line for line in done.stderr.splitlines(True)
            if not line.startswith("qemu: "))

    def check(self, expected, program, *arguments):
        self.assertEqual(self.execute(program, *arguments), expected)


def add_for_each_target(loader, suite, kinds):
    """Adds each class once for each target."""
    for kind in kinds:
        for target in managed_runtime.TARGETS.values():
            if getattr(kind, "only_native", False) and not target.is_native:
                continue
            name = f"{kind.__name__} on {target.name}"
            case = type(name, (kind, unittest.TestCase),
                        {"target": target, "__doc__": kind.__doc__})
            suite.addTests(loader.loadTestsFromTestCase(case))
    return suite
