; RUN: not opt -passes=verify -disable-output %s 2>&1 | FileCheck %s --implicit-check-not='Stack dump'

;; The verifier prints what is wrong, and with it a relocate that names nothing.

; CHECK:      gc.relocate: statepoint base index out of bounds
; CHECK-NEXT: %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 -1, i32 0){{$}}
define ptr addrspace(1) @base(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 -1, i32 0)
  ret ptr addrspace(1) %r
}

; CHECK:      gc.relocate: statepoint derived index out of bounds
; CHECK-NEXT: %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1){{$}}
define ptr addrspace(1) @derived(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}

; CHECK:      gc.relocate: statepoint base index out of bounds
; CHECK-NEXT: %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 7, i32 7){{$}}
define ptr addrspace(1) @no_list(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 7, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0)
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 7, i32 7)
  ret ptr addrspace(1) %r
}

; CHECK:      gc relocate is incorrectly tied to the statepoint
; CHECK-NEXT: %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token none, i32 0, i32 0) ; (undef, undef)
define ptr addrspace(1) @no_statepoint(ptr addrspace(1) %a) gc "statepoint-example" {
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token none, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

; CHECK: gc relocate should be linked to a statepoint
define ptr addrspace(1) @no_statepoint_in_front(ptr addrspace(1) %a) gc "statepoint-example" personality ptr @personality {
  invoke void @g() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %a
pad:
  %l = landingpad token cleanup
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

declare void @g()
declare i32 @personality(...)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
