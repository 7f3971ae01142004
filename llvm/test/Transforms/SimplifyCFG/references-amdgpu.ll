; The buffer pointers of AMDGPU are no references of a collector, except in a
; function that has one.
; RUN: opt -S -passes=simplifycfg %s | FileCheck %s

target datalayout = "e-p:64:64-p7:160:256:256:32-ni:7"
target triple = "amdgcn-amd-amdhsa"

; CHECK-LABEL: define ptr addrspace(7) @no_strategy(
; CHECK: select
define ptr addrspace(7) @no_strategy(i1 %tag, ptr dereferenceable(32) align 32 %slot) {
entry:
  br i1 %tag, label %pointer, label %join

pointer:
  %word = load ptr addrspace(7), ptr %slot, align 32
  br label %join

join:
  %result = phi ptr addrspace(7) [ null, %entry ], [ %word, %pointer ]
  ret ptr addrspace(7) %result
}

; CHECK-LABEL: define ptr addrspace(7) @strategy(
; CHECK-NEXT: entry:
; CHECK-NEXT: br i1 %tag
define ptr addrspace(7) @strategy(i1 %tag, ptr dereferenceable(32) align 32 %slot) gc "statepoint-example" {
entry:
  br i1 %tag, label %pointer, label %join

pointer:
  %word = load ptr addrspace(7), ptr %slot, align 32
  br label %join

join:
  %result = phi ptr addrspace(7) [ null, %entry ], [ %word, %pointer ]
  ret ptr addrspace(7) %result
}
