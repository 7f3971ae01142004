; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -basic-block-sections=all -filetype=obj -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.whole.o < %s
; RUN: llvm-readobj --stackmap %t.whole.o | FileCheck %s --check-prefix=WHOLE

; Each section of a function is a function of the stack map, as distances are within
; one.

; CHECK: Num Functions: 2
; CHECK: Function address: 0, stack size: [[SIZE:[0-9]+]], callsite record count: 1
; CHECK-NEXT: Function address: 0, stack size: [[SIZE]], callsite record count: 1
; CHECK: Record ID: 1
; WHOLE: Num Functions: 1
; WHOLE: callsite record count: 2
define ptr addrspace(1) @sections(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right
left:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %q = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %q
right:
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %u, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

declare void @opaque()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
