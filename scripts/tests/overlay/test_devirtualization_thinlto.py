"""Guards in modules of ThinLTO whose vtables are in the part that full LTO
links, executed.

Needs the built overlay (scripts/build).
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.ui import run  # noqa: E402

OURS, THEIRS = paths.BUILD, paths.LLVM_PREFIX
THIN = ("-flto=thin", "-fwhole-program-vtables")
SPLIT = (*THIN, "-fdevirtualize")

HEADER = """\
struct Shape {
  virtual int area(int);
  virtual ~Shape();
};
int total(Shape *const *shapes, int number, int times);
#define DECLARE(N)                                                        \\
  namespace N {                                                           \\
  Shape *make(int kind);                                                  \\
  void *makeHidden(int kind);                                             \\
  int useHidden(void *hidden, int times);                                 \\
  }
DECLARE(one)
DECLARE(two)
"""
# Both files have classes of the same names in anonymous namespaces. Callers
# that inline makeHidden() make objects of these classes, too.
FILE = """\
#include "shapes.h"
namespace {
struct Box : Shape {
  int area(int side) override { return side * side + @; }
};
struct Disc : Shape {
  int area(int side) override { return side * 3 + @; }
};
struct Hidden {
  virtual int value(int v) = 0;
};
struct First final : Hidden {
  int value(int v) override { return v + @; }
};
struct Second final : Hidden {
  int value(int v) override { return v * @; }
};
}
namespace @@ {
Shape *make(int kind) {
  if (kind)
    return new Disc;
  return new Box;
}
void *makeHidden(int kind) {
  Hidden *made = kind ? static_cast<Hidden *>(new Second) : new First;
  return made;
}
__attribute__((noinline)) int useHidden(void *hidden, int times) {
  int sum = 0;
  for (int i = 0; i < times; ++i)
    sum += static_cast<Hidden *>(hidden)->value(i);
  return sum;
}
}
"""
FILES = {
    "base": """\
#include "shapes.h"
int Shape::area(int side) { return side; }
Shape::~Shape() {}
__attribute__((noinline)) int total(Shape *const *shapes, int number,
                                    int times) {
  int sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = 0; i < number; ++i)
      sum += shapes[i]->area(t);
  return sum;
}
""",
    "one": FILE.replace("@@", "one").replace("@", "5"),
    "two": FILE.replace("@@", "two").replace("@", "7"),
    "main": """\
#include "shapes.h"
#include <cstdio>
#include <typeinfo>
int main() {
  Shape *shapes[] = {one::make(0), one::make(1), two::make(0), two::make(1),
                     new Shape};
  std::printf("%d", total(shapes, 5, 10));
  for (Shape *shape : shapes)
    std::printf(" %d", shape->area(3));
  for (int kind = 0; kind != 2; ++kind)
    std::printf(" %d %d", one::useHidden(one::makeHidden(kind), 10),
                two::useHidden(two::makeHidden(kind), 10));
  std::printf(" %d\\n", typeid(*shapes[0]) == typeid(*shapes[2]));
  for (Shape *shape : shapes)
    delete shape;
}
""",
}
# Methods that return constants, which whole-program devirtualization puts next
# to the vtables. The object and the call meet in the module of main.
CONSTANTS = {
    "calls": """\
#include "constants.h"
int Base::other() { return 1; }
int call(Base *b) { return b->get(); }
bool ask(Base *b) { return b->isOdd(); }
int all() {
  A a; B b; C c;
  return call(&a) + call(&b) + call(&c) + ask(&a) + ask(&b) + ask(&c);
}
""",
    "main": """\
#include "constants.h"
#include <cstdio>
int main() {
  A a; B b; C c;
  std::printf("%d %d %d %d%d%d %d\\n", call(&a), call(&b), call(&c), ask(&a),
              ask(&b), ask(&c), all());
  if (call(&b) == 43 || !ask(&c))
    std::puts("wrong");
}
""",
}
CONSTANTS_HEADER = """\
struct Base {
  virtual int get() = 0;
  virtual bool isOdd() = 0;
  virtual int other();
};
#define CLASS(N, V)                                                       \\
  struct N : Base {                                                       \\
    int get() override { return V; }                                      \\
    bool isOdd() override { return V & 1; }                               \\
  };
