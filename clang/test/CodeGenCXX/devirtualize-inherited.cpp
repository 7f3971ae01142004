// A class in an anonymous namespace inherits the method: the call tests the class
// of the receiver, not only that of the method, and is direct.

// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -disable-llvm-passes -emit-llvm -o - | FileCheck %s
// RUN: %clang_cc1 %s -triple=x86_64-unknown-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - | FileCheck %s --check-prefix=CALLS

struct Base {
  virtual int get(int V) { return V + 1; }
  virtual ~Base() = default;
  int getTwice(int V) { return get(V) + get(V); }
  int K;
};
struct Second {
  virtual int other(int V) { return V + 2; }
  virtual ~Second() = default;
};
namespace {
struct Leaf : Base {};
struct Grandchild : Leaf {
  int more() { return 1; }
};
struct Secondary : Base, Second {};
struct OfVirtual : virtual Base {
  int L;
};
struct Overriding : Base {
  int get(int V) override { return V; }
};
} // namespace
struct Named : Base {};

Base *hide(Base *);
Second *hide(Second *);


// CHECK-LABEL: define {{.*}} @_Z9inheritedi(
// CHECK:         call i1 @llvm.public.type.test(ptr [[VTABLE:%.*]], metadata !"_ZTS4Base")
// CHECK:         [[TEST:%.*]] = call i1 @llvm.type.test(ptr [[VTABLE]], metadata ![[LEAF:[0-9]+]])
// CHECK:         call void @llvm.assume(i1 [[TEST]])
// CALLS-LABEL: define {{.*}} @_Z9inheritedi(
// CALLS-NOT:     call {{.*}} %{{[0-9a-z]+}}(
// CALLS:         ret i32
int inherited(int V) {
  auto *L = static_cast<Leaf *>(hide(static_cast<Base *>(new Leaf)));
  return L->get(V);
}

// CALLS-LABEL: define {{.*}} @_Z12from_classesi(
// CALLS-NOT:     call {{.*}} %{{[0-9a-z]+}}(
// CALLS:         ret i32
int from_classes(int V) {
  auto *G = static_cast<Grandchild *>(hide(static_cast<Base *>(new Grandchild)));
  return G->get(V) + G->more();
}

// The virtual calls are in an inline method of the base class.
// CALLS-LABEL: define {{.*}} @_Z9in_methodi(
// CALLS-NOT:     call {{.*}} %{{[0-9a-z]+}}(
// CALLS:         ret i32
int in_method(int V) {
  auto *O = static_cast<Overriding *>(hide(static_cast<Base *>(new Overriding)));
  return O->getTwice(V);
}

// Leaf has a derived class, and the object may be one.
// CHECK-LABEL: define {{.*}} @_Z16in_method_of_twoi(
// CHECK:         call i1 @llvm.type.test(
// CALLS-LABEL: define {{.*}} @_Z16in_method_of_twoi(
// CALLS-NOT:     assume
// CALLS:         ret i32
int in_method_of_two(int V) {
  auto *L = static_cast<Leaf *>(hide(static_cast<Base *>(new Leaf)));
  return L->getTwice(V);
}

// The constructor of the base class calls methods.
// CHECK-LABEL: define {{.*}} @_Z4loudi(
// CHECK-NOT:     @llvm.type.test(
// CHECK:         ret i32
int something();
struct LoudBase : Base {
  LoudBase() { something(); }
};
namespace {
struct Loud : LoudBase {};
} // namespace
int loud(int V) {
  auto *L = static_cast<Loud *>(hide(static_cast<Base *>(new Loud)));
  return L->getTwice(V);
}

// The second base class has a vtable pointer of its own.
// CHECK-LABEL: define {{.*}} @_Z6secondi(
// CHECK-NOT:     @llvm.type.test(
// CHECK:         ret i32
int second(int V) {
  auto *S = static_cast<Secondary *>(hide(static_cast<Second *>(new Secondary)));
  return S->other(V);
}

// The vtable pointer is that of the virtual base class.
// CHECK-LABEL: define {{.*}} @_Z12virtual_basei(
// CHECK-NOT:     @llvm.type.test(
// CHECK:         ret i32
OfVirtual *Any;
int virtual_base(int V) {
  Any = new OfVirtual;
  hide(Any);
  return Any->get(V);
}

// Other files may know the class.
// CHECK-LABEL: define {{.*}} @_Z5namedP5Namedi(
// CHECK-NOT:     @llvm.type.test(
// CHECK:         ret i32
int named(Named *N, int V) { return N->get(V); }

// One test is enough where the class has the method.
// CHECK-LABEL: define {{.*}} @_Z10overridingi(
// CHECK:         call i1 @llvm.type.test(
// CHECK-NOT:     type.test(
// CHECK:         ret i32
int overriding(int V) {
  auto *O = static_cast<Overriding *>(hide(static_cast<Base *>(new Overriding)));
  return O->get(V);
}
