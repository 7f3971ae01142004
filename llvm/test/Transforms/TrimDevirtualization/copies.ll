; Functions that only copies of vtables name stay if a call may be of them. In place of
; others, copies have functions that call what the vtable has.

; RUN: opt < %s -passes=trim-devirtualization -verify-each -S | FileCheck %s --implicit-check-not=@unused --implicit-check-not=@alsoUnused --implicit-check-not=elper --implicit-check-not=@thunk
; RUN: sed -e 's/!"StrictVTablePointers", i32 1/!"StrictVTablePointers", i32 0/' %s | opt -passes=trim-devirtualization -S | FileCheck %s --check-prefix=ALL
; RUN: sed -e 's/!"OtherFlag"/!"VirtualMemberPointers"/' %s | opt -passes=trim-devirtualization -S | FileCheck %s --check-prefix=ALL
; RUN: sed -e 's/@llvm.no.load/@llvm.type.checked.load/' %s | opt -passes=trim-devirtualization -S | FileCheck %s --check-prefix=ALL

; ALL: define linkonce_odr i32 @unused(
; ALL: define linkonce_odr hidden i32 @alsoUnused(
; ALL: define linkonce_odr i32 @helper(

target datalayout = "e-p:64:64"

$unused = comdat any
$grouped = comdat any

; CHECK: @A = available_externally unnamed_addr constant { [7 x ptr], [4 x ptr] } {
; CHECK-SAME: [7 x ptr] [ptr null, ptr null, ptr @called, ptr [[EIGHT:@vtable.forward[.0-9]*]], ptr [[SIXTEEN:@vtable.forward[.0-9]*]], ptr @defined, ptr @variadic],
; CHECK-SAME: [4 x ptr] [ptr null, ptr @grouped, ptr @calledBySecond, ptr [[SIXTEEN]]] }
; The address point is behind two slots, as that of the second vtable.
@A = available_externally unnamed_addr constant { [7 x ptr], [4 x ptr] } {
  [7 x ptr] [ptr null, ptr null, ptr @called, ptr @unused, ptr @alsoUnused, ptr @defined, ptr @variadic],
  [4 x ptr] [ptr null, ptr @grouped, ptr @calledBySecond, ptr @thunk] }, !type !0, !type !1, !type !5, !type !6

; A class whose vtable pointer nobody knows how to be used.
@B = available_externally unnamed_addr constant [2 x ptr] [ptr @anywhere, ptr @shared], !type !2

; A vtable of this module.
@C = linkonce_odr unnamed_addr constant [2 x ptr] [ptr @shared, ptr @inOwn], !type !3

; Without types nobody knows what it is.
@D = available_externally unnamed_addr constant [1 x ptr] [ptr @untyped]

@E = available_externally unnamed_addr constant [4 x ptr] [ptr @addressTaken, ptr @kept, ptr @local, ptr @weak], !type !4

; A thunk has one that calls the slot it is in.
; CHECK: @F = available_externally {{.*}} [4 x ptr] [ptr @called, ptr [[EIGHT]], ptr [[SIXTEEN]], ptr [[LAST:@vtable.forward[.0-9]*]]]
@F = available_externally unnamed_addr constant [4 x ptr] [ptr @called, ptr @thunk, ptr @thunk, ptr @thunk], !type !7

@llvm.used = appending global [1 x ptr] [ptr @kept]

; CHECK: define linkonce_odr i32 @called(
define linkonce_odr i32 @called(ptr %this) {
  ret i32 1
}

define linkonce_odr i32 @unused(ptr %this) comdat {
  %r = call i32 @helper(ptr %this)
  ret i32 %r
}

define linkonce_odr hidden i32 @alsoUnused(ptr nonnull %this) memory(none) {
  %r = call i32 @helper(ptr %this)
  %s = call i32 @called(ptr %this)
  %t = call i32 @defined(ptr %this)
  %sum = add i32 %r, %s
  ret i32 %sum
}

define linkonce_odr i32 @helper(ptr %this) {
  %r = call i32 @helpersHelper(ptr %this)
  ret i32 %r
}

define linkonce_odr i32 @helpersHelper(ptr %this) {
  %r = call i32 @elsewhere(ptr %this)
  ret i32 %r
}

declare i32 @elsewhere(ptr)

; Other modules may need it.
; CHECK: define i32 @defined(
define i32 @defined(ptr %this) {
  ret i32 3
}

; CHECK: define linkonce_odr i32 @variadic(
define linkonce_odr i32 @variadic(ptr %this, ...) {
  ret i32 3
}

; Its comdat has another function.
; CHECK: define linkonce_odr i32 @grouped(
define linkonce_odr i32 @grouped(ptr %this) comdat {
  ret i32 4
}

define linkonce_odr i32 @member(ptr %this) comdat($grouped) {
  ret i32 5
}

; CHECK: define linkonce_odr i32 @calledBySecond(
define linkonce_odr i32 @calledBySecond(ptr %this) {
  ret i32 6
}

define available_externally i32 @thunk(ptr %this) {
  %r = call i32 @elsewhere(ptr %this)
  ret i32 %r
}

; CHECK: define linkonce_odr i32 @anywhere(
define linkonce_odr i32 @anywhere(ptr %this) {
  ret i32 7
}

; CHECK: define linkonce_odr i32 @shared(
define linkonce_odr i32 @shared(ptr %this) {
  ret i32 8
}

; CHECK: define linkonce_odr i32 @inOwn(
define linkonce_odr i32 @inOwn(ptr %this) {
  ret i32 9
}

; CHECK: define linkonce_odr i32 @untyped(
define linkonce_odr i32 @untyped(ptr %this) {
  ret i32 10
}

; CHECK: define linkonce_odr i32 @addressTaken(
define linkonce_odr i32 @addressTaken(ptr %this) {
  ret i32 11
}

; CHECK: define linkonce_odr i32 @kept(
define linkonce_odr i32 @kept(ptr %this) {
  ret i32 12
}

; CHECK: define internal i32 @local(
define internal i32 @local(ptr %this) {
  ret i32 13
}

; Another module may have another one.
; CHECK: define weak i32 @weak(
define weak i32 @weak(ptr %this) {
  ret i32 14
}

define ptr @take() {
  ret ptr @addressTaken
}

define void @calls(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"A")
  call void @llvm.assume(i1 %test)
  %known = icmp eq ptr %vtable, null
  %slot = load ptr, ptr %vtable
  %r = call i32 %slot(ptr %this)
  ret void
}

; The offset is from the second vtable's address point.
define void @callsSecond(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"A2")
  call void @llvm.assume(i1 %test)
  %a = getelementptr inbounds i8, ptr %vtable, i64 16
  %b = getelementptr inbounds i8, ptr %a, i64 -8
  %slot = load ptr, ptr %b
  %r = call i32 %slot(ptr %this)
  ret void
}

define ptr @anyOffset(ptr %this, i64 %offset) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"B")
  call void @llvm.assume(i1 %test)
  %a = getelementptr inbounds i8, ptr %vtable, i64 %offset
  %slot = load ptr, ptr %a
  ret ptr %slot
}

; A function that forwards reads the object.
; CHECK-LABEL: define i32 @reads(
; CHECK:         call i32 %slot(ptr %this) [[READS:#[0-9]+]]
; CHECK:         call i32 %slot(ptr %this) [[WRITES:#[0-9]+]]
define i32 @reads(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"A")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable
  %r = call i32 %slot(ptr %this) memory(none)
  %s = call i32 %slot(ptr %this) memory(argmem: write)
  ret i32 %r
}

define ptr @other(ptr %this) {
  %r = call { ptr, i1 } @llvm.no.load(ptr %this, i32 0, metadata !"A")
  %p = extractvalue { ptr, i1 } %r, 0
  ret ptr %p
}

; CHECK: declare i32 [[EIGHT]](ptr) [[OF_EIGHT:#[0-9]+]]
; CHECK: declare i32 [[SIXTEEN]](ptr) [[OF_SIXTEEN:#[0-9]+]]
; CHECK: declare i32 [[LAST]](ptr) [[OF_LAST:#[0-9]+]]
; CHECK-DAG: attributes [[READS]] = { memory(read) }
; CHECK-DAG: attributes [[WRITES]] = { memory(argmem: write) }
; CHECK-DAG: attributes [[OF_EIGHT]] = { "vtable-forwarder"="8" }
; CHECK-DAG: attributes [[OF_SIXTEEN]] = { "vtable-forwarder"="16" }
; CHECK-DAG: attributes [[OF_LAST]] = { "vtable-forwarder"="24" }

declare void @llvm.assume(i1)
declare i1 @llvm.type.test(ptr, metadata)
declare i1 @llvm.public.type.test(ptr, metadata)
declare { ptr, i1 } @llvm.no.load(ptr, i32, metadata)

!llvm.module.flags = !{!8, !9}
!0 = !{i64 16, !"A"}
!1 = !{i64 64, !"A2"}
!2 = !{i64 0, !"B"}
!3 = !{i64 0, !"C"}
!4 = !{i64 0, !"E"}
!5 = !{i64 32, !"_ZTSM1AFivE.virtual"}
!6 = !{i64 24, !"_ZTSM1AFivE.virtual"}
!7 = !{i64 0, !"F"}
!8 = !{i32 1, !"StrictVTablePointers", i32 1}
!9 = !{i32 7, !"OtherFlag", i32 1}
