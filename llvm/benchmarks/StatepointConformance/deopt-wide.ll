; Row: scalars and vectors of more than 64 bits as deopt values
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #3: Constant 2,
; RIGHT: #4: Indirect {{.*}} size: 16
; RIGHT: #5: Indirect {{.*}} size: 32

declare void @callee()

define void @traced(i128 %a, <4 x i64> %b) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(i128 %a, <4 x i64> %b) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
