; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps dump %t.o | FileCheck %s
; RUN: llvm-managed-maps verify %t.o
; RUN: sed -e 's/ptr %object, i64 16/ptr %object, i64 12/' %s > %t.ll
; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null < %t.ll 2>&1 | FileCheck %s --check-prefix=ODD

; A part of a stack object is one reference in version 4, whatever its type is; the
; whole is each reference that its type has.

; ODD: error: {{.*}} in function part {{.*}}: stack object 'object' among the references of a statepoint is listed at offset 12, which is not aligned
; ODD-NOT: error:
; CHECK: (part+{{.*}} roots [CFA-[[#PART:]]]{{$}}
define void @part() gc "managed" {
  %object = alloca [4 x i64]
  call void @fill(ptr %object) "gc-leaf-function"
  %part = getelementptr i8, ptr %object, i64 16
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %part) ]
  call void @fill(ptr %object) "gc-leaf-function"
  ret void
}

; CHECK: (both+{{.*}} roots [CFA-48], [CFA-64], [CFA-80]{{$}}
define void @both() gc "managed" {
  %object = alloca [4 x i64]
  %whole = alloca { ptr addrspace(1), i64, ptr addrspace(1) }
  call void @fill(ptr %object) "gc-leaf-function"
  call void @fill(ptr %whole) "gc-leaf-function"
  %part = getelementptr i8, ptr %object, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %part, ptr %whole) ]
  call void @fill(ptr %object) "gc-leaf-function"
  call void @fill(ptr %whole) "gc-leaf-function"
  ret void
}

declare void @callee()
declare void @fill(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
