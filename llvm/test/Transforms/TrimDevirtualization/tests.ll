; Tests for types that no vtable passes are dropped, if nothing but assumptions depends
; on them.

; RUN: opt < %s -passes=trim-devirtualization -verify-each -S | FileCheck %s

@Known = constant [1 x ptr] [ptr @f], !type !0
@Closed = external constant [1 x ptr], !type !1

declare void @f(ptr)

; CHECK-LABEL: define void @unknown(
; CHECK-NEXT:    load
; CHECK-NEXT:    load
; CHECK-NEXT:    call void
; CHECK-NEXT:    ret void
define void @unknown(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Unknown")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable
  call void %slot(ptr %this)
  ret void
}

; CHECK-LABEL: define void @public(
; CHECK-NOT:     type.test
; CHECK:         ret void
define void @public(ptr %vtable) {
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !3)
  call void @llvm.assume(i1 %test)
  ret void
}

; CHECK-LABEL: define void @known(
; CHECK:         %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Known")
; CHECK-NEXT:    call void @llvm.assume(i1 %test)
; CHECK-NEXT:    %also = call i1 @llvm.type.test(ptr %vtable, metadata ![[CLOSED:[0-9]+]])
; CHECK-NEXT:    call void @llvm.assume(i1 %also)
define void @known(ptr %vtable) {
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Known")
  call void @llvm.assume(i1 %test)
  %also = call i1 @llvm.type.test(ptr %vtable, metadata !2)
  call void @llvm.assume(i1 %also)
  ret void
}

; CHECK-LABEL: define i1 @used(
; CHECK:         %test = call i1 @llvm.type.test(
; CHECK-NEXT:    call void @llvm.assume(i1 %test)
; CHECK-NEXT:    ret i1 %test
define i1 @used(ptr %vtable) {
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Unknown")
  call void @llvm.assume(i1 %test)
  ret i1 %test
}

; CHECK-LABEL: define void @null(
; CHECK-NEXT:    %test = call i1 @llvm.type.test(ptr null, metadata !"Known")
define void @null() {
  %test = call i1 @llvm.type.test(ptr null, metadata !"Known")
  call void @llvm.assume(i1 %test)
  ret void
}

declare void @llvm.assume(i1)
declare i1 @llvm.type.test(ptr, metadata)
declare i1 @llvm.public.type.test(ptr, metadata)

!llvm.module.flags = !{!9}
!0 = !{i64 0, !"Known"}
!1 = !{i64 0, !2}
!2 = distinct !{}
!3 = distinct !{}
!9 = !{i32 1, !"StrictVTablePointers", i32 1}
