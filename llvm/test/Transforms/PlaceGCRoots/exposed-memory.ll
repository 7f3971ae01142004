; References in memory change at safepoints where objects move, although the
; program itself may have promised that nobody writes there: also in functions
; without a frame, to which callers pass the address of a stack object in theirs.
; Where they stay, they are collected.

; RUN: opt < %s -passes='place-gc-roots,lower-gc-frame,gvn,verify' -S | FileCheck %s
; RUN: sed 's/"managed-frames"/"managed-frames-non-moving"/' %s \
; RUN:   | opt -passes='place-gc-roots' -S | FileCheck %s --check-prefix=STAY

target datalayout = "e-i64:64"

declare void @safepoint()
declare void @quiet() memory(inaccessiblemem: readwrite)
declare void @use(ptr addrspace(1)) "gc-leaf-function" memory(argmem: read)

; CHECK-LABEL: define ptr addrspace(1) @argument(ptr %s)
; CHECK:         call void @safepoint()
; CHECK-NEXT:    %b = load ptr addrspace(1), ptr %s
; CHECK-NEXT:    ret ptr addrspace(1) %b
; STAY-LABEL: define ptr addrspace(1) @argument(ptr noalias %s)
define ptr addrspace(1) @argument(ptr noalias %s) gc "managed-frames" {
  %a = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %a)
  call void @safepoint()
  %b = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %b
}

