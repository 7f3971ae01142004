// What references and constant pointers that are data members refer to: known if all
// constructors initialize them with new objects of one class. Each class below whose
// name begins with No breaks one precondition.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O2 -fstrict-vtable-pointers -emit-llvm %s -o - | FileCheck %s --check-prefix=DIRECT

struct Base {
  virtual int f() = 0;
  virtual ~Base() = default;
};
// No other linkage unit has copies of their vtables.
namespace {
struct Made : Base {
  int f() override { return 1; }
};
struct Other : Base {
  int f() override { return 2; }
};
} // namespace
struct External : Base {
  int f() override;
};

struct Pointer {
  Base *const P;
  Pointer() : P(new Made) {}
  Pointer(int) : P{new Made()} {}
  Pointer(long) : P(nullptr) {}
  Pointer(char) : Pointer(1) {}
  Pointer(const Pointer &) = default;
  Pointer(short) = delete;
  ~Pointer() { delete P; }
};
// CHECK-LABEL: define {{.*}} @_Z3useR7Pointer(
// CHECK:         icmp eq ptr %{{.*}}, getelementptr {{.*}}@_ZTVN12_GLOBAL__N_14MadeE
// CHECK:         call void @llvm.assume(
// DIRECT-LABEL: define {{.*}} @_Z3useR7Pointer(
// DIRECT:         ret i32 1
int use(Pointer &X) { return X.P->f(); }

struct Reference {
  Base &R = *new Made;
  Reference() {}
  ~Reference() {}
};
// CHECK-LABEL: define {{.*}} @_Z3useR9Reference(
// CHECK:         icmp eq ptr %{{.*}}, getelementptr {{.*}}@_ZTVN12_GLOBAL__N_14MadeE
// DIRECT-LABEL: define {{.*}} @_Z3useR9Reference(
// DIRECT:         ret i32 1
int use(Reference &X) { return X.R.f(); }

#define NOT(CLASS, ...)                                                        \
  struct CLASS {                                                               \
    __VA_ARGS__                                                                \
    ~CLASS() {}                                                                \
  };                                                                           \
  int use(CLASS &X) { return X.P->f(); }

// The constructor of another linkage unit may have a copy of the vtable.
// CHECK-LABEL: define {{.*}} @_Z3useR10NoInternal(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoInternal, Base *const P; NoInternal() : P(new External) {})

// CHECK-LABEL: define {{.*}} @_Z3useR10NoConstant(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoConstant, Base *P; NoConstant() : P(new Made) {})

// CHECK-LABEL: define {{.*}} @_Z3useR10NoVolatile(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoVolatile, Base *const volatile P; NoVolatile() : P(new Made) {})

// CHECK-LABEL: define {{.*}} @_Z3useR10NoOneClass(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoOneClass, Base *const P; NoOneClass() : P(new Made) {}
    NoOneClass(int) : P(new Other) {})

// CHECK-LABEL: define {{.*}} @_Z3useR6NoBody(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoBody, Base *const P; NoBody() : P(new Made) {} NoBody(int);)

// CHECK-LABEL: define {{.*}} @_Z3useR10NoTemplate(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoTemplate, Base *const P; NoTemplate() : P(new Made) {}
    template <class T> NoTemplate(T *X) : P(X) {})

// CHECK-LABEL: define {{.*}} @_Z3useR5NoNew(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
Base *make();
NOT(NoNew, Base *const P; NoNew() : P(new Made) {} NoNew(int) : P(make()) {})

// CHECK-LABEL: define {{.*}} @_Z3useR8NoCopied(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoCopied, Base *const P; NoCopied() : P(new Made) {}
    NoCopied(const NoCopied &X) : P(X.P) {})

// CHECK-LABEL: define {{.*}} @_Z3useR7NoArray(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
NOT(NoArray, Base *const P; NoArray() : P(new Made[2]) {})

// CHECK-LABEL: define {{.*}} @_Z3useR9Aggregate(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
struct Aggregate {
  Base *const P = new Made;
  Base *const Q = nullptr;
};
int use(Aggregate &X) { return X.P->f(); }

// It may be copied byte by byte from something else.
// CHECK-LABEL: define {{.*}} @_Z3useR9NoDestroy(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
struct NoDestroy {
  Base *const P;
  NoDestroy() : P(new Made) {}
};
int use(NoDestroy &X) { return X.P->f(); }

// CHECK-LABEL: define {{.*}} @_Z3useR7NoUnion(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
union NoUnion {
  Base *const P;
  int N;
  NoUnion() : P(new Made) {}
  ~NoUnion() {}
};
int use(NoUnion &X) { return X.P->f(); }

// While the base class is constructed, something may call its methods.
struct Loud {
  Loud();
  virtual int f();
};
namespace {
struct Quiet : Loud {
  int f() override { return 3; }
};
} // namespace
// CHECK-LABEL: define {{.*}} @_Z3useR7NoQuiet(
// CHECK-NOT:     icmp eq ptr
// CHECK:         ret
struct NoQuiet {
  Loud *const P;
  NoQuiet() : P(new Quiet) {}
  ~NoQuiet() {}
};
int use(NoQuiet &X) { return X.P->f(); }

// In constructors and destructors.
// CHECK-LABEL: define {{.*}} @_ZN13NoDestructionD2Ev(
// CHECK-NOT:     icmp eq ptr %{{.*}}, getelementptr
// CHECK:         ret
struct NoDestruction {
  Base *const P;
  NoDestruction() : P(new Made) {}
  ~NoDestruction();
};
NoDestruction::~NoDestruction() { P->f(); }
int last() { return 0; }
