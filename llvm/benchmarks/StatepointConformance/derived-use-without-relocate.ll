; Row: derived value that is used afterwards without a relocate
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; With: opt -passes=instcombine | llc -O2
; See: stack map
; RIGHT: #4: Indirect [[BASE:.*]], size: 8
; RIGHT-NOT: [[BASE]]
; RIGHT: #5: Indirect

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %d) ]
  ret ptr addrspace(1) %d
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
