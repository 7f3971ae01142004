; Vtable pointers of what other functions return, or pass. Each function whose name
; begins with "no_" breaks one precondition.

; RUN: opt < %s -passes=propagate-vtable-pointers -verify-each -S | FileCheck %s
; RUN: sed 's/!"StrictVTablePointers", i32 1/!"StrictVTablePointers", i32 0/' %s \
; RUN:   | opt -passes=propagate-vtable-pointers -S | FileCheck %s --check-prefix=OFF

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@A = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @f] }
@B = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @f] }
@Table = global [3 x ptr] zeroinitializer

declare void @f(ptr)
declare void @opaque(ptr)
declare noalias ptr @_Znwm(i64)
declare ptr @llvm.launder.invariant.group.p0(ptr)

; Objects that are made.

define ptr @make(i1 %c) {
  br i1 %c, label %some, label %none

some:
  %new = call ptr @_Znwm(i64 16)
  store ptr getelementptr inbounds (i8, ptr @A, i64 16), ptr %new, !invariant.group !1
  %second = getelementptr inbounds i8, ptr %new, i64 8
  store ptr getelementptr inbounds (i8, ptr @B, i64 16), ptr %second, !invariant.group !1
  call void @opaque(ptr %new)
  br label %none

none:
  %result = phi ptr [ %new, %some ], [ null, %0 ]
  ret ptr %result
}

