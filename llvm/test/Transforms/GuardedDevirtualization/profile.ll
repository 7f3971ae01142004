; Guards and profiles agree: a profile tells which methods are worth a guard, and a
; call that indirect call promotion has guarded gets no guard more.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=1000 -pass-remarks-missed=guarded-devirtualization -verify-each -S 2> %t | FileCheck %s
; RUN: FileCheck %s --check-prefix=MISSED < %t

; MISSED: virtual call not changed: the profile says that other methods are called
; MISSED: virtual call not changed: the profile has given it the guards it is worth
; MISSED: virtual call not changed: the profile has given it the guards it is worth
; MISSED: virtual call not changed: the profile says that the call is not executed

target triple = "x86_64-unknown-linux-gnu"

@First = constant [1 x ptr] [ptr @first], !type !0
@Second = constant [1 x ptr] [ptr @second], !type !0
@Third = constant [1 x ptr] [ptr @third], !type !0
@Fourth = constant [1 x ptr] [ptr @fourth], !type !0

define i32 @first(ptr %this) {
  ret i32 11
}
define i32 @second(ptr %this) {
  ret i32 12
}
define i32 @third(ptr %this) {
  ret i32 13
}
define i32 @fourth(ptr %this) {
  ret i32 14
}

; Of four methods, the profile knows two that are frequent.
; CHECK-LABEL: define i32 @two(
; CHECK:         icmp eq ptr %slot, @second
; CHECK:         br i1 {{.*}}, !prof ![[SECOND:[0-9]+]]
; CHECK:         icmp eq ptr %slot, @first
; CHECK:         br i1 {{.*}}, !prof ![[FIRST:[0-9]+]]
; CHECK-NOT:     icmp
; CHECK:         call i32 %slot(ptr %this){{.*}}, !prof ![[LEFT:[0-9]+]]
; CHECK:         ret i32
define i32 @two(ptr %this) !prof !20 {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Four")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this), !prof !21
  ret i32 %r
}

; CHECK-LABEL: define i32 @other(
; CHECK-NOT:     icmp
; CHECK:         ret i32
define i32 @other(ptr %this) !prof !20 {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Four")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this), !prof !22
  ret i32 %r
}

; CHECK-LABEL: define i32 @promoted(
; CHECK:         icmp eq
; CHECK-NOT:     icmp
; CHECK:         ret i32
define i32 @promoted(ptr %this) !prof !20 {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Four")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %is = icmp eq ptr %slot, @third
  br i1 %is, label %direct, label %indirect, !prof !23
direct:
  ret i32 13
indirect:
  %r = call i32 %slot(ptr %this), !prof !21
  ret i32 %r
}

; CHECK-LABEL: define i32 @promoted_vtable(
; CHECK:         icmp eq
; CHECK-NOT:     icmp
; CHECK:         ret i32
define i32 @promoted_vtable(ptr %this) !prof !20 {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Four")
  call void @llvm.assume(i1 %test)
  %is = icmp eq ptr %vtable, @Third
  br i1 %is, label %direct, label %indirect, !prof !23
direct:
  ret i32 13
indirect:
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this), !prof !21
  ret i32 %r
}

; CHECK-LABEL: define i32 @never(
; CHECK:         icmp eq ptr %this, null
; CHECK-NOT:     icmp
; CHECK:         ret i32
define i32 @never(ptr %this) !prof !20 {
  %null = icmp eq ptr %this, null
  br i1 %null, label %nothing, label %something, !prof !24
nothing:
  ret i32 0
something:
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; The method is the only one, and the profile does not speak against it.
; CHECK-LABEL: define i32 @no_targets(
; CHECK:         icmp eq ptr %slot, @first
; CHECK:         ret i32
define i32 @no_targets(ptr %this) !prof !20 {
  %vtable = load ptr, ptr %this, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

@One = constant [1 x ptr] [ptr @first], !type !1

; CHECK-DAG: ![[SECOND]] = !{!"branch_weights", i32 60, i32 40}
; CHECK-DAG: ![[FIRST]] = !{!"branch_weights", i32 30, i32 10}
; CHECK-DAG: ![[LEFT]] = !{!"VP", i32 0, i64 10, i64 1276925723407510161, i64 10}

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!2}
!0 = !{i64 0, !"Four"}
!1 = !{i64 0, !"One"}
!2 = !{i32 1, !"StrictVTablePointers", i32 1}
!10 = !{}
!20 = !{!"function_entry_count", i64 100}
!21 = !{!"VP", i32 0, i64 100, i64 -6159097919373381463, i64 60, i64 -8202922476773768053, i64 30, i64 1276925723407510161, i64 10}
!22 = !{!"VP", i32 0, i64 100, i64 1276925723407510161, i64 90, i64 -8202922476773768053, i64 10}
!23 = !{!"branch_weights", i32 90, i32 10}
!24 = !{!"branch_weights", i32 100, i32 0}
