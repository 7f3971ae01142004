; RUN: opt -passes='place-gc-roots,verify<gc-roots>' -S %s | FileCheck %s

;; What is frozen is the same reference, so that its root is loaded again
;; without an offset, and is a base pointer.

declare void @poll()
declare void @use(ptr addrspace(1))

; CHECK-LABEL: define ptr addrspace(1) @scalar(
; CHECK-NOT: ptrtoint
; CHECK: call void @poll()
; CHECK: [[BASE:%.*]] = load ptr addrspace(1), ptr
; CHECK-NEXT: [[COPY:%.*]] = getelementptr i8, ptr addrspace(1) [[BASE]], i64 0
; CHECK-NEXT: call void @use(ptr addrspace(1) [[COPY]])
define ptr addrspace(1) @scalar(ptr addrspace(1) %x) gc "managed-frames" {
  %a = freeze ptr addrspace(1) %x
  call void @poll()
  call void @use(ptr addrspace(1) %a)
  ret ptr addrspace(1) %a
}

; Between, there may be constant distances.
; CHECK-LABEL: define ptr addrspace(1) @derived(
; CHECK-NOT: ptrtoint
; CHECK: call void @poll()
; CHECK: getelementptr i8, ptr addrspace(1) %x.reload, i64 24
define ptr addrspace(1) @derived(ptr addrspace(1) %x) gc "managed-frames" {
  %p = getelementptr i8, ptr addrspace(1) %x, i64 8
  %a = freeze ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %a, i64 16
  call void @poll()
  ret ptr addrspace(1) %q
}

; An element is stored as a root of its own.
; CHECK-LABEL: define ptr addrspace(1) @element(
; CHECK-NOT: ptrtoint
; CHECK: call void @poll()
; CHECK: [[COPIES:%.*]] = getelementptr i8, <2 x ptr addrspace(1)> {{%.*}}, <2 x i64> zeroinitializer
; CHECK-NEXT: %b = extractelement <2 x ptr addrspace(1)> [[COPIES]], i64 1
; CHECK: store ptr addrspace(1) %b, ptr
; CHECK-NEXT: call void @use(
define ptr addrspace(1) @element(<2 x ptr addrspace(1)> %x) gc "managed-frames" {
  %a = freeze <2 x ptr addrspace(1)> %x
  call void @poll()
  %b = extractelement <2 x ptr addrspace(1)> %a, i64 1
  call void @use(ptr addrspace(1) null)
  ret ptr addrspace(1) %b
}
