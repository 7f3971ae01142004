; Row: address of a stack object as a deopt value
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #3: Constant 1,
; RIGHT: #4: Direct {{.*}} size: 8

declare void @callee()
declare void @fill(ptr)

define void @traced() gc "statepoint-example" {
  %object = alloca [4 x i64]
  call void @fill(ptr %object) "gc-leaf-function"
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %object) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
