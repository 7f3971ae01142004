; Each relocate has to name the base of what it relocates.
; RUN: opt -safepoint-ir-verifier-print-only -passes='verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s

declare void @callee()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

; CHECK: Verifying gc pointers in function: other_object
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base: ptr addrspace(1) %q
; CHECK-NEXT: Derived:   %d = getelementptr i8, ptr addrspace(1) %p, i64 8
; CHECK-NEXT: Use:   %r = call
define void @other_object(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %q, ptr addrspace(1) %d) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  call void @use(ptr addrspace(1) %r)
  ret void
}

; CHECK: Verifying gc pointers in function: own_base
; CHECK-NEXT: Relocate with a wrong base found!
define void @own_base(ptr addrspace(1) %p) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %d) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @use(ptr addrspace(1) %r)
  ret void
}

; CHECK: Verifying gc pointers in function: right
; CHECK-NEXT: No illegal uses
define void @right(ptr addrspace(1) %p) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %d) ]
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %r) ]
  %r2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 1)
  call void @use(ptr addrspace(1) %r2)
  ret void
}

; The base is that of another relocate.
; CHECK: Verifying gc pointers in function: second_statepoint
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %c = call
; CHECK-NEXT: Derived:   %r = call
define void @second_statepoint(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p, ptr addrspace(1) %d, ptr addrspace(1) %q) ]
  %c = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 2)
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %c, ptr addrspace(1) %r) ]
  %r2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t2, i32 0, i32 1)
  call void @use(ptr addrspace(1) %r2)
  ret void
}

; Bases that are chosen alike, in a loop.
; CHECK: Verifying gc pointers in function: loop
; CHECK-NEXT: No illegal uses
define void @loop(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %again) gc "statepoint-example" {
entry:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  br label %loop

loop:
  %base = phi ptr addrspace(1) [ %p, %entry ], [ %b, %loop ]
  %i = phi ptr addrspace(1) [ %d, %entry ], [ %next, %loop ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %base, ptr addrspace(1) %i) ]
  %b = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %next = getelementptr i8, ptr addrspace(1) %r, i64 8
  br i1 %again, label %loop, label %exit

exit:
  call void @use(ptr addrspace(1) %next)
  ret void
}

; The edges are exchanged.
; CHECK: Verifying gc pointers in function: exchanged
; CHECK-NEXT: Relocate with a wrong base found!
; CHECK-NEXT: Base:   %base = phi
define void @exchanged(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) gc "statepoint-example" {
entry:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  br i1 %c, label %left, label %right

left:
  br label %join

right:
  br label %join

join:
  %base = phi ptr addrspace(1) [ %q, %left ], [ %p, %right ]
  %derived = phi ptr addrspace(1) [ %d, %left ], [ %q, %right ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %base, ptr addrspace(1) %derived) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  call void @use(ptr addrspace(1) %r)
  ret void
}
