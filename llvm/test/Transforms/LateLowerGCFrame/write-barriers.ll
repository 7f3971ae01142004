; Who writes to an old object queues it if what is stored is not marked. Nothing
; is left of a barrier if the object is new, or what is stored never dies.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s --implicit-check-not='call{{.*}}@julia.write_barrier'

target datalayout = "e-i64:64-ni:10:11:12:13"

@constant = constant ptr addrspace(10) null
@type = external addrspace(10) global i8

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @safepoint()

; CHECK-LABEL: define void @one(
; CHECK:         [[T:%.*]] = getelementptr inbounds i64, ptr addrspace(10) %p, i64 -1
; CHECK-NEXT:    [[L:%.*]] = load atomic i64, ptr addrspace(10) [[T]] unordered, align 8, !tbaa
; CHECK-NEXT:    %parent_bits = and i64 [[L]], 3
; CHECK-NEXT:    %parent_old_marked = icmp eq i64 %parent_bits, 3
; CHECK-NEXT:    br i1 %parent_old_marked, label %may_trigger_wb, label %[[END:.*]], !prof
; CHECK:       may_trigger_wb:
; CHECK-NEXT:    [[U:%.*]] = getelementptr inbounds i64, ptr addrspace(10) %c, i64 -1
; CHECK-NEXT:    [[M:%.*]] = load atomic i64, ptr addrspace(10) [[U]] unordered, align 8, !tbaa
; CHECK-NEXT:    %child_bit = and i64 [[M]], 1
; CHECK-NEXT:    %child_not_marked = icmp eq i64 %child_bit, 0
; CHECK-NEXT:    br i1 %child_not_marked, label %trigger_wb, label %[[NEXT:.*]], !prof
; CHECK:       trigger_wb:
; CHECK-NEXT:    call void @julia.queue_gc_root(ptr addrspace(10) %p)
; CHECK-NEXT:    br label %[[NEXT]]
; CHECK:       [[NEXT]]:
; CHECK-NEXT:    br label %[[END]]
; CHECK:       [[END]]:
; CHECK-NEXT:    ret void
define void @one(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  %s = call ptr @julia.get_pgcstack()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @two(
; CHECK:         %child_not_marked = icmp
; CHECK:         [[SECOND:%child_not_marked[0-9]+]] = icmp
; CHECK-NEXT:    [[ANY:%.*]] = or i1 %child_not_marked, [[SECOND]]
; CHECK-NEXT:    br i1 [[ANY]], label %trigger_wb
define void @two(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  %s = call ptr @julia.get_pgcstack()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @elided(
; CHECK-NOT:     trigger_wb
; CHECK:       }
define void @elided(ptr addrspace(10) %p) {
  %s = call ptr @julia.get_pgcstack()
  %c = load ptr addrspace(10), ptr @constant
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %p)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) null, ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %t)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p)
  ret void
}

; It is new in the block behind, and is not behind a safepoint.
; CHECK-LABEL: define void @new_object(
; CHECK:       next:
; CHECK-NOT:     trigger_wb
; CHECK:         call void @safepoint()
; CHECK:         %parent_bits = and
; CHECK:       }
define void @new_object(ptr "gcstack" %s, ptr addrspace(10) %c) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) @type)
  br label %next
next:
  store ptr addrspace(10) %c, ptr addrspace(10) %o
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
  call void @safepoint()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
  ret void
}

; It is new on one way only.
; CHECK-LABEL: define void @maybe_new(
; CHECK:         %parent_bits = and
define void @maybe_new(ptr "gcstack" %s, ptr addrspace(10) %c, i1 %b) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) @type)
  br i1 %b, label %yes, label %join
yes:
  call void @safepoint()
  br label %join
join:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
  ret void
}

; What some function returns may be old.
; CHECK-LABEL: define void @unknown(
; CHECK:         %parent_bits = and
define void @unknown(ptr "gcstack" %s, ptr addrspace(10) %c) {
  %o = call ptr addrspace(10) @new()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
  ret void
}
