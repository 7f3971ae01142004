; A guess names no symbol that the module does not need anyway. What copies of
; vtables keep, and nothing else, needs none.

; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-late-growth=1000 -guarded-method-size=100 -verify-each -S | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

$group = comdat any

@OfInline = available_externally constant [2 x ptr] [ptr @ofInline, ptr @inlineMethod], !type !0
@OfCalled = available_externally constant [2 x ptr] [ptr @ofCalled, ptr @calledMethod], !type !1
@OfUnused = available_externally constant [1 x ptr] [ptr @ofUnused], !type !2
@OfRecursive = available_externally constant [1 x ptr] [ptr @ofRecursive], !type !3
@OfOwn = available_externally constant [1 x ptr] [ptr @ofOwn], !type !4
@Own = linkonce_odr constant [1 x ptr] [ptr @ofOwn]
@OfDroppedOwn = available_externally constant [1 x ptr] [ptr @ofDroppedOwn], !type !5
@DroppedOwn = linkonce_odr constant [1 x ptr] [ptr @ofDroppedOwn]
@OfGroup = available_externally constant [1 x ptr] [ptr @ofGroup], !type !6
@OfAlias = available_externally constant [1 x ptr] [ptr @ofAlias], !type !7
@OfKept = available_externally constant [1 x ptr] [ptr @ofKept], !type !8

@alias = alias i32 (ptr), ptr @aliased
@llvm.used = appending global [1 x ptr] [ptr @keptMethod]

declare i32 @ofInline(ptr)
declare i32 @ofCalled(ptr)
declare i32 @ofUnused(ptr)
declare i32 @ofRecursive(ptr)
declare i32 @ofOwn(ptr)
declare i32 @ofDroppedOwn(ptr)
declare i32 @ofGroup(ptr)
declare i32 @ofAlias(ptr)
declare i32 @ofKept(ptr)

; Only the copy names the function that calls the method, whatever uses the copy.
define void @assume(ptr %this) {
  %vtable = load ptr, ptr %this
  %is = icmp eq ptr %vtable, @OfInline
  call void @llvm.assume(i1 %is)
  ret void
}
define linkonce_odr i32 @inlineMethod(ptr %this) {
  %r = call i32 @ofInline(ptr %this)
  ret i32 %r
}
; CHECK-LABEL: define i32 @callInline(
; CHECK-NOT:     @ofInline
; CHECK:         ret i32
define i32 @callInline(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Inline")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Something else calls that.
define linkonce_odr i32 @calledMethod(ptr %this) {
  %r = call i32 @ofCalled(ptr %this)
  ret i32 %r
}
define linkonce_odr i32 @caller(ptr %this) {
  %r = call i32 @calledMethod(ptr %this)
  ret i32 %r
}
define i32 @callersCaller(ptr %this) {
  %r = call i32 @caller(ptr %this)
  ret i32 %r
}
; CHECK-LABEL: define i32 @callCalled(
; CHECK:         icmp eq ptr %{{.*}}, @ofCalled
; CHECK:         ret i32
define i32 @callCalled(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Called")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Nobody calls the function.
define internal i32 @unused(ptr %this) {
  %r = call i32 @ofUnused(ptr %this)
  ret i32 %r
}
; CHECK-LABEL: define i32 @callUnused(
; CHECK-NOT:     @ofUnused
; CHECK:         ret i32
define i32 @callUnused(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Unused")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Two functions call each other, and nobody else does.
define linkonce_odr i32 @first(ptr %this) {
  %r = call i32 @second(ptr %this)
  ret i32 %r
}
define linkonce_odr i32 @second(ptr %this) {
  %r = call i32 @first(ptr %this)
  %s = call i32 @ofRecursive(ptr %this)
  ret i32 %s
}
; CHECK-LABEL: define i32 @callRecursive(
; CHECK-NOT:     @ofRecursive
; CHECK:         ret i32
define i32 @callRecursive(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Recursive")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; A vtable that the module has, and makes an object with.
define void @makeOwn(ptr %this) {
  store ptr @Own, ptr %this
  ret void
}
; CHECK-LABEL: define i32 @callOwn(
; CHECK:         icmp eq ptr %{{.*}}, @ofOwn
; CHECK:         ret i32
define i32 @callOwn(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Own")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; One that it makes none with.
; CHECK-LABEL: define i32 @callDroppedOwn(
; CHECK-NOT:     @ofDroppedOwn
; CHECK:         ret i32
define i32 @callDroppedOwn(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"DroppedOwn")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Something else of the group may be needed.
define linkonce_odr i32 @inGroup(ptr %this) comdat($group) {
  %r = call i32 @ofGroup(ptr %this)
  ret i32 %r
}
define weak_odr void @alsoInGroup() comdat($group) {
  ret void
}
; CHECK-LABEL: define i32 @callGroup(
; CHECK:         icmp eq ptr %{{.*}}, @ofGroup
; CHECK:         ret i32
define i32 @callGroup(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Group")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Others see an alias.
define internal i32 @aliased(ptr %this) {
  %r = call i32 @ofAlias(ptr %this)
  ret i32 %r
}
; CHECK-LABEL: define i32 @callAlias(
; CHECK:         icmp eq ptr %{{.*}}, @ofAlias
; CHECK:         ret i32
define i32 @callAlias(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Alias")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

define linkonce_odr i32 @keptMethod(ptr %this) {
  %r = call i32 @ofKept(ptr %this)
  ret i32 %r
}
; CHECK-LABEL: define i32 @callKept(
; CHECK:         icmp eq ptr %{{.*}}, @ofKept
; CHECK:         ret i32
define i32 @callKept(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Kept")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !10
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!9}
!0 = !{i64 0, !"Inline"}
!1 = !{i64 0, !"Called"}
!2 = !{i64 0, !"Unused"}
!3 = !{i64 0, !"Recursive"}
!4 = !{i64 0, !"Own"}
!5 = !{i64 0, !"DroppedOwn"}
!6 = !{i64 0, !"Group"}
!7 = !{i64 0, !"Alias"}
!8 = !{i64 0, !"Kept"}
!9 = !{i32 1, !"StrictVTablePointers", i32 1}
!10 = !{}
