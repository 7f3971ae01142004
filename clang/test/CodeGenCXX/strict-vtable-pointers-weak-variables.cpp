// A weak variable may not exist, so nothing is known of what its name points to.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O1 \
// RUN:   -fstrict-vtable-pointers -fwhole-program-vtables -fvisibility=hidden \
// RUN:   -disable-llvm-passes -emit-llvm -o - | FileCheck %s

struct Base {
  virtual int get() const { return 10; }
};
struct Derived : Base {
  int get() const override { return 11; }
};
extern Derived weak __attribute__((weak)), strong;
int call(const Base *B);

// CHECK-LABEL: define {{.*}} @_Z5knownv(
// CHECK:         cmp.vtables
// CHECK:         call {{.*}} @_Z4callPK4Base(
int known() { return call(&strong); }

// CHECK-LABEL: define {{.*}} @_Z7unknownv(
// CHECK-NOT:     load
// CHECK:         call {{.*}} @_Z4callPK4Base(
// CHECK:         ret i32
int unknown() { return call(&weak); }
