; A poll by page is one instruction in the loop: the references stay where they
; are, and the function is still one without calls.

; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -verify-machineinstrs \
; RUN:   %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -filetype=obj %t.bc \
; RUN:   -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck --check-prefix=MAP %s
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -filetype=obj -O0 \
; RUN:   -verify-machineinstrs %t.bc -o %t0.o
; RUN: llvm-managed-maps verify %t0.o

@LLVMManagedPollAddress = external constant ptr

; CHECK-LABEL: sum:
; CHECK-NOT: push
; CHECK: movq LLVMManagedPollAddress@GOTPCREL(%rip), [[P:%r[a-z0-9]+]]
; CHECK-NEXT: movq ([[P]]), [[PAGE:%r[a-z0-9]+]]
; CHECK: .LBB0_1:
; CHECK-NOT: (%rsp)
; CHECK: addq (%rdi,
; CHECK-NEXT: incq
; CHECK-NEXT: testl %eax, ([[PAGE]])
; CHECK-NEXT: .Ltmp0:
; CHECK-NEXT: cmpq
; CHECK-NEXT: jb .LBB0_1
; CHECK: addq (%rsi), %rax
; CHECK-NEXT: retq

; MAP: (sum+0x{{[0-9a-f]+}}) CFA=SP+8 roots R4, R5

define i64 @sum(ptr addrspace(1) %o, ptr addrspace(1) %q, i64 %n) gc "managed" {
entry:
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %g = getelementptr i64, ptr addrspace(1) %o, i64 %i
  %v = load i64, ptr addrspace(1) %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  call void %page() "gc-page-poll"
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done

done:
  %w = load i64, ptr addrspace(1) %q
  %r = add i64 %s.next, %w
  ret i64 %r
}

; A call is a call: the function saves what it needs, and references that live
; across both are in registers that calls preserve.
; CHECK-LABEL: with_call:
; CHECK: pushq
; CHECK: testl %eax, (%{{.*}})
; CHECK: callq

; MAP: (with_call+0x{{[0-9a-f]+}})
; MAP: (with_call+0x{{[0-9a-f]+}})

declare void @callee()

define i64 @with_call(ptr addrspace(1) %o) gc "managed" {
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  call void %page() "gc-page-poll"
  call void @callee()
  %v = load i64, ptr addrspace(1) %o
  ret i64 %v
}

; A reference in a vector is spilled: a walk knows general registers.
; CHECK-LABEL: vector:
; CHECK: movaps %xmm{{[0-9]+}}, -{{[0-9]+}}(%rsp)
; CHECK: testl %eax, (%{{.*}})

; MAP: (vector+0x{{[0-9a-f]+}}) CFA=SP+8 roots [CFA-{{[0-9]+}}], [CFA-{{[0-9]+}}]

define <2 x ptr addrspace(1)> @vector(<2 x ptr addrspace(1)> %v) gc "managed" {
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  call void %page() "gc-page-poll"
  ret <2 x ptr addrspace(1)> %v
}
