; RUN: split-file %s %t
; RUN: not opt -passes=place-gc-roots -disable-output %t/bad.ll 2>&1 | FileCheck %s
; RUN: opt -passes='place-gc-roots,verify<gc-roots>' -disable-output %t/good.ll

;; A stack object lies in the frame, where the collector looks for base pointers.
;; What puts a pointer into an object there is reported, whatever the address.

;--- bad.ll
declare void @poll()
declare void @fill(ptr)

; CHECK: in function chosen {{.*}}: store: it puts a pointer into an object where a collector looks for base pointers; store the base pointer and the offset, or run sroa
define ptr addrspace(1) @chosen(ptr addrspace(1) %o, i1 %c) gc "managed-frames" {
  %a = alloca ptr addrspace(1)
  %b = alloca ptr addrspace(1)
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  store ptr addrspace(1) %o, ptr %b
  %s = select i1 %c, ptr %a, ptr %b
  store ptr addrspace(1) %p, ptr %s
  call void @poll()
  %v = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %v
}

; What is loaded again, or copied, stays what it is.
; CHECK: in function passed_on {{.*}}: store: it puts a pointer into an object
; CHECK: in function passed_on {{.*}}: call: it puts a pointer into an object
; CHECK: in function passed_on {{.*}}: call: it puts a pointer into an object
define void @passed_on(ptr addrspace(1) %o, i64 %i) gc "managed-frames" {
  %a = alloca [2 x ptr addrspace(1)]
  %b = alloca [2 x ptr addrspace(1)]
  %c = alloca [2 x ptr addrspace(1)]
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  %e = getelementptr ptr addrspace(1), ptr %a, i64 %i
  store ptr addrspace(1) %p, ptr %e
  %v = load <2 x ptr addrspace(1)>, ptr %a
  call void @llvm.masked.store.v2p1.p0(<2 x ptr addrspace(1)> %v, ptr align 8 %b, <2 x i1> <i1 1, i1 0>)
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %b, i64 16, i1 false)
  call void @poll()
  call void @fill(ptr %c)
  ret void
}

;--- good.ll
declare void @poll()
declare void @fill(ptr)

; Variables become values.
define ptr addrspace(1) @variable(ptr addrspace(1) %o) gc "managed-frames" {
  %a = alloca ptr addrspace(1)
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  store ptr addrspace(1) %p, ptr %a
  call void @poll()
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

define void @base(ptr addrspace(1) %o) gc "managed-frames" {
  %a = alloca [2 x ptr addrspace(1)]
  %p = getelementptr i8, ptr addrspace(1) %o, i64 0
  %e = getelementptr ptr addrspace(1), ptr %a, i64 1
  store ptr addrspace(1) %p, ptr %e
  call void @fill(ptr %a)
  ret void
}
