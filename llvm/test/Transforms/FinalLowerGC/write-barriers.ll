; Write barriers of the last pass, in each form that a collector wants.

; RUN: split-file %s %t
; RUN: opt < %t/calls.ll -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,MARKS,IMAGE --implicit-check-not='call{{.*}}_barrier'
; RUN: cat %t/calls.ll %t/former.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,MARKS,FORMER --implicit-check-not='call{{.*}}_barrier'
; RUN: cat %t/calls.ll %t/log-bit.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,BIT,LOG --implicit-check-not='call{{.*}}_barrier'
; RUN: cat %t/calls.ll %t/snapshot.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefixes=CHECK,BIT,SNAP --implicit-check-not='call{{.*}}_barrier'
; RUN: cat %t/calls.ll %t/none.ll | opt -passes='function(FinalLowerGC,verify)' -S | FileCheck %s --check-prefix=NONE --implicit-check-not='call{{.*}}_barrier' --implicit-check-not='call{{.*}}queue'
; RUN: cat %t/calls.ll %t/unknown.ll | not opt -passes='function(FinalLowerGC)' -disable-output 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: opt < %t/fresh.ll -passes='function(LateLowerGCFrame,FinalLowerGC),function(gvn)' -S | FileCheck %s --check-prefix=FRESH

; UNKNOWN: error: {{.*}} in function one {{.*}}: call of 'julia.object_write_barrier': the module flag "julia-write-barrier" is none of "image", "former", "log-bit", "snapshot" and "none"

;--- former.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"julia-write-barrier", !"former"}

;--- log-bit.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"julia-write-barrier", !"log-bit"}

;--- snapshot.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"julia-write-barrier", !"snapshot"}

;--- none.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"julia-write-barrier", !"none"}

;--- unknown.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"julia-write-barrier", !"card"}

;--- calls.ll
target datalayout = "e-i64:64-ni:10:11:12:13"

@constant = external addrspace(10) global i8

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...)

