; The shapes that null checks of real programs have are converted: fields of all
; types, loaded, stored and changed in place, at once or after instructions that
; have nothing to do with the pointer.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs \
; RUN:   -pass-remarks-missed=implicit-null-checks -pass-remarks-output=%t.yaml \
; RUN:   -pass-remarks-filter=implicit-null-checks < %s | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARKS --implicit-check-not=!Missed < %t.yaml

; REMARKS-COUNT-9: --- !Passed

; CHECK-LABEL: field:
; CHECK: movq 16(%rdi), %rax # on-fault
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
; CHECK: movzbl 3(%rdi), %eax # on-fault
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
; CHECK: movsd 8(%rdi), %xmm0 # {{.*}}on-fault
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
; CHECK: movaps (%rdi), %xmm0 # on-fault
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
; CHECK: movq %rsi, 8(%rdi) # on-fault
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
; CHECK: incl (%rdi) # on-fault
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
; CHECK: movl 4088(%rdi), %eax # on-fault
define i32 @last_element(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %f = getelementptr i8, ptr %p, i64 4088
  %v = load i32, ptr %f
  ret i32 %v

is_null:
  call void @throw()
  unreachable
}

; CHECK-LABEL: constant:
; CHECK: movl $7, (%rdi) # on-fault
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
; CHECK: movl (%rdi), %edx # on-fault
define { i32, i32 } @after_others(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %a = load i32, ptr %q
  %b = load i32, ptr %p
  %r = insertvalue { i32, i32 } poison, i32 %a, 0
  %s = insertvalue { i32, i32 } %r, i32 %b, 1
  ret { i32, i32 } %s

is_null:
  call void @throw()
  unreachable
}

declare void @throw()

!0 = !{}
