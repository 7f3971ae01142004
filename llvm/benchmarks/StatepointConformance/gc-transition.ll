; Row: GC transition
; Target: x86-64 AArch64 riscv64-linux-gnu
; With: llc -O2
; With: llc -O0
; See: assembly
; RIGHT-LABEL: traced:
; RIGHT: {{callq|bl|call}} {{.*}}callee

declare i32 @callee(i32)
declare i32 @llvm.experimental.gc.result.i32(token)

define i32 @traced(i128 %w, <4 x i32> %v, double %d, ptr %s, { i64, i64 } %g, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(i32 (i32)) @callee, i32 1, i32 1, i32 5, i32 0, i32 0) [ "gc-transition"(), "gc-live"(ptr addrspace(1) %p) ]
  %r = call i32 @llvm.experimental.gc.result.i32(token %t)
  ret i32 %r
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
