"""Our own linkers: with LTO they generate code, and it has to be ours.

Needs the built overlay (scripts/build). The distribution's linkers do the same
work beside them; they keep every null check explicit, or these tests would
prove nothing.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SCRIPTS / "lib"))

from managed import packages, paths  # noqa: E402
from managed.overlay import inventory  # noqa: E402

OURS, THEIRS = paths.BUILD, paths.LLVM_PREFIX
CALLEE = "int callee(int *p) { return *p; }\n"
START = ("int callee(int *p);\n"
         "int start(int *p) { return callee(p); }\n")
# What is left of an explicit null check in the code.
CHECKS = {"x86_64-linux-gnu": r"\btest[lq]\s+%rdi, %rdi",
          "aarch64-linux-gnu": r"\bcbn?z\s+x0"}
ACCESSES = {"x86_64-linux-gnu": r"\bmovl\s+\(%rdi\), %eax",
            "aarch64-linux-gnu": r"\bldr\s+w0, \[x0\]"}


def setUpModule():
    if not (OURS / "overlay" / "units.json").exists():
        raise AssertionError("there is no overlay; run scripts/build first")
    packages.ensure("run")


def run(*command, fails: bool = False, cwd: Path = None) -> str:
    """What `command` prints; it has to succeed, or with `fails` to fail."""
    done = subprocess.run([str(word) for word in command], text=True, cwd=cwd,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if bool(done.returncode) != fails:
        raise AssertionError(f"{' '.join(map(str, command))}: "
                             f"{done.returncode}\n{done.stdout[-2000:]}")
    return done.stdout


class LtoTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = Path(temporary.name)

    def objects(self, target: str, mode: str) -> list:
        """Two files of bitcode; the access is not where its caller is."""
        made = []
        for name, text in (("callee", CALLEE), ("start", START)):
            source = self.where / f"{name}.c"
            source.write_text(text)
            made.append(self.where / f"{name}.{target}.{mode}.o")
            run(OURS / "bin/clang", f"--target={target}", "-O2", "-fno-pie",
                "-fsanitize=null", "-fsanitize-trap=null",
                "-fimplicit-null-checks", f"-flto={mode}", "-c", source,
                "-o", made[-1])
        return made

    def link(self, side: Path, linker: str, target: str, mode: str) -> tuple:
        """The code of start, and the names of the sections."""
        program = self.where / "program"
        run(side / "bin/clang", f"--target={target}", f"-fuse-ld={linker}",
            f"-flto={mode}", "-O2", "-static", "-nostdlib", "-Wl,-e,start",
            *self.objects(target, mode), "-o", program)
        code = run(OURS / "bin/llvm-objdump", "-d", "--no-show-raw-insn",
                   "--disassemble-symbols=start", program)
        self.assertIn("<start>:", code)
        # Inlined, or this is not what the linker generated of both.
        self.assertNotIn("callee", code)
        return code, run(OURS / "bin/llvm-readelf", "-SW", program)

    def check(self, linker: str, target: str) -> None:
        for mode in ("full", "thin"):
            with self.subTest(mode=mode, side="ours"):
                code, sections = self.link(OURS, linker, target, mode)
                self.assertRegex(code, ACCESSES[target])
                self.assertNotRegex(code, CHECKS[target])
                self.assertIn("llvm_faultmaps", sections)
            with self.subTest(mode=mode, side="the distribution's"):
                code, sections = self.link(THEIRS, linker, target, mode)
                self.assertRegex(code, CHECKS[target])
                self.assertNotIn("llvm_faultmaps", sections)

    def test_lld_x86(self):
        self.check("lld", "x86_64-linux-gnu")

    def test_lld_aarch64(self):
        self.check("lld", "aarch64-linux-gnu")

    def test_bfd_x86(self):
        self.check("bfd", "x86_64-linux-gnu")

    def test_bfd_aarch64(self):
        self.check("bfd", "aarch64-linux-gnu")

    def test_gold_x86(self):
        self.check("gold", "x86_64-linux-gnu")

    def test_program_that_runs(self):
        """A whole C++ program, exceptions and all."""
        source = self.where / "hello.cpp"
        source.write_text(
            "#include <iostream>\n#include <stdexcept>\n"
            "int main(int n, char **) {\n"
            '  try { if (n) throw std::runtime_error("hello"); }\n'
            "  catch (std::exception &e) { std::cout << e.what(); }\n}\n")
        program = self.where / "hello"
        for linker in ("lld", "bfd", "gold"):
            for mode in ("full", "thin"):
                for flags in (["-fno-pie", "-no-pie"], ["-fPIE", "-pie"]):
                    with self.subTest(linker=linker, mode=mode, flags=flags):
                        run(OURS / "bin/clang++", "-O2", f"-flto={mode}",
                            f"-fuse-ld={linker}", *flags, source, "-o",
                            program)
                        self.assertEqual(run(program), "hello")


class DriverTest(unittest.TestCase):
    def command(self, linker: str) -> str:
        return run(OURS / "bin/clang", "-###", "-flto", f"-fuse-ld={linker}",
                   "-x", "ir", os.devnull)

    def test_finds_our_linker(self):
        linker = re.findall(r'"([^" ]*/ld\.lld)"', self.command("lld"))
        self.assertEqual(len(linker), 1)
        self.assertEqual(Path(linker[0]).resolve(),
                         (OURS / "bin/lld").resolve())

    def test_finds_our_plugin(self):
        for linker in ("bfd", "gold"):
            plugin = re.findall(r'"([^" ]*/LLVMgold\.so)"',
                                self.command(linker))
            self.assertEqual(len(plugin), 1)
            self.assertEqual(Path(plugin[0]).resolve(),
                             (OURS / "lib/LLVMgold.so").resolve())

    def test_other_flavors_say_so(self):
        with tempfile.TemporaryDirectory() as where:
            for name, what in (("lld-link", "COFF"), ("ld64.lld", "Mach-O"),
                               ("wasm-ld", "WebAssembly")):
                link = Path(where, name)
                link.symlink_to(OURS / "bin/lld")
                self.assertEqual(
                    run(link, "x.o", fails=True),
                    f"lld: error: this build links ELF only, not {what}\n")
        self.assertEqual(
            run(OURS / "bin/ld.lld", "-m", "i386pep", "x.o", fails=True),
            "lld: error: this build links ELF only, not COFF\n")

    def test_version(self):
        self.assertIn("LLD 22.1.8", run(OURS / "bin/ld.lld", "--version"))


class PluginTest(unittest.TestCase):
    PLUGIN = OURS / "lib/LLVMgold.so"

    def test_brings_its_own_llvm(self):
        dynamic = run(OURS / "bin/llvm-readelf", "-dW", self.PLUGIN)
        self.assertNotIn("libLLVM", dynamic)
        self.assertNotIn("TEXTREL", dynamic)

    def test_exports_nothing_else(self):
        symbols = run(OURS / "bin/llvm-readelf", "-W", "--dyn-syms",
                      self.PLUGIN).splitlines()
        defined = [line.split()[-1] for line in symbols
                   if re.match(r"\s+[1-9]\d*:", line) and " UND " not in line]
        self.assertEqual(defined, ["onload"])

    def test_archives_of_bitcode(self):
        """nm and ar load plugins too, and unload them."""
        with tempfile.TemporaryDirectory() as where:
            source = Path(where, "callee.c")
            source.write_text(CALLEE)
            run(OURS / "bin/clang", "-flto", "-c", source, "-o", "a.o",
                cwd=where)
            run("ar", "--plugin", self.PLUGIN, "rcs", "a.a", "a.o", cwd=where)
            self.assertIn(" T callee", run("nm", "--plugin", self.PLUGIN,
                                           "a.a", cwd=where))


class MembersTest(unittest.TestCase):
    """No program contains a member of which we have a version ourselves."""

    @classmethod
    def setUpClass(cls):
        listing = json.loads(
            (OURS / "overlay" / "replaced.json").read_text())
        # Members of one name cannot be told apart; such are left out unless
        # all of them are replaced.
        cls.replaced = set()
        for archive, members in (*listing["replaced"].items(),
                                 *listing["retired"].items()):
            every = inventory.archive_members(Path(archive))
            cls.replaced.update(
                (archive, member) for member in members
                if members.count(member) == every.count(member))

    def test_knows_what_is_retired(self):
        self.assertLessEqual(
            {("libLLVMScalarOpts.a", "RewriteStatepointsForGC.cpp.o"),
             ("libLLVMCodeGen.a", "ImplicitNullChecks.cpp.o"),
             ("libLLVMCodeGen.a", "FixupStatepointCallerSaved.cpp.o")},
            {(Path(archive).name, member)
             for archive, member in self.replaced})

    def members(self, program: str, without: str = "\0") -> set:
        """The replaced members that a link of `program` takes. Words with
        `without` in them are left out of the command."""
        output = run("ninja", "-C", OURS, "-t", "commands", "-s", program)
        command = output.splitlines()[-1]
        words = command.split(" && ")[1].split()
        words[words.index("-o") + 1] = os.devnull
        words = [word for word in words if without not in word]
        # What is undefined then is of no interest.
        traced = run(*words, "-Wl,--trace", "-Wl,--noinhibit-exec", cwd=OURS)
        found = re.findall(r"^(/\S+\.a)\(([^()]+)\)$", traced, re.M)
        self.assertGreater(len(found), 20, traced[-2000:])
        return self.replaced.intersection(found)

    def test_programs(self):
        built = [str(file.relative_to(OURS))
                 for directory in ("bin", "lib", "unittests")
                 for file in sorted(OURS.glob(f"{directory}/*"))
                 if file.is_file() and not file.is_symlink()
                 # This one links no archive.
                 and file.name != "LLVMManagedGCRoots.so"]
        self.assertLessEqual({"bin/clang", "bin/lld", "lib/LLVMgold.so"},
                             set(built))
        for path in built:
            with self.subTest(program=path):
                self.assertEqual(self.members(path), set())

    def test_notices(self):
        """Without our archives the same link takes the old members."""
        for program in ("bin/lld", "lib/LLVMgold.so"):
            found = self.members(program, "overlay/lib/overlay/libLLVM")
            self.assertGreater(len(found), 5)


if __name__ == "__main__":
    unittest.main()
