; Row: kcfi bundle of a statepoint, optimized
; Target: x86-64 AArch64
; With: opt -passes=instcombine
; With: opt -passes=default<O2>
; See: IR
; RIGHT: "kcfi"(i32 12345)

define ptr addrspace(1) @traced(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
