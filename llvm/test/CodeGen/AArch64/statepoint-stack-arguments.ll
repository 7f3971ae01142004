; A variable that is a copy of an argument on the stack is that argument.

; RUN: llc -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs -stop-after=finalize-isel < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O2 -verify-machineinstrs -stop-after=finalize-isel < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O0 -verify-machineinstrs -filetype=null < %s
; RUN: llc -mtriple=aarch64-linux-gnu -O2 -verify-machineinstrs -filetype=null < %s

; CHECK-LABEL: name: f
; CHECK: fixedStack:
; CHECK: STATEPOINT 0, 0, 0, {{.*}}, 2, 2, 0, %fixed-stack.[[A:[0-9]]], 0, 0, %fixed-stack.[[B:[0-9]]], 0, 2, 0, csr
define ptr addrspace(1) @f(i64, i64, i64, i64, i64, i64, i64, i64, ptr addrspace(1) %p, i64 %n, ptr addrspace(1) %q) gc "managed" {
  %a = alloca ptr addrspace(1)
  %i = alloca i64
  %b = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  store i64 %n, ptr %i
  store ptr addrspace(1) %q, ptr %b
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @g, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %a, ptr %b) ]
  %v = load ptr addrspace(1), ptr %a
  %w = load ptr addrspace(1), ptr %b
  %m = load i64, ptr %i
  store i64 %m, ptr addrspace(1) %w
  ret ptr addrspace(1) %v
}

declare void @g()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
