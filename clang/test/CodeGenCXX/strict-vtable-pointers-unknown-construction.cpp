// There is a fact about a named object only if it is known what its base classes run, and
// about a constant member only if it is known what all constructors make. Each RUN line
// with CHECK breaks that in one way.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers %s -emit-llvm -o - | FileCheck %s --check-prefix=FACT
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DTHREAD %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DTEMPLATE %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -DINHERITED %s -emit-llvm -o - | FileCheck %s --check-prefix=MEMBER

int hook();

#ifdef THREAD
#define STORAGE static thread_local
#else
#define STORAGE static
#endif
struct Counted {
  STORAGE int count;
  int c;
  Counted() { c = this->count; }
  virtual int f() { return 1; }
  virtual ~Counted() = default;
};

template <class T> struct Initialized {
  virtual int f() { return 1; }
#ifdef TEMPLATE
  int x = hook();
#else
  int x = 5;
#endif
  virtual ~Initialized() = default;
};
#ifdef TEMPLATE
using Base = Initialized<int>;
#else
using Base = Counted;
#endif

namespace {
struct D : Base {
  D();
  int f() override { return 2; }
};
} // namespace
D g;
int call(Base &b);

// FACT-LABEL: define {{.*}}@_Z5namedv(
// FACT: cmp.vtables
// CHECK-LABEL: define {{.*}}@_Z5namedv(
// CHECK-NOT: cmp.vtables
// CHECK: call {{.*}}@_Z4call
int named() { return call(g); }

struct Part { virtual int f() = 0; virtual ~Part() = default; };
namespace {
struct One : Part { int f() override { return 1; } };
struct Two : Part { int f() override { return 2; } };
} // namespace
struct Named { int n; explicit Named(const char *) : n(7) {} virtual ~Named() = default; };
struct Owner : Named {
#ifdef INHERITED
  using Named::Named;
#endif
  Owner(int, int) : Named("x"), p(new One) {}
  Owner(const Owner &) = delete;
  Part *const p = new Two;
};

// FACT-LABEL: define {{.*}}@_Z3useR5Owner(
// FACT: cmp.vtables
// MEMBER-LABEL: define {{.*}}@_Z3useR5Owner(
// MEMBER-NOT: cmp.vtables
// MEMBER: ret i32
int use(Owner &o) { return o.p->f(); }
