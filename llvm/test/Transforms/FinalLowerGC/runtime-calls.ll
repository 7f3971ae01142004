; Calls of the runtime. The smallest pool that is large enough is chosen, with
; the word in front of the object: one of those that the module names, or of the
; runtime's own, whose place the module may say.

; RUN: split-file %s %t
; RUN: cat %t/calls.ll %t/pools.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,POOLS
; RUN: opt < %t/calls.ll -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,PLAIN
; RUN: cat %t/calls.ll %t/layout.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefix=LAYOUT
; RUN: cat %t/small-pointers.ll %t/calls.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefix=SMALL

;--- pools.ll
!julia.gc_pools = !{!0, !1, !2}
!0 = !{i32 16, i32 1000}
!1 = !{i32 32, i32 1040}
!2 = !{i32 2032, i32 1080}

;--- layout.ll
!julia.gc_layout = !{!0, !1}
!0 = !{!"ptls.gc_state", i32 5}
!1 = !{!"ptls.pools", i32 2000}

;--- small-pointers.ll
target datalayout = "e-p:32:32"

;--- calls.ll
declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64, i64)
declare void @julia.queue_gc_root(ptr addrspace(10))
declare void @julia.safepoint(ptr)

; CHECK-LABEL: define ptr addrspace(10) @small(
; POOLS-NEXT:    %o = call noalias align 8 dereferenceable(8) ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1000, i32 16, i64 %tag)
; PLAIN-NEXT:    %o = call noalias align 8 dereferenceable(8) ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 360, i32 16, i64 %tag)
; LAYOUT-LABEL: define ptr addrspace(10) @small(
; LAYOUT-NEXT:   %o = {{.*}} @ijl_gc_small_alloc(ptr %ptls, i32 2024, i32 16, i64 %tag)
; SMALL-LABEL:  define ptr addrspace(10) @small(
; SMALL:         %o = {{.*}} @ijl_gc_alloc_typed(ptr %ptls, i32 8, i32 %{{[0-9]+}})
define ptr addrspace(10) @small(ptr %ptls, i64 %tag) {
  %o = call noalias ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 8, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @next_pool(
; POOLS-NEXT:    %o = call align 8 dereferenceable(9) ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1040, i32 32, i64 %tag)
; PLAIN-NEXT:    %o = call align 8 dereferenceable(9) ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 408, i32 32, i64 %tag)
define ptr addrspace(10) @next_pool(ptr %ptls, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 9, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @last_pool(
; POOLS-NEXT:    %o = call align 8 dereferenceable(2024) ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1080, i32 2032, i64 %tag)
; PLAIN-NEXT:    %o = call align 8 dereferenceable(2024) ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1488, i32 2032, i64 %tag)
define ptr addrspace(10) @last_pool(ptr %ptls, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 2024, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @big(
; CHECK-NEXT:    %o = call align 16 dereferenceable(4000) ptr addrspace(10) @ijl_gc_big_alloc(ptr %ptls, i64 2033, i64 %tag)
define ptr addrspace(10) @big(ptr %ptls, i64 %tag) {
  %o = call align 16 dereferenceable(4000) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 2025, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @unknown(
; CHECK-NEXT:    %o = call align 8 ptr addrspace(10) @ijl_gc_alloc_typed(ptr %ptls, i64 %n, i64 %tag)
define ptr addrspace(10) @unknown(ptr %ptls, i64 %n, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 %n, i64 %tag)
  ret ptr addrspace(10) %o
}

; CHECK-LABEL: define ptr addrspace(10) @overflow(
; CHECK-NEXT:    %o = call align 8 ptr addrspace(10) @ijl_gc_alloc_typed(ptr %ptls, i64 -1, i64 %tag)
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

; An object that is nothing but its type, and those between multiples of 16.
; CHECK-LABEL: define void @sizes(
; PLAIN-NEXT:    @ijl_gc_small_alloc(ptr %ptls, i32 336, i32 8, i64 %tag)
; PLAIN-NEXT:    @ijl_gc_small_alloc(ptr %ptls, i32 696, i32 128, i64 %tag)
; PLAIN-NEXT:    @ijl_gc_small_alloc(ptr %ptls, i32 744, i32 144, i64 %tag)
; PLAIN-NEXT:    @ijl_gc_small_alloc(ptr %ptls, i32 960, i32 288, i64 %tag)
; PLAIN-NEXT:    @ijl_gc_small_alloc(ptr %ptls, i32 1008, i32 336, i64 %tag)
define void @sizes(ptr %ptls, i64 %tag) {
  %a = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 0, i64 %tag)
  %b = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 120, i64 %tag)
  %c = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 121, i64 %tag)
  %d = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 280, i64 %tag)
  %e = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 305, i64 %tag)
  ret void
}

; The thread may be reset to another place in the middle of these.
; CHECK-LABEL: define void @reset_region(
; CHECK-NEXT:    @ijl_gc_small_alloc_reset_safe(ptr %ptls, i32 {{[0-9]+}}, i32 16, i64 %tag)
; CHECK-NEXT:    @ijl_gc_big_alloc_reset_safe(ptr %ptls, i64 5008, i64 %tag)
; CHECK-NEXT:    @ijl_gc_alloc_typed_reset_safe(ptr %ptls, i64 %n, i64 %tag)
; CHECK-NEXT:    call void @ijl_gc_queue_root_reset_safe(ptr addrspace(10) %a)
define void @reset_region(ptr %ptls, i64 %n, i64 %tag) {
  %a = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 8, i64 %tag), !julia.reset_region !9
  %b = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 5000, i64 %tag), !julia.reset_region !9
  %c = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 %n, i64 %tag), !julia.reset_region !9
  call void @julia.queue_gc_root(ptr addrspace(10) %a), !julia.reset_region !9
  ret void
}

; CHECK: declare noalias nonnull ptr addrspace(10) @ijl_gc_small_alloc({{.*}}) [[ALLOC:#[0-9]+]]
; CHECK: attributes [[ALLOC]] = { nounwind willreturn allockind("alloc") }

!9 = !{}
