"""Casts whose results are remembered (CacheDynamicCasts.h), executed.

The program counts how often the runtime library is asked. Needs the built
overlay (scripts/build).
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "lib"))

from managed import packages, paths  # noqa: E402
from managed.runtime.programs import TARGETS  # noqa: E402
from managed.ui import run  # noqa: E402

OURS, THEIRS = (folder / "bin/clang++"
                for folder in (paths.BUILD, paths.LLVM_PREFIX))

COUNTED = """\
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
std::atomic<long> Asked;
extern "C" void *__real___dynamic_cast(const void *, const void *, const void *,
                                       std::ptrdiff_t);
extern "C" void *__wrap___dynamic_cast(const void *Object, const void *From,
                                       const void *To, std::ptrdiff_t Hint) {
  ++Asked;
  return __real___dynamic_cast(Object, From, To, Hint);
}
template <class To, class From>
__attribute__((noinline)) long cast(From *Object) {
  To *Result = dynamic_cast<To *>(Object);
  return Result ? (char *)Result - (char *)Object : 123456789;
}
"""

# All ways in which one class can be part of another.
SHAPES = COUNTED + """\
struct Base { virtual ~Base() {} long A = 1; };
struct Side { virtual ~Side() {} long B = 2; };
struct Single : Base {};
struct Deep : Single {};
struct Both : Base, Side {};
struct Twice : Single, Side { struct Inner : Base {} In; };
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Diamond : Left, Right, Side {};
struct Hidden : Base, private Side {};
struct One : Base {};
struct Two : Base {};
struct Ambiguous : One, Two, Side {};
// Side is where only a negative number of 16 bits is enough, where no such
// number is, and where one is enough.
template <int N> struct Large : Base { char Data[N]; };
struct Exactly : Large<32768 - 16>, Side {};
struct Above : Large<32768 - 8>, Side {};
struct Below : Large<32768 - 24>, Side {};
template <class T> void fromBase(T *Object) {
  std::printf("%ld %ld %ld %ld\\n", cast<Side>(Object), cast<Single>(Object),
              cast<Both>(Object), cast<Right>(Object));
}
template <class T> void fromSide(T *Object) {
  std::printf("%ld %ld %ld %ld %ld %ld %ld\\n", cast<Base>(Object),
              cast<Diamond>(Object), cast<Hidden>(Object),
              cast<Ambiguous>(Object), cast<Exactly>(Object),
              cast<Above>(Object), cast<Below>(Object));
}
// Objects that are not whole yet: each has the class of its constructor.
struct Watcher : virtual Base, Side {
  Watcher();
  ~Watcher();
};
struct Watched : Watcher, Single {};
struct Plain : Watcher {};
__attribute__((noinline)) void watch(Watcher *W) {
  Side *S = W;
  std::printf("%d %d %d\\n", dynamic_cast<Base *>(S) != nullptr,
              dynamic_cast<Watched *>(S) != nullptr,
              dynamic_cast<Plain *>(S) != nullptr);
}
Watcher::Watcher() { watch(this); }
Watcher::~Watcher() { watch(this); }
int main() {
  Base *Bases[] = {new Base, new Single, new Deep, new Both, new Diamond,
                   static_cast<One *>(new Ambiguous),
                   static_cast<Two *>(new Ambiguous), new Twice, new Hidden,
                   new Exactly, new Above, new Below};
  Side *Sides[] = {new Side, new Both, new Twice, new Diamond, new Ambiguous,
                   new Exactly, new Above, new Below};
  for (int Round = 0; Round != 3; ++Round) {
    for (Base *Object : Bases)
      fromBase(Object);
    for (Side *Object : Sides)
      fromSide(Object);
    Watched W;
    watch(&W);
    Plain P;
    watch(&P);
  }
}
"""

# One base class is destroyed, and the object that is asked for is another one,
# which is alive. What the library says meanwhile is not what it says of whole
# objects, whichever comes first.
DYING = COUNTED + """\
struct Part { virtual ~Part() {} long A = 1; };
struct Other { virtual ~Other() {} };
struct First { virtual ~First(); };
struct Whole : First, virtual Part, Other {};
struct Later : First, virtual Part, Other {};
static Part *Watched;
static void watch(const char *When) {
  if (!Watched)
    return;
  std::thread([=] {
    std::printf("%s %ld\\n", When, cast<Other>(Watched));
  }).join();
}
First::~First() { watch("dying"); }
template <class T> void destroy() {
  {
    T Object;
    Watched = &Object;
  }
  Watched = nullptr;
}
template <class T> void ask() {
  T Object;
  Watched = &Object;
  watch("whole");
  Watched = nullptr;
}
int main() {
  destroy<Whole>();
  ask<Whole>();
  ask<Later>();
  destroy<Later>();
  ask<Later>();
  destroy<Whole>();
}
"""

# More classes than there are entries, from several threads.
MANY = COUNTED + """\
struct Base { virtual ~Base() {} };
struct Mark { virtual ~Mark() {} };
template <int N> struct Plain : Base {};
template <int N> struct Marked : Base, Mark {};
template <int N> void add(std::vector<Base *> &All) {
  add<N - 1>(All);
  All.push_back(new Plain<N>);
  All.push_back(new Marked<N>);
}
template <> void add<0>(std::vector<Base *> &) {}
static void castAll(const std::vector<Base *> &All, int Rounds) {
  for (int Round = 0; Round != Rounds; ++Round)
    for (std::size_t I = 0; I != All.size(); ++I)
      if (cast<Mark>(All[I]) != (I % 2 ? 8 : 123456789))
        std::abort();
}
int main() {
  std::vector<Base *> All;
  add<CLASSES>(All);
  std::vector<std::thread> Threads;
  for (int I = 0; I != 4; ++I)
    Threads.emplace_back([&] { castAll(All, 200); });
  for (std::thread &T : Threads)
    T.join();
  Asked = 0;
  castAll(All, 1);
  std::printf("%zu %ld\\n", All.size(), Asked.load());
}
"""

NODES = """\
struct Node { virtual ~Node(); virtual int kind() const; };
struct Leaf : Node { ~Leaf(); int kind() const override; };
"""
LIBRARY = NODES + """\
struct Plugin : PARENT { int kind() const override { return 7; } };
extern "C" Node *make() { return new Plugin; }
extern "C" bool isPlugin(Node *N) { return dynamic_cast<Plugin *>(N); }
"""
# Opens two shared objects by turns, until their classes' vtables have been at
# one address.
CLOSED = COUNTED + NODES + """\
#include <dlfcn.h>
Node::~Node() {}
int Node::kind() const { return 0; }
Leaf::~Leaf() {}
int Leaf::kind() const { return 1; }
int main(int, char **Files) {
  void *Last = nullptr;
  bool IsSame = false;
  for (int I = 0; I != 20; ++I) {
    void *Library = dlopen(Files[1 + I % 2], RTLD_NOW | RTLD_LOCAL);
    if (!Library) {
      std::puts(dlerror());
      return 1;
    }
    auto Make = (Node * (*)()) dlsym(Library, "make");
    auto IsPlugin = (bool (*)(Node *))dlsym(Library, "isPlugin");
    Node *Made = Make();
    void *VPtr = *(void **)Made;
    IsSame |= I && VPtr == Last;
    Last = VPtr;
    Node Own;
    for (int Twice = 0; Twice != 2; ++Twice)
      if (cast<Leaf>(Made) != (I % 2 ? 123456789 : 0) || !IsPlugin(Made) ||
          IsPlugin(&Own))
        return 2;
    delete Made;
    if (dlclose(Library))
      return 3;
  }
  Asked = 0;
  Leaf L;
  Node *N = &L;
  std::printf("%d %d\\n", IsSame, cast<Leaf>(N) == 0 && cast<Leaf>(N) == 0);
  std::printf("%ld\\n", Asked.load());
}
"""

# Classes of a library that is linked: by its own types, and by the program's.
LINKED = COUNTED + """\
#include "linked.h"
template <class To> static void ask(const char *What, Part **All) {
  long Sum = 0;
  for (int Round = 0; Round != 2; ++Round) {
    Asked = 0;
    for (int I = 0; I != 3; ++I)
      Sum += cast<To>(All[I]);
  }
  std::printf("%s %ld %ld\\n", What, Sum, Asked.load());
}
int main() {
  Part *All[] = {make(0), make(1), make(2)};
  ask<Wheel>("library's", All);
  ask<Own>("own", All);
}
"""
LINKED_HEADER = """\
struct Part { virtual ~Part(); };
struct Wheel : Part { ~Wheel(); };
struct Door : Part { ~Door(); };
struct Own : Part {};
Part *make(int);
"""
LINKED_LIBRARY = LINKED_HEADER + """\
Part::~Part() {}
Wheel::~Wheel() {}
Door::~Door() {}
Part *make(int N) {
  return N == 0 ? new Part : N == 1 ? (Part *)new Wheel : new Door;
}
"""


class Casts(unittest.TestCase):
    target = "x86-64"

    @classmethod
    def setUpClass(cls):
        packages.ensure("run")
        cls.on = TARGETS[cls.target]
        if cls.on.missing:
            raise unittest.SkipTest(f"not installed: {cls.on.missing}")

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="casts-")
        self.addCleanup(folder.cleanup)
        self.where = Path(folder.name)

    def compile(self, compiler, source, name, *flags):
        target = [] if self.on.is_native else \
            [f"--target={self.on.machine}-linux-gnu"]
        (self.where / f"{name}.cpp").write_text(source)
        run([*compiler, *target, *flags, f"{name}.cpp", "-o", name],
            cwd=self.where, what=f"compiling {name}")
        return self.where / name

    def output(self, compiler, source, *flags, arguments=()):
        program = self.compile(compiler, source, "program", *flags, "-pthread",
                               "-Wl,--wrap=__dynamic_cast")
        done = subprocess.run([*self.on.prefix, program, *arguments],
                              capture_output=True, text=True, timeout=120,
                              check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def test_shapes(self):
        expected = self.output((THEIRS, "-O0"), SHAPES)
        # It tells places, and that there is none.
        self.assertIn("-32768", expected)
        self.assertIn("123456789", expected)
        for flags in ((), ("-fno-pie", "-no-pie"), ("-static",)):
            with self.subTest(flags=flags):
                self.assertEqual(
                    self.output((OURS, "-O2", "-fdevirtualize"), SHAPES,
                                *flags), expected)

    def test_dying_objects(self):
        expected = self.output((THEIRS, "-O0"), DYING)
        self.assertEqual(len(set(expected.splitlines())), 2)
        self.assertEqual(self.output((OURS, "-O2", "-fdevirtualize"), DYING),
                         expected)

    def test_linkers(self):
        expected = self.output((THEIRS, "-O0"), SHAPES)
        for linker in ("gold", "lld"):
            with self.subTest(linker):
                self.assertEqual(
                    self.output((OURS, "-O2", "-fdevirtualize"), SHAPES,
                                f"-fuse-ld={linker}"), expected)

    def test_many_classes(self):
        """All of a few are remembered, and some of too many."""
        ours = (OURS, "-O2", "-fdevirtualize")
        few = self.output(ours, MANY, "-DCLASSES=2").split()
        self.assertEqual(few, ["4", "0"])
        classes, asked = map(int, self.output(ours, MANY,
                                              "-DCLASSES=30").split())
        self.assertEqual(classes, 60)
        # Of 16 entries, most are taken.
        self.assertGreaterEqual(asked, 60 - 16)
        self.assertLess(asked, 60 - 10)
        self.assertEqual(self.output((THEIRS, "-O2"), MANY,
                                     "-DCLASSES=2").split(), ["4", "4"])

    def test_linked_library(self):
        """Classes of a library that cannot be closed are remembered."""
        ours = (OURS, "-O2", "-fdevirtualize")
        (self.where / "linked.h").write_text(LINKED_HEADER)
        library = self.compile(ours, LINKED_LIBRARY, "liblinked.so", "-fPIC",
                               "-shared")
        for compiler, asked in ((THEIRS, "-O2"), "3"), (ours, "0"):
            with self.subTest(compiler=compiler):
                found = self.output(compiler, LINKED, library,
                                    f"-Wl,-rpath,{self.where}").splitlines()
                sums = [str(2 * 2 * 123456789), str(2 * 3 * 123456789)]
                self.assertEqual(found, [f"library's {sums[0]} {asked}",
                                         f"own {sums[1]} {asked}"])

    def test_optimized_when_linked(self):
        for lto in ("full", "thin"):
            with self.subTest(lto=lto):
                ours = (OURS, "-O2", "-fdevirtualize", f"-flto={lto}",
                        "-fwhole-program-vtables", "-fvisibility=hidden",
                        "-fuse-ld=lld")
                self.assertEqual(
                    self.output(ours, MANY, "-DCLASSES=2").split(), ["4", "0"])

    def test_closed_libraries(self):
        """What another library had at the same address is not remembered."""
        ours = (OURS, "-O2", "-fdevirtualize")
        libraries = [self.compile(ours, LIBRARY, f"lib{parent}.so",
                                  f"-DPARENT={parent}", "-fPIC", "-shared")
                     for parent in ("Leaf", "Node")]
        is_same, *rest = self.output(ours, CLOSED, "-rdynamic", "-ldl",
                                     arguments=libraries).split()
        self.assertEqual(rest, ["1", "1"])
        # The emulator need not use addresses again.
        if self.on.is_native:
            self.assertEqual(is_same, "1")


class CastsOnAArch64(Casts):
    target = "AArch64"


if __name__ == "__main__":
    unittest.main()
