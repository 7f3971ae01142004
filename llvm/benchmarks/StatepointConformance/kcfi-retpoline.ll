; Row: kcfi bundle with retpoline thunks
; Target: x86-64
; With: llc -O2 -mattr=+retpoline-indirect-calls
; With: llc -O0 -mattr=+retpoline-indirect-calls
; See: assembly
; RIGHT: ud2
; RIGHT: callq __llvm_retpoline_r11

define ptr addrspace(1) @traced(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p), "kcfi"(i32 12345) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
