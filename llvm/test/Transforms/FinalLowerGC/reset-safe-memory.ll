;; The function of the runtime that makes arrays has a variant for regions that are reset,
;; as others have.
;
; RUN: opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -S %s | FileCheck %s
; RUN: sed 's/, !julia.reset_region !1//' %s | opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -S | FileCheck %s --check-prefix=OUTSIDE

; CHECK:   call ptr addrspace(10) @jl_alloc_genericmemory_unchecked_reset_safe(
; OUTSIDE: call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}
!1 = !{}

declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)

define ptr addrspace(10) @f(ptr swiftself "gcstack" %s, ptr %t, i64 %n, ptr addrspace(10) %ty) {
  %a = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %t, i64 %n, ptr addrspace(10) %ty, i64 8, i1 true), !julia.reset_region !1
  ret ptr addrspace(10) %a
}
