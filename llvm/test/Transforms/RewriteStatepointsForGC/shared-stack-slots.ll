;; Variables that share a stack slot: it is listed where it holds a reference, and not
;; where it holds a number that is too small for one. Volatile accesses stay there.
;
; RUN: opt -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' -S %s | FileCheck %s

declare void @collect()
declare void @take(i32)

; CHECK-LABEL: define void @number(
; CHECK:         store volatile i32 %n, ptr %slot
; CHECK-NEXT:    call token {{.*}}@collect, i32 0, i32 0, i32 0, i32 0)
; CHECK-NOT:     gc-live
; CHECK:         load volatile i32, ptr %slot
define void @number(i32 %n) gc "managed" {
  %slot = alloca ptr addrspace(1)
  store volatile i32 %n, ptr %slot
  call void @collect()
  %v = load volatile i32, ptr %slot
  call void @take(i32 %v)
  ret void
}

; CHECK-LABEL: define ptr addrspace(1) @both(
; CHECK:         store ptr addrspace(1) %a, ptr %slot
; CHECK-NEXT:    call token {{.*}}@collect{{.*}} [ "gc-live"(ptr %slot) ]
; CHECK:         store volatile float %f, ptr %slot
; CHECK-NEXT:    call token {{.*}}@collect, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %r) ]
define ptr addrspace(1) @both(ptr addrspace(1) %a, float %f) gc "managed" {
  %slot = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %slot
  call void @collect()
  %r = load ptr addrspace(1), ptr %slot
  store volatile float %f, ptr %slot
  call void @collect()
  %v = load volatile float, ptr %slot
  %c = fcmp ogt float %v, 1.0
  %s = select i1 %c, ptr addrspace(1) %r, ptr addrspace(1) null
  ret ptr addrspace(1) %s
}

;; Whole words may be references that are read as something else.
; CHECK-LABEL: define i64 @word(
; CHECK:         @collect{{.*}} [ "gc-live"(ptr %slot) ]
define i64 @word(ptr addrspace(1) %a) gc "managed" {
  %slot = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %slot
  call void @collect()
  %v = load i64, ptr %slot
  ret i64 %v
}
