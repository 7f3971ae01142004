; A pointer that equals the address of a variable may point to an object that has
; replaced the variable's, in a caller. So no pass puts the variable in its place
; if the classes of the variable are known.

; RUN: opt < %s -passes=sccp -S | FileCheck %s
; RUN: opt < %s -passes=ipsccp -S | FileCheck %s
; RUN: opt < %s -passes=correlated-propagation -S | FileCheck %s
; RUN: opt < %s -passes=gvn -S | FileCheck %s
; RUN: opt < %s -passes=instcombine -S | FileCheck %s --check-prefix=SELECT

@known = external global { ptr }, !object_vtables !0
@plain = external global { ptr }
@VTable = constant [1 x ptr] zeroinitializer

; CHECK-LABEL: define ptr @equals_known(
; CHECK:         ret ptr %p
define ptr @equals_known(ptr %p) {
  %equal = icmp eq ptr %p, @known
  br i1 %equal, label %same, label %other
same:
  ret ptr %p
other:
  ret ptr null
}

; CHECK-LABEL: define ptr @equals_plain(
; CHECK:         ret ptr @plain
define ptr @equals_plain(ptr %p) {
  %equal = icmp eq ptr %p, @plain
  br i1 %equal, label %same, label %other
same:
  ret ptr %p
other:
  ret ptr null
}

; CHECK-LABEL: define ptr @equals_null(
; CHECK:         ret ptr null
define ptr @equals_null(ptr %p) {
  %equal = icmp eq ptr %p, null
  br i1 %equal, label %same, label %other
same:
  ret ptr %p
other:
  ret ptr @known
}

; SELECT-LABEL: define ptr @selected(
; SELECT:         load ptr, ptr %p
define ptr @selected(ptr %p) {
  %equal = icmp eq ptr %p, @known
  %vptr = load ptr, ptr %p, !invariant.group !1
  %r = select i1 %equal, ptr %vptr, ptr null
  ret ptr %r
}

!0 = !{i64 0, ptr @VTable, i64 0}
!1 = !{}
