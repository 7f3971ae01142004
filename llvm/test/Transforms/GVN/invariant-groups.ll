; RUN: opt -passes=gvn -S < %s | FileCheck %s

; A pointer is not replaced by one that is equal to it, if a barrier is between them:
; each stands for what was stored to another object at the same address.

declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare void @use(ptr)
declare void @use2(ptr, ptr)

@object = external global ptr
@vtable = external constant [3 x ptr]

; CHECK-LABEL: @laundered(
; CHECK: same:
; CHECK-NEXT: [[OLD:%.*]] = load ptr, ptr %p, align 8, !invariant.group
; CHECK-NEXT: call void @use(ptr [[OLD]])
; CHECK-NEXT: [[NEW:%.*]] = load ptr, ptr %q, align 8, !invariant.group
; CHECK-NEXT: call void @use2(ptr [[OLD]], ptr [[NEW]])
define void @laundered(ptr %p) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %equal = icmp eq ptr %p, %q
  br i1 %equal, label %same, label %other

same:
  %old = load ptr, ptr %p, !invariant.group !0
  call void @use(ptr %old)
  %new = load ptr, ptr %q, !invariant.group !0
  call void @use2(ptr %old, ptr %new)
  ret void

other:
  ret void
}

; Two laundered pointers that are equal to a stripped one stay apart.
; CHECK-LABEL: @stripped(
; CHECK: second:
; CHECK: call void @use2(ptr %q, ptr %r)
define void @stripped(ptr %p) {
  %s = call ptr @llvm.strip.invariant.group.p0(ptr %p)
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  call void @use(ptr %q)
  %r = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %equal.q = icmp eq ptr %q, %s
  br i1 %equal.q, label %first, label %other

first:
  %equal.r = icmp eq ptr %r, %s
  br i1 %equal.r, label %second, label %other

second:
  call void @use2(ptr %q, ptr %r)
  ret void

other:
  ret void
}

; The same for pointers behind address computations, phis and selects.
; CHECK-LABEL: @computed(
; CHECK: same:
; CHECK-NEXT: call void @use2(ptr %p.field, ptr %q.field)
define void @computed(ptr %p, i64 %n) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %p.field = getelementptr i8, ptr %p, i64 %n
  %q.field = getelementptr i8, ptr %q, i64 %n
  %equal = icmp eq ptr %p.field, %q.field
  br i1 %equal, label %same, label %other

same:
  call void @use2(ptr %p.field, ptr %q.field)
  ret void

other:
  ret void
}

; CHECK-LABEL: @chosen(
; CHECK: same:
; CHECK-NEXT: call void @use2(ptr %p, ptr %either)
define void @chosen(ptr %p, i1 %c) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %either = select i1 %c, ptr %q, ptr %p
  %equal = icmp eq ptr %p, %either
  br i1 %equal, label %same, label %other

same:
  call void @use2(ptr %p, ptr %either)
  ret void

other:
  ret void
}

; A variable is not what a laundered pointer to it is.
; CHECK-LABEL: @constant(
; CHECK: same:
; CHECK-NEXT: call void @use(ptr %q)
define void @constant(ptr %p) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %equal = icmp eq ptr %q, @object
  br i1 %equal, label %same, label %other

same:
  call void @use(ptr %q)
  ret void

other:
  ret void
}

; It may also be behind another operation, or where nobody looks.
; CHECK-LABEL: @masked(
; CHECK: same:
; CHECK-NEXT: call void @use2(ptr %p, ptr %m)
define void @masked(ptr %p, i64 %n) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %m = call ptr @llvm.ptrmask.p0.i64(ptr %q, i64 %n)
  %equal = icmp eq ptr %p, %m
  br i1 %equal, label %same, label %other

same:
  call void @use2(ptr %p, ptr %m)
  ret void

other:
  ret void
}

; CHECK-LABEL: @from_memory(
; CHECK: same:
; CHECK-NEXT: call void @use(ptr %q)
define void @from_memory(ptr %p) {
  %q = load ptr, ptr %p
  %equal = icmp eq ptr %q, @object
  br i1 %equal, label %same, label %other

same:
  call void @use(ptr %q)
  ret void

other:
  ret void
}

; No object is in constant memory, so a vtable is what it is equal to.
; CHECK-LABEL: @vtable_pointer(
; CHECK: same:
; CHECK-NEXT: call void @use(ptr @vtable)
define void @vtable_pointer(ptr %p) {
  %q = load ptr, ptr %p, !invariant.group !0
  %equal = icmp eq ptr %q, @vtable
  br i1 %equal, label %same, label %other

same:
  call void @use(ptr %q)
  ret void

other:
  ret void
}

; What is computed from the same laundered pointer is replaced as ever,
; CHECK-LABEL: @same_barrier(
; CHECK: same:
; CHECK-NEXT: call void @use2(ptr [[P:%.*]], ptr [[P]])
define void @same_barrier(ptr %p, i64 %n, i64 %m) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %a = getelementptr i8, ptr %q, i64 %n
  %b = getelementptr i8, ptr %q, i64 %m
  %equal = icmp eq ptr %a, %b
  br i1 %equal, label %same, label %other

same:
  call void @use2(ptr %a, ptr %b)
  ret void

other:
  ret void
}

; and so are null, and pointers without a barrier.
; CHECK-LABEL: @null(
; CHECK: same:
; CHECK-NEXT: call void @use(ptr null)
define void @null(ptr %p) {
  %q = call ptr @llvm.launder.invariant.group.p0(ptr %p)
  %equal = icmp eq ptr %q, null
  br i1 %equal, label %same, label %other

same:
  call void @use(ptr %q)
  ret void

other:
  ret void
}

; CHECK-LABEL: @no_barrier(
; CHECK: same:
; CHECK-NEXT: call void @use2(ptr [[P:%.*]], ptr [[P]])
define void @no_barrier(ptr %p, i64 %n, i64 %m) {
  %a = getelementptr i8, ptr %p, i64 %n
  %b = getelementptr i8, ptr %p, i64 %m
  %equal = icmp eq ptr %a, %b
  br i1 %equal, label %same, label %other

same:
  call void @use2(ptr %a, ptr %b)
  ret void

other:
  ret void
}

!0 = !{}

; Another function loads from the same constant, and what it loads stays there.
@shared = external global [48 x i8]

; CHECK-LABEL: define ptr @loads_shared(
; CHECK: [[V:%.*]] = load ptr
; CHECK: ret ptr [[V]]
define ptr @loads_shared() {
  %v = load ptr, ptr getelementptr inbounds (i8, ptr @shared, i64 24), !invariant.group !0
  ret ptr %v
}

; CHECK-LABEL: define ptr @loads_shared_too(
; CHECK: [[V:%.*]] = load ptr
; CHECK: call void @use(ptr [[V]])
; CHECK: [[W:%.*]] = load ptr
; CHECK: ret ptr [[W]]
define ptr @loads_shared_too() {
  %v = load ptr, ptr getelementptr inbounds (i8, ptr @shared, i64 24), !invariant.group !0
  call void @use(ptr %v)
  %w = load ptr, ptr getelementptr inbounds (i8, ptr @shared, i64 24), !invariant.group !0
  ret ptr %w
}
