; The dynamic linker may choose the vtable of another linkage unit, whose methods
; have other static variables: nothing is assumed of vtable pointers that point to
; a vtable with such methods.

; RUN: opt < %s -passes=forward-unnamed-methods -verify-each -S | FileCheck %s

target datalayout = "e-p:64:64"
target triple = "x86_64-unknown-linux-gnu"

@counting = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @counts], !type !0
@own = linkonce_odr hidden unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @counts], !type !1
@strong = unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @counts], !type !2
@without = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @reads], !type !3
@llvm.used = appending global [4 x ptr] [ptr @counting, ptr @own, ptr @strong, ptr @without]

@counter = linkonce_odr global i32 0
@table = linkonce_odr constant i32 7

define linkonce_odr i32 @counts(ptr %this) {
  %r = load i32, ptr @counter
  %n = add i32 %r, 1
  store i32 %n, ptr @counter
  ret i32 %n
}

define linkonce_odr i32 @reads(ptr %this) {
  %r = load i32, ptr @table
  ret i32 %r
}

; CHECK-LABEL: define void @copied(
; CHECK-NOT:     assume
; CHECK:         ret void
define void @copied(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !4
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @counting, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}

; No other unit's vtable takes the place of a hidden one.
; CHECK-LABEL: define void @hidden(
; CHECK:         assume
define void @hidden(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !4
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @own, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}

; This unit has the only one.
; CHECK-LABEL: define void @only(
; CHECK:         assume
define void @only(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !4
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @strong, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}

; The methods of all copies do the same.
; CHECK-LABEL: define void @stateless(
; CHECK:         assume
define void @stateless(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !4
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @without, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}

; CHECK-LABEL: define void @stores(
; CHECK-NEXT:    store ptr getelementptr {{.*}}@counting{{.*}}, ptr %p, align 8{{$}}
; CHECK-NEXT:    store ptr getelementptr {{.*}}@own{{.*}}, ptr %q, align 8, !invariant.group
; CHECK-NEXT:    store ptr getelementptr {{.*}}@strong{{.*}}, ptr %r, align 8, !invariant.group
; CHECK-NEXT:    store ptr getelementptr {{.*}}@without{{.*}}, ptr %s, align 8, !invariant.group
define void @stores(ptr %p, ptr %q, ptr %r, ptr %s) {
  store ptr getelementptr inbounds (i8, ptr @counting, i64 16), ptr %p, align 8, !invariant.group !4
  store ptr getelementptr inbounds (i8, ptr @own, i64 16), ptr %q, align 8, !invariant.group !4
  store ptr getelementptr inbounds (i8, ptr @strong, i64 16), ptr %r, align 8, !invariant.group !4
  store ptr getelementptr inbounds (i8, ptr @without, i64 16), ptr %s, align 8, !invariant.group !4
  ret void
}

!llvm.module.flags = !{!5}
!0 = !{i64 16, !"counting"}
!1 = !{i64 16, !"own"}
!2 = !{i64 16, !"strong"}
!3 = !{i64 16, !"without"}
!4 = !{}
!5 = !{i32 1, !"StrictVTablePointers", i32 1}
