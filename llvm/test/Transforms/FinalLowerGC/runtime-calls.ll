; Calls of the runtime. Where the module says which pools there are, the smallest
; one that is large enough is chosen, with the word in front of the object.

; RUN: split-file %s %t
; RUN: cat %t/calls.ll %t/pools.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,POOLS
; RUN: opt < %t/calls.ll -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,PLAIN

;--- pools.ll
!julia.gc_pools = !{!0, !1, !2}
!0 = !{i32 16, i32 1000}
!1 = !{i32 32, i32 1040}
!2 = !{i32 2032, i32 1080}

;--- calls.ll
declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64, i64)
declare void @julia.queue_gc_root(ptr addrspace(10))
declare void @julia.safepoint(ptr)

; CHECK-LABEL: define ptr addrspace(10) @small(
; POOLS-NEXT:    %o = call noalias ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1000, i32 16, i64 %tag)
; PLAIN-NEXT:    %o = call noalias ptr addrspace(10) @ijl_gc_alloc_typed(ptr %ptls, i64 8, i64 %tag)
define ptr addrspace(10) @small(ptr %ptls, i64 %tag) {
  %o = call noalias ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 8, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @next_pool(
; POOLS-NEXT:    %o = call ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1040, i32 32, i64 %tag)
define ptr addrspace(10) @next_pool(ptr %ptls, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 9, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @last_pool(
; POOLS-NEXT:    %o = call ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1080, i32 2032, i64 %tag)
define ptr addrspace(10) @last_pool(ptr %ptls, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 2024, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @big(
; CHECK-NEXT:    %o = call ptr addrspace(10) @ijl_gc_big_alloc(ptr %ptls, i64 2033, i64 %tag)
define ptr addrspace(10) @big(ptr %ptls, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 2025, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @unknown(
; CHECK-NEXT:    %o = call ptr addrspace(10) @ijl_gc_alloc_typed(ptr %ptls, i64 %n, i64 %tag)
define ptr addrspace(10) @unknown(ptr %ptls, i64 %n, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 %n, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @overflow(
; CHECK-NEXT:    %o = call ptr addrspace(10) @ijl_gc_alloc_typed(ptr %ptls, i64 -1, i64 %tag)
define ptr addrspace(10) @overflow(ptr %ptls, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 -1, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define void @others(
; CHECK-NEXT:    call void @ijl_gc_queue_root(ptr addrspace(10) %o)
; CHECK-NEXT:    %{{.*}} = load volatile i64, ptr %page
; CHECK-NEXT:    ret void
define void @others(ptr addrspace(10) %o, ptr %page) {
  call void @julia.queue_gc_root(ptr addrspace(10) %o)
  call void @julia.safepoint(ptr %page)
  ret void
}
