; RUN: rm -rf %t && split-file %s %t
; RUN: opt -passes=rewrite-statepoints-for-gc -o %t.bc %t/right.ll
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -stop-after=finalize-isel %t.bc -o - | FileCheck %t/right.ll
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O0 -filetype=null %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -O2 -filetype=null %t.bc
; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null %t/wrong.ll 2>&1 | FileCheck %t/wrong.ll --implicit-check-not='Stack dump'

;--- right.ll
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128-ni:1:2"

declare void @collect()

;; Both are references, recorded with their bases.
; CHECK-LABEL: name: second
; CHECK:         STATEPOINT {{.*}}, 2, 0, 2, 1, 2, 0, 2, [[#]], {{.*}} tied-def
define i64 @second(ptr addrspace(2) %o, ptr addrspace(1) %p) "gc-address-spaces"="1,2" gc "managed" {
  call void @collect()
  %v = load i64, ptr addrspace(2) %o
  %w = load i64, ptr addrspace(1) %p
  %s = add i64 %v, %w
  ret i64 %s
}

;--- wrong.ll
target datalayout = "e-p1:32:32-i64:64-ni:1:2"

declare void @collect()

; CHECK: error: {{.*}} in function narrow {{.*}}: references of address space 1 have 32 bits, and pointers have 64
define ptr addrspace(1) @narrow(ptr addrspace(1) %o) gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %o) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function list {{.*}}: attribute "gc-address-spaces"="x": 'x' is not the number of an address space
define void @list() "gc-address-spaces"="x" gc "managed" {
  ret void
}
