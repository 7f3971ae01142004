; Each linkage unit uses its own copy of a protected method, so that the one of
; this unit is not that of the objects of others. Some linkers do not accept that
; its address is taken if another unit exports it.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -verify-each -S | FileCheck %s --check-prefixes=CHECK,CALL
; RUN: sed 's/linkonce_odr protected/linkonce_odr/; s/declare protected/declare/' %s \
; RUN:   | opt -passes='annotate-virtual-calls,guarded-devirtualization' -verify-each -S | FileCheck %s --check-prefixes=CHECK,GUARD
; The only one.
; RUN: sed 's/linkonce_odr protected/protected/' %s \
; RUN:   | opt -passes='annotate-virtual-calls,guarded-devirtualization' -verify-each -S | FileCheck %s --check-prefixes=CHECK,ONE

target triple = "x86_64-unknown-linux-gnu"

@OfCopied = linkonce_odr constant [1 x ptr] [ptr @copied], !type !0
@OfDeclared = linkonce_odr constant [1 x ptr] [ptr @declared], !type !1
@llvm.used = appending global [2 x ptr] [ptr @OfCopied, ptr @OfDeclared]

define linkonce_odr protected i32 @copied(ptr %this) noinline {
  ret i32 7
}
declare protected i32 @declared(ptr)

; CHECK-LABEL: define i32 @callCopied(
; CALL-NOT:      @copied
; GUARD:         call i32 @copied(
; ONE:           call i32 @copied(
; CHECK:         ret i32
define i32 @callCopied(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Copied")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @callDeclared(
; CALL-NOT:      @declared
; GUARD:         call i32 @declared(
; CHECK:         ret i32
define i32 @callDeclared(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Declared")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !2
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!3}
!0 = !{i64 0, !"Copied"}
!1 = !{i64 0, !"Declared"}
!2 = !{}
!3 = !{i32 1, !"StrictVTablePointers", i32 1}
