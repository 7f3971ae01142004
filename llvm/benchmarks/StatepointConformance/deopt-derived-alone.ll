; Row: derived pointer as a deopt value, its base nowhere else
; Target: x86-64 AArch64
; With: llc -O2
; See: stack map
; RIGHT: #3: Constant 1,
; RIGHT-X86-64: #4: Indirect [R#7 + 8], size: 8
; RIGHT-AARCH64: #4: Indirect [R#31 + 24], size: 8
; RIGHT-X86-64: #5: Indirect [R#7 + 16], size: 8
; RIGHT-AARCH64: #5: Indirect [R#31 + 8], size: 8
; RIGHT-X86-64: #6: Indirect [R#7 + 8], size: 8
; RIGHT-AARCH64: #6: Indirect [R#31 + 24], size: 8

declare void @callee()

define void @traced(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
