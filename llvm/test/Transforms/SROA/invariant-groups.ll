; Barriers do not keep a variable in memory that nobody else accesses.

; RUN: opt -passes='sroa,verify' -S %s | FileCheck %s
; RUN: opt -passes='function(require<memoryssa>,sroa)' -verify-analysis-invalidation -disable-output %s

%Object = type { ptr, i32, i32 }

@Base = external constant ptr
@Derived = external constant ptr

declare void @see(ptr)

; What a constructor does that calls the one of a base class.
; CHECK-LABEL: define i32 @construct(
; CHECK-NEXT:    [[SUM:%.*]] = add i32 %X, %X
; CHECK-NEXT:    ret i32 [[SUM]]
define i32 @construct(i32 %X) {
  %Object = alloca %Object
  call void @llvm.lifetime.start.p0(ptr %Object)
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  store ptr @Base, ptr %Laundered, !invariant.group !0
  %Field = getelementptr inbounds %Object, ptr %Laundered, i32 0, i32 1
  store i32 %X, ptr %Field
  store ptr @Derived, ptr %Object, !invariant.group !0
  %Stripped = call ptr @llvm.strip.invariant.group.p0(ptr %Object)
  %Again = getelementptr inbounds %Object, ptr %Stripped, i32 0, i32 1
  %A = load i32, ptr %Again
  %B = load i32, ptr %Field
  %Sum = add i32 %A, %B
  call void @llvm.lifetime.end.p0(ptr %Object)
  ret i32 %Sum
}

; The last store is what is loaded, whatever the promise of the first one was.
; CHECK-LABEL: define ptr @last(
; CHECK-NEXT:    ret ptr @Derived
define ptr @last() {
  %Object = alloca %Object
  store ptr @Base, ptr %Object, !invariant.group !0
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  store ptr @Derived, ptr %Laundered, !invariant.group !0
  %VTable = load ptr, ptr %Object, !invariant.group !0
  ret ptr %VTable
}

; CHECK-LABEL: define i32 @copied(
; CHECK-NEXT:    [[X:%.*]] = load i32, ptr %From
; CHECK-NEXT:    ret i32 [[X]]
define i32 @copied(ptr %From) {
  %Object = alloca i32
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  call void @llvm.memcpy.p0.p0.i64(ptr %Laundered, ptr %From, i64 4, i1 false)
  %X = load i32, ptr %Object
  ret i32 %X
}

; Nothing more can be done with that, but the barrier is gone.
; CHECK-LABEL: define i32 @indexed(
; CHECK-NOT:     launder
; CHECK:         ret i32
define i32 @indexed(i64 %I) {
  %Object = alloca [4 x i32]
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  %At = getelementptr [4 x i32], ptr %Laundered, i64 0, i64 %I
  store i32 1, ptr %At
  %X = load i32, ptr %Object
  ret i32 %X
}

; A callee may have barriers, or be inlined and have accesses of its own.
; CHECK-LABEL: define ptr @passed(
; CHECK:         store ptr @Base, ptr %Laundered, align 8, !invariant.group
; CHECK:         call void @see(ptr %Laundered)
; CHECK:         load ptr, ptr %Object, align 8, !invariant.group
define ptr @passed() {
  %Object = alloca %Object
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  store ptr @Base, ptr %Laundered, !invariant.group !0
  call void @see(ptr %Laundered)
  %VTable = load ptr, ptr %Object, !invariant.group !0
  ret ptr %VTable
}

; CHECK-LABEL: define ptr @stored(
; CHECK:         call ptr @llvm.launder.invariant.group
define ptr @stored(ptr %To) {
  %Object = alloca %Object
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  store ptr %Laundered, ptr %To
  %VTable = load ptr, ptr %Laundered, !invariant.group !0
  ret ptr %VTable
}

; CHECK-LABEL: define ptr @merged(
; CHECK:         call ptr @llvm.launder.invariant.group
define ptr @merged(i1 %C, ptr %Other) {
  %Object = alloca %Object
  %Laundered = call ptr @llvm.launder.invariant.group.p0(ptr %Object)
  %Either = select i1 %C, ptr %Laundered, ptr %Other
  store ptr @Base, ptr %Either, !invariant.group !0
  %VTable = load ptr, ptr %Object, !invariant.group !0
  ret ptr %VTable
}

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

!0 = !{}
