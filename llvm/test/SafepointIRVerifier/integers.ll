; A reference that was an integer over a statepoint is stale.
; RUN: opt -safepoint-ir-verifier-print-only -passes='verify<safepoint-ir>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-p:64:64-p1:64:64"

declare void @callee()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare void @use_integer(i64) "gc-leaf-function"
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

; CHECK: Verifying gc pointers in function: laundered
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %q = inttoptr i64 %j to ptr addrspace(1)
; CHECK-NEXT: Use:   call void @use(ptr addrspace(1) %q)
define void @laundered(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %j = add i64 %i, 8
  %q = inttoptr i64 %j to ptr addrspace(1)
  call void @use(ptr addrspace(1) %q)
  ret void
}

; CHECK: Verifying gc pointers in function: in_front
; CHECK-NEXT: No illegal uses
define void @in_front(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = add i64 %i, 8
  %q = inttoptr i64 %j to ptr addrspace(1)
  call void @use(ptr addrspace(1) %q)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; An integer may be anything, such as a hash.
; CHECK: Verifying gc pointers in function: hash
; CHECK-NEXT: No illegal uses
define void @hash(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call void @use_integer(i64 %i)
  ret void
}

; Neither distances nor low bits say where an object is.
; CHECK: Verifying gc pointers in function: distance
; CHECK-NEXT: No illegal uses
define void @distance(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %field) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %j = ptrtoint ptr addrspace(1) %q to i64
  %d = sub i64 %i, %j
  %tag = and i64 %i, 7
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %r = load ptr addrspace(1), ptr null
  %a = getelementptr i8, ptr addrspace(1) %r, i64 %d
  %k = ptrtoint ptr addrspace(1) %a to i64
  %l = or i64 %k, %tag
  %x = inttoptr i64 %l to ptr addrspace(1)
  call void @use(ptr addrspace(1) %x)
  ret void
}

; CHECK: Verifying gc pointers in function: through_null
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %q = getelementptr i8, ptr addrspace(1) null, i64 %i
define void @through_null(ptr addrspace(1) %p) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %q = getelementptr i8, ptr addrspace(1) null, i64 %i
  call void @use(ptr addrspace(1) %q)
  ret void
}

; CHECK: Verifying gc pointers in function: raw
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %q = addrspacecast ptr addrspace(1) %p to ptr
; CHECK-NEXT: Use:   %x = load i8, ptr %q
define i8 @raw(ptr addrspace(1) %p) gc "statepoint-example" {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %x = load i8, ptr %q
  ret i8 %x
}

; What is decoded behind the statepoint is new there.
; CHECK: Verifying gc pointers in function: decoded
; CHECK-NEXT: No illegal uses
define ptr addrspace(1) @decoded(i64 %box) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %p = inttoptr i64 %box to ptr addrspace(1)
  ret ptr addrspace(1) %p
}

; CHECK: Verifying gc pointers in function: decoded_before
; CHECK-NEXT: Illegal use of unrelocated value found!
; CHECK-NEXT: Def:   %p = inttoptr i64 %box to ptr addrspace(1)
define ptr addrspace(1) @decoded_before(i64 %box) gc "statepoint-example" {
  %p = inttoptr i64 %box to ptr addrspace(1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret ptr addrspace(1) %p
}
