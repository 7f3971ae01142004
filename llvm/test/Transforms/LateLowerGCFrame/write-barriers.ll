; The last pass lowers write barriers. Nothing is left of one before that if the
; object is new, or what is stored never dies; unless the collector wants to know
; what was there before.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: cat %s %S/Inputs/snapshot.ll | opt -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s --check-prefix=ALL

; ALL-COUNT-12: call void {{.*}}_barrier

target datalayout = "e-i64:64-ni:10:11:12:13"

@constant = constant ptr addrspace(10) null
@type = external addrspace(10) global i8

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare void @safepoint()

; CHECK-LABEL: define void @one(
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
; CHECK-NEXT:    call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
; CHECK-NEXT:    call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) %c)
; CHECK-NEXT:    ret void
define void @one(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) %c) {
  %s = call ptr @julia.get_pgcstack()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @two(
; CHECK:         @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) null, ptr addrspace(10) null)
; CHECK-NEXT:    @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) null, ptr addrspace(11) %slot, ptr addrspace(10) %c)
; CHECK-NEXT:    ret void
define void @two(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(11) %slot) {
  %s = call ptr @julia.get_pgcstack()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %p)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %p, ptr addrspace(10) @type)
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) %t, ptr addrspace(11) %slot, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @elided(
; CHECK-NOT:     _barrier
; CHECK:       }
define void @elided(ptr addrspace(10) %p, ptr addrspace(11) %slot) {
  %s = call ptr @julia.get_pgcstack()
  %c = load ptr addrspace(10), ptr @constant
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %p)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) null, ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %t)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %slot, ptr addrspace(10) %c)
  ret void
}

; It is new in the block behind, and is not behind a safepoint.
; CHECK-LABEL: define void @new_object(
; CHECK:       next:
; CHECK-NOT:     _barrier
; CHECK:         call void @safepoint()
; CHECK:         @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
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
; CHECK:         @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
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
; CHECK:         @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
define void @unknown(ptr "gcstack" %s, ptr addrspace(10) %c) {
  %o = call ptr addrspace(10) @new()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
  ret void
}
