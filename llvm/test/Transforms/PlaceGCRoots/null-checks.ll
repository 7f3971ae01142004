; An access that may replace the null check in front of its block stays the first
; one there: the frame is known elsewhere, so the access could not move above a
; store to it. The frame is linked, and roots are stored, after the access.

; RUN: opt < %s -passes='place-gc-roots,verify' -S | FileCheck %s
; RUN: opt < %s -passes='copy-gc-functions,place-gc-roots,verify<gc-roots>' -disable-output

declare void @safepoint()
declare void @throw(ptr addrspace(1)) cold noreturn
declare void @leaf() "gc-leaf-function"

; CHECK-LABEL: define i64 @load(
; CHECK:       not_null:
; CHECK-NEXT:    %field = getelementptr i8, ptr addrspace(1) %p, i64 8
; CHECK-NEXT:    %v = load i64, ptr addrspace(1) %field
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT:    [[SLOT:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %q, ptr [[SLOT]]
; CHECK-NEXT:    call void @safepoint()
define i64 @load(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "managed-frames" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %field = getelementptr i8, ptr addrspace(1) %p, i64 8
  %v = load i64, ptr addrspace(1) %field
  call void @safepoint()
  %w = load i64, ptr addrspace(1) %q
  %sum = add i64 %v, %w
  ret i64 %sum
is_null:
  call void @throw(ptr addrspace(1) null)
  unreachable
}

; The root is stored in front of the loop.
; CHECK-LABEL: define i64 @store(
; CHECK:       not_null:
; CHECK-NEXT:    %other = load i64, ptr addrspace(1) %q
; CHECK-NEXT:    %field = getelementptr i8, ptr addrspace(1) %p, i64 8
; CHECK-NEXT:    store i64 %n, ptr addrspace(1) %field
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT:    [[SLOT:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %q, ptr [[SLOT]]
; CHECK-NEXT:    br label %head
define i64 @store(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "implicit-null-checks" gc "managed-frames" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %other = load i64, ptr addrspace(1) %q
  %field = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i64 %n, ptr addrspace(1) %field
  br label %head
head:
  %i = phi i64 [ %other, %not_null ], [ %next, %head ]
  call void @safepoint()
  %next = load i64, ptr addrspace(1) %q
  %done = icmp eq i64 %next, 0
  br i1 %done, label %exit, label %head
exit:
  ret i64 %i
is_null:
  call void @throw(ptr addrspace(1) null)
  unreachable
}

; Unlinking the frame is a store as well.
; CHECK-LABEL: define i64 @unlink(
; CHECK:       not_null:
; CHECK-NEXT:    %v = load i64, ptr addrspace(1)
; CHECK-NEXT:    call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    %w = add i64 %v, 1
define i64 @unlink(ptr addrspace(1) %p, i1 %c) "implicit-null-checks" gc "managed-frames" {
entry:
  call void @safepoint()
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i64, ptr addrspace(1) %p
  %w = add i64 %v, 1
  br i1 %c, label %first, label %second
first:
  ret i64 %v
second:
  ret i64 %w
is_null:
  call void @throw(ptr addrspace(1) %p)
  unreachable
}

; The checks of the function are not enabled.
; CHECK-LABEL: define i64 @not_enabled(
; CHECK:       not_null:
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT:    %v = load i64, ptr addrspace(1) %p
define i64 @not_enabled(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-frames" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i64, ptr addrspace(1) %p
  call void @safepoint()
  %w = load i64, ptr addrspace(1) %q
  %sum = add i64 %v, %w
  ret i64 %sum
is_null:
  call void @throw(ptr addrspace(1) null)
  unreachable
}

; A safepoint comes first.
; CHECK-LABEL: define i64 @safepoint_first(
; CHECK:       not_null:
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 2)
define i64 @safepoint_first(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "managed-frames" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  call void @safepoint()
  %v = load i64, ptr addrspace(1) %p
  call void @safepoint()
  %w = load i64, ptr addrspace(1) %q
  %sum = add i64 %v, %w
  ret i64 %sum
is_null:
  call void @throw(ptr addrspace(1) null)
  unreachable
}

; The access is of another reference.
; CHECK-LABEL: define i64 @other_reference(
; CHECK:       not_null:
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
define i64 @other_reference(ptr addrspace(1) %p, ptr addrspace(1) %q) "implicit-null-checks" gc "managed-frames" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i64, ptr addrspace(1) %q
  call void @safepoint()
  %w = load i64, ptr addrspace(1) %q
  %sum = add i64 %v, %w
  ret i64 %sum
is_null:
  call void @throw(ptr addrspace(1) null)
  unreachable
}

!0 = !{}
