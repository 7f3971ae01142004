; Row: constants as deopt values
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #3: Constant 5,
; RIGHT: #4: Constant 4294967295,
; RIGHT: #5: ConstantIndex #{{.*}}(1311768467294899695)
; RIGHT: #6: Constant 0,
; RIGHT: #7: ConstantIndex #{{.*}}(4609434218613702656)
; RIGHT: #8: Indirect {{.*}}, size: 16

declare void @callee()

define void @traced() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(i8 -1, i64 1311768467294899695, ptr addrspace(1) null, double 1.5, i128 5) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
