; A comparison whose branch may become an implicit null check is moved to the
; branch, over a safepoint in between. There it compares the reference as it is
; then, which the access or probe that becomes the check reads through.
;
; RUN: opt -passes=place-gc-roots -S < %s | FileCheck %s

declare void @poll()
declare void @use(i1) "gc-leaf-function"

; CHECK-LABEL: @check(
; CHECK: call void @poll()
; CHECK: [[NEW:%.*]] = load ptr addrspace(1), ptr
; CHECK: [[NULL:%.*]] = icmp eq ptr addrspace(1) [[NEW]], null
; CHECK-NEXT: br i1 [[NULL]], {{.*}}, !make.implicit
define void @check(ptr addrspace(1) %p) "implicit-null-checks" gc "managed-frames" {
  %null = icmp eq ptr addrspace(1) %p, null
  call void @poll()
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

; Something else needs the comparison where it is, too.
; CHECK-LABEL: @other_use(
; CHECK: %null = icmp eq ptr addrspace(1) %p, null
; CHECK: call void @poll()
; CHECK: [[NEW:%.*]] = load ptr addrspace(1), ptr
; CHECK: [[NULL:%.*]] = icmp eq ptr addrspace(1) [[NEW]], null
; CHECK-NEXT: br i1 [[NULL]], {{.*}}, !make.implicit
define void @other_use(ptr addrspace(1) %p) "implicit-null-checks" gc "managed-frames" {
  %null = icmp eq ptr addrspace(1) %p, null
  call void @use(i1 %null)
  call void @poll()
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

; Other branches keep no reference alive.
; CHECK-LABEL: @not_enabled(
; CHECK-NEXT: %null = icmp eq ptr addrspace(1) %p, null
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: br i1 %null
define void @not_enabled(ptr addrspace(1) %p) gc "managed-frames" {
  %null = icmp eq ptr addrspace(1) %p, null
  call void @poll()
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

; CHECK-LABEL: @not_marked(
; CHECK-NEXT: %null = icmp eq ptr addrspace(1) %p, null
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: br i1 %null
define void @not_marked(ptr addrspace(1) %p) "implicit-null-checks" gc "managed-frames" {
  %null = icmp eq ptr addrspace(1) %p, null
  call void @poll()
  br i1 %null, label %is_null, label %not_null
not_null:
  ret void
is_null:
  ret void
}

!0 = !{i32 1, i64 8}
