; LTO and ThinLTO guard calls that whole-program devirtualization has left, before and
; after inlining. Nothing does before the link.

; RUN: opt < %s -passes='lto<O2>' -verify-each -S | FileCheck %s --check-prefixes=CHECK,GUARDED --implicit-check-not="!virtual_call" --implicit-check-not=llvm.type.test
; RUN: opt < %s -passes='lto<O2>' -print-pipeline-passes -disable-output | FileCheck %s --check-prefix=PIPELINE
; RUN: sed -e 's/i32 1, !"StrictVTablePointers", i32 1/i32 1, !"StrictVTablePointers", i32 0/' %s | opt -passes='lto<O2>' -S | FileCheck %s --check-prefixes=CHECK,VIRTUAL
; RUN: sed -e '/managed-devirtualize/s/i32 1}/i32 0}/' %s | opt -passes='lto<O2>' -S | FileCheck %s --check-prefixes=CHECK,VIRTUAL
; RUN: opt < %s -passes='lto<O1>' -S | FileCheck %s --check-prefixes=CHECK,VIRTUAL
; RUN: opt < %s -passes='lto-pre-link<O2>' -S | FileCheck %s --check-prefixes=CHECK,VIRTUAL
; RUN: opt < %s -passes='thinlto-pre-link<O2>' -S | FileCheck %s --check-prefixes=CHECK,VIRTUAL
; RUN: opt < %s -passes='thinlto<O2>' -verify-each -S | FileCheck %s --check-prefixes=CHECK,GUARDED --implicit-check-not="!virtual_call" --implicit-check-not=llvm.type.test
; RUN: opt < %s -passes='thinlto<O2>' -print-pipeline-passes -disable-output | FileCheck %s --check-prefix=THIN
; RUN: sed -e '/managed-devirtualize/s/i32 1}/i32 0}/' %s | opt -passes='thinlto<O2>' -S | FileCheck %s --check-prefixes=CHECK,VIRTUAL

; PIPELINE: wholeprogramdevirt
; PIPELINE: managed-devirtualize<early;lto;O2>,
; PIPELINE: inline
; PIPELINE: managed-devirtualize<late;lto;O2>,
; PIPELINE: lowertypetests

; THIN: managed-devirtualize<start;thinlto;O2>
; THIN: managed-devirtualize<early;thinlto;O2>,
; THIN: inline
; THIN: managed-devirtualize<late;thinlto;O2>,

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@First = constant [1 x ptr] [ptr @first], !type !0
@Second = constant [1 x ptr] [ptr @second], !type !0
@Made = constant [1 x ptr] [ptr @large], !type !1
@AlsoMade = constant [1 x ptr] [ptr @first], !type !1
@Third = constant [1 x ptr] [ptr @large], !type !1
@Fourth = constant [1 x ptr] [ptr @second], !type !1
@Fifth = constant [1 x ptr] [ptr @fifth], !type !1

define i32 @first(ptr %this) {
  ret i32 11
}

define i32 @second(ptr %this) {
  ret i32 12
}

define i32 @fifth(ptr %this) {
  ret i32 15
}

declare i32 @elsewhere(ptr)

define i32 @large(ptr %this) {
  %a = call i32 @elsewhere(ptr %this)
  %b = call i32 @elsewhere(ptr %this)
  %c = call i32 @elsewhere(ptr %this)
  %d = call i32 @elsewhere(ptr %this)
  %e = xor i32 %a, %b
  %f = xor i32 %c, %d
  %g = add i32 %e, %f
  ret i32 %g
}

; Both methods are inlined, which the class has in two vtables.
; CHECK-LABEL: define {{.*}}i32 @two(
; GUARDED:         icmp eq ptr %{{.*}}, @first
; GUARDED:         icmp eq ptr %{{.*}}, @second
; GUARDED:         call i32 %{{.*}}(ptr
; GUARDED:         phi i32 {{.*}}11
; VIRTUAL-NOT:     icmp
; VIRTUAL:         call i32 %{{.*}}(ptr
; CHECK:         ret i32
define i32 @two(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Two")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; What another function returns has one vtable of many, whose method is inlined.
; CHECK-LABEL: define {{.*}}i32 @returned(
; GUARDED:         %[[OBJECT:.*]] = {{.*}}call {{.*}}ptr @make(
; GUARDED-NOT:     call i32 %
; GUARDED:         call i32 @elsewhere(ptr {{.*}}%[[OBJECT]])
; VIRTUAL:         call i32 %{{.*}}(ptr
; CHECK:         ret i32
define i32 @returned() {
  %this = call ptr @make()
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Many")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

define ptr @make() noinline {
  %object = call ptr @allocate()
  store ptr @Made, ptr %object, !invariant.group !10
  ret ptr %object
}

declare ptr @allocate()
declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!2, !3, !20}
!0 = !{i64 0, !"Two"}
!1 = !{i64 0, !"Many"}
!2 = !{i32 1, !"StrictVTablePointers", i32 1}
!3 = !{i32 8, !"StrictVTablePointersOnly", i32 1}
!20 = !{i32 7, !"managed-devirtualize", i32 1}
!10 = !{}
