; A copy of a base pointer is one, too, after statepoints that relocated it as derived.
; RUN: opt -safepoint-ir-verifier-print-only -passes='verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s

declare void @callee()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

; A freeze.
; CHECK: Verifying gc pointers in function: copy
; CHECK-NEXT: No illegal uses
define void @copy(ptr addrspace(1) %p) gc "statepoint-example" {
  %f = freeze ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f) ]
  %c = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; What is derived is none.
; CHECK: Verifying gc pointers in function: derived
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base: {{ *}}%c
define void @derived(ptr addrspace(1) %p) gc "statepoint-example" {
  %f = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f) ]
  %c = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; Through two statepoints.
; CHECK: Verifying gc pointers in function: copy_twice
; CHECK-NEXT: No illegal uses
define void @copy_twice(ptr addrspace(1) %p) gc "statepoint-example" {
  %f = freeze ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f) ]
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %t1 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %d) ]
  %c = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 1)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; The first one relocates what is derived.
; CHECK: Verifying gc pointers in function: derived_twice
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base: {{ *}}%c
define void @derived_twice(ptr addrspace(1) %p) gc "statepoint-example" {
  %f = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f) ]
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %t1 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %d) ]
  %c = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t1, i32 0, i32 1)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; A choice of one.
; CHECK: Verifying gc pointers in function: chosen
; CHECK-NEXT: No illegal uses
define void @chosen(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %x) gc "statepoint-example" {
  %f = freeze ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f, ptr addrspace(1) %q) ]
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %g = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 2)
  %c = select i1 %x, ptr addrspace(1) %d, ptr addrspace(1) %g
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; A choice of what is derived from one.
; CHECK: Verifying gc pointers in function: chosen_derived
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base: {{ *}}%c
define void @chosen_derived(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %x) gc "statepoint-example" {
  %f = freeze ptr addrspace(1) %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f, ptr addrspace(1) %q) ]
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %h = getelementptr i8, ptr addrspace(1) %d, i64 8
  %g = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 2)
  %c = select i1 %x, ptr addrspace(1) %h, ptr addrspace(1) %g
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 0)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; The copy as the base of what is derived.
; CHECK: Verifying gc pointers in function: of_copy
; CHECK-NEXT: No illegal uses
define void @of_copy(ptr addrspace(1) %p) gc "statepoint-example" {
  %f = freeze ptr addrspace(1) %p
  %h = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f, ptr addrspace(1) %h) ]
  %c = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 2)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c, ptr addrspace(1) %d) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 1)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; A copy of another one.
; CHECK: Verifying gc pointers in function: of_another
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base: {{ *}}%c
define void @of_another(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" {
  %f = freeze ptr addrspace(1) %q
  %h = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %f, ptr addrspace(1) %h, ptr addrspace(1) %q) ]
  %c = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 3, i32 1)
  %d = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 2)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c, ptr addrspace(1) %d) ]
  %e = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 1)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; Around a loop.
; CHECK: Verifying gc pointers in function: loop
; CHECK-NEXT: No illegal uses
define void @loop(ptr addrspace(1) %p, i1 %x) gc "statepoint-example" {
entry:
  %f = freeze ptr addrspace(1) %p
  br label %loop

loop:
  %b = phi ptr addrspace(1) [ %p, %entry ], [ %br, %loop ]
  %c = phi ptr addrspace(1) [ %f, %entry ], [ %cr, %loop ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %c) ]
  %br = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %cr = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  br i1 %x, label %loop, label %exit

exit:
  call void @use(ptr addrspace(1) %cr)
  ret void
}
