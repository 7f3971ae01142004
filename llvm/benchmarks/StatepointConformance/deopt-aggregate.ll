; Row: aggregate as a deopt value
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: Record ID
; RIGHT: #3: Constant 2,
; RIGHT: #4: {{.*}} size: 8
; RIGHT: #5: {{.*}} size: 8
; RIGHT-NOT: #6:

declare void @callee()

define void @traced(i64 %a, i64 %b) gc "statepoint-example" {
  %pair0 = insertvalue { i64, i64 } poison, i64 %a, 0
  %pair = insertvalue { i64, i64 } %pair0, i64 %b, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"({ i64, i64 } %pair) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
