; RUN: opt -passes=strip-invariant-groups,verify -S < %s | FileCheck %s

; CHECK-LABEL: define ptr @barriers(
; CHECK-NEXT: store ptr @vtable, ptr %p, align 8, !tbaa
; CHECK-NEXT: %vptr = load ptr, ptr %p, align 8, !tbaa
; CHECK-NEXT: call void @use(ptr %vptr)
; CHECK-NEXT: %slot = load ptr, ptr %vptr, align 8, !invariant.load
; CHECK-NEXT: ret ptr %p
define ptr @barriers(ptr %p) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  store ptr @vtable, ptr %q, !tbaa !1, !invariant.group !0
  %s = call ptr @llvm.strip.invariant.group.p0(ptr %q)
  %vptr = load ptr, ptr %q, !tbaa !1, !invariant.group !0
  call void @use(ptr %vptr)
  %slot = load ptr, ptr %vptr, !invariant.load !0
  ret ptr %s
}

; In other address spaces too.
; CHECK-LABEL: define ptr addrspace(1) @spaces(
; CHECK-NEXT: ret ptr addrspace(1) %p
define ptr addrspace(1) @spaces(ptr addrspace(1) %p) {
  %q = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %p)
  ret ptr addrspace(1) %q
}

; What a constructor stored stays known.
; CHECK-LABEL: define void @assumption(
; CHECK: %vptr = load ptr, ptr %p, align 8{{$}}
; CHECK-NEXT: %known = icmp eq ptr %vptr, @vtable
; CHECK-NEXT: call void @llvm.assume(i1 %known)
define void @assumption(ptr %p) {
  call void @constructor(ptr %p)
  %vptr = load ptr, ptr %p, !invariant.group !0
  %known = icmp eq ptr %vptr, @vtable
  call void @llvm.assume(i1 %known)
  ret void
}

; Code that nobody reaches may use itself.
; CHECK-LABEL: define void @unreachable(
; CHECK: dead:
; CHECK-NEXT: call void @use(ptr poison)
define void @unreachable() {
  ret void

dead:
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %q)
  call void @use(ptr %q)
  br label %dead
}

@vtable = external constant ptr

declare void @use(ptr)
declare void @constructor(ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1))
declare ptr @llvm.strip.invariant.group.p0(ptr)

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"vtable pointer", !3, i64 0}
!3 = !{!"Simple C++ TBAA"}
