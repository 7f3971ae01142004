; A comparison of a GEP with null becomes one of the pointer that the GEP is
; computed from, unless a marked branch on it promises that the pointer which is
; compared can be read from.
;
; RUN: opt -passes=instcombine -S < %s | FileCheck %s

declare void @use()

; CHECK-LABEL: @promised(
; CHECK: %field = getelementptr inbounds i8, ptr %end, i64 %back
; CHECK-NEXT: icmp eq ptr %field, null
define void @promised(ptr %end, i64 %back) "implicit-null-checks" {
  %field = getelementptr inbounds i8, ptr %end, i64 %back
  %null = icmp eq ptr %field, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !{i32 1, i64 8}
not_null:
  call void @use()
  ret void
is_null:
  ret void
}

; CHECK-LABEL: @not_promised(
; CHECK-NEXT: icmp eq ptr %end, null
define void @not_promised(ptr %end, i64 %back) "implicit-null-checks" {
  %field = getelementptr inbounds i8, ptr %end, i64 %back
  %null = icmp eq ptr %field, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !{i32 1}
not_null:
  call void @use()
  ret void
is_null:
  ret void
}

; CHECK-LABEL: @nothing_promised(
; CHECK-NEXT: icmp eq ptr %end, null
define void @nothing_promised(ptr %end, i64 %back) "implicit-null-checks" {
  %field = getelementptr inbounds i8, ptr %end, i64 %back
  %null = icmp eq ptr %field, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !{i32 1, i64 0}
not_null:
  call void @use()
  ret void
is_null:
  ret void
}
