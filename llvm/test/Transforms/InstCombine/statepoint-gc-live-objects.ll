; RUN: opt -passes=instcombine -S < %s | FileCheck %s

; What a statepoint has to record stays in gc-live: stack objects, and values that are
; used afterwards. So does the type of a callee that is checked.

; CHECK-LABEL: @object(
; CHECK: @llvm.experimental.gc.statepoint{{.*}} [ "gc-live"(ptr %slot) ]
; CHECK: load ptr addrspace(1), ptr %slot
define ptr addrspace(1) @object(ptr addrspace(1) %p) gc "statepoint-example" {
  %slot = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %slot
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slot) ]
  %q = load ptr addrspace(1), ptr %slot
  ret ptr addrspace(1) %q
}

; CHECK-LABEL: @used(
; CHECK: @llvm.experimental.gc.statepoint{{.*}} [ "gc-live"(ptr addrspace(1) %q, ptr addrspace(1) %p) ]
define ptr addrspace(1) @used(ptr addrspace(1) %dead, ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %dead, ptr addrspace(1) %q, ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  store ptr addrspace(1) %r, ptr @global
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @listed_again(
; CHECK: @llvm.experimental.gc.statepoint{{.*}} [ "gc-live"() ]
; CHECK: @llvm.experimental.gc.statepoint{{.*}} [ "gc-live"() ]
define void @listed_again(ptr addrspace(1) %p) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  ret void
}

; CHECK-LABEL: @checked(
; CHECK: @llvm.experimental.gc.statepoint{{.*}} [ "kcfi"(i32 12345) ]
define void @checked(ptr %f) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) %f, i32 0, i32 0, i32 0, i32 0) [ "kcfi"(i32 12345) ]
  ret void
}

@global = global ptr addrspace(1) null
declare void @opaque()

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
