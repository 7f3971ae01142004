; What a module keeps of vtables that were split off counts as vtables of the same
; linkage unit. Types of which a list says that no other module has vtables, and how
; many this one has, are closed if it still has them.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -verify-each -S | FileCheck %s --check-prefixes=CHECK,SPLIT,CLOSED
; Other copies may be of another linkage unit, which does not export the method.
; RUN: sed -e 's/"managed-split-vtable"/"something-else"/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,COPY
; A vtable is missing, the list has no number or one that is too large, is of
; something else, or there is no list.
; RUN: sed -e '/^!2 =/s/i64 2/i64 3/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,SPLIT,OPEN
; RUN: sed -e '/^!2 =/s/i64 2/i64 1/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,SPLIT,OPEN
; RUN: sed -e '/^!2 =/s/i64 2/!"2"/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,SPLIT,OPEN
; RUN: sed -e '/^!2 =/s/i64 2/i128 18446744073709551618/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,SPLIT,OPEN
; RUN: sed -e '/^!2 =/s/, i64 2//' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,SPLIT,OPEN
; RUN: sed -e '/^!2 =/s/!"1[^"]*"/null/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,SPLIT,OPEN
; RUN: sed -e '/^!managed.closed_types =/d' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,SPLIT,OPEN

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@V = available_externally constant [1 x ptr] [ptr @elsewhere], !type !0 #0
@A = available_externally hidden constant [1 x ptr] [ptr @a], !type !1 #0
@B = available_externally hidden constant [1 x ptr] [ptr @b], !type !1 #0

declare i32 @elsewhere(ptr)
declare hidden i32 @a(ptr)
declare hidden i32 @b(ptr)

; A vtable that nothing uses may be dropped, with what it needs.
; RUN: sed -e '/^  store ptr @V,/d' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -S | FileCheck %s --check-prefixes=CHECK,COPY
define void @construct(ptr %this) {
  store ptr @V, ptr %this
  ret void
}

; CHECK-LABEL: define i32 @one(
; SPLIT: call i32 @[[GUARD:.*]](ptr %this)
; COPY: call i32 %{{.*}}(ptr %this)
define i32 @one(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"C")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; One guard serves both.
; CHECK-LABEL: define i32 @again(
; SPLIT: call i32 @[[GUARD]](ptr %this)
; COPY: call i32 %{{.*}}(ptr %this)
define i32 @again(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"C")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @closed(
; CLOSED: icmp eq ptr %vtable, @A{{$}}
; CLOSED: call i32 @a(
; CLOSED: call i32 @b(
; CLOSED-NOT: call
; OPEN-NOT: call i32 @b(
; OPEN: call i32 {{[%@]}}
; CHECK: ret i32
define i32 @closed(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"1.3e7a")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; SPLIT: define internal i32 @[[GUARD]](
; SPLIT: icmp eq ptr %{{.*}}, @V{{$}}
; SPLIT: musttail call i32 %
; SPLIT: musttail call i32 @elsewhere(

attributes #0 = { "managed-split-vtable" }

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!managed.closed_types = !{!2, !3}
!llvm.module.flags = !{!4}
!0 = !{i64 0, !"C"}
!1 = !{i64 0, !"1.3e7a"}
!2 = !{!"1.3e7a", i64 2}
!3 = !{!"1.without.vtables", i64 2}
!4 = !{i32 1, !"StrictVTablePointers", i32 1}
!10 = !{}
