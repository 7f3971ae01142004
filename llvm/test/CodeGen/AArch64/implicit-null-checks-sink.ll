; The access of an enabled null check is not sunk out of the block that the
; check guards. Before layout that check is a conditional and an unconditional
; branch, which cannot be analysed as a predicate on AArch64; the IR is enough.

; RUN: llc < %s -mtriple=aarch64-linux-gnu -stop-after=machine-sink \
; RUN:   -verify-machineinstrs | FileCheck %s

; CHECK-LABEL: name: stays
; CHECK: bb.{{[0-9]}}.access:
; CHECK-NOT: {{^  bb}}
; CHECK: LDRWui {{.*}} :: (load (s32) from %ir.field)
; CHECK: TB{{N?}}ZW
define i32 @stays(ptr %p, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !prof !1, !make.implicit !0

access:
  %field = getelementptr inbounds i8, ptr %p, i64 8
  %v = load i32, ptr %field
  br i1 %c, label %use, label %done

use:
  %w = call i32 @use(i32 %v)
  ret i32 %w

done:
  ret i32 0

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: name: disabled
; CHECK: bb.{{[0-9]}}.access:
; CHECK-NOT: LDRWui
; CHECK: TB{{N?}}ZW
; CHECK: {{^  bb}}
; CHECK: LDRWui {{.*}} :: (load (s32) from %ir.field)
define i32 @disabled(ptr %p, i1 %c) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !prof !1, !make.implicit !0

access:
  %field = getelementptr inbounds i8, ptr %p, i64 8
  %v = load i32, ptr %field
  br i1 %c, label %use, label %done

use:
  %w = call i32 @use(i32 %v)
  ret i32 %w

done:
  ret i32 0

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: name: unmarked
; CHECK: bb.{{[0-9]}}.access:
; CHECK-NOT: LDRWui
; CHECK: TB{{N?}}ZW
; CHECK: {{^  bb}}
; CHECK: LDRWui {{.*}} :: (load (s32) from %ir.p)
define i32 @unmarked(ptr %p, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !prof !1

access:
  %v = load i32, ptr %p
  br i1 %c, label %use, label %done

use:
  %w = call i32 @use(i32 %v)
  ret i32 %w

done:
  ret i32 0

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: name: other_pointer
; CHECK: bb.{{[0-9]}}.access:
; CHECK-NOT: LDRWui
; CHECK: TB{{N?}}ZW
; CHECK: {{^  bb}}
; CHECK: LDRWui {{.*}} :: (load (s32) from %ir.q)
define i32 @other_pointer(ptr %p, ptr %q, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !prof !1, !make.implicit !0

access:
  %v = load i32, ptr %q
  br i1 %c, label %use, label %done

use:
  %w = call i32 @use(i32 %v)
  ret i32 %w

done:
  ret i32 0

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; What the access needs stays in front of the check.
; CHECK-LABEL: name: index
; CHECK: bb.0.entry:
; CHECK-NOT: {{^  bb}}
; CHECK: LDRWui {{.*}} :: (load (s32) from %ir.q)
; CHECK: CBZX
define i8 @index(ptr %p, ptr %q) "implicit-null-checks"="wide" {
entry:
  %i = load i32, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !prof !1, !make.implicit !0

access:
  %wide = zext i32 %i to i64
  %element = getelementptr inbounds nuw i8, ptr %p, i64 %wide
  %v = load i8, ptr %element
  ret i8 %v

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; It is an index into something else.
; CHECK-LABEL: name: elsewhere
; CHECK: CBZX
; CHECK: bb.{{[0-9]}}.access:
; CHECK: LDRWui {{.*}} :: (load (s32) from %ir.q)
define i8 @elsewhere(ptr %p, ptr %q, ptr %r) "implicit-null-checks"="wide" {
entry:
  %i = load i32, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !prof !1, !make.implicit !0

access:
  %wide = zext i32 %i to i64
  %element = getelementptr inbounds nuw i8, ptr %r, i64 %wide
  %v = load i8, ptr %element
  ret i8 %v

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

declare i32 @use(i32)

!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 1048575}
