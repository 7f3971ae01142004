// For link time optimization, copies of vtables that only serve what is assumed
// of objects are not kept: the real ones could not become internal.

// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -flto -flto-unit -fwhole-program-vtables -fstrict-vtable-pointers -emit-llvm %s -o - | FileCheck %s --check-prefixes=CHECK,ASSUMED
// RUN: %clang_cc1 -triple aarch64-linux-gnu -O2 -flto=thin -flto-unit -fwhole-program-vtables -fstrict-vtable-pointers -emit-llvm %s -o - | FileCheck %s --check-prefixes=CHECK,ASSUMED
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -flto -flto-unit -fwhole-program-vtables -emit-llvm %s -o - | FileCheck %s --check-prefix=CHECK
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -fwhole-program-vtables -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -disable-llvm-passes %s -o - | FileCheck %s --check-prefix=KEPT

// ASSUMED: @_ZTV6Opaque = available_externally
// CHECK: @_ZTV5Named = available_externally
// CHECK: @llvm.compiler.used = appending global [1 x ptr] [ptr @_ZTV5Named]
// KEPT: @llvm.compiler.used = appending global [2 x ptr] [ptr @_ZTV{{.*}}, ptr @_ZTV

// Only its constructor's callers say what it has.
struct Opaque {
  Opaque();
  virtual int f();
};

// Its constructor stores the vtable's address.
struct Named {
  virtual int g();
};

void use(Opaque &, Named &);
void objects() {
  Opaque O;
  Named N;
  use(O, N);
}