; CHECK-LABEL: define ptr addrspace(1) @inlined(
; CHECK:         call void @safepoint(){{$}}
; CHECK-NEXT:    %b = load ptr addrspace(1), ptr %s
; CHECK-NEXT:    ret ptr addrspace(1) %b
; STAY-LABEL: define ptr addrspace(1) @inlined(
; STAY:         call void @safepoint(){{$}}
define ptr addrspace(1) @inlined(ptr %s) gc "managed-frames" {
  %a = load ptr addrspace(1), ptr %s, !alias.scope !2
  call void @use(ptr addrspace(1) %a), !noalias !2
  call void @safepoint(), !noalias !2
  %b = load ptr addrspace(1), ptr %s, !alias.scope !2
  ret ptr addrspace(1) %b
}

; CHECK-LABEL: define ptr addrspace(1) @effects(
; CHECK:         call void @quiet(){{$}}
; CHECK-NEXT:    %b = load ptr addrspace(1), ptr %s
; CHECK-NEXT:    ret ptr addrspace(1) %b
define ptr addrspace(1) @effects(ptr %s) gc "managed-frames" {
  %a = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %a)
  call void @quiet()
  %b = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %b
}

; An object that is not needed any more is collected, whether it moves or not: what
; is loaded from it must not be loaded later.
; STAY-LABEL: define i64 @unrooted(
; STAY:         %v = load i64, ptr addrspace(1) %o
; STAY-NEXT:    call void @quiet_again(){{$}}
; STAY:       declare void @quiet_again(){{$}}
define i64 @unrooted(ptr addrspace(1) %o) gc "managed-frames" {
  %v = load i64, ptr addrspace(1) %o, !alias.scope !2
  call void @quiet_again(), !noalias !2
  ret i64 %v
}
declare void @quiet_again() memory(inaccessiblemem: readwrite)

; CHECK-LABEL: define ptr addrspace(1) @invariant(
; CHECK:         call void @safepoint()
; CHECK-NEXT:    %b = load ptr addrspace(1), ptr %s, align 8{{$}}
; CHECK-NEXT:    ret ptr addrspace(1) %b
; STAY-LABEL: define ptr addrspace(1) @invariant(
; STAY:         %b = load ptr addrspace(1), ptr %s, align 8, !invariant.load
define ptr addrspace(1) @invariant(ptr %s) gc "managed-frames" {
  %a = load ptr addrspace(1), ptr %s, !invariant.load !{}
  call void @use(ptr addrspace(1) %a)
  call void @safepoint()
  %b = load ptr addrspace(1), ptr %s, !invariant.load !{}
  ret ptr addrspace(1) %b
}

; What a call itself accesses says nothing about the collector.
; CHECK-LABEL: define ptr addrspace(1) @other_type(
; CHECK:         call void @safepoint(){{$}}
; CHECK-NEXT:    %b = load ptr addrspace(1), ptr %s
; CHECK-NEXT:    ret ptr addrspace(1) %b
define ptr addrspace(1) @other_type(ptr %s) gc "managed-frames" {
  %a = load ptr addrspace(1), ptr %s, !tbaa !3
  call void @use(ptr addrspace(1) %a), !tbaa !4
  call void @safepoint(), !tbaa !4
  %b = load ptr addrspace(1), ptr %s, !tbaa !3
  ret ptr addrspace(1) %b
}

; Other words do not change.
; CHECK-LABEL: define i64 @number(
; CHECK:         call void @safepoint()
; CHECK-NEXT:    [[SUM:%.*]] = add i64 %a, %a
; CHECK-NEXT:    ret i64 [[SUM]]
define i64 @number(ptr %s) gc "managed-frames" {
  %a = load i64, ptr %s, !invariant.load !{}
  call void @safepoint()
  %b = load i64, ptr %s, !invariant.load !{}
  %c = add i64 %a, %b
  ret i64 %c
}

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
!3 = !{!5, !5, i64 0}
!4 = !{!6, !6, i64 0}
!5 = !{!"reference", !7}
!6 = !{!"number", !7}
!7 = !{!"types"}
!8 = !{!5, !5, i64 0, i64 1}

; A barrier for virtual functions says the same of all accesses through a pointer, and
; a region of memory of all in it.
; CHECK-LABEL: define ptr addrspace(1) @group(
; CHECK:         call void @safepoint()
; CHECK-NEXT:    %b = load ptr addrspace(1), ptr %s
; CHECK-NEXT:    ret ptr addrspace(1) %b
define ptr addrspace(1) @group(ptr %s) gc "managed-frames" {
  %a = load ptr addrspace(1), ptr %s, !invariant.group !{}
  call void @use(ptr addrspace(1) %a)
  call void @safepoint()
  %b = load ptr addrspace(1), ptr %s, !invariant.group !{}
  ret ptr addrspace(1) %b
}

; CHECK-LABEL: define ptr addrspace(1) @region(
; CHECK-NOT:     invariant.start
; CHECK:         call void @safepoint()
; CHECK:         %b = load ptr addrspace(1), ptr %s
; CHECK:         ret ptr addrspace(1) %b
; STAY-LABEL: define ptr addrspace(1) @region(
; STAY:          call ptr @llvm.invariant.start.p0(i64 8, ptr %s)
; STAY-NOT:      invariant
; STAY:          ret ptr
define ptr addrspace(1) @region(ptr %s, ptr addrspace(1) %o) gc "managed-frames" {
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %s)
  %j = call ptr @llvm.invariant.start.p1(i64 8, ptr addrspace(1) %o)
  %a = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %a)
  call void @safepoint()
  call void @llvm.invariant.end.p1(ptr %j, i64 8, ptr addrspace(1) %o)
  %b = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %b
}

; Accesses of vectors are no other ones.
; CHECK-LABEL: define <2 x ptr addrspace(1)> @masked(
; CHECK:         call void @safepoint()
; CHECK-NEXT:    %b = call <2 x ptr addrspace(1)> @llvm.masked.load
; CHECK-NEXT:    ret <2 x ptr addrspace(1)> %b
define <2 x ptr addrspace(1)> @masked(ptr %s, <2 x i1> %m) gc "managed-frames" {
  %a = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %s, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer), !tbaa !8
  call void @use_both(<2 x ptr addrspace(1)> %a)
  call void @safepoint()
  %b = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %s, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer), !tbaa !8
  ret <2 x ptr addrspace(1)> %b
}
declare void @use_both(<2 x ptr addrspace(1)>) "gc-leaf-function" memory(argmem: read)

; Of memory that a callee returns, and what is passed to one that is inlined later.
; CHECK-LABEL: define ptr addrspace(1) @fresh_memory(
; CHECK:         %s = call ptr @new_memory()
; CHECK:         call void @safepoint()
; CHECK-NEXT:    %b = load ptr addrspace(1), ptr %s
; CHECK-LABEL: define void @passes(
; CHECK:         call void @inlined_later(ptr %s)
; CHECK: declare void @inlined_later(ptr){{$}}
define ptr addrspace(1) @fresh_memory(ptr addrspace(1) %a) gc "managed-frames" {
  %s = call noalias ptr @new_memory()
  store ptr addrspace(1) %a, ptr %s
  call void @safepoint()
  %b = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %b
}
declare noalias ptr @new_memory()
define void @passes(ptr %s) gc "managed-frames" {
  call void @inlined_later(ptr noalias %s)
  ret void
}
declare void @inlined_later(ptr noalias)

; What a function without a strategy calls says what safepoints do.
; CHECK-LABEL: define void @calls_safepoint()
; CHECK-NEXT:    call void @quiet(){{$}}
define void @calls_safepoint() noinline {
  call void @quiet() memory(none)
  ret void
}

; What a function returns is its argument after collections, and not before.
; CHECK: declare ptr addrspace(1) @returns_it(ptr addrspace(1)){{$}}
; CHECK: define ptr addrspace(1) @returned(ptr addrspace(1) %a)
; CHECK: call ptr addrspace(1) @returns_it(ptr addrspace(1) %a)
declare ptr addrspace(1) @returns_it(ptr addrspace(1) returned)
define ptr addrspace(1) @returned(ptr addrspace(1) returned %a) gc "managed-frames" {
  %b = call ptr addrspace(1) @returns_it(ptr addrspace(1) returned %a)
  ret ptr addrspace(1) %b
}

; Behind the safepoint, the copy would be made from the object, which is no root there.
; CHECK-LABEL: define void @copies(ptr %out, ptr addrspace(1) %a)
; CHECK:         %o = call ptr addrspace(1) @new_object()
; CHECK: declare ptr addrspace(1) @new_object()
define void @copies(ptr %out, ptr addrspace(1) noalias %a) gc "managed-frames-non-moving" {
  %t = alloca [4 x i32], align 8
  %o = call noalias ptr addrspace(1) @new_object()
  call void @llvm.memcpy.p0.p1.i64(ptr %t, ptr addrspace(1) %o, i64 16, i1 false)
  call void @safepoint()
  call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %t, i64 16, i1 false)
  ret void
}
declare noalias ptr addrspace(1) @new_object()

; Callers in other modules are told what this function does.
; CHECK-LABEL: define i64 @native(i64 %x) {
; CHECK-NEXT:    %r = call i64 @managed_part(i64 %x){{$}}
; CHECK: declare i64 @managed_part(i64){{$}}
define i64 @native(i64 %x) memory(read) {
  %r = call i64 @managed_part(i64 %x)
  ret i64 %r
}
declare i64 @managed_part(i64) memory(read)
