"""The clients in llvm/examples/Clients, built against an installed prefix and
nothing else, with CMake and with make, and executed.

Needs the built overlay (scripts/build).
"""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.prefix import scratch  # noqa: E402
from managed.ui import run  # noqa: E402

EXAMPLES = paths.REPO / "llvm/examples"
LINKERS = ("bfd", "lld", "mold")
PREFIX = WHERE = None


def setUpModule():
    """The sources are elsewhere than the repository."""
    global PREFIX, WHERE
    packages.ensure("linkers", "run")
    PREFIX = scratch.installed()
    WHERE = Path(tempfile.mkdtemp())
    for name in ("Clients", "MovingCollector"):
        shutil.copytree(EXAMPLES / name, WHERE / name)


def tearDownModule():
    shutil.rmtree(WHERE)


class Clients(unittest.TestCase):
    def output(self, *command, code=0) -> str:
        done = subprocess.run([str(w) for w in command], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr if code else done.stdout

    def check_jit(self, program: Path):
        found = self.output(program, WHERE / "MovingCollector/NullChecks.ll",
                            10)
        # Twice the numbers from 1 to 10, with 1000 for 3, 6 and 9; the cells,
        # the boxes, and one collection for each exception.
        self.assertEqual(found, "6074 after 23 collections, 26 frames walked\n"
                         "3 null checks failed\n")

    def check_toy(self, where: Path):
        for command in ([where / "sum", 10],
                        [where / "toyc", WHERE / "Clients/Toy/sum.toy",
                         "--run", 10]):
            found = self.output(*command)
            # Twice the sum, and the third number.
            self.assertTrue(found.startswith("116 after 32 collections"),
                            found)
        found = self.output(where / "sum", 2, code=1)
        self.assertRegex(found, r"^line \d+: the list is nil\n$")

    def check_plugin(self, plugin: Path):
        rewritten, program = WHERE / "out.bc", WHERE / "out.o"
        load = f"-load-pass-plugin={plugin}"
        run([PREFIX / "bin/opt", load,
             "-passes=function(mark-null-checks),rewrite-statepoints-for-gc",
             WHERE / "Clients/Plugin/program.ll", "-o", rewritten], what="opt")
        run([PREFIX / "bin/llc", load, "-filetype=obj", rewritten, "-o",
             program], what="llc")
        found = self.output(PREFIX / "bin/llvm-managed-maps", "dump", program)
        self.assertRegex(found, r"FaultingLoad .*\(get_now\+0x\d+\)")
        self.assertRegex(found, r"\(get\+0x\w+\) .* roots R3\n")

    def check_maps(self, where: Path):
        found = self.output(where / "toyc", WHERE / "Clients/Toy/sum.toy",
                            "--maps")
        self.assertRegex(found, r"^(line \d+: implicit null check\n){2,}"
                         r"\d+ safepoints, [1-9]\d* references in registers")

    def test_cmake(self):
        build = WHERE / "build"
        for linker in LINKERS:
            with self.subTest(linker=linker):
                run(["cmake", "-G", "Ninja", "-S", WHERE / "Clients", "-B",
                     build, f"-DCMAKE_PREFIX_PATH={PREFIX}",
                     f"-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld={linker}",
                     f"-DCMAKE_MODULE_LINKER_FLAGS=-fuse-ld={linker}"],
                    what="cmake", env=self.environment())
                run(["cmake", "--build", build], what="building the clients",
                    env=self.environment())
                self.check_jit(build / "JIT/MovingCollectorJIT")
                self.check_toy(build / "Toy")
                self.check_maps(build / "Toy")
                self.check_plugin(build / "Plugin/ClientPlugin.so")

    @staticmethod
    def environment() -> dict:
        """The compiler finds lld by the path."""
        return dict(os.environ,
                    PATH=f"{PREFIX / 'bin'}:{os.environ['PATH']}")

    def test_make(self):
        top = WHERE / "Clients"
        for linker in LINKERS:
            with self.subTest(linker=linker):
                for name, made in (("JIT", ("MovingCollectorJIT",)),
                                   ("Toy", ("toyc", "sum")),
                                   ("Plugin", ("ClientPlugin.so",))):
                    for program in made:
                        (top / name / program).unlink(missing_ok=True)
                    run(["make", "-C", top / name, f"PREFIX={PREFIX}",
                         f"LINKER={linker}"], what=f"make in {name}")
                self.check_jit(top / "JIT/MovingCollectorJIT")
                self.check_toy(top / "Toy")
                self.check_plugin(top / "Plugin/ClientPlugin.so")

    def test_errors_of_the_compiler(self):
        """What is wrong in a Toy program is said with its line."""
        run(["make", "-C", WHERE / "Clients/Toy", f"PREFIX={PREFIX}", "toyc"],
            what="make")
        source, output = WHERE / "wrong.toy", WHERE / "wrong.o"
        header = "fun main(int n): int {\n"
        for text, message in (
                ("", "there is no function main(int): int"),
                ("fun main(int n): list { return nil; }",
                 "there is no function main(int): int"),
                ("fun main(int n): int {", "a brace is missing"),
                (header + "return nil; }", "2: error: what is returned is a "
                 "list, not a number"),
                (header + "return n + nil; }", "the right operand is a list"),
                (header + "return nil < nil; }", "the left operand is a list"),
                (header + "return x; }", "there is no variable x"),
                (header + "x = 1; }", "there is no variable x"),
                (header + "n = nil; }", "what is assigned is a list"),
                (header + "return f(n); }", "there is no function f"),
                (header + "return main(); }", "wrong number of arguments"),
                (header + "return main(nil); }", "the argument is a list"),
                (header + "return head(1); }", "the argument is a number"),
                (header + "return head(); }", "wrong number of arguments of "
                 "head"),
                (header + "if nil { } }", "the condition is a list"),
                (header + "return 99999999999999999999; }", "too large"),
                (header + "return " + "a" * 32 + "; }", "too long"),
                (header + "return 1 }", "expected ';', but found '}'"),
                ("fun f(int n): int { }\nfun f(int n): int { }",
                 "there are two functions f"),
                ("fun f(real n): int { }", "expected a type, but found 'real'"),
                ("$", "expected 'fun', but found '$'")):
            with self.subTest(text):
                source.write_text(text)
                found = self.output(WHERE / "Clients/Toy/toyc", source, "-o",
                                    output, code=1)
                self.assertIn(message, found)
                self.assertFalse(output.exists())
        source.write_text(header + "return n; }")
        self.output(WHERE / "Clients/Toy/toyc", source, "-o",
                    WHERE / "none/wrong.o", code=1)
        self.assertIn("No such file", self.output(
            WHERE / "Clients/Toy/toyc", WHERE / "none.toy", "-o", output,
            code=1))


if __name__ == "__main__":
    unittest.main()
