; Row: basic-block sections
; Target: x86-64 AArch64
; With: llc -O2 -basic-block-sections=all
; With: llc -O0 -basic-block-sections=all
; See: stack map
; RIGHT: Num Records: 2
; RIGHT: #4: Indirect
; RIGHT: #4: Indirect

declare void @callee()
declare void @other()

define ptr addrspace(1) @traced(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right
left:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
right:
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @other, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %u, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