; CHECK-LABEL: define void @made(
; CHECK-NOT:     load
; CHECK:         call void @opaque(ptr getelementptr inbounds (i8, ptr @A, i64 16))
; CHECK:         call void @opaque(ptr getelementptr inbounds (i8, ptr @B, i64 16))
; OFF-LABEL:   define void @made(
; OFF:           load ptr, ptr %object
define void @made() {
  %object = call ptr @make(i1 true)
  %vtable = load ptr, ptr %object, !invariant.group !1
  call void @opaque(ptr %vtable)
  %second = getelementptr inbounds i8, ptr %object, i64 8
  %vtable2 = load ptr, ptr %second, !invariant.group !1
  call void @opaque(ptr %vtable2)
  ret void
}

; CHECK-LABEL: define ptr @no_group(
; CHECK:         load ptr, ptr %object
define ptr @no_group() {
  %object = call ptr @make(i1 true)
  %vtable = load ptr, ptr %object
  ret ptr %vtable
}

; CHECK-LABEL: define ptr @no_laundered(
; CHECK:         load ptr, ptr %other
define ptr @no_laundered() {
  %object = call ptr @make(i1 true)
  %other = call ptr @llvm.launder.invariant.group.p0(ptr %object)
  %vtable = load ptr, ptr %other, !invariant.group !1
  ret ptr %vtable
}

; CHECK-LABEL: define ptr @no_vtable_there(
; CHECK:         load ptr, ptr %third
define ptr @no_vtable_there() {
  %object = call ptr @make(i1 true)
  %third = getelementptr inbounds i8, ptr %object, i64 16
  %vtable = load ptr, ptr %third, !invariant.group !1
  ret ptr %vtable
}

; What an assumption says, through two functions.
define ptr @assume() {
  %new = call ptr @_Znwm(i64 8)
  call void @opaque(ptr %new)
  %vtable = load ptr, ptr %new, !invariant.group !1
  %is = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @A, i64 16)
  call void @llvm.assume(i1 %is)
  ret ptr %new
}

define ptr @outer(i1 %c) {
  %object = call ptr @assume()
  %other = call ptr @assume()
  %one = select i1 %c, ptr %object, ptr %other
  ret ptr %one
}

; CHECK-LABEL: define ptr @assumed(
; CHECK:         ret ptr getelementptr inbounds (i8, ptr @A, i64 16)
define ptr @assumed() {
  %object = call ptr @outer(i1 true)
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

define ptr @two_classes(i1 %c) {
  %object = call ptr @_Znwm(i64 8)
  br i1 %c, label %a, label %b

a:
  store ptr getelementptr inbounds (i8, ptr @A, i64 16), ptr %object, !invariant.group !1
  ret ptr %object

b:
  %another = call ptr @_Znwm(i64 8)
  store ptr getelementptr inbounds (i8, ptr @B, i64 16), ptr %another, !invariant.group !1
  ret ptr %another
}

; CHECK-LABEL: define ptr @no_two_classes(
; CHECK:         load ptr, ptr %object
define ptr @no_two_classes() {
  %object = call ptr @two_classes(i1 true)
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

define ptr @on_one_way(i1 %c) {
  %object = call ptr @_Znwm(i64 8)
  br i1 %c, label %a, label %b

a:
  store ptr getelementptr inbounds (i8, ptr @A, i64 16), ptr %object, !invariant.group !1
  br label %b

b:
  ret ptr %object
}

; CHECK-LABEL: define ptr @no_on_one_way(
; CHECK:         load ptr, ptr %object
define ptr @no_on_one_way() {
  %object = call ptr @on_one_way(i1 true)
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

define weak ptr @replaceable() {
  %object = call ptr @_Znwm(i64 8)
  store ptr getelementptr inbounds (i8, ptr @A, i64 16), ptr %object, !invariant.group !1
  ret ptr %object
}

; CHECK-LABEL: define ptr @no_replaceable(
; CHECK:         load ptr, ptr %object
define ptr @no_replaceable() {
  %object = call ptr @replaceable()
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

define ptr @plain_store() {
  %object = call ptr @_Znwm(i64 8)
  store ptr getelementptr inbounds (i8, ptr @A, i64 16), ptr %object
  ret ptr %object
}

; CHECK-LABEL: define ptr @no_plain_store(
; CHECK:         load ptr, ptr %object
define ptr @no_plain_store() {
  %object = call ptr @plain_store()
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

define ptr @stored_variable() {
  %object = call ptr @_Znwm(i64 8)
  store ptr @Table, ptr %object, !invariant.group !1
  ret ptr %object
}

; CHECK-LABEL: define ptr @no_stored_variable(
; CHECK:         load ptr, ptr %object
define ptr @no_stored_variable() {
  %object = call ptr @stored_variable()
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

define ptr @recursive(i1 %c) {
  br i1 %c, label %a, label %b

a:
  %object = call ptr @_Znwm(i64 8)
  store ptr getelementptr inbounds (i8, ptr @A, i64 16), ptr %object, !invariant.group !1
  ret ptr %object

b:
  %other = call ptr @recursive(i1 true)
  ret ptr %other
}

; CHECK-LABEL: define ptr @no_recursive(
; CHECK:         load ptr, ptr %object
define ptr @no_recursive() {
  %object = call ptr @recursive(i1 true)
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

; Objects that are passed.

; CHECK-LABEL: define internal ptr @passed(
; CHECK:         ret ptr getelementptr inbounds (i8, ptr @A, i64 16)
define internal ptr @passed(ptr %object, i32 %n) {
  %vtable = load ptr, ptr %object, !invariant.group !1
  %again = call ptr @passed(ptr %object, i32 0)
  ret ptr %vtable
}

; CHECK-LABEL: define ptr @no_passed(
; CHECK:         load ptr, ptr %object
define ptr @no_passed(ptr %object) {
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

; CHECK-LABEL: define internal ptr @no_address_taken(
; CHECK:         load ptr, ptr %object
define internal ptr @no_address_taken(ptr %object) {
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

; CHECK-LABEL: define internal ptr @no_all_callers(
; CHECK:         load ptr, ptr %object
define internal ptr @no_all_callers(ptr %object) {
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

; CHECK-LABEL: define internal ptr @no_later(
; CHECK:         load ptr, ptr %object
define internal ptr @no_later(ptr %object) {
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

; CHECK-LABEL: define internal ptr @no_copy(
; CHECK:         load ptr, ptr %object
define internal ptr @no_copy(ptr byval(ptr) %object) {
  %vtable = load ptr, ptr %object, !invariant.group !1
  ret ptr %vtable
}

define void @callers(ptr %unknown) {
  %object = call ptr @_Znwm(i64 8)
  %early = call ptr @no_later(ptr %object)
  store ptr getelementptr inbounds (i8, ptr @A, i64 16), ptr %object, !invariant.group !1
  %1 = call ptr @passed(ptr %object, i32 1)
  %2 = call ptr @passed(ptr null, i32 1)
  %3 = call ptr @no_address_taken(ptr %object)
  call void @opaque(ptr @no_address_taken)
  %4 = call ptr @no_all_callers(ptr %object)
  %5 = call ptr @no_all_callers(ptr %unknown)
  %6 = call ptr @no_copy(ptr byval(ptr) %object)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
!1 = !{}
