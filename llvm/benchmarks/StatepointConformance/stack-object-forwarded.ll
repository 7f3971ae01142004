; Row: stack object in gc-live, contents not forwarded over the statepoint
; Target: x86-64 AArch64
; With: opt -passes=default<O2>
; See: IR
; RIGHT: @llvm.experimental.gc.statepoint
; RIGHT: load ptr addrspace(1)

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %slot = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %slot
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slot) ]
  %q = load ptr addrspace(1), ptr %slot
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
