; Row: derived pointer as a deopt value
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #3: Constant 1,
; RIGHT: #4: Indirect [[DERIVED:.*]], size: 8
; RIGHT-NEXT: #5: Indirect [[BASE:.*]], size: 8
; RIGHT-NEXT: #6: Indirect [[BASE]], size: 8
; RIGHT-NEXT: #7: Indirect [[BASE]], size: 8
; RIGHT-NEXT: #8: Indirect [[DERIVED]], size: 8

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %d), "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
