; Memory that has an address of address space 0 is accessed through that one.
; RUN: opt -passes='PropagateJuliaAddrspaces,verify' -S %s | FileCheck %s

@global = global [2 x i64] zeroinitializer

; CHECK-LABEL: define i64 @each_access(
; CHECK-NEXT:    %v = load i64, ptr %p, align 8, !tbaa
; CHECK-NEXT:    store volatile i64 %v, ptr %p, align 4
; CHECK-NEXT:    %a = atomicrmw add ptr %p, i64 1 monotonic, align 8
; CHECK-NEXT:    %b = cmpxchg weak ptr %p, i64 1, i64 2 acquire monotonic, align 8
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 8, i1 false)
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 true)
; CHECK-NEXT:    call void @llvm.memmove.p0.p11.i64(ptr %p, ptr addrspace(11) %kept, i64 8, i1 false)
; CHECK-NEXT:    call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i32 8)
; CHECK-NEXT:    ret i64 %v
define i64 @each_access(ptr %p, ptr %q, ptr addrspace(11) %kept) {
  %s = addrspacecast ptr %p to ptr addrspace(10)
  %t = addrspacecast ptr %q to ptr addrspace(11)
  %v = load i64, ptr addrspace(10) %s, align 8, !tbaa !0
  store volatile i64 %v, ptr addrspace(10) %s, align 4
  %a = atomicrmw add ptr addrspace(10) %s, i64 1 monotonic, align 8
  %b = cmpxchg weak ptr addrspace(10) %s, i64 1, i64 2 acquire monotonic, align 8
  call void @llvm.memset.p10.i64(ptr addrspace(10) align 8 %s, i8 0, i64 8, i1 false)
  call void @llvm.memcpy.p10.p11.i64(ptr addrspace(10) %s, ptr addrspace(11) %t, i64 8, i1 true)
  call void @llvm.memmove.p10.p11.i64(ptr addrspace(10) %s, ptr addrspace(11) %kept, i64 8, i1 false)
  call void @llvm.memcpy.element.unordered.atomic.p10.p11.i64(ptr addrspace(10) align 8 %s, ptr addrspace(11) align 8 %t, i64 8, i32 8)
  ret i64 %v
}

; CHECK-LABEL: define void @each_space(
; CHECK-NOT:     addrspace
; CHECK:         ret void
define void @each_space(ptr %p) {
  %a = addrspacecast ptr %p to ptr addrspace(10)
  %b = addrspacecast ptr %p to ptr addrspace(11)
  %c = addrspacecast ptr %p to ptr addrspace(12)
  %d = addrspacecast ptr %p to ptr addrspace(13)
  %e = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  store i8 0, ptr addrspace(10) %a
  store i8 0, ptr addrspace(11) %b
  store i8 0, ptr addrspace(12) %c
  store i8 0, ptr addrspace(13) %d
  store i8 0, ptr addrspace(11) %e
  ret void
}

; Flags and all indices are kept; what others use stays beside it.
; CHECK-LABEL: define ptr addrspace(11) @index(
; CHECK-NEXT:    %s = addrspacecast ptr %p to ptr addrspace(11)
; CHECK-NEXT:    [[FIELD:%.*]] = getelementptr inbounds nuw [2 x i64], ptr %p, i64 %i, i64 1
; CHECK-NEXT:    %field = getelementptr inbounds nuw [2 x i64], ptr addrspace(11) %s, i64 %i, i64 1
; CHECK-NEXT:    store i64 0, ptr [[FIELD]]
; CHECK-NEXT:    ret ptr addrspace(11) %field
define ptr addrspace(11) @index(ptr %p, i64 %i) {
  %s = addrspacecast ptr %p to ptr addrspace(11)
  %field = getelementptr inbounds nuw [2 x i64], ptr addrspace(11) %s, i64 %i, i64 1
  store i64 0, ptr addrspace(11) %field
  ret ptr addrspace(11) %field
}

; CHECK-LABEL: define void @choose(
; CHECK-NEXT:    [[S:%.*]] = select i1 %c, ptr %p, ptr %q, !prof
; CHECK-NEXT:    [[F:%.*]] = getelementptr i8, ptr [[S]], i64 8
; CHECK-NEXT:    store i64 0, ptr [[F]]
; CHECK-NEXT:    ret void
define void @choose(i1 %c, ptr %p, ptr %q) {
  %a = addrspacecast ptr %p to ptr addrspace(10)
  %b = addrspacecast ptr %q to ptr addrspace(10)
  %s = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b, !prof !3
  %d = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %f = getelementptr i8, ptr addrspace(11) %d, i64 8
  store i64 0, ptr addrspace(11) %f
  ret void
}

; CHECK-LABEL: define void @loop(
; CHECK:       loop:
; CHECK-NEXT:    [[PHI:%.*]] = phi ptr [ %p, %entry ], [ [[NEXT:%.*]], %loop ], [ null, %other ]
; CHECK-NEXT:    store i64 0, ptr [[PHI]]
; CHECK-NEXT:    [[NEXT]] = getelementptr i8, ptr [[PHI]], i64 8
; CHECK-NEXT:    br
; CHECK-NOT:     addrspace
; CHECK-LABEL: define
define void @loop(ptr %p, i1 %c) {
entry:
  %s = addrspacecast ptr %p to ptr addrspace(11)
  br label %loop
loop:
  %phi = phi ptr addrspace(11) [ %s, %entry ], [ %next, %loop ], [ null, %other ]
  store i64 0, ptr addrspace(11) %phi
  %next = getelementptr i8, ptr addrspace(11) %phi, i64 8
  br i1 %c, label %loop, label %other
other:
  br label %loop
}

; CHECK-LABEL: @constants(
; CHECK-NEXT:    %a = load i64, ptr @global
; CHECK-NEXT:    %b = load i64, ptr getelementptr inbounds (i8, ptr @global, i64 8)
define void @constants() {
  %a = load i64, ptr addrspace(11) addrspacecast (ptr @global to ptr addrspace(11))
  %b = load i64, ptr addrspace(11) getelementptr inbounds (i8, ptr addrspace(11) addrspacecast (ptr @global to ptr addrspace(11)), i64 8)
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"t", !2, i64 0}
!2 = !{!"root"}
!3 = !{!"branch_weights", i32 1, i32 9}
