"""Inline methods that a shared object hides, and that nothing else may name.

A program knows the vtables of classes of a shared object, and what they have in
their slots. It takes an object for one of a sibling class where that cannot
happen, but the optimizer does not know that it cannot, and loads from slots
that belong to another method then. One that both base classes of a class have
is in several tables, at different indices. Needs the built overlay
(scripts/build).
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

HEADER = """\
#define VISIBLE __attribute__((visibility("default")))
struct VISIBLE Node {
  Node();
  virtual ~Node();
  virtual int kind() const;
};
struct VISIBLE Leaf : Node {
  Leaf();
  ~Leaf();
  int kind() const override;
  virtual int depth() { return Depth + 1; }
  int Depth = 0;
};
struct VISIBLE Tree : Node {
  Tree();
  ~Tree();
  int kind() const override;
  virtual int size();
};
struct VISIBLE First {
  virtual int other() { return 3; }
  virtual int get() = 0;
};
struct VISIBLE Second {
  virtual ~Second() {}
  virtual int get() = 0;
};
struct VISIBLE Primary {
  virtual int key() = 0;
};
// One thunk is in the tables of both virtual bases, at different indices.
struct VISIBLE Thunks : Primary, virtual First, virtual Second {
  Thunks();
  int key() override;
  __attribute__((visibility("hidden"))) int get() override;
};
"""
LIBRARY = HEADER + """\
Node::Node() {}
Node::~Node() {}
int Node::kind() const { return 0; }
Leaf::Leaf() {}
Leaf::~Leaf() {}
int Leaf::kind() const { return 1; }
Tree::Tree() {}
Tree::~Tree() {}
int Tree::kind() const { return 2; }
int Tree::size() { return 9; }
Thunks::Thunks() {}
int Thunks::key() { return 4; }
int Thunks::get() { return 5; }
"""
MEASURE = HEADER + """\
#include <cstdio>
static int measure(Node *N) {
  return N->kind() == 2 ? static_cast<Tree *>(N)->size() : 1;
}
"""
PROGRAMS = {
    "leaf": (MEASURE + """\
int main() {
  Leaf L;
  std::printf("%d\\n", measure(&L));
}
""", "1"),
    "either": (MEASURE + """\
int main(int Count, char **) {
  Node *N = Count > 1 ? (Node *)new Leaf : new Tree;
  std::printf("%d\\n", measure(N));
  delete N;
}
""", "9"),
    "thunks": (HEADER + """\
#include <cstdio>
int main() {
  Thunks *T = new Thunks;
  First *F = T;
  Second *S = T;
  std::printf("%d%d%d\\n", F->get(), S->get(), T->key());
  delete S;
}
""", "554"),
    # The bits of a pointer to a member that the file does not write as one.
    "bits": (MEASURE + """\
#include <cstddef>
#include <cstring>
int main() {
  // Behind the two destructors and kind().
  std::ptrdiff_t Bits[2] = {1 + 3 * sizeof(void *), 0};
  int (Leaf::*Depth)();
  std::memcpy(&Depth, Bits, sizeof Bits);
  Leaf L;
  std::printf("%d\\n", (L.*Depth)());
}
""", "1"),
}


# Nobody calls inlineSize(), which copies of the vtable keep for LTO.
LOCAL = {
    "list.h": """\
struct List {
  virtual ~List();
  virtual int size(int);
  virtual int inlineSize(int N) { return List::size(N) + 1; }
  int Added = 3;
};
List *make();
""",
    "library.cpp": """\
#include "list.h"
List::~List() {}
int List::size(int N) { return N + Added; }
List *make() { return new List; }
""",
    "version": "{ global: _Z4makev; _ZTV*; _ZTI*; _ZN4ListD*; local: *; };\n",
    "main.cpp": """\
#include "list.h"
#include <cstdio>
__attribute__((noinline)) int use(List *L, int N) {
  int Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += L->size(I);
  return Sum;
}
int main() { std::printf("%d %d\\n", use(make(), 5), use(new List, 3)); }
""",
}
LTO = ("-flto=full", "-fuse-ld=lld", "-fwhole-program-vtables")


class HiddenMethods(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.ensure("run")
        cls.directory = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.directory.cleanup)
        cls.compiler = paths.BUILD / "bin/clang++"

    def test_programs(self):
        top = Path(self.directory.name)
        (top / "library.cpp").write_text(LIBRARY)
        for level, (name, (source, expected)) in product(
                ("-O1", "-O2", "-O3"), PROGRAMS.items()):
            with self.subTest(level=level, program=name):
                (top / "main.cpp").write_text(source)
                run([self.compiler, level, "-fPIC", "-shared",
                     "-fvisibility-inlines-hidden", "library.cpp", "-o",
                     "liblibrary.so"], cwd=top)
                run([self.compiler, level, "-fdevirtualize", "main.cpp", "-L.",
                     "-llibrary", f"-Wl,-rpath,{top}", "-o", "main"], cwd=top)
                done = subprocess.run([top / "main"], capture_output=True,
                                      text=True)
                self.assertEqual((done.returncode, done.stdout.strip()),
                                 (0, expected))

    def test_methods_that_are_not_exported(self):
        top = Path(self.directory.name) / "local"
        top.mkdir()
        for name, text in LOCAL.items():
            (top / name).write_text(text)
        run([self.compiler, "-O2", "-fPIC", "-shared", "library.cpp",
             "-Wl,--version-script=version", "-o", "liblocal.so"], cwd=top)
        for flags in ((), LTO, (*LTO, "-Wl,--lto-whole-program-visibility")):
            with self.subTest(flags=flags):
                run([self.compiler, "-O2", "-fdevirtualize", *flags,
                     "main.cpp", "-L.", "-llocal", f"-Wl,-rpath,{top}", "-o",
                     "main"], cwd=top)
                done = subprocess.run([top / "main"], capture_output=True,
                                      text=True)
                self.assertEqual((done.returncode, done.stdout), (0, "25 12\n"))


if __name__ == "__main__":
    unittest.main()