; The bits are loaded anew: a collector changes them.
; CHECK-LABEL: define void @one(
; MARKS-NEXT:    [[T:%.*]] = getelementptr inbounds i64, ptr addrspace(10) %p, i64 -1
; MARKS-NEXT:    [[L:%.*]] = load atomic volatile i64, ptr addrspace(10) [[T]] unordered, align 8, !tbaa
; MARKS-NEXT:    %parent_bits = and i64 [[L]], 3
; MARKS-NEXT:    %parent_old_marked = icmp eq i64 %parent_bits, 3
; MARKS-NEXT:    br i1 %parent_old_marked, label %may_trigger_wb, label %[[END:.*]], !prof
; MARKS:       may_trigger_wb:
; IMAGE-NEXT:    %parent_in_image = and i64 [[L]], 12
; IMAGE-NEXT:    %parent_is_image = icmp eq i64 %parent_in_image, 4
; MARKS-NEXT:    [[U:%.*]] = getelementptr inbounds i64, ptr addrspace(10) %c, i64 -1
; MARKS-NEXT:    [[M:%.*]] = load atomic volatile i64, ptr addrspace(10) [[U]] unordered, align 8, !tbaa
; MARKS-NEXT:    %child_bit = and i64 [[M]], 1
; MARKS-NEXT:    %child_not_marked = icmp eq i64 %child_bit, 0
; IMAGE-NEXT:    %should_trigger_wb = or i1 %parent_is_image, %child_not_marked
; IMAGE-NEXT:    br i1 %should_trigger_wb, label %trigger_wb, label %[[NEXT:.*]], !prof
; FORMER-NEXT:   br i1 %child_not_marked, label %trigger_wb, label %[[NEXT:.*]], !prof
; BIT-NEXT:      %mmtk_side_bit_base = load ptr, ptr @MMTK_SIDE_LOG_BIT_BASE_ADDRESS, align 8, !tbaa {{.*}}, !invariant.load
; BIT-NEXT:      [[A:%.*]] = ptrtoint ptr addrspace(10) %p to i64
; BIT-NEXT:      [[B:%.*]] = lshr i64 [[A]], 6
; BIT-NEXT:      [[P:%.*]] = getelementptr i8, ptr %mmtk_side_bit_base, i64 [[B]]
; BIT-NEXT:      [[V:%.*]] = load volatile i8, ptr [[P]], align 1
; BIT-NEXT:      [[W:%.*]] = lshr i64 [[A]], 3
; BIT-NEXT:      [[X:%.*]] = and i64 [[W]], 7
; BIT-NEXT:      [[Y:%.*]] = trunc i64 [[X]] to i8
; BIT-NEXT:      [[Z:%.*]] = lshr i8 [[V]], [[Y]]
; BIT-NEXT:      [[O:%.*]] = and i8 [[Z]], 1
; BIT-NEXT:      %parent_not_logged = icmp eq i8 [[O]], 1
; BIT-NEXT:      br i1 %parent_not_logged, label %trigger_wb, label %[[NEXT:.*]], !prof
; CHECK:       trigger_wb:
; CHECK-NEXT:    call void @ijl_gc_queue_root(ptr addrspace(10) %p)
; CHECK-NEXT:    br label %[[NEXT]]
; CHECK:       [[NEXT]]:
; MARKS-NEXT:    br label %[[END]]
; MARKS:       [[END]]:
; CHECK-NEXT:    ret void
; NONE-LABEL:  define void @one(
; NONE-NEXT:     ret void
define void @one(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @several(
; MARKS:         %child_not_marked = icmp
; MARKS:         [[SECOND:%child_not_marked[0-9]+]] = icmp
; MARKS-NEXT:    [[ANY:%.*]] = or i1 %child_not_marked, [[SECOND]]
; FORMER-NEXT:   br i1 [[ANY]], label %trigger_wb
; MARKS-NOT:     child_not_marked
; CHECK:         call void @ijl_gc_queue_root(ptr addrspace(10) %p)
; CHECK-NOT:     queue
; CHECK:         ret void
define void @several(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d, ptr addrspace(10) %c, ptr addrspace(10) null, ptr addrspace(10) %p)
  ret void
}

; What matters is what is stored, not where.
; CHECK-LABEL: define void @fields(
; MARKS:         getelementptr inbounds i64, ptr addrspace(10) %p, i64 -1
; MARKS-NOT:     %slot
; MARKS:         getelementptr inbounds i64, ptr addrspace(10) %d, i64 -1
; MARKS-NOT:     getelementptr
; CHECK:         call void @ijl_gc_queue_root(ptr addrspace(10) %p)
; CHECK:         call void @ijl_gc_queue_root(ptr addrspace(10) %p)
; CHECK:         ret void
define void @fields(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(13) %other, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) null, ptr addrspace(11) %slot, ptr addrspace(10) %d)
  call void (ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %p, ptr addrspace(13) %other, ptr addrspace(10) %d)
  ret void
}

; Nothing young is stored, but what was there before is gone.
; CHECK-LABEL: define void @of_nothing_young(
; MARKS-NEXT:    ret void
; LOG-NEXT:      ret void
; SNAP:          call void @ijl_gc_queue_root(ptr addrspace(10) %p)
; SNAP:          call void @ijl_gc_queue_root(ptr addrspace(10) %p)
; SNAP:          call void @ijl_gc_queue_root(ptr addrspace(10) %p)
; SNAP:          ret void
define void @of_nothing_young(ptr addrspace(10) %p, ptr addrspace(11) %slot) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %p, ptr addrspace(10) @constant)
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) null)
  ret void
}

; CHECK-LABEL: define void @reset_region(
; CHECK:         call void @ijl_gc_queue_root_reset_safe(ptr addrspace(10) %p)
define void @reset_region(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c), !julia.reset_region !9
  ret void
}

!9 = !{}

;--- fresh.ll
target datalayout = "e-i64:64-ni:10:11:12:13"

@type = external addrspace(10) global i8

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @make() memory(inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...)

; The object may be old after the call, although nobody else knows it.
; FRESH-LABEL: define ptr addrspace(10) @over_a_safepoint(
; FRESH:         store atomic ptr addrspace(10) @type
; FRESH:         call ptr addrspace(10) @make()
; FRESH:         load atomic volatile i64
; FRESH:         br i1 %parent_old_marked, label %may_trigger_wb
; FRESH:         call void @ijl_gc_queue_root(ptr addrspace(10) %o)
define ptr addrspace(10) @over_a_safepoint() {
  %s = call ptr @julia.get_pgcstack()
  %o = call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) @type)
  %c = call ptr addrspace(10) @make()
  store ptr addrspace(10) %c, ptr addrspace(10) %o
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
  ret ptr addrspace(10) %o
}
