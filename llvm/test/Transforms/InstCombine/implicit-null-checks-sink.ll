; The access that may stand in for an enabled null check stays in the block that
; the check guards. Other loads are sunk to their use as ever.

; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; CHECK-LABEL: @stays(
; CHECK: access:
; CHECK-NEXT: %field = getelementptr
; CHECK-NEXT: %v = load i32, ptr %field
; CHECK-NEXT: br i1 %c
define i32 @stays(ptr %p, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %field = getelementptr inbounds i8, ptr %p, i64 8
  %v = load i32, ptr %field
  br i1 %c, label %use, label %done

use:
  %w = add i32 %v, 1
  ret i32 %w

done:
  ret i32 0

fail:
  unreachable
}

; CHECK-LABEL: @disabled(
; CHECK: use:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load i32
define i32 @disabled(ptr %p, i1 %c) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %field = getelementptr inbounds i8, ptr %p, i64 8
  %v = load i32, ptr %field
  br i1 %c, label %use, label %done

use:
  %w = add i32 %v, 1
  ret i32 %w

done:
  ret i32 0

fail:
  unreachable
}

; CHECK-LABEL: @unmarked(
; CHECK: use:
; CHECK-NEXT: load i32
define i32 @unmarked(ptr %p, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access

access:
  %v = load i32, ptr %p
  br i1 %c, label %use, label %done

use:
  %w = add i32 %v, 1
  ret i32 %w

done:
  ret i32 0

fail:
  unreachable
}

; CHECK-LABEL: @other.pointer(
; CHECK: use:
; CHECK-NEXT: load i32
define i32 @other.pointer(ptr %p, ptr %q, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %v = load i32, ptr %q
  br i1 %c, label %use, label %done

use:
  %w = add i32 %v, 1
  ret i32 %w

done:
  ret i32 0

fail:
  unreachable
}

; The displacement is not known.
; CHECK-LABEL: @index(
; CHECK: use:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load i32
define i32 @index(ptr %p, i64 %i, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %element = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %element
  br i1 %c, label %use, label %done

use:
  %w = add i32 %v, 1
  ret i32 %w

done:
  ret i32 0

fail:
  unreachable
}

; It may be in the wide guard.
; CHECK-LABEL: @index.wide(
; CHECK: access:
; CHECK-NEXT: %element = getelementptr
; CHECK-NEXT: %v = load i32
; CHECK-NEXT: br i1 %c
define i32 @index.wide(ptr %p, i64 %i, i1 %c) "implicit-null-checks"="wide" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %element = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %element
  br i1 %c, label %use, label %done

use:
  %w = add i32 %v, 1
  ret i32 %w

done:
  ret i32 0

fail:
  unreachable
}

; The index of the access is loaded in front of the check, and stays there.
; CHECK-LABEL: @index.loaded(
; CHECK: entry:
; CHECK-NEXT: load i32, ptr %q
; CHECK: br i1
define i8 @index.loaded(ptr %p, ptr %q) "implicit-null-checks"="wide" {
entry:
  %i = load i32, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %more = add i32 %i, 1
  %wide = zext i32 %more to i64
  %element = getelementptr inbounds nuw i8, ptr %p, i64 %wide
  %v = load i8, ptr %element
  ret i8 %v

fail:
  ret i8 0
}

; No access with an index can be the check.
; CHECK-LABEL: @index.loaded.narrow(
; CHECK: access:
; CHECK-NEXT: load i32, ptr %q
define i8 @index.loaded.narrow(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %i = load i32, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %more = add i32 %i, 1
  %wide = zext i32 %more to i64
  %element = getelementptr inbounds nuw i8, ptr %p, i64 %wide
  %v = load i8, ptr %element
  ret i8 %v

fail:
  ret i8 0
}

; It is an index into something else.
; CHECK-LABEL: @index.elsewhere(
; CHECK: access:
; CHECK-NEXT: load i32, ptr %q
define i8 @index.elsewhere(ptr %p, ptr %q, ptr %r) "implicit-null-checks"="wide" {
entry:
  %i = load i32, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %wide = zext i32 %i to i64
  %element = getelementptr inbounds nuw i8, ptr %r, i64 %wide
  %v = load i8, ptr %element
  ret i8 %v

fail:
  ret i8 0
}

; What the access stores is loaded in front of the check, and stays there.
; CHECK-LABEL: @stored(
; CHECK: entry:
; CHECK-NEXT: load i32, ptr %q
; CHECK: br i1
define void @stored(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %v = load i32, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %more = add i32 %v, 1
  %field = getelementptr inbounds i8, ptr %p, i64 8
  store i32 %more, ptr %field
  ret void

fail:
  ret void
}

; No check is enabled.
; CHECK-LABEL: @stored.disabled(
; CHECK: access:
; CHECK-NEXT: load i32, ptr %q
define void @stored.disabled(ptr %p, ptr %q) {
entry:
  %v = load i32, ptr %q
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %more = add i32 %v, 1
  store i32 %more, ptr %p
  ret void

fail:
  ret void
}

; The block can be entered in another way.
; CHECK-LABEL: @two.ways(
; CHECK: use:
; CHECK-NEXT: load i32
define i32 @two.ways(ptr %p, i1 %b, i1 %c) "implicit-null-checks" {
entry:
  br i1 %b, label %access, label %check

check:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

access:
  %v = load i32, ptr %p
  br i1 %c, label %use, label %done

use:
  %w = add i32 %v, 1
  ret i32 %w

done:
  ret i32 0

fail:
  unreachable
}

!0 = !{}
