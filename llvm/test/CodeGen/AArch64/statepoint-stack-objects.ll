;; Each reference in a stack object is recorded, wherever the frame has its base.
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=obj \
; RUN:   -frame-pointer=all < %s -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s
; RUN: llvm-managed-maps verify %t.o

declare void @callee()
declare void @use(ptr)

; CHECK: (mixed+{{.*}}  roots [R31+16], [R31+32], [R31+40], [R31+48], [R31+56]{{$}}
define void @mixed() gc "managed" {
  %object = alloca { i64, ptr addrspace(1), ptr,
                     [2 x { ptr addrspace(1), ptr addrspace(1) }] }
  store { i64, ptr addrspace(1), ptr,
          [2 x { ptr addrspace(1), ptr addrspace(1) }] } zeroinitializer, ptr %object
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %object) ]
  call void @use(ptr %object) "gc-leaf-function"
  ret void
}

;; What is realigned is found from the stack pointer.
; CHECK: (realigned+{{.*}}  roots [R31+0], [R31+8]{{$}}
define void @realigned() gc "managed" {
  %object = alloca [2 x ptr addrspace(1)], align 64
  store [2 x ptr addrspace(1)] zeroinitializer, ptr %object
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
      [ "gc-live"(ptr %object) ]
  call void @use(ptr %object) "gc-leaf-function"
  ret void
}

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
