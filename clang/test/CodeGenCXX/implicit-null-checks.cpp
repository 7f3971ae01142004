// Which C++ constructs have a marked null check, and that each kind of function
// that clang makes is enabled.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -disable-llvm-passes \
// RUN:   -emit-llvm -o %t.ll %s -fsanitize=null -fsanitize-trap=null \
// RUN:   -default-function-attr implicit-null-checks -fopenmp -fblocks \
// RUN:   -std=c++20
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=FUNCTIONS \
// RUN:   --allow-deprecated-dag-overlap < %t.ll

struct Base {
  int field;
  virtual void method();
};
struct Other {
  int pad;
  virtual ~Other();
};
struct Derived : Other, Base {
  void method() override;
};

// A member, through a call and through a field.
// CHECK-LABEL: define {{.*}} @_Z4callP4Base(
// CHECK: br i1 {{.*}}!make.implicit
// CHECK: call void
void call(Base *base) { base->method(); }

// CHECK-LABEL: define {{.*}} @_Z5storeP4Base(
// CHECK: br i1 {{.*}}!make.implicit
// CHECK: store i32 1
void store(Base *base) { base->field = 1; }

// Binding a reference: a check, though no access need follow.
// CHECK-LABEL: define {{.*}} @_Z4bindPi(
// CHECK: br i1 {{.*}}!make.implicit
// CHECK: ret ptr
int &bind(int *p) { return *p; }

// A null pointer may be converted; the test is part of the conversion.
// CHECK-LABEL: define {{.*}} @_Z6upcastP7Derived(
// CHECK: icmp eq ptr
// CHECK-NOT: make.implicit
// CHECK: ret ptr
Base *upcast(Derived *derived) { return derived; }

// No check at all.
// CHECK-LABEL: define {{.*}} @_Z7trustedP4Base(
// CHECK-NOT: make.implicit
// CHECK: ret i32
__attribute__((no_sanitize("null"))) int trusted(Base *base) {
  return base->field;
}

// CHECK-LABEL: define {{.*}} @_Z6devicePVi(
// CHECK-NOT: make.implicit
// CHECK: ret i32
int device(volatile int *p) { return *p; }

// The functions that stand for no function of the source.
// FUNCTIONS-DAG: define {{.*}}@__cxx_global_var_init() #[[INIT:[0-9]+]]
// FUNCTIONS-DAG: define {{.*}}@__cxx_global_array_dtor{{.*}} #[[INIT]]
// FUNCTIONS-DAG: define {{.*}}@_ZThn16_N7Derived6methodEv({{.*}}) {{.*}}#[[THUNK:[0-9]+]]
// FUNCTIONS-DAG: define {{.*}}.omp_outlined({{.*}}) #[[OUTLINED:[0-9]+]]
// FUNCTIONS-DAG: define {{.*}}block_invoke({{.*}}) #[[BLOCK:[0-9]+]]
// FUNCTIONS-DAG: define {{.*}}@"_ZZ6lambdavENK3$_0clEv"({{.*}}) #[[LAMBDA:[0-9]+]]
// FUNCTIONS-DAG: attributes #[[INIT]] = {{.*}}"implicit-null-checks"
// FUNCTIONS-DAG: attributes #[[THUNK]] = {{.*}}"implicit-null-checks"
// FUNCTIONS-DAG: attributes #[[OUTLINED]] = {{.*}}"implicit-null-checks"
// FUNCTIONS-DAG: attributes #[[BLOCK]] = {{.*}}"implicit-null-checks"
// FUNCTIONS-DAG: attributes #[[LAMBDA]] = {{.*}}"implicit-null-checks"
Base *get();
int global = get()->field;
Derived array[2];

void Derived::method() { field = 0; }

void outlined(int *p) {
#pragma omp parallel
  *p = 1;
}

void block(int *p) {
  void (^b)(void) = ^{
    *p = 2;
  };
  b();
}

int *pointer();
auto lambda() {
  return [p = pointer()] { return *p; };
}
int useLambda() { return lambda()(); }
