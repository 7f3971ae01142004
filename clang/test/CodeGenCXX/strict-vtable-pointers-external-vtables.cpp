// Copies of vtables that other code defines are declarations for the linker. They are not
// taken for local where the vtable may be in another shared object, and not for hidden
// unless their class is.

// RUN: %clang_cc1 -triple aarch64-linux-gnu -O1 -fstrict-vtable-pointers -pic-level 2 -pic-is-pie -disable-llvm-passes -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,PIC
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -fstrict-vtable-pointers -pic-level 2 -pic-is-pie -disable-llvm-passes -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,PIC
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -fstrict-vtable-pointers -pic-level 2 -disable-llvm-passes -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,PIC
// RUN: %clang_cc1 -triple aarch64-linux-gnu -O1 -fstrict-vtable-pointers -pic-level 2 -pic-is-pie -fvisibility=hidden -disable-llvm-passes -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,PIC
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -fstrict-vtable-pointers -mrelocation-model static -disable-llvm-passes -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,STATIC

template <class T> struct Instantiated {
  virtual ~Instantiated() {}
  virtual int f() { return 2; }
};
extern template struct Instantiated<int>;

struct Keyed {
  virtual ~Keyed() {}
  virtual int f();
  virtual int g() { return 1; }
};

struct __attribute__((visibility("hidden"))) Hidden {
  virtual ~Hidden() {}
  virtual int f();
};

int use(Instantiated<int> *, Keyed *, Hidden *);
int make() {
  Instantiated<int> A;
  Keyed B;
  Hidden C;
  return use(&A, &B, &C);
}

// PIC-DAG:    @_ZTV12InstantiatedIiE = available_externally unnamed_addr constant
// PIC-DAG:    @_ZTV5Keyed = available_externally unnamed_addr constant
// STATIC-DAG: @_ZTV12InstantiatedIiE = available_externally dso_local unnamed_addr constant
// STATIC-DAG: @_ZTV5Keyed = available_externally dso_local unnamed_addr constant
// CHECK-DAG:  @_ZTV6Hidden = available_externally hidden unnamed_addr constant
