// Mark and enablement are in the bitcode: whoever generates code for it needs
// no flag. Separate code generation, and both stages of distributed ThinLTO.

// REQUIRES: x86-registered-target

// DEFINE: %{cc} = %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm-bc %s \
// DEFINE:   -fsanitize=null -fsanitize-trap=null

// RUN: %{cc} -default-function-attr implicit-null-checks -o %t.bc
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -S -o - %t.bc \
// RUN:   | FileCheck %s --check-prefix=IMPLICIT
// RUN: %{cc} -o %t.off.bc
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -S -o - %t.off.bc \
// RUN:   | FileCheck %s --check-prefix=EXPLICIT

// The function that makes the access is inlined from one module into a function
// of another.
// RUN: %{cc} -default-function-attr implicit-null-checks -flto=thin -flto-unit \
// RUN:   -DCALLEE -o %t.callee.o
// RUN: %{cc} -default-function-attr implicit-null-checks -flto=thin -flto-unit \
// RUN:   -DCALLER -o %t.caller.o
// RUN: llvm-lto -thinlto -o %t.index %t.caller.o %t.callee.o
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -S -o - -x ir %t.caller.o \
// RUN:   -fthinlto-index=%t.index.thinlto.bc \
// RUN:   | FileCheck %s --check-prefix=IMPLICIT \
// RUN:     --implicit-check-not='{{(jmp|call).*}}callee'

// A caller that is not enabled keeps the check explicit.
// RUN: %{cc} -flto=thin -flto-unit -DCALLER -o %t.caller.o
// RUN: llvm-lto -thinlto -o %t.index %t.caller.o %t.callee.o
// RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -S -o - -x ir %t.caller.o \
// RUN:   -fthinlto-index=%t.index.thinlto.bc \
// RUN:   | FileCheck %s --check-prefix=EXPLICIT \
// RUN:     --implicit-check-not='{{(jmp|call).*}}callee'

// IMPLICIT-LABEL: load:
// IMPLICIT-NOT: test
// IMPLICIT: movl (%rdi), %eax {{.*}}on-fault:
// IMPLICIT: .section llvm_faultmaps

// EXPLICIT-LABEL: load:
// EXPLICIT: testq %rdi, %rdi
// EXPLICIT-NEXT: je
// EXPLICIT-NOT: llvm_faultmaps

#if defined(CALLER)
int callee(int *p);
#elif defined(CALLEE)
int callee(int *p) { return *p; }
#else
static int callee(int *p) { return *p; }
#endif

#ifndef CALLEE
int load(int *p) { return callee(p); }
#endif
