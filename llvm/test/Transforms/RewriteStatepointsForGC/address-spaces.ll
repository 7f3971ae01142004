;; "gc-address-spaces" names the address spaces of references of one function.
;
; RUN: opt -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>,verify' -S %s | FileCheck %s

target datalayout = "e-m:e-i64:64-n8:16:32:64-S128-ni:1:2"

declare void @collect()
declare ptr addrspace(2) @get()

; CHECK-LABEL: define ptr addrspace(2) @second(
; CHECK:         [ "gc-live"(ptr addrspace(2) %o) ]
; CHECK:         [[R:%.*]] = call {{.*}}ptr addrspace(2) @llvm.experimental.gc.relocate.p2(token %statepoint_token, i32 0, i32 0)
; CHECK-NEXT:    ret ptr addrspace(2) [[R]]
define ptr addrspace(2) @second(ptr addrspace(2) %o) "gc-address-spaces"="1,2" gc "managed" {
  call void @collect()
  ret ptr addrspace(2) %o
}

; CHECK-LABEL: define i64 @both(
; CHECK:         [ "gc-live"(ptr addrspace(2) %b, ptr addrspace(1) %a) ]
; CHECK-DAG:     @llvm.experimental.gc.relocate.p2(token %statepoint_token, i32 0, i32 0)
; CHECK-DAG:     @llvm.experimental.gc.relocate.p1(token %statepoint_token, i32 1, i32 1)
define i64 @both(ptr addrspace(1) %a, ptr addrspace(2) %b) "gc-address-spaces"="1,2" gc "statepoint-example" {
  call void @collect()
  %v = load i64, ptr addrspace(1) %a
  %w = load i64, ptr addrspace(2) %b
  %s = add i64 %v, %w
  ret i64 %s
}

;; The list is instead of the strategy's.
; CHECK-LABEL: define i64 @only_second(
; CHECK:         [ "gc-live"(ptr addrspace(2) %b) ]
; CHECK:         load i64, ptr addrspace(1) %a
define i64 @only_second(ptr addrspace(1) %a, ptr addrspace(2) %b) "gc-address-spaces"="2" gc "managed" {
  call void @collect()
  %v = load i64, ptr addrspace(1) %a
  %w = load i64, ptr addrspace(2) %b
  %s = add i64 %v, %w
  ret i64 %s
}

;; A cast between two of them is derived from its operand.
; CHECK-LABEL: define i64 @cast(
; CHECK:         [ "gc-live"(ptr addrspace(1) %a, ptr addrspace(2) %c) ]
; CHECK:         @llvm.experimental.gc.relocate.p2(token %statepoint_token, i32 0, i32 1)
define i64 @cast(ptr addrspace(1) %a) "gc-address-spaces"="1,2" gc "managed" {
  %c = addrspacecast ptr addrspace(1) %a to ptr addrspace(2)
  call void @collect()
  %v = load i64, ptr addrspace(2) %c
  %w = load i64, ptr addrspace(1) %a
  %s = add i64 %v, %w
  ret i64 %s
}

;; The base of a choice is in the address space of the choice.
; CHECK-LABEL: define i64 @choice(
; CHECK:         [[C:%.*]] = addrspacecast ptr addrspace(1) %a to ptr addrspace(2)
; CHECK:         %m.base = phi ptr addrspace(2) [ [[C]], %left ], [ %b, %right ]
; CHECK:         [ "gc-live"(ptr addrspace(2) %m, ptr addrspace(2) %m.base) ]
; CHECK:         relocate.p2(token %statepoint_token, i32 1, i32 0)
define i64 @choice(i1 %c, ptr addrspace(1) %a, ptr addrspace(2) %b) "gc-address-spaces"="2,1" gc "managed" {
  br i1 %c, label %left, label %right
left:
  %p = getelementptr i8, ptr addrspace(1) %a, i64 8
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(2)
  br label %join
right:
  %r = getelementptr i8, ptr addrspace(2) %b, i64 16
  br label %join
join:
  %m = phi ptr addrspace(2) [ %q, %left ], [ %r, %right ]
  call void @collect()
  %v = load i64, ptr addrspace(2) %m
  ret i64 %v
}

;; Vectors, aggregates and stack objects.
; CHECK-LABEL: define ptr addrspace(2) @shapes(
; CHECK:         [ "gc-live"(<2 x ptr addrspace(2)> %v, ptr %o) ]
; CHECK:         @collect{{.*}} [ "gc-live"(<2 x ptr addrspace(2)> %v.relocated, ptr %o) ]
define ptr addrspace(2) @shapes(<2 x ptr addrspace(2)> %v, { i64, ptr addrspace(2) } %s) "gc-address-spaces"="1,2" gc "managed" {
  %o = alloca ptr addrspace(2)
  %m = extractvalue { i64, ptr addrspace(2) } %s, 1
  store ptr addrspace(2) %m, ptr %o
  call void @escape(ptr %o)
  call void @collect()
  %l = load ptr addrspace(2), ptr %o
  %e = extractelement <2 x ptr addrspace(2)> %v, i64 1
  %c = icmp eq ptr addrspace(2) %e, %l
  %r = select i1 %c, ptr addrspace(2) %e, ptr addrspace(2) null
  ret ptr addrspace(2) %r
}
declare void @escape(ptr)

;; With the attribute, what is in no list is no reference, whatever the layout says.
; CHECK-LABEL: define ptr addrspace(2) @untracked(
; CHECK:         call token {{.*}}@collect{{.*}}i32 0, i32 0)
; CHECK-NOT:     gc.relocate
; CHECK:         ret ptr addrspace(2) %o
define ptr addrspace(2) @untracked(ptr addrspace(2) %o) "gc-address-spaces"="1" gc "managed" {
  call void @collect()
  ret ptr addrspace(2) %o
}

;; What is not live across a call may be anything.
; CHECK-LABEL: define i64 @short(
define i64 @short(ptr addrspace(2) %o) gc "managed" {
  %v = load i64, ptr addrspace(2) %o
  call void @collect()
  ret i64 %v
}

;; A cast to a space that is not named is repeated.
; CHECK-LABEL: define i64 @unnamed(
; CHECK:         @collect
; CHECK:         [[R:%.*]] = call {{.*}}@llvm.experimental.gc.relocate.p2(
; CHECK:         [[C:%.*]] = addrspacecast ptr addrspace(2) [[R]] to ptr addrspace(1)
; CHECK:         load i64, ptr addrspace(1) [[C]]
define i64 @unnamed(ptr addrspace(2) %o) "gc-address-spaces"="2" gc "managed" {
  %c = addrspacecast ptr addrspace(2) %o to ptr addrspace(1)
  call void @collect()
  %v = load i64, ptr addrspace(1) %c
  ret i64 %v
}
