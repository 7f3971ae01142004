; Row: slot that is far from the stack pointer
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: stack size: 8{{[0-9]+}}
; RIGHT: #4: Indirect [[PLACE:.*]], size: 8
; RIGHT-NEXT: #5: Indirect [[PLACE]], size: 8

declare void @callee()
declare void @fill(ptr)

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  %object = alloca [80000 x i8]
  call void @fill(ptr %object) "gc-leaf-function"
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @fill(ptr %object) "gc-leaf-function"
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
