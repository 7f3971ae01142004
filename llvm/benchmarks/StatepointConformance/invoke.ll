; Row: reference and result over an invoke
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: Num Records: 1
; RIGHT: #4: Indirect [[PLACE:.*]], size: 8
; RIGHT-NEXT: #5: Indirect [[PLACE]], size: 8

declare i64 @callee()
declare i64 @llvm.experimental.gc.result.i64(token)
declare i32 @personality(...)
declare void @use(ptr addrspace(1), i64)

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(i64 ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ] to label %normal unwind label %pad
normal:
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %r = call i64 @llvm.experimental.gc.result.i64(token %t)
  call void @use(ptr addrspace(1) %q, i64 %r) "gc-leaf-function"
  ret ptr addrspace(1) %q
pad:
  %l = landingpad token cleanup
  %s = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)
  ret ptr addrspace(1) %s
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