CLASS(A, 11) CLASS(B, 42) CLASS(C, 77)
int call(Base *);
bool ask(Base *);
int all();
"""
AARCH64 = ("--target=aarch64-linux-gnu",)
EMULATOR = ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu")
REMARKS = ("-Wl,-mllvm,-pass-remarks=guarded-devirtualization",)


def setUpModule():
    if not (OURS / "overlay" / "units.json").exists():
        raise AssertionError("there is no overlay; run scripts/build first")
    packages.ensure("run")


class ThinLTO(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix="thinlto-")
        cls.addClassCleanup(temporary.cleanup)
        cls.where = Path(temporary.name)
        (cls.where / "shapes.h").write_text(HEADER)
        for name, text in FILES.items():
            (cls.where / f"{name}.cpp").write_text(text)
        cls.expected = cls.execute(cls.link(
            "plain", (), [cls.compile(n, ("-O0",), THEIRS) for n in FILES])[0])

    @classmethod
    def compile(cls, name, flags, side=OURS):
        where = "ours" if side is OURS else "theirs"
        output = cls.where / ("-".join([
            name, where, *(f.strip("-").replace("=", "-") for f in flags)])
            + ".o")
        if not output.exists():
            run([side / "bin/clang++", "-std=c++17", "-O2", *flags, "-c",
                 cls.where / f"{name}.cpp", "-o", output],
                what=f"compiling {output.name}")
        return output

    @classmethod
    def link(cls, name, flags, objects):
        """The program, and what the linker said."""
        output = cls.where / name
        done = subprocess.run(
            [THEIRS / "bin/clang++", f"--ld-path={OURS / 'bin/ld.lld'}",
             "-O2", *flags, *objects, "-o", output],
            capture_output=True, text=True, check=False)
        if done.returncode:
            raise AssertionError(f"linking {name}:\n{done.stderr}")
        return output, done.stdout + done.stderr

    @staticmethod
    def execute(program):
        return subprocess.run([program], capture_output=True, text=True,
                              timeout=60, check=True).stdout

    def check(self, name, flags, units, guards):
        """Links the object files, compares what the program prints, and looks
        for guards: whether there are some."""
        program, said = self.link(name, (*flags, *REMARKS), units)
        self.assertEqual(self.execute(program), self.expected)
        self.assertEqual("guarded by a comparison" in said
                         or "shares the comparison" in said
                         or "there is no other method" in said, guards, said)
        return said

    def units(self, flags):
        return [self.compile(name, flags) for name in FILES]

    def test_guards(self):
        said = self.check("split", THIN, self.units(SPLIT), True)
        # A class that no other file knows is asked for without a way out.
        self.assertIn("there is no other method", said)
        self.check("unasked", THIN, self.units(THIN), False)

    def test_whole_modules(self):
        flags = (*SPLIT, "-fno-split-lto-unit")
        self.check("whole", THIN, self.units(flags), True)

    def test_known_visibility(self):
        self.check("visible", (*THIN, "-Wl,--lto-whole-program-visibility"),
                   self.units(SPLIT), True)

    def test_levels(self):
        for level in ("-O1", "-O3", "-Os"):
            with self.subTest(level):
                program, _ = self.link(
                    f"level{level}", THIN, self.units((*SPLIT, level)))
                self.assertEqual(self.execute(program), self.expected)

    def test_unified(self):
        flags = (*SPLIT, "-funified-lto")
        for mode in ("thin", "full"):
            with self.subTest(mode):
                self.check(f"unified-{mode}",
                           (f"-flto={mode}", "-fwhole-program-vtables",
                            f"-Wl,--lto={mode}"), self.units(flags), True)

    def test_fat_objects(self):
        flags = (*SPLIT, "-ffat-lto-objects")
        self.check("fat", (*THIN, "-ffat-lto-objects"), self.units(flags),
                   True)

    def test_control_flow_integrity(self):
        for kind in ("cfi-vcall", "cfi-icall", "cfi"):
            with self.subTest(kind):
                flags = ("-fvisibility=hidden", f"-fsanitize={kind}")
                program, _ = self.link(f"with-{kind}", (*THIN, *flags),
                                       self.units((*SPLIT, *flags)))
                self.assertEqual(self.execute(program), self.expected)

    def test_mixed_with_other_units(self):
        """Each unit in turn, and all but that, is upstream's."""
        for name in FILES:
            for alone in (True, False):
                with self.subTest(name, alone=alone):
                    units = [self.compile(n, THIN, THEIRS)
                             if (n == name) == alone
                             else self.compile(n, SPLIT) for n in FILES]
                    program, _ = self.link(f"mixed-{name}{alone}", THIN, units)
                    self.assertEqual(self.execute(program), self.expected)

    def test_machine_code_in_between(self):
        for name in FILES:
            with self.subTest(name):
                units = [self.compile(n, ("-fdevirtualize",))
                         if n == name else self.compile(n, SPLIT)
                         for n in FILES]
                program, _ = self.link(f"native-{name}", THIN, units)
                self.assertEqual(self.execute(program), self.expected)

    def test_other_linkers(self):
        """Upstream's linker ignores what it does not know."""
        output = self.where / "theirs"
        run([THEIRS / "bin/clang++", "-fuse-ld=lld", "-O2", *THIN,
             *self.units(SPLIT), "-o", output], what="linking with upstream's")
        self.assertEqual(self.execute(output), self.expected)

    def test_distributed(self):
        """One process links the indexes, and others compile."""
        units = self.units(SPLIT)
        folder = self.where / "distributed"
        folder.mkdir()
        listing = folder / "objects.txt"
        self.link("distributed/none",
                  (*THIN, f"-Wl,--thinlto-index-only={listing}",
                   f"-Wl,--lto-obj-path={folder / 'full.o'}",
                   f"-Wl,--thinlto-prefix-replace={self.where}/;{folder}/"),
                  units)
        objects = [folder / "full.o"]
        said = ""
        for unit in units:
            index = folder / f"{unit.name}.thinlto.bc"
            self.assertTrue(index.is_file())
            done = subprocess.run(
                [OURS / "bin/clang++", "-O2", "-x", "ir", unit,
                 f"-fthinlto-index={index}", "-c", "-o", folder / unit.name,
                 "-Rpass=guarded-devirtualization"],
                capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            said += done.stderr
            objects.append(folder / unit.name)
        self.assertIn("[-Rpass=guarded-devirtualization]", said)
        program, _ = self.link("distributed/program", (), objects)
        self.assertEqual(self.execute(program), self.expected)


class Constants(unittest.TestCase):
    """Values next to a vtable, which a copy of the vtable lacks."""

    def test_both_targets(self):
        with tempfile.TemporaryDirectory(prefix="constants-") as name:
            folder = Path(name)
            (folder / "constants.h").write_text(CONSTANTS_HEADER)
            for unit, text in CONSTANTS.items():
                (folder / f"{unit}.cpp").write_text(text)
            for target, emulator in ((), ()), (AARCH64, EMULATOR):
                for more in ((), ("-Wl,--lto-whole-program-visibility",)):
                    with self.subTest(target=target, more=more):
                        self.check(folder, target, emulator, more)

    def check(self, folder, target, emulator, more):
        flags = (*target, "-std=c++17", "-O2", "-fvisibility=hidden", *SPLIT)
        for unit in CONSTANTS:
            run([OURS / "bin/clang++", *flags, "-c", folder / f"{unit}.cpp",
                 "-o", folder / f"{unit}.o"], what=f"compiling {unit}")
        run([THEIRS / "bin/clang++", f"--ld-path={OURS / 'bin/ld.lld'}",
             *target, "-O2", *THIN, *more, *(folder / f"{unit}.o"
                                             for unit in CONSTANTS),
             "-o", folder / "program"], what="linking")
        done = subprocess.run([*emulator, folder / "program"], timeout=60,
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, "11 42 77 101 132\n")


if __name__ == "__main__":
    unittest.main()
