; Two vtables are different ones for the guards that compare them, although the
; linker may merge what is unnamed_addr.

; RUN: opt < %s -passes='instcombine,instsimplify' -S | FileCheck %s

target datalayout = "e-p:64:64"

@_ZTV1A = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @f], !type !0
@_ZTV1B = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @f], !type !1
; Nobody says that this is a vtable.
@_ZTV1C = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @f]
; Nor is this one, by its name.
@table = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @f], !type !1
; Another name of the first.
@_ZTV1D = alias [3 x ptr], ptr @_ZTV1A

declare void @f(ptr)

; CHECK-LABEL: define i1 @different(
; CHECK:         ret i1 false
define i1 @different() {
  %p = getelementptr inbounds i8, ptr @_ZTV1A, i64 16
  %q = getelementptr inbounds i8, ptr @_ZTV1B, i64 16
  %r = icmp eq ptr %p, %q
  ret i1 %r
}

; CHECK-LABEL: define i1 @differs(
; CHECK:         ret i1 true
define i1 @differs() {
  %r = icmp ne ptr @_ZTV1B, @_ZTV1A
  ret i1 %r
}

; CHECK-LABEL: define i1 @same(
; CHECK:         ret i1 true
define i1 @same() {
  %p = getelementptr inbounds i8, ptr @_ZTV1A, i64 16
  %r = icmp eq ptr %p, getelementptr inbounds (i8, ptr @_ZTV1A, i64 16)
  ret i1 %r
}

; Where parts of objects have vtables that follow each other.
; CHECK-LABEL: define i1 @atDifferentOffsets(
; CHECK:         icmp eq ptr
define i1 @atDifferentOffsets() {
  %r = icmp eq ptr getelementptr inbounds (i8, ptr @_ZTV1A, i64 24), getelementptr inbounds (i8, ptr @_ZTV1B, i64 16)
  ret i1 %r
}

; CHECK-LABEL: define i1 @untyped(
; CHECK:         icmp eq ptr
define i1 @untyped() {
  %r = icmp eq ptr @_ZTV1A, @_ZTV1C
  ret i1 %r
}

; CHECK-LABEL: define i1 @noVTable(
; CHECK:         icmp eq ptr
define i1 @noVTable() {
  %r = icmp eq ptr @_ZTV1A, @table
  ret i1 %r
}

; CHECK-LABEL: define i1 @aliased(
; CHECK:         icmp eq ptr
define i1 @aliased() {
  %r = icmp eq ptr @_ZTV1A, @_ZTV1D
  ret i1 %r
}

!0 = !{i64 16, !"A"}
!1 = !{i64 16, !"B"}
