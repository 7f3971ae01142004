"""The wide guard: programs with indices of 32 bits, run with null pointers; and
each thing that can be in the way. Needs the built overlay (scripts/build)."""

import platform
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.runtime import programs as managed_runtime  # noqa: E402

ABORTED = -6
MESSAGE = "LLVMManagedRuntime: the wide guard was not reserved"

CODE = """
define i64 @element(ptr %p, i32 %i) "implicit-null-checks"="wide" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = EXTEND i32 %i to i64
  %g = getelementptr [16 x i8], ptr %p, i64 %e
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}
"""

# Every index, near the edges and in between, from null and from an array.
MAIN = """
#include <stdint.h>
#include <stdio.h>
#include <llvm-c/ManagedRuntime.h>
int64_t element(const void *P, uint32_t Index);
static int64_t Array[2 * 256];
int main(void) {
  const uint32_t Edges[] = {0, 1, 0x7fffffff, 0x80000000, 0x80000001,
                            0xfffffffe, 0xffffffff};
  uint64_t State = 88172645463325252u, Wrong = 0;
  for (int I = 0; I != 256; ++I)
    Array[2 * I] = I;
  for (unsigned I = 0; I != 7; ++I)
    Wrong += element(NULL, Edges[I]) != -1;
  for (unsigned I = 0; I != COUNT; ++I) {
    State ^= State << 13, State ^= State >> 7, State ^= State << 17;
    Wrong += element(NULL, (uint32_t)State) != -1;
    Wrong += element(Array, State % 256) != (int64_t)(State % 256);
  }
  printf("wrong %d, recovered %d, guard %d\\n", (int)Wrong,
         (int)LLVMManagedRecoveredFaults(), LLVMManagedHasGuard());
  return Wrong != 0;
}
"""

LOST = """
#include <stdint.h>
#include <stdio.h>
#include <llvm-c/ManagedRuntime.h>
int64_t element(const void *P, uint32_t Index);
int main(void) {
  const int64_t Array[] = {4, 0, 5, 0};
  printf("%d, guard %d\\n", (int)element(Array, 1), LLVMManagedHasGuard());
  return 0;
}
"""

# Opens a shared object that needs the guard.
OPEN = """
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
int main(int Argc, char **Argv) {
  // At an address, or at the lowest page that can be mapped.
  char *Page = Argc > 2 ? (char *)strtoul(Argv[2], 0, 0) : 0;
  if (Argc > 2 && !Page)
    do
      Page += 4096;
    while (mmap(Page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS |
                MAP_FIXED_NOREPLACE, -1, 0) == MAP_FAILED);
  else if (Page)
    mmap(Page, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (Page) {
    printf("%#lx\\n", (unsigned long)Page);
    fflush(stdout);
  }
  void *Object = dlopen(Argv[1], RTLD_NOW);
  if (!Object)
    return puts(dlerror());
  int64_t (*Element)(const void *, uint32_t) = dlsym(Object, "element");
  printf("%d\\n", (int)Element(0, 0xfffffff));
}
"""

# What runs first sees the guard already.
EARLY = """
#include <llvm-c/ManagedRuntime.h>
#include <stdio.h>
__attribute__((constructor(101))) static void early(void) {
  printf("early %d\\n", LLVMManagedHasGuard());
  fflush(stdout);
}
"""

# What the kernel says with vsyscall=emulate, and what a sandbox does.
ANSWERS = """
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
long syscall(long Number, ...) {
  if (Number == SYS_process_vm_readv) {
    errno = EPERM;
    return IS_READABLE ? 1 : -1;
  }
  va_list Arguments;
  va_start(Arguments, Number);
  const long A = va_arg(Arguments, long), B = va_arg(Arguments, long),
             C = va_arg(Arguments, long);
  register long D __asm__("r10") = va_arg(Arguments, long);
  va_end(Arguments);
  long Result;
  __asm__ volatile("syscall" : "=a"(Result)
                   : "a"(Number), "D"(A), "S"(B), "d"(C), "r"(D)
                   : "rcx", "r11", "memory");
  if (Result < 0 && Result > -4096) {
    errno = (int)-Result;
    return -1;
  }
  return Result;
}
#if !HAS_PROC
int open(const char *Name, int Flags, ...) {
  errno = strcmp(Name, "/proc/self/mem") ? ENOSYS : ENOENT;
  return -1;
}
#endif
"""


def setUpModule():
    if not (paths.BUILD / "overlay" / "units.json").exists():
        raise AssertionError("there is no overlay; run scripts/build first")
    packages.ensure("run", "musl")


class WideGuardTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.where = Path(temporary.name)

    def write(self, name: str, text: str) -> Path:
        path = self.where / name
        path.write_text(text)
        return path

    def code(self, target, extend: str = "zext") -> Path:
        """The object file with the access."""
        source = self.write("code.ll", CODE.replace("EXTEND", extend))
        result = self.where / f"code-{target.machine}.o"
        subprocess.run(
            [paths.BUILD / "bin/llc", f"-mtriple={target.machine}-linux-gnu",
             "-relocation-model=pic", "-filetype=obj", source, "-o", result],
            check=True)
        return result

    def link(self, target, *words, fails: bool = False,
             compiler: str = "") -> str:
        """Links words into self.where/program; returns what the linker says."""
        runtime = managed_runtime.build(target.machine)
        done = subprocess.run(
            [compiler or target.tool("gcc"), "-O1", "-I", runtime.include,
             *map(str, words), "-pthread", "-o", self.where / "program"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(bool(done.returncode), fails, done.stdout)
        return done.stdout

    def run_program(self, target, *words, before=""):
        command = [*target.prefix, self.where / "program", *words]
        return subprocess.run(
            ["sh", "-c", before + 'exec "$@"', "sh", *map(str, command)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def native(self):
        return next(t for t in managed_runtime.TARGETS.values() if t.is_native)

    def test_programs(self):
        for target in managed_runtime.TARGETS.values():
            if target.missing:
                with self.subTest(target.name):
                    self.skipTest(f"{target.missing} is missing")
                continue
            count = 20000 if target.is_native else 5000
            main = self.write("main.c", MAIN.replace("COUNT", str(count)))
            runtime = managed_runtime.build(target.machine)
            for extend in ("zext", "sext"):
                # With the guard's object, and with what the image does itself.
                for objects in ([runtime.guard], []):
                    with self.subTest(f"{target.name} {extend} {objects}"):
                        self.link(target, main, self.code(target, extend),
                                  *objects, *runtime.automatic)
                        done = self.run_program(target)
                        self.assertEqual(
                            (done.returncode, done.stdout, done.stderr),
                            (0, f"wrong 0, recovered {count + 7}, guard 1\n",
                             ""))

    def test_page_sizes(self):
        """The kernels of AArch64 have pages of 4, 16 or 64 KiB."""
        target = managed_runtime.TARGETS["AArch64"]
        if target.missing:
            self.skipTest(f"{target.missing} is missing")
        if target.is_native:
            self.skipTest("the emulator sets the page size")
        main = self.write("main.c", "#include <unistd.h>\n" + MAIN.replace(
            "COUNT", "100").replace('printf("wrong', 'printf("%ld: wrong')
            .replace("(int)Wrong,", "sysconf(_SC_PAGESIZE), (int)Wrong,"))
        runtime = managed_runtime.build(target.machine)
        self.link(target, main, self.code(target), runtime.guard,
                  *runtime.automatic)
        for size in (4096, 16384, 65536):
            with self.subTest(size):
                done = self.run_program(
                    target, before=f"export QEMU_PAGESIZE={size}; ")
                self.assertEqual(
                    (done.returncode, done.stdout, done.stderr),
                    (0, f"{size}: wrong 0, recovered 107, guard 1\n", ""))

    def test_early(self):
        target = self.native()
        runtime = managed_runtime.build(target.machine)
        main = self.write("main.c", MAIN.replace("COUNT", "1"))
        early = self.write("early.c", EARLY)
        self.link(target, "-fPIC", "-shared", early)
        library = self.where / "libearly.so"
        (self.where / "program").rename(library)
        self.link(target, main, self.code(target), runtime.guard, runtime.image,
                  runtime.auto, "-Wl,--no-as-needed", runtime.shared, library,
                  f"-Wl,-rpath,{library.parent}:{runtime.shared.parent}")
        self.assertEqual(self.run_program(target).stdout,
                         "early 1\nwrong 0, recovered 8, guard 1\n")

    def test_static_pie(self):
        target = self.native()
        runtime = managed_runtime.build(target.machine)
        main = self.write("main.c", MAIN.replace("COUNT", "1"))
        self.link(target, "-static-pie", main, self.code(target), runtime.guard,
                  *runtime.automatic)
        self.assertEqual(self.run_program(target).stdout,
                         "wrong 0, recovered 8, guard 1\n")

    @unittest.skipUnless(platform.machine() == "x86_64",
                         "the package of musl is for this machine")
    def test_musl(self):
        """Nothing runs .preinit_array; the image reserves the guard."""
        target = self.native()
        runtime = managed_runtime.build(target.machine)
        main = self.write("main.c", MAIN.replace("COUNT", "100"))
        early = self.write("early.c", EARLY)
        for guard in ([], [runtime.guard]):
            with self.subTest(str(guard)):
                self.link(target, "-fPIE", "-pie", main, early,
                          self.code(target), *guard, *runtime.automatic,
                          compiler="musl-gcc")
                self.assertEqual(
                    self.run_program(target).stdout,
                    "early 1\nwrong 0, recovered 107, guard 1\n")

    def refused(self, target, *words, before: str = "") -> str:
        """What the program says when it ends at its start."""
        runtime = managed_runtime.build(target.machine)
        main = self.write("main.c", MAIN.replace("COUNT", "1"))
        self.link(target, *words, main, self.code(target), runtime.guard,
                  *runtime.automatic)
        done = self.run_program(target, before=before)
        self.assertEqual((done.returncode, done.stdout), (ABORTED, ""))
        self.assertTrue(done.stderr.startswith(MESSAGE), done.stderr)
        return done.stderr

    def test_fixed_address(self):
        self.assertIn("something is mapped", self.refused(self.native(),
                                                          "-no-pie"))

    def test_limit(self):
        self.assertIn("ulimit -v", self.refused(
            self.native(), before="ulimit -v 4000000; "))

    @unittest.skipUnless(platform.machine() == "x86_64", "for x86-64")
    def test_address_sanitizer(self):
        self.assertIn("something is mapped", self.refused(
            self.native(), "-fsanitize=address"))

    @unittest.skipUnless(platform.machine() == "x86_64", "for x86-64")
    def test_readable_page(self):
        answers = self.write("answers.c", ANSWERS)
        for is_readable, has_proc in ((1, 1), (1, 0), (0, 0)):
            with self.subTest(f"{is_readable} {has_proc}"):
                self.assertIn("vsyscall=xonly", self.refused(
                    self.native(), answers, f"-DIS_READABLE={is_readable}",
                    f"-DHAS_PROC={has_proc}"))
        # The file says that the page cannot be read.
        target = self.native()
        runtime = managed_runtime.build(target.machine)
        main = self.write("main.c", MAIN.replace("COUNT", "1"))
        self.link(target, answers, "-DIS_READABLE=0", "-DHAS_PROC=1", main,
                  self.code(target), runtime.guard, *runtime.automatic)
        self.assertEqual(self.run_program(target).stdout,
                         "wrong 0, recovered 8, guard 1\n")

    def test_shared_object(self):
        target = self.native()
        runtime = managed_runtime.build(target.machine)
        self.link(target, "-shared", self.code(target), runtime.image,
                  runtime.auto, runtime.static)
        library = self.where / "plugin.so"
        (self.where / "program").rename(library)
        self.link(target, "-D_GNU_SOURCE", self.write("open.c", OPEN), "-ldl")
        done = self.run_program(target, library)
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, "-1\n", ""))
        for where in ("0x200000000", "0"):
            done = self.run_program(target, library, where)
            self.assertEqual(done.returncode, ABORTED)
            self.assertTrue(done.stderr.startswith(
                f"{MESSAGE}, at 0x{int(done.stdout, 16):016x}"), done.stderr)

    def test_lost_map(self):
        """The code runs, so the guard is there whatever becomes of the map."""
        target = self.native()
        runtime = managed_runtime.build(target.machine)
        main = self.write("main.c", LOST)
        self.link(target, main, self.code(target), *runtime.automatic)
        subprocess.run(["objcopy", "-R", "llvm_faultmaps",
                        self.where / "program"], check=True)
        done = self.run_program(target)
        self.assertEqual((done.returncode, done.stdout), (0, "5, guard 1\n"))
        self.assertIn("its section was removed", done.stderr)

    def test_runtime_is_required(self):
        main = self.write("main.c", "int main(void) { return 0; }")
        for target in managed_runtime.TARGETS.values():
            if target.missing:
                continue
            code, tried = self.code(target), 0
            for linker in ("bfd", "gold", "lld", "mold"):
                name = f"ld.{linker}"
                where = shutil.which(name) or shutil.which(target.tool(name))
                if linker in ("bfd", "gold"):
                    where = shutil.which(target.tool(name))
                if not where:
                    continue
                tried += 1
                # gcc takes a linker by the place of the file `ld`.
                place = self.where / linker
                place.mkdir(exist_ok=True)
                (place / "ld").unlink(missing_ok=True)
                (place / "ld").symlink_to(where)
                for words in (["-shared"], ["-pie"],
                              ["-pie", "-Wl,--gc-sections"]):
                    with self.subTest(f"{target.name} {linker} {words}"):
                        said = self.link(target, f"-B{place}", *words, main,
                                         code, fails=True)
                        self.assertIn("LLVMManagedImageHasGuard", said)
            self.assertGreaterEqual(tried, 2)


if __name__ == "__main__":
    unittest.main()
