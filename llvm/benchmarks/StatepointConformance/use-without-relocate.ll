; Row: value in gc-live that is used afterwards without a relocate
; Target: x86-64 AArch64
; With: llc -O2
; With: opt -passes=instcombine | llc -O2
; See: stack map
; RIGHT: #4: Indirect [[PLACE:.*]], size: 8
; RIGHT-NEXT: #5: Indirect [[PLACE]], size: 8

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  ret ptr addrspace(1) %p
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
