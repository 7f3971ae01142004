// From the source to the faulting instruction and its table: on each target
// that the driver accepts the flag for, and on no other.

// REQUIRES: x86-registered-target, aarch64-registered-target

// DEFINE: %{cc} = %clang_cc1 -S -o - %s -fsanitize=null -fsanitize-trap=null \
// DEFINE:   -default-function-attr implicit-null-checks

// RUN: %{cc} -O1 -triple x86_64-linux-gnu | FileCheck %s --check-prefixes=X86,ELF
// RUN: %{cc} -O2 -triple x86_64-unknown-freebsd \
// RUN:   | FileCheck %s --check-prefixes=X86,ELF
// RUN: %{cc} -Os -triple x86_64-linux-musl \
// RUN:   | FileCheck %s --check-prefixes=X86,ELF
// RUN: %{cc} -O2 -triple x86_64-apple-macos11 \
// RUN:   | FileCheck %s --check-prefixes=X86,MACHO
// RUN: %{cc} -O1 -triple aarch64-linux-gnu \
// RUN:   | FileCheck %s --check-prefixes=ARM,ELF
// RUN: %{cc} -O2 -triple aarch64_be-linux-gnu \
// RUN:   | FileCheck %s --check-prefixes=ARM,ELF
// RUN: %{cc} -O2 -triple arm64-apple-macos11 \
// RUN:   | FileCheck %s --check-prefixes=ARM,MACHO

// No table: the compare and branch stay.
// RUN: %{cc} -O2 -triple i386-linux-gnu \
// RUN:   | FileCheck %s --check-prefix=EXPLICIT
// RUN: %{cc} -O2 -triple x86_64-linux-gnux32 \
// RUN:   | FileCheck %s --check-prefix=EXPLICIT
// RUN: %{cc} -O2 -triple x86_64-windows-msvc \
// RUN:   | FileCheck %s --check-prefix=EXPLICIT
// RUN: %{cc} -O2 -triple aarch64-windows-msvc \
// RUN:   | FileCheck %s --check-prefix=EXPLICIT
// RUN: %{cc} -O0 -triple x86_64-linux-gnu \
// RUN:   | FileCheck %s --check-prefix=O0
// RUN: %{cc} -O0 -triple aarch64-linux-gnu \
// RUN:   | FileCheck %s --check-prefix=O0

struct Node {
  int value;
  struct Node *next;
};

// X86-LABEL: load:
// X86-NOT: test
// X86: movl (%rdi), %eax {{.*}}on-fault: [[TRAP:.*]]
// X86-NOT: {{[[:space:]]j}}
// X86: retq
// X86: [[TRAP]]:
// X86-NEXT: ud1

// ARM-LABEL: load:
// ARM-NOT: cbz
// ARM: ldr w0, [x0]
// ARM-NOT: {{[[:space:]]b}}
// ARM: ret
// ARM: brk #0x5516

// ELF: .section llvm_faultmaps,"ao",@progbits,.Llinked_text
// MACHO: .section __LLVM_FAULTMAPS,__llvm_faultmaps

// O0-LABEL: load:
// O0: on-fault

// EXPLICIT-LABEL: load:
// EXPLICIT: {{cbz|cbnz|je |jne|b\.eq|b\.ne|tbz|tbnz}}
// EXPLICIT-NOT: {{llvm_faultmaps|LLVM_FAULTMAPS}}
int load(struct Node *node) { return node->value; }
