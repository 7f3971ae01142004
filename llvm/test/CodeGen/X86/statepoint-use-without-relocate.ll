; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s

; What is in gc-live and used afterwards is recorded although nothing relocates it.

; CHECK: Record ID: 1,
; CHECK: #4: Indirect [[PLACE:.*]], size: 8
; CHECK: #5: Indirect [[PLACE]], size: 8
define ptr addrspace(1) @base(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  ret ptr addrspace(1) %p
}

; CHECK: Record ID: 2,
; CHECK: #4: Indirect [[PLACE:.*]], size: 8
; CHECK-NOT: [[PLACE]]
; CHECK: #5: Indirect
define ptr addrspace(1) @derived(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %d) ]
  ret ptr addrspace(1) %d
}

; CHECK: Record ID: 3,
; CHECK: #4: Indirect
define void @loop(ptr addrspace(1) %p) gc "statepoint-example" {
entry:
  br label %again
again:
  store volatile i8 1, ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 3, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  br label %again
}

; CHECK: Record ID: 4,
; CHECK: #3: Constant 0,
; CHECK-NOT: #4
define void @dead(ptr addrspace(1) %p) gc "statepoint-example" {
  store volatile i8 1, ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 4, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  ret void
}

; The loop defines another value before it comes to the use again.
; CHECK: Record ID: 5,
; CHECK: #3: Constant 0,
; CHECK-NOT: #4
define void @defined_again(ptr %from) gc "statepoint-example" {
entry:
  br label %again
again:
  %p = load volatile ptr addrspace(1), ptr %from
  store volatile i8 1, ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 5, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  br label %again
}

declare void @opaque()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
