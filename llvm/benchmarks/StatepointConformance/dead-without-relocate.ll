; Row: value in gc-live that is not used afterwards
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #3: Constant 0,
; RIGHT-NOT: #4:

declare void @callee()

define void @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  store i64 1, ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
