// Where a pointer may become that of another object there is a barrier, and
// nowhere else: equal pointers are not replaced by each other, so comparisons and
// accesses need none.

// RUN: %clang_cc1 -triple x86_64-unknown-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers -disable-llvm-passes -emit-llvm -o - %s | FileCheck %s --implicit-check-not=strip.invariant.group

using size_t = decltype(sizeof(0));
inline void *operator new(size_t, void *P) noexcept { return P; }

struct Dyn {
  virtual void f();
  int X;
};
struct Derived : Dyn {
  void f() override;
};
union Either {
  Dyn D;
  Derived E;
  Either();
  ~Either();
};

// CHECK-LABEL: define {{.*}}@_Z5equalP3DynS0_(
// CHECK-NOT:     launder
// CHECK:         icmp eq ptr
bool equal(Dyn *A, Dyn *B) { return A == B; }

// CHECK-LABEL: define {{.*}}@_Z4lessP3DynS0_(
// CHECK-NOT:     launder
// CHECK:         icmp ult ptr
bool less(Dyn *A, Dyn *B) { return A < B; }

// CHECK-LABEL: define {{.*}}@_Z5fieldP3Dyn(
// CHECK-NOT:     launder
// CHECK:         ret i32
int field(Dyn *A) { return A->X; }

// CHECK-LABEL: define {{.*}}@_Z5bytesP3Dyn(
// CHECK-NOT:     launder
// CHECK:         ret ptr
void *bytes(Dyn *A) { return A; }

// CHECK-LABEL: define {{.*}}@_Z6numberP3Dyn(
// CHECK-NOT:     launder
// CHECK:         ptrtoint
size_t number(Dyn *A) { return reinterpret_cast<size_t>(A); }

// CHECK-LABEL: define {{.*}}@_Z10differenceP3DynS0_(
// CHECK-NOT:     launder
// CHECK:         sdiv exact
long difference(Dyn *A, Dyn *B) { return A - B; }

// CHECK-LABEL: define {{.*}}@_Z9fromBytesPv(
// CHECK:         call ptr @llvm.launder.invariant.group
Dyn *fromBytes(void *P) { return static_cast<Dyn *>(P); }

// CHECK-LABEL: define {{.*}}@_Z10fromNumberm(
// CHECK:         call ptr @llvm.launder.invariant.group
Dyn *fromNumber(size_t N) { return reinterpret_cast<Dyn *>(N); }

// CHECK-LABEL: define {{.*}}@_Z6memberP6Either(
// CHECK:         call ptr @llvm.launder.invariant.group
void member(Either *E) { E->D.f(); }

// CHECK-LABEL: define {{.*}}@_Z5reuseP3Dyn(
// CHECK:         call ptr @llvm.launder.invariant.group
Dyn *reuse(Dyn *P) { return new (P) Derived; }

struct Holder {
  int I;
  struct {
    Derived D[2];
  } Inner;
};
// CHECK-LABEL: define {{.*}}@_Z11reusePartlyP3Dyn(
// CHECK:         call ptr @llvm.launder.invariant.group
Holder *reusePartly(Dyn *P) { return new (P) Holder; }

// CHECK-LABEL: define {{.*}}@_Z11reuseEitherP3Dyn(
// CHECK:         call ptr @llvm.launder.invariant.group
Either *reuseEither(Dyn *P) { return new (P) Either; }

// Operators of classes and arenas hand out memory again too.
struct Arena;
void *operator new(size_t, Arena &);
struct Pooled : Dyn {
  static void *operator new(size_t, void *P) { return P; }
};
// CHECK-LABEL: define {{.*}}@_Z11reusePooledP3Dyn(
// CHECK:         call ptr @llvm.launder.invariant.group
Dyn *reusePooled(Dyn *P) { return new (P) Pooled; }

// CHECK-LABEL: define {{.*}}@_Z9fromArenaR5Arena(
// CHECK:         call ptr @llvm.launder.invariant.group
Dyn *fromArena(Arena &A) { return new (A) Derived; }

// CHECK-LABEL: define {{.*}}@_Z8fromHeapv(
// CHECK-NOT:     launder{{.*}}call
// CHECK:         ret ptr
Dyn *fromHeap() { return new Dyn; }

// What has no vtable pointer is not taken for what has.
struct Plain {
  Dyn *P;
  char Bytes[16];
};
// CHECK-LABEL: define {{.*}}@_Z12reuseAsPlainP3Dyn(
// CHECK-NOT:     launder
// CHECK:         ret ptr
Plain *reuseAsPlain(Dyn *P) { return new (P) Plain; }

// CHECK-LABEL: define {{.*}}@_Z14reuseAsPointerP3DynS0_(
// CHECK-NOT:     launder
// CHECK:         ret ptr
Dyn **reuseAsPointer(Dyn *P, Dyn *Value) { return new (P) Dyn *(Value); }

// CHECK-LABEL: define {{.*}}@_Z9launderedP3Dyn(
// CHECK:         call ptr @llvm.launder.invariant.group
Dyn *laundered(Dyn *P) { return __builtin_launder(P); }
