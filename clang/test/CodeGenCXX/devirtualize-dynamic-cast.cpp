// A dynamic_cast is done by a function that is told the vtable pointer, if what is
// known of objects can decide about it.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O1 -disable-llvm-passes -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -triple aarch64-linux-gnu -std=c++17 -O1 -disable-llvm-passes -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm %s -o - | FileCheck %s
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O1 -disable-llvm-passes -fstrict-vtable-pointers -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O1 -disable-llvm-passes -fdevirtualize-speculatively -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O0 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O1 -disable-llvm-passes -fstrict-vtable-pointers -fdevirtualize-speculatively -fexperimental-relative-c++-abi-vtables -emit-llvm %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -mllvm -cache-dynamic-casts=false -emit-llvm %s -o - | FileCheck %s --check-prefix=FOLDED
// RUN: %clang_cc1 -triple amdgcn-amd-amdhsa -std=c++17 -O1 -disable-llvm-passes -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm %s -o - | FileCheck %s --check-prefix=CALLED
// PLAIN-NOT: {{"dynamic-cast"|"public-bases"}}
// CALLED-NOT: "dynamic-cast"

// CHECK-DAG: @_ZTV7Derived = {{.*}} #[[PUBLIC:[0-9]+]]
// CHECK-DAG: @_ZTV7Hidden_ = {{.*}}!type ![[#]]{{$}}

struct Base {
  virtual int f() { return 1; }
};
struct Other {
  virtual int g() { return 2; }
};
struct Derived : Base, Other {
  int f() override { return 3; }
};
// One of its base classes is private.
struct Hidden_ : Base, private Other {
  int f() override { return 4; }
};
struct Plain {
  int N;
};

void use(void *);

// CHECK-LABEL: define {{.*}} @_Z4downP4Base(
// CHECK:         %[[VTABLE:.*]] = load ptr, ptr %[[OBJECT:.*]], align 8, {{.*}}!invariant.group
// CHECK-NEXT:    %{{.*}} = call ptr @__dynamic_cast._ZTI4Base._ZTI7Derived(ptr %[[OBJECT]], ptr %[[VTABLE]])
Derived *down(Base *B) { return dynamic_cast<Derived *>(B); }

// CHECK: define linkonce_odr hidden ptr @__dynamic_cast._ZTI4Base._ZTI7Derived(ptr %0, ptr %1) unnamed_addr #[[CAST:[0-9]+]] comdat !dynamic_cast ![[DERIVED:[0-9]+]] {
// CHECK:   icmp ne ptr %1, @__dynamic_cast._ZTI4Base._ZTI7Derived
// CHECK:   call ptr @__dynamic_cast(ptr %0, ptr @_ZTI4Base, ptr @_ZTI7Derived, i64 0)

// Nothing tells where in an object a class without vtable is.
// CHECK-LABEL: define {{.*}} @_Z7toPlainP4Base(
// CHECK:         call ptr @__dynamic_cast(ptr %{{.*}}, ptr @_ZTI4Base, ptr @_ZTI5Plain,
Plain *toPlain(Base *B) { return dynamic_cast<Plain *>(B); }

// CHECK-LABEL: define {{.*}} @_Z6toVoidP4Base(
// CHECK-NOT:     dynamic_cast._ZTI
// CHECK:       }
void *toVoid(Base *B) { return dynamic_cast<void *>(B); }

// FOLDED-LABEL: define {{.*}} @_Z5knownv(
// FOLDED-NOT:     dynamic_cast
// FOLDED:         ret i32 5
#ifndef __AMDGCN__ // No type test takes such a vtable pointer.
int known() {
  Derived D;
  use(&D);
  Base *B = &D;
  Derived *E = dynamic_cast<Derived *>(B);
  Other *O = dynamic_cast<Other *>(B);
  return (E ? E->f() : 100) + (O ? O->g() : 200);
}
#endif

// FOLDED-LABEL: define {{.*}} @_Z5failsv(
// FOLDED-NOT:     dynamic_cast
// FOLDED:         ret i32 7
int fails() {
  Base D;
  use(&D);
  Base *B = &D;
  return dynamic_cast<Derived *>(B) ? 8 : 7;
}

// FOLDED-LABEL: define {{.*}} @_Z10notVisiblev(
// FOLDED:         call ptr @__dynamic_cast(ptr {{.*}}, ptr {{.*}}@_ZTI4Base, ptr {{.*}}@_ZTI5Other, i64 -2)
bool notVisible() {
  Hidden_ H;
  use(&H);
  Base *B = &H;
  return dynamic_cast<Other *>(B);
}

namespace {
struct Local : Base {};
} // namespace
// CHECK: define internal ptr @__dynamic_cast._ZTI4Base._ZTIN12_GLOBAL__N_15LocalE(
bool isLocal(Base *B) { return dynamic_cast<Local *>(B); }

// All casts of the class are of one object, and nobody else knows the function: it
// is still told what it is called with.
// FOLDED-LABEL: define {{.*}} @_Z12globalIsLonev(
// FOLDED:         call ptr @__dynamic_cast(ptr {{.*}}@Global, ptr {{.*}}, ptr {{.*}}@_ZTIN12_GLOBAL__N_14LoneE, i64 0)
extern Base Global;
namespace {
struct Lone : Base {};
} // namespace
bool globalIsLone() { return dynamic_cast<Lone *>(&Global); }
Base *makeLone() { return new Lone; }

// CHECK-DAG: attributes #[[PUBLIC]] = { "public-bases" }
// CHECK-DAG: attributes #[[CAST]] = { {{.*}}noinline {{.*}}optnone {{.*}}willreturn {{.*}}memory(read) "dynamic-cast"
// CHECK-DAG: ![[DERIVED]] = !{!"_ZTS7Derived"}
