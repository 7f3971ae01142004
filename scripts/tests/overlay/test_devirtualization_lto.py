"""Objects whose vtables change, and casts to final classes, through LTO of code
with and without -fstrict-vtable-pointers, executed.

Needs the built overlay (scripts/build). The distribution's tools do the same
work beside them, to show that these programs can go wrong.
"""

import subprocess
import sys
import tempfile
import unittest
from itertools import permutations, product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.parallel import in_parallel  # noqa: E402
from managed.ui import run  # noqa: E402

OURS, THEIRS = paths.BUILD, paths.LLVM_PREFIX
STRICT = "-fstrict-vtable-pointers"

CLASSES = """\
struct Shape {
  virtual int f();
  virtual ~Shape();
};
struct Round : Shape {
  Round();
  int f() override;
};
Shape *make(void *);
Shape *replace(Shape *);
"""
# The caller remembers the vtable that it loaded; where barriers are missing in
# what is inlined, the new object is at the pointer of the old one.
REPLACED = {
    "caller": CLASSES + """\
#include <cstdio>
#include <new>
__attribute__((noinline)) int test(Shape *s) {
  int before = s->f();
  Shape *other = replace(s);
  return before * 10 + other->f();
}
int main(int argc, char **) {
  Shape *s = make(::operator new(sizeof(Round) + argc));
  std::printf("%d\\n", test(s));
}
""",
    "maker": "#include <new>\n" + CLASSES + """\
__attribute__((noinline)) Shape *make(void *memory) {
  return new (memory) Shape;
}
Shape *replace(Shape *s) {
  s->~Shape();
  return new (s) Round;
}
""",
    "methods": CLASSES + """\
int Shape::f() { return 1; }
Shape::~Shape() {}
__attribute__((noinline)) Round::Round() {}
int Round::f() { return 2; }
""",
}
FINAL = """\
struct Shape {
  virtual int f() { return 0; }
  virtual ~Shape() {}
};
struct Round final : Shape {
  int f() override { return 1; }
};
Shape *make();
bool isRound(Shape *);
"""
CAST = {
    "caller": FINAL + """\
#include <cstdio>
int main() {
  Shape *s = make();
  std::printf("%d\\n", isRound(s));
  delete s;
}
""",
    "maker": FINAL + "Shape *make() { return new Round; }\n",
    "cast": FINAL + """\
bool isRound(Shape *s) { return dynamic_cast<Round *>(s); }
""",
}


def setUpModule():
    if not (OURS / "overlay" / "units.json").exists():
        raise AssertionError("there is no overlay; run scripts/build first")
    packages.ensure("run")


class Folder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory(prefix="devirtualization-")
        self.addCleanup(temporary.cleanup)
        self.where = Path(temporary.name)

    def compile(self, side, name, text, *flags):
        """The object file of a unit, with a name that says how it was made."""
        source = self.where / f"{name}.cpp"
        if not source.exists():
            source.write_text(text)
        output = self.where / ("-".join([
            name, "ours" if side is OURS else "theirs",
            *(flag.lstrip("-").replace("=", "-") for flag in flags)]) + ".o")
        if not output.exists():
            run([side / "bin/clang++", "-std=c++17", "-fPIC", *flags, "-c",
                 source, "-o", output], what=f"compiling {output.name}")
        return output

    def link(self, side, name, *arguments):
        output = self.where / name
        run([THEIRS / "bin/clang++", f"--ld-path={side / 'bin/ld.lld'}",
             "-O2", *arguments, "-o", output], what=f"linking {name}")
        return output

    @staticmethod
    def output(program):
        done = subprocess.run([program], capture_output=True, text=True,
                              timeout=60, check=False)
        return done.returncode, done.stdout.strip()


class Replaced(Folder):
    """Who calls the second object gets its method, whoever was strict."""

    def units(self, mode, strict, maker=OURS):
        """Object files by the name of the unit; `strict` names those with the
        option, `maker` compiles the one that replaces an object."""
        flags = ("-O2", f"-flto={mode}")
        return {name: self.compile(
            maker if name == "maker" else OURS, name, text, *flags,
            *([STRICT] if name in strict else []))
            for name, text in REPLACED.items()}

    def test_all_mixes(self):
        cases = [(mode, strict, order, maker)
                 for mode in ("full", "thin")
                 for strict in [tuple(n for n, s in zip(REPLACED, bits) if s)
                                for bits in product((0, 1), repeat=3)]
                 for order in permutations(REPLACED)
                 for maker in (OURS, THEIRS)]
        for mode, strict, _, maker in cases:
            self.units(mode, strict, maker)

        def case(number):
            mode, strict, order, maker = cases[number]
            units = self.units(mode, strict, maker)
            return self.output(self.link(
                OURS, f"program{number}", f"-flto={mode}",
                *(units[name] for name in order)))

        results = in_parallel(case, range(len(cases)))
        for described, result in zip(cases, results):
            with self.subTest(described):
                self.assertEqual(result, (0, "12"))
        self.assertEqual(len(results), 192)

    def test_levels(self):
        """Barriers are only where there is optimization."""
        for mode, level in product(("full", "thin"), ("-O0", "-O1", "-O3")):
            with self.subTest(mode=mode, level=level):
                units = [self.compile(
                    OURS, name, text, level if name == "maker" else "-O2",
                    f"-flto={mode}", STRICT)
                    for name, text in REPLACED.items()]
                self.assertEqual(self.output(self.link(
                    OURS, f"levels{mode}{level}", f"-flto={mode}", *units)),
                    (0, "12"))

    def test_that_it_can_fail(self):
        for mode in ("full", "thin"):
            with self.subTest(mode):
                units = [self.compile(
                    THEIRS, name, text, "-O2", f"-flto={mode}",
                    *([STRICT] if name == "caller" else []))
                    for name, text in REPLACED.items()]
                self.assertEqual(self.output(self.link(
                    THEIRS, f"theirs{mode}", f"-flto={mode}", *units)),
                    (0, "11"))


class ExactCast(Folder):
    """A cast to a final class finds an object that another module made."""

    def build(self, side, library, program):
        """Runs a program of which `make` is in a shared library; each part is
        compiled with the flags given."""
        maker = self.compile(side, "maker", CAST["maker"], "-O2", *library)
        shared = self.link(side, "-".join(["lib", *library, *program]) + ".so",
                           "-shared", *library, maker)
        units = [self.compile(side, name, CAST[name], "-O2", *program)
                 for name in ("caller", "cast")]
        return self.output(self.link(
            side, "-".join(["program", *library, *program]), *program, *units,
            shared))

    def test_shared_library(self):
        ways = [(), ("-flto=full",), ("-flto=thin",), ("-flto=thin", STRICT)]
        for library, program in product(ways, ways):
            with self.subTest(library=library, program=program):
                self.assertEqual(self.build(OURS, library, program),
                                 (0, "1"))

    def test_that_it_can_fail(self):
        self.assertEqual(self.build(THEIRS, ("-flto=thin",), ()), (0, "0"))

    def test_one_program(self):
        for mode, order in product(("full", "thin"), permutations(CAST)):
            with self.subTest(mode=mode, order=order):
                units = {name: self.compile(OURS, name, text, "-O2",
                                            f"-flto={mode}", STRICT)
                         for name, text in CAST.items()}
                self.assertEqual(self.output(self.link(
                    OURS, "one", f"-flto={mode}",
                    *(units[name] for name in order))), (0, "1"))


if __name__ == "__main__":
    unittest.main()
