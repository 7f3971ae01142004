; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s

; A deopt value that is a derived pointer is recorded with its base, even if nothing
; else needs that.

; CHECK: Record ID: 1,
; CHECK: #4: Indirect [R#31 + 24], size: 8
; CHECK: #5: Indirect [R#31 + 8], size: 8
; CHECK: #6: Indirect [R#31 + 24], size: 8
; CHECK-NOT: #7
define void @gep(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}

; CHECK: Record ID: 2,
; CHECK: #4: Indirect [R#31 + 24], size: 8
; CHECK: #5: Indirect [R#31 + 8], size: 8
; CHECK: #6: Indirect [R#31 + 24], size: 8
; CHECK-NOT: #7
define void @phi(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %right
left:
  %l = getelementptr i8, ptr addrspace(1) %p, i64 8
  br label %join
right:
  %r = getelementptr i8, ptr addrspace(1) %q, i64 16
  br label %join
join:
  %d = phi ptr addrspace(1) [ %l, %left ], [ %r, %right ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}

; A base pointer is its own base, a phi of base pointers, too.
; CHECK: Record ID: 3,
; CHECK: #4: Indirect [[PLACE:.*]], size: 8
; CHECK: #5: Indirect [[PLACE]], size: 8
; CHECK: #6: Indirect [[PLACE]], size: 8
; CHECK-NOT: #7
define void @base(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) gc "statepoint-example" {
entry:
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %d = phi ptr addrspace(1) [ %p, %entry ], [ %q, %left ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 3, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}

; CHECK: Record ID: 4,
; CHECK: #4: Indirect [[PLACE:.*]], size: 8
; CHECK: #5: Constant 0,
; CHECK: #6: Constant 0,
; CHECK: #7: Constant 0,
; CHECK-NOT: #8
define void @no_references(ptr %p) gc "statepoint-example" {
  %d = getelementptr i8, ptr %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 4, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %d, ptr addrspace(1) null) ]
  ret void
}

declare void @opaque()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
