;; Verifiers print nothing if they have nothing to say.
; RUN: opt -passes='verify<safepoint-ir>,verify<statepoint-input>,verify<gc-roots>' -disable-output %s 2>&1 | count 0
; RUN: opt -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' -o %t.bc %s 2>&1 | count 0
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=null %t.bc 2>&1 | count 0
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=null %t.bc 2>&1 | count 0

define ptr addrspace(1) @statepoint(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @callee()
  ret ptr addrspace(1) %p
}

define void @plain(ptr %p) {
  call void @callee()
  ret void
}

declare void @callee()
