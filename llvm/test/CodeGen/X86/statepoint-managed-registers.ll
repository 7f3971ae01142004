;; With the strategy "managed", references stay in callee-saved registers over a
;; call. Strategies whose runtimes do not look there get stack slots, in the same
;; module, and the options of the command line override both.
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs < %s \
; RUN:   | FileCheck --check-prefixes=CHECK,REGS,EXAMPLE %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs \
; RUN:   -max-registers-for-gc-values=0 < %s \
; RUN:   | FileCheck --check-prefixes=CHECK,SLOTS,EXAMPLE %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs \
; RUN:   -fixup-allow-gcptr-in-csr=false < %s \
; RUN:   | FileCheck --check-prefixes=CHECK,SLOTS,EXAMPLE %s
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs \
; RUN:   -max-registers-for-gc-values=8 -fixup-allow-gcptr-in-csr < %s \
; RUN:   | FileCheck --check-prefixes=CHECK,REGS,EXREGS %s

declare void @callee()

; CHECK-LABEL: managed:
; REGS-NOT:    rsp)
; REGS:        movq %rdi, %rbx
; REGS-NOT:    rsp)
; REGS:        callq callee
; REGS-NOT:    rsp)
; REGS:        movq %rbx, %rax
; REGS-NOT:    rsp)
; SLOTS:       movq %rdi, [[SLOT:.*]](%rsp)
; SLOTS:       callq callee
; SLOTS:       movq [[SLOT]](%rsp), %r{{..}}
; CHECK:       retq
define ptr addrspace(1) @managed(ptr addrspace(1) %p) gc "managed" {
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p)]
  %q = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: example:
; EXREGS-NOT:  rsp)
; EXREGS:      movq %rdi, %rbx
; EXAMPLE:     movq %rdi, (%rsp)
; CHECK:       callq callee
; EXAMPLE:     movq (%rsp), %rax
; EXREGS:      movq %rbx, %rax
; EXREGS-NOT:  rsp)
; CHECK:       retq
define ptr addrspace(1) @example(ptr addrspace(1) %p) gc "statepoint-example" {
  %token = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p)]
  %q = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

;; A value that is used where the call unwinds to is in a slot; the other one is
;; not.
; CHECK-LABEL: unwinds:
; REGS:        movq %rdi, %rbx
; REGS:        movq %rsi, [[SLOT:.*]](%rsp)
; CHECK:       callq callee
; REGS:        movq %rbx, %rax
; REGS:        movq [[SLOT]](%rsp), %rax
; CHECK:       .Lfunc_end
define ptr addrspace(1) @unwinds(ptr addrspace(1) %p, ptr addrspace(1) %q)
    gc "managed" personality ptr @personality {
entry:
  %token = invoke token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %q)]
    to label %normal unwind label %unwind

normal:
  %p.normal = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %token, i32 0, i32 0)
  ret ptr addrspace(1) %p.normal

unwind:
  %pad = landingpad token cleanup
  %q.unwind = call ptr addrspace(1)
    @llvm.experimental.gc.relocate.p1(token %pad, i32 1, i32 1)
  ret ptr addrspace(1) %q.unwind
}

declare i32 @personality(...)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
