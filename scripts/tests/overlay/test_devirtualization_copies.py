"""Programs in which a function stands for a method in the copy of a vtable.

The method is inline, too large to be worth it, and what the copy has in its
place loads from the object: where calls say that they read nothing, where the
slot is loaded from late, and where a tail call has to be one. And calls of two
classes that become one, after which only one of them is known. Needs the built
overlay (scripts/build).
"""

import subprocess
import sys
import tempfile
import unittest
from itertools import product
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.ui import run  # noqa: E402

# More instructions than trim-devirtualization has a module take for a method.
LARGE = """\
inline long mix(long N) {
  long Sum = 1;
  for (long I = 0; I < N % 5 + 3; ++I) {
    Sum = Sum * 3 + (I ^ N);
    Sum = Sum & 1 ? Sum ^ 85 : Sum + 7 * N;
    Sum = Sum % 5 == 2 ? Sum - N : Sum;
    Sum = Sum % 7 == 3 ? Sum * 2 : Sum;
    Sum = Sum % 11 == 5 ? Sum + N * N : Sum;
    Sum = Sum % 13 == 5 ? Sum + (N ^ (Sum >> 3)) : Sum;
  }
  return Sum % 1000;
}
"""
READS_NOTHING = LARGE + """\
struct Base { virtual long get(long) const __attribute__((const)); };
struct Derived : Base {
  Derived() {}
  virtual void key();
  long get(long N) const override { return mix(N); }
};
"""
LAUNDERED = LARGE + """\
struct Base { virtual long get(long) const; };
struct Derived : Base {
  Derived() {}
  virtual void key();
  long get(long N) const override { return mix(N) + Values[1]; }
  long Values[100];
};
"""
TAIL = LARGE + """\
struct Base {
  virtual long get(long, long, long, long, long, long, long) const;
};
struct Derived : Base {
  Derived() {}
  virtual void key();
  long next(long, long, long, long, long, long, long) const;
  long get(long N, long A, long B, long C, long D, long E,
           long F) const override {
    if (N == 0)
      return F;
    [[clang::musttail]] return next(N - 1, A, B, C, D, E, F + mix(N));
  }
};
"""
PARAMETERS = "(long N, long A, long B, long C, long D, long E, long F)"
# Header, what the other file has besides, the program.
PROGRAMS = {
    "reads-nothing": (READS_NOTHING, """\
long Base::get(long N) const { return N; }
""", """\
static long call(const Base *B, long N) { return B->get(N); }
__attribute__((noinline)) long ask(long N) {
  Derived D;
  return call(&D, N);
}
int main(int Count, char **) { std::printf("%ld\\n", ask(Count + 5)); }
"""),
    "laundered": (LAUNDERED, """\
long Base::get(long N) const { return N; }
""", """\
__attribute__((noinline)) long ask(long N, char *At) {
  Derived *Made = new (At) Derived;
  Derived *D = std::launder(Made);
  const Base *B = D;
  long Sum = 0;
  for (long I = 0; I < N; ++I)
    Sum += D->Values[I] = I;
  return Sum + B->get(N);
}
alignas(Derived) static char Memory[sizeof(Derived)];
int main(int Count, char **) { std::printf("%ld\\n", ask(Count + 5, Memory)); }
"""),
    "tail": (TAIL, f"""\
long Base::get{PARAMETERS} const {{ return N + A + B + C + D + E + F; }}
""", f"""\
static Derived Memory;
long Derived::next{PARAMETERS} const {{
  Derived *Made = new (&Memory) Derived;
  [[clang::musttail]] return Made->get(N, A, B, C, D, E, F);
}}
int main(int Count, char **) {{
  std::printf("%ld\\n", Memory.next(Count + 1000000, 1, 2, 3, 4, 5, 6));
}}
"""),
    "merged": ("", "", """\
#define SEPARATE __attribute__((noinline))
namespace {
struct Known { virtual long get(long) = 0; };
struct First final : Known {
  SEPARATE long get(long N) override { return N == 77 ? throw 1 : 1; }
};
struct Second final : Known {
  SEPARATE long get(long N) override { return N == 78 ? throw 1 : 2; }
};
} // namespace
struct Open { virtual long get(long) = 0; };
template <int N> struct Some : Open {
  SEPARATE long get(long M) override { return M == 79 ? throw 2 : N; }
};
__attribute__((minsize)) static long call(Known *K, long N) {
  return K->get(N);
}
SEPARATE long ask(bool IsKnown, Known *K, Open *O, long N) {
  try {
    if (IsKnown)
      return call(K, N);
    return O->get(N);
  } catch (int Thrown) {
    return -Thrown;
  }
}
int main(int Count, char **) {
  Known *Ks[] = {new First, new Second};
  Open *Os[] = {new Some<3>, new Some<4>, new Some<5>, new Some<6>};
  for (int I = 0; I < 16; ++I)
    std::printf("%ld ", ask(I & Count, Ks[I / 2 % 2], Os[I / 2 % 4], I + 70));
}
"""),
}
FLAGS = ("-O1", "-O2", "-O3", "-Oz")


class Copies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run")

    def test_programs_do_the_same(self):
        for (name, (header, other, program)), level in product(
                PROGRAMS.items(), FLAGS):
            with self.subTest(name=name, level=level), \
                    tempfile.TemporaryDirectory(prefix="copies-") as folder:
                folder = Path(folder)
                key = "void Derived::key() {}\n" if header else ""
                (folder / "other.cpp").write_text(header + key + other)
                (folder / "program.cpp").write_text(
                    "#include <cstdio>\n#include <new>\n" + header + program)
                outputs = []
                # What optimization makes of tail calls is not to help.
                for flags in (("-O1", "-fno-inline"),
                              (level, "-fdevirtualize",
                               "-fno-optimize-sibling-calls")):
                    run([paths.BUILD / "bin" / "clang++", "-std=c++20", *flags,
                         folder / "other.cpp", folder / "program.cpp", "-o",
                         folder / "program"], what=f"{name} {level}")
                    done = subprocess.run([folder / "program"], text=True,
                                          capture_output=True, check=False)
                    outputs.append((done.returncode, done.stdout))
                self.assertEqual(outputs[0][0], 0)
                self.assertEqual(outputs[0], outputs[1])


if __name__ == "__main__":
    unittest.main()
