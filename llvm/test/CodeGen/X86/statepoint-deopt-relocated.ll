; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s
; RUN: sed -e 's/^;USE//' %s > %t.used.ll
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.used.o %t.used.ll
; RUN: llvm-readobj --stackmap %t.used.o | FileCheck %s

; A relocated derived pointer is a deopt value. Its base is what the base was
; relocated to, whichever of the relocates is the first, and whatever is between.

; CHECK: Record ID: 2,
; CHECK-NEXT: 6 locations:
; CHECK: #4: Indirect [R#7 + [[D:[0-9]+]]], size: 8
; CHECK: #5: Indirect [R#7 + [[B:[0-9]+]]], size: 8
; CHECK: #6: Indirect [R#7 + [[D]]], size: 8
define void @first(ptr addrspace(1) %b, ptr addrspace(1) %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %d) ]
  %rb = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %rd = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %rd) ]
  ret void
}

; CHECK: Record ID: 4,
; CHECK-NEXT: 6 locations:
; CHECK: #4: Indirect [R#7 + [[D:[0-9]+]]], size: 8
; CHECK: #5: Indirect [R#7 + [[B:[0-9]+]]], size: 8
; CHECK: #6: Indirect [R#7 + [[D]]], size: 8
define void @last(ptr addrspace(1) %b, ptr addrspace(1) %d) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 3, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %d) ]
  %rd = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
;USE  %x = load volatile i8, ptr addrspace(1) %rd
  %rb = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 4, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %rd) ]
  ret void
}

declare void @opaque()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
