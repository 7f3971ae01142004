; RUN: rm -rf %t && split-file %s %t
; RUN: opt -passes=rewrite-statepoints-for-gc -o %t.bc %t/right.ll
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -stop-after=finalize-isel %t.bc -o - | FileCheck %t/right.ll
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -O0 -filetype=null %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -O2 -filetype=null %t.bc
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -stop-after=finalize-isel %t/bases.ll -o - | FileCheck %t/bases.ll
; RUN: not llc -mtriple=aarch64-linux-gnu -filetype=null %t/wrong.ll 2>&1 | FileCheck %t/wrong.ll --implicit-check-not='Stack dump'

;--- right.ll
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128-ni:1:2"

declare void @collect()

;; Both are references, recorded with their bases.
; CHECK-LABEL: name: second
; CHECK:         STATEPOINT {{.*}}@collect, 2, 0, 2, 0, 2, 0, 2, 2, %{{[0-9]+}}(tied-def 0), %{{[0-9]+}}(tied-def 1), 2, 0, 2, 2, 0, 0, 1, 1,
define i64 @second(ptr addrspace(2) %o, ptr addrspace(1) %p) "gc-address-spaces"="1,2" gc "managed" {
  call void @collect()
  %v = load i64, ptr addrspace(2) %o
  %w = load i64, ptr addrspace(1) %p
  %s = add i64 %v, %w
  ret i64 %s
}

;--- bases.ll
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128-ni:1:2"

declare void @collect()

;; The base that is made of a choice is in the address space of the choice.
; CHECK-LABEL: name: phi
; CHECK:         STATEPOINT {{.*}}@collect, 2, 0, 2, 0, 2, 1, %[[M:[0-9]+]], 2, 2, %[[M]](tied-def 0), {{(killed )?}}%{{[0-9]+}}(tied-def 1), 2, 0, 2, 1, 1, 0,
define void @phi(i1 %c, ptr addrspace(1) %a, ptr addrspace(2) %b) "gc-address-spaces"="1,2" gc "managed" {
  br i1 %c, label %left, label %right
left:
  %p = getelementptr i8, ptr addrspace(1) %a, i64 8
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(2)
  br label %join
right:
  %s = getelementptr i8, ptr addrspace(2) %b, i64 16
  br label %join
join:
  %m = phi ptr addrspace(2) [ %q, %left ], [ %s, %right ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(2) %m) ]
  ret void
}

; CHECK-LABEL: name: select
; CHECK:         STATEPOINT {{.*}}@collect, 2, 0, 2, 0, 2, 1, %[[N:[0-9]+]], 2, 2, %[[N]](tied-def 0), {{(killed )?}}%{{[0-9]+}}(tied-def 1), 2, 0, 2, 1, 1, 0,
define void @select(i1 %c, ptr addrspace(1) %a, ptr addrspace(2) %b) "gc-address-spaces"="1,2" gc "managed" {
  %p = getelementptr i8, ptr addrspace(1) %a, i64 8
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(2)
  %s = getelementptr i8, ptr addrspace(2) %b, i64 16
  %m = select i1 %c, ptr addrspace(2) %q, ptr addrspace(2) %s
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(2) %m) ]
  ret void
}

;--- wrong.ll
; CHECK: error: {{.*}} in function list {{.*}}: attribute "gc-address-spaces"="x": 'x' is not the number of an address space
define void @list() "gc-address-spaces"="x" gc "managed" {
  ret void
}

; CHECK: error: {{.*}} in function frames {{.*}}: attribute "gc-address-spaces": the GC strategy 'shadow-stack' has references in its own address spaces
define void @frames() "gc-address-spaces"="1" gc "shadow-stack" {
  ret void
}
