;; Entries of the metadata for the runtime's layout that say nothing are errors, as are
;; calls that have to be tail calls where something comes after them.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: not opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -disable-output %t/layout.ll 2>&1 | FileCheck %s --check-prefix=LAYOUT
; RUN: sed 's/null, null/!"task.pltls", i32 8/' %t/layout.ll | not opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -disable-output 2>&1 | FileCheck %s --check-prefix=LAYOUT
; RUN: sed 's/null, null/!"task.ptls", i32 -8/' %t/layout.ll | not opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -disable-output 2>&1 | FileCheck %s --check-prefix=LAYOUT
; RUN: sed 's/null, null/!"task.ptls", i32 8/' %t/layout.ll | opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -disable-output
; RUN: not opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -disable-output %t/pools.ll 2>&1 | FileCheck %s --check-prefix=POOLS
; RUN: not opt -passes='function(LateLowerGCFrame,FinalLowerGC)' -disable-output %t/tail.ll 2>&1 | FileCheck %s --check-prefix=TAIL

; LAYOUT: error: metadata 'julia.gc_layout' has an entry that is not the name of a field and its offset, a constant below 2^31
; POOLS: error: metadata 'julia.gc_pools' has an entry that is not two constants below 2^31
; TAIL: call '%r' of 'make': its operand bundle clears memory of its result; make it a call that returns an object
; TAIL: call '%r' of 'julia.call': a call with boxed arguments cannot be one that has to be a tail call

;--- layout.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}
!julia.gc_layout = !{!1}
!1 = !{null, null}

declare void @gc()
declare ptr addrspace(10) @get()

define ptr addrspace(10) @f(ptr swiftself "gcstack" %s, ptr %ptls) {
  %o = call ptr addrspace(10) @get()
  call void @gc() [ "gc-transition"(ptr %ptls) ]
  ret ptr addrspace(10) %o
}

;--- pools.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}
!julia.gc_pools = !{!1}
!1 = distinct !{null, null}

declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

define ptr addrspace(10) @f(ptr swiftself "gcstack" %s, ptr %t, ptr addrspace(10) %ty) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) %ty)
  ret ptr addrspace(10) %o
}

;--- tail.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)

define ptr addrspace(10) @clears(i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %r = musttail call ptr addrspace(10) @make(i64 %n) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 %n) ]
  ret ptr addrspace(10) %r
}

define ptr addrspace(10) @forwards(ptr %fp, ptr addrspace(10) %f, ...) {
  %s = call ptr @julia.get_pgcstack()
  %r = musttail call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %fp, ptr addrspace(10) %f, ...)
  ret ptr addrspace(10) %r
}
