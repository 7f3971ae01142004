; The shapes that null checks of real programs have are converted: fields of all
; types, loaded, stored and changed in place, at once or after instructions that
; have nothing to do with the pointer.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs \
; RUN:   -pass-remarks-missed=implicit-null-checks -pass-remarks-output=%t.yaml \
; RUN:   -pass-remarks-filter=implicit-null-checks < %s | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARKS --implicit-check-not=!Missed < %t.yaml

; REMARKS-COUNT-9: --- !Passed

; CHECK-LABEL: field:
; CHECK: ldr x0, [x0, #16] // on-fault
define ptr @field(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %f = getelementptr i8, ptr %p, i64 16
  %v = load ptr, ptr %f
  ret ptr %v

is_null:
  call void @throw()
  unreachable
}

; CHECK-LABEL: byte:
; CHECK: ldrb w0, [x0, #3] // on-fault
define i32 @byte(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %f = getelementptr i8, ptr %p, i64 3
  %v = load i8, ptr %f
  %w = zext i8 %v to i32
  ret i32 %w

is_null:
  call void @throw()
  unreachable
}

; CHECK-LABEL: floating_point:
; CHECK: ldr d0, [x0, #8] // on-fault
define double @floating_point(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %f = getelementptr i8, ptr %p, i64 8
  %v = load double, ptr %f
  ret double %v

is_null:
  call void @throw()
  unreachable
}

; CHECK-LABEL: vector:
; CHECK: ldr q0, [x0] // on-fault
define <4 x i32> @vector(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load <4 x i32>, ptr %p
  ret <4 x i32> %v

is_null:
  call void @throw()
  unreachable
}

; CHECK-LABEL: store:
; CHECK: str x1, [x0, #8] // on-fault
define void @store(ptr %p, i64 %v) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %f = getelementptr i8, ptr %p, i64 8
  store i64 %v, ptr %f
  ret void

is_null:
  call void @throw()
  unreachable
}

; CHECK-LABEL: increment:
; CHECK: ldr w[[R:[0-9]+]], [x0] // on-fault
define void @increment(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  %w = add i32 %v, 1
  store i32 %w, ptr %p
  ret void

is_null:
  call void @throw()
  unreachable
}

; CHECK-LABEL: last_element:
; CHECK: ldr w{{[0-9]+}}, [x0, #4092] // on-fault
define i32 @last_element(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %f = getelementptr i8, ptr %p, i64 4092
  %v = load i32, ptr %f
  ret i32 %v

is_null:
  call void @throw()
  unreachable
}

; A store of a constant: the constant is made first, and moves up with it.
; CHECK-LABEL: constant:
; CHECK: mov w[[R:[0-9]+]], #7
; CHECK: str w[[R]], [x0] // on-fault
define void @constant(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  store i32 7, ptr %p
  ret void

is_null:
  call void @throw()
  unreachable
}

; An instruction that does not write the pointer may come before the access.
; CHECK-LABEL: after_others:
; CHECK: ldr w{{[0-9]+}}, [x0] // on-fault
define i32 @after_others(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %a = load i32, ptr %q
  %b = load i32, ptr %p
  %c = sub i32 %a, %b
  ret i32 %c

is_null:
  call void @throw()
  unreachable
}

declare void @throw()

!0 = !{}
