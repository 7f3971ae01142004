; Row: variadic callee, all variadic arguments on the stack
; Target: arm64-apple-macosx11.0
; With: llc -O2
; With: llc -O0
; See: assembly
; RIGHT: str {{[dx][0-9]+}}, [{{sp|x8}}{{.*}}
; RIGHT: bl _take

declare void @take(ptr, ...)

define void @pass(double %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void (ptr, ...)) @take, i32 2, i32 0, ptr null, double %d, i32 0, i32 0)
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
