// Of the inline methods of classes whose vtables are elsewhere, those are optimized
// that some virtual call may be of.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O2 -disable-llvm-passes -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o %t.ll %s
// RUN: FileCheck %s --check-prefix=ALL < %t.ll
// RUN: opt -passes=trim-devirtualization,annotate-virtual-calls -S < %t.ll > %t.trimmed.ll
// RUN: FileCheck %s --implicit-check-not=inlineHelper --implicit-check-not=8uncalled --implicit-check-not=VirtualMemberPointers --implicit-check-not=_ZTV9Interface --implicit-check-not="call i1 @llvm" < %t.trimmed.ll
// RUN: FileCheck %s --check-prefix=CALLS < %t.trimmed.ll
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O2 -disable-llvm-passes -fstrict-vtable-pointers -fdevirtualize-speculatively -DPOINTER -emit-llvm -o - %s | opt -passes=trim-devirtualization -S | FileCheck %s --check-prefixes=ALL,POINTER
// RUN: %clang_cc1 -triple x86_64-linux-gnu -std=c++17 -O2 -fstrict-vtable-pointers -fdevirtualize-speculatively -Rpass=guarded-devirtualization -Rpass-missed=guarded-devirtualization -emit-llvm -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=REMARK


int helper();
inline int inlineHelper() { return helper(); }

struct A {
  virtual int key();
  virtual int called() { return helper(); }
  virtual int uncalled() { return inlineHelper(); }
  virtual ~A();
};

struct B : A {
  int called() override;
  int uncalled() override { return 2 * inlineHelper(); }
};

// No object has methods of this class but the destructor.
struct Interface {
  virtual int ask() = 0;
  virtual ~Interface() {}
};

// But derived classes may have this one's.
struct Part {
  virtual int ask() = 0;
  virtual int answer() { return 42; }
};

// ALL-DAG: @_ZTV1A = available_externally
// ALL-DAG: define linkonce_odr {{.*}}i32 @_ZN1A6calledEv(
// ALL-DAG: define linkonce_odr {{.*}}i32 @_ZN1A8uncalledEv(
// ALL-DAG: define linkonce_odr {{.*}}i32 @_ZN1B8uncalledEv(
// ALL-DAG: define linkonce_odr {{.*}}i32 @_Z12inlineHelperv(
// POINTER-DAG: !"VirtualMemberPointers"

// CHECK-DAG: define linkonce_odr {{.*}}i32 @_ZN1A6calledEv(
// CHECK-DAG: @_ZTV1A = available_externally {{.*}} ptr @_ZN1A3keyEv, ptr @_ZN1A6calledEv, ptr @vtable.forward
// CHECK-DAG: @_ZTV1B = available_externally {{.*}} ptr @_ZN1A3keyEv, ptr @_ZN1B6calledEv, ptr @vtable.forward

// CALLS-LABEL: define {{.*}} @_Z4callP1A(
// CALLS: !virtual_call
// CALLS: ret i32
int call(A *a) {
  // REMARK-DAG: [[@LINE+1]]:13: remark: virtual call not changed: nothing else in this module refers to the method
  return a->called();
}

// CALLS-LABEL: define {{.*}} @_Z3askP9Interface(
// CALLS-NOT: !virtual_call
// CALLS: ret i32
int ask(Interface *i) {
  // REMARK-DAG: [[@LINE+1]]:13: remark: virtual call not changed: no vtable in this module belongs to the class of the object
  return i->ask();
}

// CALLS-LABEL: define {{.*}} @_Z6answerP4Part(
// CALLS: !virtual_call
// CALLS: ret i32
int answer(Part *p) {
  // REMARK-DAG: [[@LINE+1]]:13: remark: virtual call of Part::answer() is guarded by a comparison
  return p->answer();
}

B *make() { return new B; }

#ifdef POINTER
auto pointer() { return &A::uncalled; }
#else
// A call through a pointer that is made elsewhere may be of anything, but nobody knows
// here of what.
auto through(A *a, int (A::*p)()) { return (a->*p)(); }
int (A::*ordinary())();
struct C { int f(); };
auto pointer() { return &C::f; }
#endif
