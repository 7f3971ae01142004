; Row: derived pointer that is relocated
; Target: x86-64 AArch64
; With: llc -O2
; See: stack map
; RIGHT-X86-64: #4: Indirect [R#7 + 8], size: 8
; RIGHT-X86-64: #5: Indirect [R#7 + 16], size: 8
; RIGHT-X86-64: #6: Indirect [R#7 + 8], size: 8
; RIGHT-X86-64: #7: Indirect [R#7 + 8], size: 8
; RIGHT-AARCH64: #4: Indirect [R#31 + [[BASE:[0-9]+]]], size: 8
; RIGHT-AARCH64: #5: Indirect [R#31 + {{8|16|24}}], size: 8
; RIGHT-AARCH64: #6: Indirect [R#31 + [[BASE]]], size: 8
; RIGHT-AARCH64: #7: Indirect [R#31 + [[BASE]]], size: 8

declare void @callee()
declare void @use(ptr addrspace(1), ptr addrspace(1))

define void @traced(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %d) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  call void @use(ptr addrspace(1) %q, ptr addrspace(1) %e) "gc-leaf-function"
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
