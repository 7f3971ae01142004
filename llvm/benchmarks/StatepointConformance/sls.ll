; Row: indirect callee, hardened against straight-line speculation
; Target: AArch64
; With: llc -O2 -mattr=+harden-sls-blr
; With: llc -O0 -mattr=+harden-sls-blr
; See: assembly
; RIGHT-LABEL: traced:
; RIGHT-NOT: blr
; RIGHT: bl __llvm_slsblr_thunk_[[REGISTER:x[0-9]+]]
; RIGHT: __llvm_slsblr_thunk_[[REGISTER]]:

declare void @callee()

define ptr addrspace(1) @traced(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
