; What is assumed of vtable pointers is dropped if no call tests for their types, and
; nothing else looks at vtable pointers.

; RUN: opt < %s -passes=trim-devirtualization -verify-each -S | FileCheck %s --check-prefixes=CHECK,DROPPED
; typeid and virtual bases.
; RUN: sed -e 's/; OTHER //' %s | opt -passes=trim-devirtualization -S | FileCheck %s --check-prefixes=CHECK,KEPT
; Casts.
; RUN: sed -e 's/; CAST //' %s | opt -passes=trim-devirtualization -S | FileCheck %s --check-prefixes=CHECK,KEPT
; Pointers to virtual members.
; RUN: sed -e 's/!"OtherFlag"/!"VirtualMemberPointers"/' %s | opt -passes=trim-devirtualization -S | FileCheck %s --check-prefixes=CHECK,KEPT

@Called = external constant [3 x ptr], !type !0
@Derived = external constant [8 x ptr], !type !1, !type !2
@Uncalled = external constant [3 x ptr], !type !3
@AlsoUncalled = external constant [3 x ptr], !type !3
@Untyped = external constant [3 x ptr]

; CHECK-LABEL: define void @make(
; CHECK-NEXT:    %a = load ptr, ptr %p, align 8, !invariant.group
; CHECK-NEXT:    %isCalled = icmp eq ptr %a, getelementptr inbounds (i8, ptr @Called, i64 16)
; CHECK-NEXT:    call void @llvm.assume(i1 %isCalled)
; CHECK-NEXT:    %b = load ptr, ptr %p, align 8, !invariant.group
; CHECK-NEXT:    %isDerived = icmp eq ptr %b, getelementptr inbounds (i8, ptr @Derived, i64 16)
; CHECK-NEXT:    call void @llvm.assume(i1 %isDerived)
; KEPT-NEXT:     %c = load ptr
; KEPT-NEXT:     %isUncalled = icmp eq
; KEPT-NEXT:     call void @llvm.assume(i1 %isUncalled)
; CHECK-NEXT:    %d = load ptr, ptr %p, align 8, !invariant.group
; CHECK-NEXT:    %isUntyped = icmp eq ptr %d, getelementptr inbounds (i8, ptr @Untyped, i64 16)
; CHECK-NEXT:    call void @llvm.assume(i1 %isUntyped)
; CHECK-NEXT:    ret void
define void @make(ptr %p) {
  %a = load ptr, ptr %p, !invariant.group !10
  %isCalled = icmp eq ptr %a, getelementptr inbounds (i8, ptr @Called, i64 16)
  call void @llvm.assume(i1 %isCalled)
  %b = load ptr, ptr %p, !invariant.group !10
  %isDerived = icmp eq ptr %b, getelementptr inbounds (i8, ptr @Derived, i64 16)
  call void @llvm.assume(i1 %isDerived)
  %c = load ptr, ptr %p, !invariant.group !10
  %isUncalled = icmp eq ptr %c, getelementptr inbounds (i8, ptr @Uncalled, i64 16)
  call void @llvm.assume(i1 %isUncalled)
  %d = load ptr, ptr %p, !invariant.group !10
  %isUntyped = icmp eq ptr %d, getelementptr inbounds (i8, ptr @Untyped, i64 16)
  call void @llvm.assume(i1 %isUntyped)
  ret void
}

; A program may compare by itself.
; CHECK-LABEL: define i1 @compare(
; CHECK:         ret i1 %is
define i1 @compare(ptr %p) {
  %v = load ptr, ptr %p, !invariant.group !10
  %is = icmp eq ptr %v, getelementptr inbounds (i8, ptr @Uncalled, i64 16)
  call void @llvm.assume(i1 %is)
  ret i1 %is
}

; What else an assumption says stays.
; CHECK-LABEL: define void @bundles(
; CHECK:         call void @llvm.assume(i1 true) [ "ignore"(i1 %also, i1 %also) ]
define void @bundles(ptr %p) {
  %v = load ptr, ptr %p, !invariant.group !10
  %also = icmp eq ptr %v, getelementptr inbounds (i8, ptr @Uncalled, i64 16)
  call void @llvm.assume(i1 true) [ "ignore"(i1 %also, i1 %also) ]
  ret void
}

; CHECK-LABEL: define void @constants(
; DROPPED-NEXT:  ret void
define void @constants() {
  %is = icmp eq ptr getelementptr inbounds (i8, ptr @Uncalled, i64 16), getelementptr inbounds (i8, ptr @AlsoUncalled, i64 16)
  call void @llvm.assume(i1 %is)
  ret void
}

define void @call(ptr %p, ptr %q) {
  %v = load ptr, ptr %p, !invariant.group !10
  %test = call i1 @llvm.type.test(ptr %v, metadata !"Called")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %v
  call void %slot(ptr %p)
  %w = load ptr, ptr %q, !invariant.group !10
  %also = call i1 @llvm.public.type.test(ptr %w, metadata !"Second")
  call void @llvm.assume(i1 %also)
  %other = load ptr, ptr %w
  call void %other(ptr %q)
  ret void
}

; A call through a pointer to a member that somebody else has made.
define void @through(ptr %p, i64 %offset) {
  %v = load ptr, ptr %p, !invariant.group !10
  %at = getelementptr i8, ptr %v, i64 %offset
  %slot = load ptr, ptr %at
  call void %slot(ptr %p)
  ret void
}

define ptr @typeInfo(ptr %p) {
; OTHER %v = load ptr, ptr %p, !invariant.group !10
; OTHER %at = getelementptr i8, ptr %v, i64 -8
; OTHER %info = load ptr, ptr %at
  ret ptr null
}

define ptr @cast(ptr %p) {
; CAST %r = call ptr @caster(ptr %p)
  ret ptr null
}

; DROPPED-LABEL: declare ptr @caster(
declare ptr @caster(ptr) "dynamic-cast"
declare void @llvm.assume(i1)
declare i1 @llvm.type.test(ptr, metadata)
declare i1 @llvm.public.type.test(ptr, metadata)

!llvm.module.flags = !{!8, !9}
!0 = !{i64 16, !"Called"}
!1 = !{i64 16, !"Derived"}
!2 = !{i64 48, !"Second"}
!3 = !{i64 16, !"Uncalled"}
!8 = !{i32 1, !"StrictVTablePointers", i32 1}
!9 = !{i32 7, !"OtherFlag", i32 1}
!10 = !{}
