; A module may have functions of several strategies. Each pass leaves those of others
; alone, in any order, and code is generated for all.
;
; RUN: opt -S -passes=rewrite-statepoints-for-gc < %s | FileCheck %s --check-prefixes=CHECK,ALONE
; RUN: opt -S -passes='function(normalize-gc-pointers),rewrite-statepoints-for-gc,place-gc-roots,lower-gc-frame' < %s | FileCheck %s --check-prefixes=CHECK,BOTH
; RUN: opt -S -passes=place-gc-roots,lower-gc-frame,rewrite-statepoints-for-gc < %s | FileCheck %s --check-prefixes=CHECK,BOTH
; RUN: opt -disable-output -passes='function(verify<statepoint-input>,verify<safepoint-ir>,verify<gc-invariants>),copy-gc-functions,place-gc-roots,function(verify<gc-roots>)' < %s 2>&1 | count 0
; RUN: %if x86-registered-target %{ opt -passes=rewrite-statepoints-for-gc,place-gc-roots,lower-gc-frame < %s | llc -mtriple=x86_64-linux-gnu -filetype=null 2>&1 | count 0 %}
; RUN: %if aarch64-registered-target %{ opt -passes=rewrite-statepoints-for-gc,place-gc-roots,lower-gc-frame < %s | llc -mtriple=aarch64-linux-gnu -filetype=null 2>&1 | count 0 %}

declare void @opaque()

; CHECK-LABEL: @statepoints(
; CHECK: @llvm.experimental.gc.statepoint{{.*}}@opaque{{.*}} [ "gc-live"(ptr addrspace(1) %p) ]
; CHECK: ret ptr addrspace(1) %p.relocated
define ptr addrspace(1) @statepoints(ptr addrspace(1) %p) gc "managed" {
  call void @opaque()
  ret ptr addrspace(1) %p
}

; ALONE-LABEL: @frames(ptr addrspace(1) %p) gc "managed-frames" {
; ALONE-NEXT: call void @opaque()
; ALONE-NEXT: ret ptr addrspace(1) %p
; BOTH-LABEL: @frames(ptr addrspace(1) %p)
; BOTH-NOT: gc "
; BOTH: call void @opaque()
; BOTH: %[[NEW:.*]] = load ptr addrspace(1), ptr
; BOTH: ret ptr addrspace(1) %[[NEW]]
define ptr addrspace(1) @frames(ptr addrspace(1) %p) gc "managed-frames" {
  call void @opaque()
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @memory(ptr addrspace(1) %p) gc "shadow-stack" {
; CHECK-NEXT: call void @opaque()
; CHECK-NEXT: ret ptr addrspace(1) %p
define ptr addrspace(1) @memory(ptr addrspace(1) %p) gc "shadow-stack" {
  call void @opaque()
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @none(ptr addrspace(1) %p) {
; CHECK-NEXT: call void @opaque()
; CHECK-NEXT: ret ptr addrspace(1) %p
define ptr addrspace(1) @none(ptr addrspace(1) %p) {
  call void @opaque()
  ret ptr addrspace(1) %p
}
