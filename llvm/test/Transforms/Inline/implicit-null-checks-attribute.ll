; A marked null check is free for the inliner if it will be implicit where it
; ends up. A function with the attribute "implicit-null-checks" says that its
; checks rely on the attribute; in a caller without it they stay explicit.

; RUN: opt < %s -passes=inline -inline-threshold=0 -S | FileCheck %s

; Three checks and accesses: below the threshold only if the checks are free.
define i32 @enabled(ptr %p, ptr %q, ptr %r) "implicit-null-checks" {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %p.access, !make.implicit !0

p.access:
  %v = load i32, ptr %p
  %q.null = icmp eq ptr %q, null
  br i1 %q.null, label %fail, label %q.access, !make.implicit !0

q.access:
  %w = load i32, ptr %q
  %r.null = icmp eq ptr %r, null
  br i1 %r.null, label %fail, label %r.access, !make.implicit !0

r.access:
  %x = load i32, ptr %r
  %vw = add i32 %v, %w
  %vwx = add i32 %vw, %x
  ret i32 %vwx

fail:
  unreachable
}

; The same without the attribute: enabled for all functions, if at all.
define i32 @elsewhere(ptr %p, ptr %q, ptr %r) {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %p.access, !make.implicit !0

p.access:
  %v = load i32, ptr %p
  %q.null = icmp eq ptr %q, null
  br i1 %q.null, label %fail, label %q.access, !make.implicit !0

q.access:
  %w = load i32, ptr %q
  %r.null = icmp eq ptr %r, null
  br i1 %r.null, label %fail, label %r.access, !make.implicit !0

r.access:
  %x = load i32, ptr %r
  %vw = add i32 %v, %w
  %vwx = add i32 %vw, %x
  ret i32 %vwx

fail:
  unreachable
}

; CHECK-LABEL: @enabled.into-enabled(
; CHECK-NOT: call
; CHECK: br i1 {{.*}}!make.implicit
define i32 @enabled.into-enabled(ptr %p, ptr %q, ptr %r) "implicit-null-checks" {
  %v = call i32 @enabled(ptr %p, ptr %q, ptr %r)
  ret i32 %v
}

; CHECK-LABEL: @enabled.into-plain(
; CHECK-NEXT: call i32 @enabled(
define i32 @enabled.into-plain(ptr %p, ptr %q, ptr %r) {
  %v = call i32 @enabled(ptr %p, ptr %q, ptr %r)
  ret i32 %v
}

; CHECK-LABEL: @elsewhere.into-plain(
; CHECK-NOT: call
; CHECK: br i1 {{.*}}!make.implicit
define i32 @elsewhere.into-plain(ptr %p, ptr %q, ptr %r) {
  %v = call i32 @elsewhere(ptr %p, ptr %q, ptr %r)
  ret i32 %v
}

; CHECK-LABEL: @elsewhere.into-enabled(
; CHECK-NOT: call
; CHECK: br i1 {{.*}}!make.implicit
define i32 @elsewhere.into-enabled(ptr %p, ptr %q, ptr %r) "implicit-null-checks" {
  %v = call i32 @elsewhere(ptr %p, ptr %q, ptr %r)
  ret i32 %v
}

!0 = !{}
