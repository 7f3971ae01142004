;; A phi or select of an undefined reference and another one would be taken for that one by
;; passes behind rewriting, also where a statepoint has not relocated it.
;
; RUN: opt -passes=rewrite-statepoints-for-gc -S %s | FileCheck %s
; RUN: opt -passes='rewrite-statepoints-for-gc,instcombine<no-verify-fixpoint>,simplifycfg,gvn' %s -o %t.bc
; RUN: opt -passes='verify<safepoint-ir>' -disable-output %t.bc 2>&1 | count 0
; RUN: llc -mtriple=x86_64-linux-gnu -verify-machineinstrs -o /dev/null %t.bc 2>&1 | count 0
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -o /dev/null %t.bc 2>&1 | count 0

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:1"

declare void @collect()
declare void @use(ptr addrspace(1))

; CHECK-LABEL: @join(
; CHECK:         %p = phi ptr addrspace(1) [ null, %after ], [ %a, %entry ]
; CHECK-NOT:     phi
; CHECK:         "gc-live"(ptr addrspace(1) %p) ]
define void @join(i1 %c, ptr addrspace(1) %a) gc "managed" {
entry:
  br i1 %c, label %behind, label %after

after:
  call void @collect()
  br label %behind

behind:
  %p = phi ptr addrspace(1) [ poison, %after ], [ %a, %entry ]
  call void @collect()
  call void @use(ptr addrspace(1) %p)
  ret void
}

; CHECK-LABEL: @choose(
; CHECK:         %s = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) null
; CHECK-NOT:     select
; CHECK:         "gc-live"(ptr addrspace(1) %s) ]
define void @choose(i1 %c, ptr addrspace(1) %a) gc "managed" {
  %s = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) undef
  call void @collect()
  call void @use(ptr addrspace(1) %s)
  ret void
}

; CHECK-LABEL: @lanes(
; CHECK:         %p = phi <2 x ptr addrspace(1)> [ zeroinitializer, %after ], [ %a, %entry ]
define void @lanes(i1 %c, <2 x ptr addrspace(1)> %a) gc "managed" {
entry:
  br i1 %c, label %behind, label %after

after:
  call void @collect()
  br label %behind

behind:
  %p = phi <2 x ptr addrspace(1)> [ undef, %after ], [ %a, %entry ]
  call void @collect()
  %e = extractelement <2 x ptr addrspace(1)> %p, i64 1
  call void @use(ptr addrspace(1) %e)
  ret void
}

;; The number may be what it likes.
; CHECK-LABEL: @members(
; CHECK:         phi ptr addrspace(1) [ null, %after ], [ %{{.*}}, %entry ]
; CHECK:         phi i64 [ poison, %after ], [ %{{.*}}, %entry ]
define i64 @members(i1 %c, { ptr addrspace(1), i64 } %a) gc "managed" {
entry:
  br i1 %c, label %behind, label %after

after:
  call void @collect()
  br label %behind

behind:
  %p = phi { ptr addrspace(1), i64 } [ poison, %after ], [ %a, %entry ]
  call void @collect()
  %e = extractvalue { ptr addrspace(1), i64 } %p, 0
  call void @use(ptr addrspace(1) %e)
  %n = extractvalue { ptr addrspace(1), i64 } %p, 1
  ret i64 %n
}

;; Passes after rewriting delete a store of poison.
; CHECK-LABEL: @stored(
; CHECK:         store ptr addrspace(1) null, ptr %o
; CHECK:         "gc-live"(ptr addrspace(1) %p) ]
define void @stored(i1 %c, ptr addrspace(1) %a) gc "managed" {
entry:
  %o = alloca ptr addrspace(1)
  br i1 %c, label %some, label %none

some:
  store ptr addrspace(1) %a, ptr %o
  br label %join

none:
  store ptr addrspace(1) poison, ptr %o
  br label %join

join:
  %p = load ptr addrspace(1), ptr %o
  call void @collect()
  call void @use(ptr addrspace(1) %p)
  ret void
}
