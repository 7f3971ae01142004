; A comparison of a reference with null may be above a safepoint, and the branch
; below it. Nothing needs the object any more, and nothing tells where it is now.
; So no probe reads it. A function whose references are in frames has no strategy
; any more, and the address space tells that they are some.
;
; RUN: llc -mtriple=x86_64-linux -stop-after=null-check-probes,1 -o - %s | FileCheck %s

declare void @poll()
declare void @leaf() "gc-leaf-function"
declare ptr addrspace(1) @next(ptr addrspace(1)) "gc-leaf-function"

; CHECK-LABEL: @stale(
; CHECK-NOT: load volatile
define void @stale(ptr addrspace(1) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
  %null = icmp eq ptr addrspace(1) %p, null
  call void @poll()
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

; CHECK-LABEL: @stale_in_other_block(
; CHECK-NOT: load volatile
define void @stale_in_other_block(ptr addrspace(1) %p, i1 %c) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
entry:
  br i1 %c, label %safepoint, label %check
safepoint:
  call void @poll()
  br label %check
check:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

; CHECK-LABEL: @stale_in_loop(
; CHECK-NOT: load volatile
define void @stale_in_loop(ptr addrspace(1) %p, i1 %c) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
entry:
  br label %loop
loop:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  call void @poll()
  br i1 %c, label %loop, label %is_null
is_null:
  ret void
}

; CHECK-LABEL: @after_leaf(
; CHECK: load volatile i32, ptr addrspace(1) %p, align 1, !alias.scope
define void @after_leaf(ptr addrspace(1) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
  call void @leaf()
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

; CHECK-LABEL: @loaded_after_safepoint(
; CHECK: load volatile i32, ptr addrspace(1) %p, align 1, !alias.scope
define void @loaded_after_safepoint(ptr %slot) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
  call void @poll()
  %p = load ptr addrspace(1), ptr %slot
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

; CHECK-LABEL: @new_in_each_round(
; CHECK: load volatile i32, ptr addrspace(1) %p, align 1, !alias.scope
define void @new_in_each_round(ptr %slot) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
entry:
  br label %loop
loop:
  %p = load ptr addrspace(1), ptr %slot
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  call void @poll()
  br label %loop
is_null:
  ret void
}

; Without a collector, the promise is all that counts.
; CHECK-LABEL: @no_references(
; CHECK: load volatile i32, ptr %p, align 1, !alias.scope
define void @no_references(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  call void @poll()
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  ret void
is_null:
  ret void
}

!0 = !{i32 1, i64 8}
