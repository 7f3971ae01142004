; Row: floating point of every width as deopt values
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #3: Constant 4,
; RIGHT: #4: Indirect {{.*}} size: 2
; RIGHT: #5: Indirect {{.*}} size: 4
; RIGHT: #6: Indirect {{.*}} size: 8
; RIGHT: #7: Indirect {{.*}} size: 16

declare void @callee()

define void @traced(half %a, float %b, double %c, fp128 %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(half %a, float %b, double %c, fp128 %d) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
