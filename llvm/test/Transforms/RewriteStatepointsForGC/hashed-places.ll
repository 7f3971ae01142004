; A hash of an address stays the same when the object moves, and so does a place in a
; variable that it chooses. Where a variable may be the start of the heap, the place is
; that of an object.

; RUN: opt -S -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' %s | FileCheck %s
; RUN: sed 's/gc "managed"/gc "managed-frames"/' %s | opt -S -passes='place-gc-roots,verify<gc-roots>' | FileCheck %s

target datalayout = "e-i64:64-ni:1"
@locks = global [1048576 x i32] zeroinitializer
@heap = external global i8
@end = global [0 x i8] zeroinitializer

declare void @safepoint()
declare void @use(ptr) "gc-leaf-function"

; CHECK-LABEL: define void @lock(
; CHECK:         %place = getelementptr [1048576 x i32], ptr @locks, i64 0, i64 %hash
; CHECK-NOT:     getelementptr [1048576 x i32]
; CHECK:         call void @use(ptr %place)
; CHECK:         @safepoint
; CHECK-NOT:     getelementptr [1048576 x i32]
; CHECK:         call void @use(ptr %place)
; CHECK-NEXT:    ret void
define void @lock(ptr addrspace(1) %o) gc "managed" {
  %address = ptrtoint ptr addrspace(1) %o to i64
  %product = mul i64 %address, -7046029254386353131
  %hash = lshr i64 %product, 44
  %place = getelementptr [1048576 x i32], ptr @locks, i64 0, i64 %hash
  call void @use(ptr %place)
  call void @safepoint()
  call void @use(ptr %place)
  ret void
}

; It may be another number on another path.
; CHECK-LABEL: define i32 @chosen(
; CHECK:         %hash = phi i64 [ %rest, %some ], [ 0, %0 ]
; CHECK:         %place = getelementptr i32, ptr @locks, i64 %hash
define i32 @chosen(ptr addrspace(1) %o, i1 %c) gc "managed" {
  br i1 %c, label %some, label %all
some:
  %address = ptrtoint ptr addrspace(1) %o to i64
  %rest = urem i64 %address, 1048573
  br label %all
all:
  %hash = phi i64 [ %rest, %some ], [ 0, %0 ]
  call void @safepoint()
  %place = getelementptr i32, ptr @locks, i64 %hash
  %x = load i32, ptr %place
  ret i32 %x
}

; CHECK-LABEL: define void @in_heap(
; CHECK:         @safepoint
; CHECK:         getelementptr i8, ptr @heap, i64
; CHECK:         ret void
define void @in_heap(ptr addrspace(1) %o) gc "managed" {
  %address = ptrtoint ptr addrspace(1) %o to i64
  %offset = sub i64 %address, ptrtoint (ptr @heap to i64)
  %place = getelementptr i8, ptr @heap, i64 %offset
  call void @use(ptr %place)
  call void @safepoint()
  call void @use(ptr %place)
  ret void
}

; CHECK-LABEL: define void @from_empty(
; CHECK:         @safepoint
; CHECK:         getelementptr i8, ptr @end, i64
; CHECK:         ret void
define void @from_empty(ptr addrspace(1) %o) gc "managed" {
  %address = ptrtoint ptr addrspace(1) %o to i64
  %offset = sub i64 %address, ptrtoint (ptr @end to i64)
  %place = getelementptr i8, ptr @end, i64 %offset
  call void @use(ptr %place)
  call void @safepoint()
  call void @use(ptr %place)
  ret void
}
