; A barrier has the address that it gets, so that passing null to one is as
; undefined as what is done with its result.

; RUN: opt < %s -passes=simplifycfg -S | FileCheck %s

declare void @make(ptr nonnull noundef)
declare void @mayBeNull(ptr)
declare ptr @allocate()
declare void @work()

; CHECK-LABEL: define void @laundered(
; CHECK-NOT:     br
; CHECK:         call ptr @allocate()
; CHECK-NOT:     phi
; CHECK:         ret void
define void @laundered(ptr %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %made, label %allocate
allocate:
  %q = call ptr @allocate()
  br label %made
made:
  %r = phi ptr [ null, %0 ], [ %q, %allocate ]
  %s = call ptr @llvm.launder.invariant.group.p0(ptr %r)
  call void @make(ptr nonnull noundef %s)
  ret void
}

; CHECK-LABEL: define void @stripped(
; CHECK-NOT:     br
; CHECK-NOT:     phi
; CHECK:         ret void
define void @stripped(ptr %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %made, label %allocate
allocate:
  %q = call ptr @allocate()
  br label %made
made:
  %r = phi ptr [ null, %0 ], [ %q, %allocate ]
  %s = call ptr @llvm.strip.invariant.group.p0(ptr %r)
  %t = load i32, ptr %s
  ret void
}

; Null may be passed to this function.
; CHECK-LABEL: define void @allowed(
; CHECK:         br
; CHECK:         phi ptr [ null,
define void @allowed(ptr %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %made, label %allocate
allocate:
  %q = call ptr @allocate()
  br label %made
made:
  %r = phi ptr [ null, %0 ], [ %q, %allocate ]
  %s = call ptr @llvm.launder.invariant.group.p0(ptr %r)
  call void @mayBeNull(ptr %s)
  ret void
}

; There may be something at null.
; CHECK-LABEL: define void @valid(
; CHECK:         br
; CHECK:         phi ptr [ null,
define void @valid(ptr %p) null_pointer_is_valid {
  %c = icmp eq ptr %p, null
  br i1 %c, label %made, label %allocate
allocate:
  %q = call ptr @allocate()
  br label %made
made:
  %r = phi ptr [ null, %0 ], [ %q, %allocate ]
  %s = call ptr @llvm.launder.invariant.group.p0(ptr %r)
  %t = load i32, ptr %s
  ret void
}

; What is in between may not return.
; CHECK-LABEL: define void @between(
; CHECK:         br
; CHECK:         phi ptr [ null,
define void @between(ptr %p) {
  %c = icmp eq ptr %p, null
  br i1 %c, label %made, label %allocate
allocate:
  %q = call ptr @allocate()
  br label %made
made:
  %r = phi ptr [ null, %0 ], [ %q, %allocate ]
  %s = call ptr @llvm.launder.invariant.group.p0(ptr %r)
  call void @work()
  call void @make(ptr nonnull noundef %s)
  ret void
}
