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
; CHECK:         STATEPOINT {{.*}}@collect, 2, 0, 2, 0, 2, 0, 2, 2, %{{[0-9]+}}(tied-def 0), %{{[0-9]+}}(tied-def 1), 2, 0, 2, 2, 0, 0, 1, 1,
define i64 @second(ptr addrspace(2) %o, ptr addrspace(1) %p) "gc-address-spaces"="1,2" gc "managed" {
  call void @collect()
  %v = load i64, ptr addrspace(2) %o
  %w = load i64, ptr addrspace(1) %p
  %s = add i64 %v, %w
  ret i64 %s
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
