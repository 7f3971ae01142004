; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=obj -O0 -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s

; What is recorded of stack objects in gc-live.

; All of an object that has nothing but references.
; CHECK: Record ID: 1,
; CHECK: #4: Direct {{.*}}, size: 64
; CHECK-NOT: #5
define void @array() gc "statepoint-example" {
  %slots = alloca [8 x ptr addrspace(1)]
  call void @fill(ptr %slots)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slots) ]
  call void @fill(ptr %slots)
  ret void
}

; The first reference of another, and one at an offset.
; CHECK: Record ID: 2,
; CHECK: #4: Direct R#31 + [[#BEGIN:]], size: 8
; CHECK: #5: Direct R#31 + [[#BEGIN + 16]], size: 8
define void @members(i1 %c) gc "statepoint-example" {
entry:
  %object = alloca { ptr addrspace(1), i64, ptr addrspace(1), i64 }
  %member = getelementptr i8, ptr %object, i64 16
  %below = alloca i64
  call void @fill(ptr %object)
  call void @fill(ptr %below)
  br i1 %c, label %then, label %end
then:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %object, ptr %member) ]
  br label %end
end:
  call void @fill(ptr %object)
  ret void
}

; The address of one as a deopt value is a pointer.
; CHECK: Record ID: 3,
; CHECK: #4: Direct {{.*}}, size: 8
define void @deopt() gc "statepoint-example" {
  %slots = alloca [8 x ptr addrspace(1)]
  call void @fill(ptr %slots)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 3, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %slots) ]
  ret void
}

declare void @opaque()
declare void @fill(ptr) "gc-leaf-function"

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
