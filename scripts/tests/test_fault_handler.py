"""The fault handler of llvm/examples/ImplicitNullChecks, on both targets.

The programs in fault_handler/ have fault maps written in assembly, so neither
the overlay nor a compiler with the pass is needed. Malformed maps and section
headers are made by patching bytes of a good program.
"""

import os
import resource
import shutil
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
HANDLER = HERE.parents[1] / "llvm/examples/ImplicitNullChecks"
SOURCES = HERE / "fault_handler"
WARNINGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]

# Compiler and command prefix to run programs, per target and way of linking.
NATIVE = os.uname().machine
VARIANTS = {
    "x86-64 dynamic": (["clang-22"], ["-no-pie"], []),
    "x86-64 static": (["clang-22"], ["-static"], []),
    "x86-64 PIE": (["gcc"], ["-pie", "-Wl,-z,notext"], []),
    "AArch64 dynamic": (["aarch64-linux-gnu-gcc"], ["-no-pie"],
                        ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    "AArch64 static": (["aarch64-linux-gnu-gcc"], ["-no-pie", "-static"],
                       ["qemu-aarch64"]),
}
if NATIVE == "aarch64":
    VARIANTS = {name.replace("x86-64", "AArch64"): value
                for name, value in VARIANTS.items() if "x86-64" in name}


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Programs(unittest.TestCase):
    """Compiles and runs programs in a directory of the test."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.dir = Path(self.directory.name)

    def compile(self, compiler, flags, *sources, extra=()):
        if not shutil.which(compiler[0]):
            self.skipTest(f"{compiler[0]} is not installed")
        output = self.dir / Path(sources[0]).stem
        done = subprocess.run(
            [*compiler, *WARNINGS, "-O1", "-g", "-pthread", f"-I{HANDLER}",
             *flags, *extra, *sources, HANDLER / "FaultMapHandler.c", "-o",
             output], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return output

    def execute(self, program, prefix=()):
        if prefix and not shutil.which(prefix[0]):
            self.skipTest(f"{prefix[0]} is not installed")
        done = subprocess.run([*prefix, program], capture_output=True,
                              text=True, timeout=60, preexec_fn=no_core)
        return done.returncode, done.stdout


class FaultHandler(Programs):
    def test_recovers_and_chains(self):
        for name, (compiler, flags, prefix) in VARIANTS.items():
            with self.subTest(name):
                program = self.compile(compiler, flags, SOURCES / "recover.c")
                self.assertEqual(self.execute(program, prefix),
                                 (0, "all passed\n"))

    def test_parses_tables(self):
        program = self.compile(
            ["clang-22"], ["-fsanitize=address,undefined",
                           "-fno-sanitize-recover=all"], SOURCES / "parse.c") \
            if shutil.which("clang-22") and has_sanitizers() else \
            self.compile(["gcc"], [], SOURCES / "parse.c")
        self.assertEqual(self.execute(program), (0, "all passed\n"))

    def test_header_is_cxx(self):
        done = subprocess.run(
            ["clang++-22", "-x", "c++", "-std=c++17", "-Wall", "-Wpedantic",
             "-Werror", "-fsyntax-only", HANDLER / "FaultMapHandler.h"],
            capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_no_lock_or_allocation_on_the_signal_path(self):
        """Nothing the handler reaches calls anything but the calls POSIX
        lists as async-signal-safe."""
        compiler = "clang-22"
        if not shutil.which(compiler):
            self.skipTest(f"{compiler} is not installed")
        text = subprocess.run(
            [compiler, "-O0", "-S", "-emit-llvm", "-o", "-",
             HANDLER / "FaultMapHandler.c"],
            capture_output=True, text=True, check=True).stdout
        calls, function = {}, None
        for line in text.splitlines():
            if line.startswith("define"):
                function = line.split("@")[1].split("(")[0]
                calls[function] = set()
            elif function and " call " in line and "@" in line:
                calls[function].add(line.split("@")[1].split("(")[0])
        reached, todo, leaves = set(), ["handleFault", "FaultMapLookup",
                                        "FaultMapRecoveredCount"], set()
        while todo:
            name = todo.pop()
            if name in reached:
                continue
            reached.add(name)
            if name in calls:
                todo += calls[name]
            elif not name.startswith("llvm."):
                leaves.add(name)
        self.assertIn("recover", reached)
        self.assertLessEqual(leaves, {
            "__errno_location", "sigaction", "raise", "sigemptyset",
            "sigaddset", "sigismember", "pthread_sigmask"})


class DamagedPrograms(Programs):
    """Every byte the handler finds its table with may be wrong."""

    def setUp(self):
        super().setUp()
        compiler = "clang-22" if shutil.which("clang-22") else "gcc"
        self.program = self.compile([compiler], ["-no-pie"],
                                    SOURCES / "install.c",
                                    extra=["-DWITH_PROBES"])
        self.image = bytearray(self.program.read_bytes())
        (self.shoff,) = struct.unpack_from("<Q", self.image, 40)
        self.shnum, self.shstrndx = struct.unpack_from("<HH", self.image, 60)
        names = self.section(self.shstrndx)["offset"]
        for index in range(self.shnum):
            start = names + self.section(index)["name"]
            if self.image[start:].startswith(b".llvm_faultmaps\0"):
                self.index = index
        self.table = self.section(self.index)["offset"]

    def header(self, index):
        return self.shoff + 64 * index

    def section(self, index):
        name, kind, flags, address, offset, size = struct.unpack_from(
            "<IIQQQQ", self.image, self.header(index))
        return dict(name=name, kind=kind, flags=flags, address=address,
                    offset=offset, size=size)

    def run_with(self, *changes):
        """Runs the program after (offset, format, value) changes."""
        image = bytearray(self.image)
        for offset, form, value in changes:
            struct.pack_into(form, image, offset, value)
        path = self.dir / "damaged"
        path.write_bytes(image)
        path.chmod(0o755)
        return self.execute(path)

    def expect(self, message, *changes):
        self.assertEqual(self.run_with(*changes), (1, message + ", 0 checks\n"))

    BAD_FILE = ("/proc/self/exe is not an ELF file of this machine with "
                "section headers")
    TRUNCATED = "the fault map is truncated or outside the program"
    BAD_RECORD = "the fault map has a record that makes no sense"

    def test_good(self):
        self.assertEqual(self.run_with(),
                         (0, "success, 3 checks\nnull gives -1\n"))

    def test_program_without_map(self):
        program = self.compile(["gcc"], ["-no-pie"], SOURCES / "install.c")
        # Nothing in probes.h is used then, so nothing is undefined.
        self.assertEqual(self.execute(program), (0, "success, 0 checks\n"))

    def test_table(self):
        self.expect("the fault map is of an unknown version",
                    (self.table, "<B", 7))
        self.expect(self.BAD_RECORD, (self.table + 2, "<H", 7))
        self.expect(self.TRUNCATED, (self.table + 4, "<I", 0x7fffffff))
        self.expect(self.BAD_RECORD, (self.table + 8, "<Q", 0x1234))
        self.expect(self.TRUNCATED, (self.table + 16, "<I", 0xffffffff))
        self.expect(self.BAD_RECORD, (self.table + 24, "<I", 9))

    def test_section_header(self):
        header = self.header(self.index)
        self.expect(self.TRUNCATED, (header + 16, "<Q", 0xfffffffffffff000))
        self.expect(self.TRUNCATED, (header + 16, "<Q", 0))
        self.expect(self.TRUNCATED, (header + 32, "<Q", 1 << 40))
        self.expect(self.TRUNCATED, (header + 32, "<Q", 2 ** 64 - 1))
        self.expect(self.TRUNCATED, (header + 8, "<Q", 0))
        self.expect(self.TRUNCATED, (header + 4, "<I", 8))
        # A size inside the segment but inside a record too.
        size = self.section(self.index)["size"]
        self.expect(self.TRUNCATED, (header + 32, "<Q", size - 1))

    def test_section_headers(self):
        self.expect(self.BAD_FILE, (40, "<Q", 0))
        self.expect(self.BAD_FILE, (40, "<Q", 2 ** 64 - 64))
        self.expect(self.BAD_FILE, (40, "<Q", len(self.image) - 64))
        self.expect(self.BAD_FILE, (58, "<H", 63))
        self.expect(self.BAD_FILE, (60, "<H", 0xfeff))
        self.expect(self.BAD_FILE, (62, "<H", self.shnum))
        # Too many sections to count in the file header, or so it says.
        self.expect(self.BAD_FILE, (60, "<H", 0),
                    (self.header(0) + 32, "<Q", 2 ** 60))
        self.assertEqual(self.run_with(
            (60, "<H", 0), (self.header(0) + 32, "<Q", self.shnum),
            (62, "<H", 0xffff), (self.header(0) + 40, "<I", self.shstrndx)),
            (0, "success, 3 checks\nnull gives -1\n"))

    def test_names(self):
        names = self.header(self.shstrndx)
        none = (0, "success, 0 checks\n")
        faulting = self.header(self.index)
        # An unreadable name is not the name looked for; the null then kills.
        for change in ((faulting, "<I", 0xffffffff),
                       (names + 24, "<Q", 2 ** 64 - 8),
                       (names + 32, "<Q", 3)):
            code, output = self.run_with(change)
            self.assertEqual(output, none[1])
            self.assertEqual(code, -11)
        self.expect(self.BAD_FILE, (names + 4, "<I", 1))


def has_sanitizers():
    """Whether clang-22 can link with its address sanitizer."""
    done = subprocess.run(["clang-22", "-fsanitize=address", "-x", "c", "-",
                           "-o", "/dev/null"], input="int main(void){}",
                          text=True, capture_output=True)
    return done.returncode == 0


if __name__ == "__main__":
    unittest.main()
