; What comes from a statepoint is true behind it, on its own edge only.
; RUN: opt -safepoint-ir-verifier-print-only -passes='verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s

declare void @callee()
declare ptr addrspace(1) @make()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @personality(...)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare ptr addrspace(1) @llvm.experimental.gc.result.p1(token)

; CHECK: Verifying gc pointers in function: relocate_too_late
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %r = call
; CHECK-NEXT: Use:   ret
define ptr addrspace(1) @relocate_too_late(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

; CHECK: Verifying gc pointers in function: result_too_late
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %r = call
define ptr addrspace(1) @result_too_late() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(ptr addrspace(1) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %r = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t)
  ret ptr addrspace(1) %r
}

; CHECK: Verifying gc pointers in function: both_edges
; CHECK-NEXT: No illegal uses
define ptr addrspace(1) @both_edges(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
          to label %normal unwind label %pad

normal:
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r

pad:
  %l = landingpad token cleanup
  %s = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)
  ret ptr addrspace(1) %s
}

; CHECK: Verifying gc pointers in function: one_edge
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def: ptr addrspace(1) %p
; CHECK-NEXT: Use:   call void @use
define ptr addrspace(1) @one_edge(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
          to label %normal unwind label %pad

normal:
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r

pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @use(ptr addrspace(1) %p)
  resume { ptr, i32 } %l
}

; CHECK: Verifying gc pointers in function: aggregate
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %p = extractvalue { i64, ptr addrspace(1) } %a, 1
define ptr addrspace(1) @aggregate({ i64, ptr addrspace(1) } %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %i = extractvalue { i64, ptr addrspace(1) } %a, 0
  %d = inttoptr i64 %i to ptr addrspace(1)
  call void @use(ptr addrspace(1) %d)
  %p = extractvalue { i64, ptr addrspace(1) } %a, 1
  ret ptr addrspace(1) %p
}

; CHECK: Verifying gc pointers in function: vector
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %w = insertelement
; CHECK-NEXT: Use:   ret
define <2 x ptr addrspace(1)> @vector(<2 x ptr addrspace(1)> %v, ptr %slot) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %p = load ptr addrspace(1), ptr %slot
  %w = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %p, i32 0
  ret <2 x ptr addrspace(1)> %w
}
