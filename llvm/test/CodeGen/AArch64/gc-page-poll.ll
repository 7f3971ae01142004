; A poll by page is one instruction in the loop: the references stay where they
; are.

; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -verify-machineinstrs \
; RUN:   %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj %t.bc \
; RUN:   -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck --check-prefix=MAP %s
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj -O0 \
; RUN:   -verify-machineinstrs %t.bc -o %t0.o
; RUN: llvm-managed-maps verify %t0.o

@LLVMManagedPollAddress = external constant ptr

; A walk finds the return address in the frame.
; CHECK-LABEL: sum:
; CHECK: str x30, [sp, #-16]!
; CHECK: ldr [[P:x[0-9]+]], [{{x[0-9]+}}, :got_lo12:LLVMManagedPollAddress]
; CHECK-NEXT: ldr [[PAGE:x[0-9]+]], [{{\[?}}[[P]]]
; CHECK: .LBB0_1:
; CHECK-NOT: sp
; CHECK: ldr {{x[0-9]+}}, [x0,
; CHECK-NOT: sp
; CHECK: ldr wzr, [{{\[?}}[[PAGE]]]
; CHECK-NEXT: .Ltmp0:
; CHECK-NEXT: cmp
; CHECK-NEXT: b.lo .LBB0_1
; CHECK: ldr {{x[0-9]+}}, [x1]

; MAP: (sum+0x{{[0-9a-f]+}}) CFA=SP+16 R30[CFA-16] roots R0, R1

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
