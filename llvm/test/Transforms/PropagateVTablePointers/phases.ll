; Constructors and destructors set the vtable pointer again: nothing is
; propagated across such a store.

; RUN: opt < %s -passes=propagate-vtable-pointers -verify-each -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@Base = constant [4 x ptr] zeroinitializer
@Derived = constant [4 x ptr] zeroinitializer

declare void @use(ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)

; The pointer is that of the base class's constructor, the vtable that of the
; derived class.

; CHECK-LABEL: define internal void @passed_base(
; CHECK:         load ptr, ptr %p
define internal void @passed_base(ptr %p) noinline {
  %vtable = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %vtable)
  ret void
}

; CHECK-LABEL: define internal void @passed_before(
; CHECK-NOT:     load
; CHECK:         call void @use(ptr @Base)
define internal void @passed_before(ptr %p) noinline {
  %vtable = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %vtable)
  ret void
}

; CHECK-LABEL: define internal void @assumed(
; CHECK:         load ptr, ptr %p
define internal void @assumed(ptr %p) noinline {
  %vtable = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %vtable)
  ret void
}

define void @construct(ptr %this, ptr %other) {
  %base = call ptr @llvm.launder.invariant.group.p0(ptr %this)
  store ptr @Base, ptr %base, !invariant.group !0
  call void @passed_before(ptr %base)
  %vtable = load ptr, ptr %other, !invariant.group !0
  %is = icmp eq ptr %vtable, @Base
  call void @llvm.assume(i1 %is)
  store ptr @Derived, ptr %this, !invariant.group !0
  call void @passed_base(ptr %base)
  call void @assumed(ptr %other)
  ret void
}

; The destructor of a base class is inlined into a function whose callers pass
; complete objects.

; CHECK-LABEL: define internal void @destroy(
; CHECK-NOT:     load
; CHECK:         call void @use(ptr @Derived)
; CHECK:         store ptr @Base
; CHECK:         load ptr, ptr %p
define internal void @destroy(ptr %p) noinline {
  %complete = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %complete)
  %base = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  store ptr @Base, ptr %base, !invariant.group !0
  %now = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %now)
  ret void
}

define void @destroys(ptr %p) {
  store ptr @Derived, ptr %p, !invariant.group !0
  call void @destroy(ptr %p)
  ret void
}

; A function returns the pointer that a base class's constructor has stored.

; CHECK-LABEL: define void @returned(
; CHECK:         load ptr, ptr %p
define void @returned(ptr %this) {
  %p = call ptr @make(ptr %this)
  %vtable = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %vtable)
  ret void
}

define ptr @make(ptr %this) noinline {
  %base = call ptr @llvm.launder.invariant.group.p0(ptr %this)
  store ptr @Base, ptr %base, !invariant.group !0
  store ptr @Derived, ptr %this, !invariant.group !0
  ret ptr %base
}

declare void @llvm.assume(i1)

!llvm.module.flags = !{!1}
!0 = !{}
!1 = !{i32 1, !"StrictVTablePointers", i32 1}
