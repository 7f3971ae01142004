// With all checks of -fsanitize=undefined and one trap for them, the test for
// null stays apart from those of alignment, and becomes implicit.

// REQUIRES: x86-registered-target, aarch64-registered-target

// DEFINE: %{cc} = %clang_cc1 -S -o - %s -O2 -fsanitize=null,alignment,object-size \
// DEFINE:   -fsanitize-trap=null,alignment,object-size \
// DEFINE:   -default-function-attr implicit-null-checks

// RUN: %{cc} -triple x86_64-linux-gnu | FileCheck %s --check-prefix=X86
// RUN: %{cc} -triple aarch64-linux-gnu | FileCheck %s --check-prefix=A64

struct List {
  long Value;
  struct List *Next;
};

// X86-LABEL: value:
// X86-NOT:   testq
// X86:       movq (%rdi), %rax{{.*}}# on-fault:
// X86-NOT:   testq
// X86:       .size value
// A64-LABEL: value:
// A64-NOT:   cbz x0
// A64:       ldr x0, [x0]{{.*}}// on-fault:
// A64-NOT:   cbz x0
// A64:       .size value
long value(struct List *L) { return L->Value; }

// X86-LABEL: third:
// X86-COUNT-3: # on-fault:
// X86:       .size third
// A64-LABEL: third:
// A64-COUNT-3: // on-fault:
// A64:       .size third
long third(struct List *L) { return L->Next->Next->Value; }
