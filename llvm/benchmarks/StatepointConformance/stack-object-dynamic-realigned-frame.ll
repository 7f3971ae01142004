; Row: stack object in gc-live in a realigned frame of dynamic size
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: stack map
; RIGHT: #4: Indirect [[PLACE:.*]], size: 8
; RIGHT-NEXT: #5: Indirect [[PLACE]], size: 8
; RIGHT-NEXT: #6: Direct {{.*}}, size: 64
; RIGHT-NEXT: #7: Direct {{.*}}, size: 8

declare void @callee()
declare void @fill(ptr)

define ptr addrspace(1) @traced(ptr addrspace(1) %p, i64 %size) gc "statepoint-example" {
  %slots = alloca [8 x ptr addrspace(1)]
  %n = alloca i8, i64 %size, align 128
  %m = alloca i64, align 64
  call void @fill(ptr %n) "gc-leaf-function"
  call void @fill(ptr %m) "gc-leaf-function"
  %object = alloca { ptr addrspace(1), i64, ptr addrspace(1) }
  call void @fill(ptr %slots) "gc-leaf-function"
  call void @fill(ptr %object) "gc-leaf-function"
  %member = getelementptr i8, ptr %object, i64 16
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr %slots, ptr %member) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @fill(ptr %slots) "gc-leaf-function"
  call void @fill(ptr %object) "gc-leaf-function"
  ret ptr addrspace(1) %q
}

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
