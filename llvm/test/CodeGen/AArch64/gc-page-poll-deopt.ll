; A poll by page that the front end placed with deopt state: numbers are in slots,
; in the red zone if the function has one, and references stay in registers, since
; no call changes them.

; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj \
; RUN:   -verify-machineinstrs %t.bc -o %t.o
; RUN: llvm-managed-maps verify --strict %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -relocation-model=pic -filetype=obj -O0 \
; RUN:   -verify-machineinstrs %t.bc -o %t0.o
; RUN: llvm-managed-maps verify %t0.o

; CHECK: (page+0x{{[0-9a-f]+}}) CFA=SP+32 R30[CFA-16] roots R0 deopt 7, [CFA-8], [CFA-24], R0

@LLVMManagedPollAddress = external constant ptr

define i64 @page(ptr addrspace(1) %o, i64 %n) gc "managed" {
entry:
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %g = getelementptr i64, ptr addrspace(1) %o, i64 %i
  %v = load volatile i64, ptr addrspace(1) %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  call void %page() "gc-page-poll" [ "deopt"(i32 7, i64 %i.next, i64 %s.next, ptr addrspace(1) %o) ]
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done

done:
  ret i64 %s.next
}
