;; Code for collectors that do not move objects: what is listed is recorded
;; although nothing relocates it, also if only what is derived from it is used.
; RUN: opt -passes='default<O2>' < %s | llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps dump %t.o | FileCheck %s --check-prefix=O0
; RUN: sed 's/managed-non-moving/managed/' %s | opt -passes='default<O2>' | llc -mtriple=x86_64-linux-gnu -filetype=obj -o %t.o
; RUN: llvm-managed-maps dump %t.o | FileCheck %s --check-prefix=MOVING
; RUN: sed 's/;UNKNOWN//' %s | not llc -mtriple=x86_64-linux-gnu -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare void @callee()

; CHECK:  (derived+{{.*}} roots {{[^ ]+$}}
; O0:     (derived+{{.*}} roots {{[^ ]+$}}
; MOVING: (derived+
; MOVING-NOT: roots
; MOVING: (both+
define i64 @derived(ptr addrspace(1) %p, i64 %n) gc "managed-non-moving" {
  %d = getelementptr i64, ptr addrspace(1) %p, i64 %n
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %p)]
  %v = load i64, ptr addrspace(1) %d
  ret i64 %v
}

; CHECK: (both+{{.*}} roots {{[^ ]+, [^ ]+$}}
; O0:    (both+{{.*}} roots {{[^ ]+, [^ ]+$}}
define ptr addrspace(1) @both(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-non-moving" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %q)]
  ret ptr addrspace(1) %q
}

; ERROR: error: {{.*}} in function unknown {{.*}}: gc-live value '%d' is not a base pointer and has no known base; list the base
;UNKNOWN define i64 @unknown(i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-non-moving" {
;UNKNOWN   %dp = getelementptr i8, ptr addrspace(1) %p, i64 8
;UNKNOWN   %d = select i1 %c, ptr addrspace(1) %dp, ptr addrspace(1) %q
;UNKNOWN   %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %d)]
;UNKNOWN   %v = load i64, ptr addrspace(1) %d
;UNKNOWN   ret i64 %v
;UNKNOWN }
