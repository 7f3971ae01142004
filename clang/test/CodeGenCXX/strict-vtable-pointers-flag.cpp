// What was compiled with barriers says so to whoever links it.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -disable-llvm-passes -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s
// RUN: %clang_cc1 -triple aarch64-linux-gnu -O1 -disable-llvm-passes -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s
// C has no objects that end, and the same option.
// RUN: %clang_cc1 -x c -triple x86_64-linux-gnu -O1 -disable-llvm-passes -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s

// -fdevirtualize asks the pipelines for guards: without LTO by one option of cc1,
// with LTO by another one.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -disable-llvm-passes -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,ASK
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -disable-llvm-passes -flto -flto-unit -fstrict-vtable-pointers -fwhole-program-vtables -emit-llvm -o - %s | FileCheck %s --check-prefixes=CHECK,ASK
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -disable-llvm-passes -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s --implicit-check-not=managed-devirtualize

// Without optimization, or barriers, there is nothing to ask for.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O0 -fstrict-vtable-pointers -fdevirtualize-speculatively -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -disable-llvm-passes -fdevirtualize-speculatively -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE

// Without optimization there are no barriers.
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O0 -fstrict-vtable-pointers -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O1 -disable-llvm-passes -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE

// CHECK: !{i32 8, !"StrictVTablePointersOnly", i32 1}
// ASK: !{i32 7, !"managed-devirtualize", i32 1}
// NONE: !llvm.module.flags
// NONE-NOT: {{StrictVTablePointers|managed-devirtualize}}

#ifdef __cplusplus
struct Base {
  virtual void f();
};

void call(Base *B) { B->f(); }
#else
void nothing(void) {}
#endif
