; Row: kcfi bundle, references in registers that are spilled
; Target: x86-64
; With: llc -O2
; With: llc -O0
; See: assembly
; RIGHT: {{ud2|brk}}
; RIGHT: {{callq \*%|blr x}}

define ptr addrspace(1) @traced(ptr %f, ptr addrspace(1) %p) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345), "deopt"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void asm sideeffect "", "~{rbx},~{rbp},~{r12},~{r13},~{r14},~{r15}"()
  ret ptr addrspace(1) %q
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
