; Integers that a reference is made of again are computed again behind a call,
; whatever they are computed with.

; RUN: opt -S -passes='rewrite-statepoints-for-gc,verify,verify<safepoint-ir>' %s | FileCheck %s
; RUN: not opt -disable-output -passes=rewrite-statepoints-for-gc %S/Inputs/copy-through-assembly.ll 2>&1 | FileCheck %s --check-prefix=ASM

; ASM: error: {{.*}} in function barrier {{.*}}: inttoptr '%p': is made from a copy of a reference that is live across call of 'g'

target datalayout = "e-i64:64-ni:1"
target triple = "x86_64-linux-gnu"

@heap = external global i8
@heap1 = external addrspace(1) global i8
declare void @g()

; A reference in 32 bits: how far it is from the start of the heap.
; CHECK-LABEL: define ptr addrspace(1) @compressed(
; CHECK:         @llvm.experimental.gc.statepoint
; CHECK:         %r.relocated
; CHECK:         ptrtoint ptr addrspace(1) %r.relocated to i64
; CHECK:         ashr exact i64
; CHECK:         shl i64
define ptr addrspace(1) @compressed(ptr addrspace(1) %r) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %r to i64
  %d = sub i64 %i, ptrtoint (ptr @heap to i64)
  %s = ashr exact i64 %d, 3
  call void @g()
  %u = shl i64 %s, 3
  %a = add i64 %u, ptrtoint (ptr @heap to i64)
  %p = inttoptr i64 %a to ptr addrspace(1)
  ret ptr addrspace(1) %p
}

; The same as an index.
; CHECK-LABEL: define i64 @index(
; CHECK:         ptrtoint ptr addrspace(1) %r.relocated to i64
; CHECK:         getelementptr i8, ptr @heap, i64
define i64 @index(ptr addrspace(1) %r) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %r to i64
  %d = sub i64 %i, ptrtoint (ptr @heap to i64)
  call void @g()
  %q = getelementptr i8, ptr @heap, i64 %d
  %v = load i64, ptr %q
  ret i64 %v
}

; CHECK-LABEL: define i64 @index_of_references(
; CHECK:         ptrtoint ptr addrspace(1) %r.relocated to i64
; CHECK:         getelementptr i8, ptr addrspace(1) @heap1, i64
define i64 @index_of_references(ptr addrspace(1) %r) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %r to i64
  %d = sub i64 %i, ptrtoint (ptr addrspace(1) @heap1 to i64)
  call void @g()
  %q = getelementptr i8, ptr addrspace(1) @heap1, i64 %d
  %v = load i64, ptr addrspace(1) %q
  ret i64 %v
}

; CHECK-LABEL: define ptr addrspace(1) @member(
; CHECK:         ptrtoint ptr addrspace(1) %r.relocated to i64
; CHECK:         insertvalue { i64, i64 }
define ptr addrspace(1) @member(ptr addrspace(1) %r) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %r to i64
  %a = insertvalue { i64, i64 } poison, i64 %i, 0
  call void @g()
  %x = extractvalue { i64, i64 } %a, 0
  %p = inttoptr i64 %x to ptr addrspace(1)
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: define ptr addrspace(1) @intrinsics(
; CHECK:         ptrtoint ptr addrspace(1) %r.relocated to i64
; CHECK:         call i64 @llvm.fshl.i64(
; CHECK:         call { i64, i1 } @llvm.uadd.with.overflow.i64(
define ptr addrspace(1) @intrinsics(ptr addrspace(1) %r) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %r to i64
  %f = call i64 @llvm.fshl.i64(i64 %i, i64 %i, i64 8)
  %o = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %f, i64 0)
  call void @g()
  %x = extractvalue { i64, i1 } %o, 0
  %b = call i64 @llvm.fshr.i64(i64 %x, i64 %x, i64 8)
  %p = inttoptr i64 %b to ptr addrspace(1)
  ret ptr addrspace(1) %p
}
