; Row: indirect callee with lvi thunks
; Target: x86-64
; With: llc -O2 -mattr=+lvi-cfi
; With: llc -O0 -mattr=+lvi-cfi
; See: assembly
; RIGHT-LABEL: traced:
; RIGHT-NOT: callq *
; RIGHT: %r11
; RIGHT: callq __llvm_lvi_thunk_r11
; RIGHT-NOT: callq *

declare void @callee()

define ptr addrspace(1) @traced(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
