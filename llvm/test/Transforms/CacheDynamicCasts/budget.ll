; Lookups take a part of a module only. The types with the most casts have one.

; RUN: opt < %s -passes=cache-dynamic-casts -verify-each -S -pass-remarks-missed=cache-dynamic-casts 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARKS --implicit-check-not=remark: < %t.remarks
; RUN: opt < %s -passes=cache-dynamic-casts -cache-dynamic-casts-growth=10000 -S | FileCheck %s --check-prefix=ALL

; REMARKS: remark: {{.*}}: dynamic_cast is not cached: there are many types, and the module would grow by more than -cache-dynamic-casts-growth percent
; REMARKS: remark: {{.*}}: dynamic_cast is not cached

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@B = external constant ptr
@T1 = external constant ptr
@T2 = external constant ptr
@T3 = external constant ptr
@T4 = external constant ptr
@T5 = external constant ptr
@T6 = external constant ptr
@T7 = external constant ptr
@T8 = external constant ptr
@T9 = external constant ptr
@T10 = external constant ptr
@T11 = external constant ptr
@T12 = external constant ptr
@T13 = external constant ptr
@T14 = external constant ptr
@T15 = external constant ptr
@T16 = external constant ptr
@T17 = external constant ptr
@T18 = external constant ptr

declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)

; ALL-LABEL: define void @once(
; ALL-NOT:     call ptr @__dynamic_cast(
; ALL:         ret void
; The last of those that have one cast only have no lookup.
; CHECK-LABEL: define void @once(
; CHECK:         call ptr @__dynamic_cast_cached.B.T1(
; CHECK:         call ptr @__dynamic_cast_cached.B.T15(
; CHECK-NEXT:    call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T16, i64 0)
; CHECK-NEXT:    call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T17, i64 0)
; CHECK-NEXT:    ret void
define void @once(ptr %p) {
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T1, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T2, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T3, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T4, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T5, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T6, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T7, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T8, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T9, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T10, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T11, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T12, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T13, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T14, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T15, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T16, i64 0)
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T17, i64 0)
  ret void
}

; CHECK-LABEL: define void @twice(
; CHECK-NEXT:    call ptr @__dynamic_cast_cached.B.T18(
; CHECK-NEXT:    call ptr @__dynamic_cast_cached.B.T18(
define void @twice(ptr %p, ptr %q) {
  call ptr @__dynamic_cast(ptr %p, ptr @B, ptr @T18, i64 0)
  call ptr @__dynamic_cast(ptr %q, ptr @B, ptr @T18, i64 0)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
