// What a function that allocates memory returns may be the memory of an object that is
// gone, by a pointer that the function was given back. Inlined, it returns a new pointer
// value.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes -fstrict-vtable-pointers %s -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++20 -O1 -disable-llvm-passes %s -emit-llvm -o - | FileCheck %s --check-prefix=NONE --implicit-check-not=launder

// NONE: define {{.*}}@_Znwm(

using size_t = decltype(sizeof 0);
extern void *list;

// CHECK-LABEL: define {{.*}}@_Znwm(
// CHECK: %[[L:.*]] = call ptr @llvm.launder.invariant.group.p0(
// CHECK-NEXT: store ptr %[[L]], ptr %retval
void *operator new(size_t n) {
  if (void *p = list) {
    list = *static_cast<void **>(p);
    return p;
  }
  return list;
}

// CHECK-LABEL: define {{.*}}@_Znam(
// CHECK: call ptr @llvm.launder.invariant.group
void *operator new[](size_t n) { return list; }

// CHECK-LABEL: define {{.*}}@_ZdlPv(
// CHECK-NOT: launder
// CHECK: ret void
void operator delete(void *p) noexcept { list = p; }

struct Pool { static void *operator new(size_t); };
// CHECK-LABEL: define {{.*}}@_ZN4PoolnwEm(
// CHECK: call ptr @llvm.launder.invariant.group
void *Pool::operator new(size_t) { return list; }

// The new-expression has the barrier of this one.
// CHECK-LABEL: define {{.*}}@_ZnwmPv(
// CHECK-NOT: launder
// CHECK: ret ptr
void *operator new(size_t, void *p) noexcept { return p; }

// CHECK-LABEL: define {{.*}}@_Z5othermPv(
// CHECK-NOT: launder
// CHECK: ret ptr
void *other(size_t, void *p) { return p; }
