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
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs \
; RUN:   -use-registers-for-gc-values-in-landing-pad=false < %s \
; RUN:   | FileCheck --check-prefixes=CHECK,LPADS %s

;; Unwinding without DWARF frames is not relied on.
; RUN: llc -mtriple=x86_64-windows-gnu -verify-machineinstrs \
; RUN:   -max-registers-for-gc-values=4 \
; RUN:   -stop-after=finalize-isel < %s | FileCheck --check-prefix=SEH %s
; SEH-LABEL:   name: unwinds
; SEH:         STATEPOINT {{.*}} 2, 2, %{{[0-9]+}}(tied-def 0), 1, 8, %stack.0,

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

;; The unwinder restores the registers for the landing pad as the frames of the
;; callees have them, which is where the runtime updates references.
; CHECK-LABEL: unwinds:
; REGS-DAG:    movq %rsi, [[Q:%r..]]
; REGS-DAG:    movq %rdi, [[P:%r..]]
; LPADS-DAG:   movq %rdi, [[P:%r..]]
; LPADS-DAG:   movq %rsi, [[SLOT:.*]](%rsp)
; CHECK:       callq callee
; REGS:        movq [[P]], %rax
; REGS:        .Ltmp{{.*}} EH_LABEL
; REGS:        movq [[Q]], %rax
; LPADS:       movq [[P]], %rax
; LPADS:       movq [[SLOT]](%rsp), %rax
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
