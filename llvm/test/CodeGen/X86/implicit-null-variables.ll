; Code without optimization loads a pointer from its variable for the test, and
; again for the access. Both are the same unless the variable may have changed.
;
; RUN: llc -O0 -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -O2 -fast-isel -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s

declare void @escape(ptr)

; CHECK-LABEL: plain:
; CHECK: movl 12(%rax), %eax # on-fault
define i32 @plain(ptr %p) "implicit-null-checks" {
  %a = alloca ptr
  store ptr %p, ptr %a
  %q = load ptr, ptr %a
  %n = icmp eq ptr %q, null
  br i1 %n, label %is_null, label %ok, !make.implicit !{}
ok:
  %r = load ptr, ptr %a
  %e = getelementptr i8, ptr %r, i64 12
  %v = load i32, ptr %e
  ret i32 %v
is_null:
  ret i32 -1
}

; Each of the following may change it, or reads something else.

; CHECK-LABEL: changed:
; CHECK-NOT: on-fault
define i32 @changed(ptr %p, ptr %x) "implicit-null-checks" {
  %a = alloca ptr
  store ptr %p, ptr %a
  %q = load ptr, ptr %a
  %n = icmp eq ptr %q, null
  br i1 %n, label %is_null, label %ok, !make.implicit !{}
ok:
  store ptr %x, ptr %a
  %r = load ptr, ptr %a
  %v = load i32, ptr %r
  ret i32 %v
is_null:
  ret i32 -1
}

; CHECK-LABEL: through_pointer:
; CHECK-NOT: on-fault
define i32 @through_pointer(ptr %p, ptr %x) "implicit-null-checks" {
  %a = alloca ptr
  store ptr %p, ptr %a
  call void @escape(ptr %a)
  %q = load ptr, ptr %a
  %n = icmp eq ptr %q, null
  br i1 %n, label %is_null, label %ok, !make.implicit !{}
ok:
  store i64 1, ptr %x
  %r = load ptr, ptr %a
  %v = load i32, ptr %r
  ret i32 %v
is_null:
  ret i32 -1
}

; CHECK-LABEL: part_changed:
; CHECK-NOT: on-fault
define i32 @part_changed(ptr %p, i32 %x) "implicit-null-checks" {
  %a = alloca ptr
  store ptr %p, ptr %a
  %q = load ptr, ptr %a
  %n = icmp eq ptr %q, null
  br i1 %n, label %is_null, label %ok, !make.implicit !{}
ok:
  %half = getelementptr i8, ptr %a, i64 4
  store i32 %x, ptr %half
  %r = load ptr, ptr %a
  %v = load i32, ptr %r
  ret i32 %v
is_null:
  ret i32 -1
}

; CHECK-LABEL: volatile_variable:
; CHECK-NOT: on-fault
define i32 @volatile_variable(ptr %p) "implicit-null-checks" {
  %a = alloca ptr
  store ptr %p, ptr %a
  %q = load volatile ptr, ptr %a
  %n = icmp eq ptr %q, null
  br i1 %n, label %is_null, label %ok, !make.implicit !{}
ok:
  %r = load volatile ptr, ptr %a
  %v = load i32, ptr %r
  ret i32 %v
is_null:
  ret i32 -1
}

; CHECK-LABEL: atomic_variable:
; CHECK-NOT: on-fault
define i32 @atomic_variable(ptr %p) "implicit-null-checks" {
  %a = alloca ptr
  store ptr %p, ptr %a
  call void @escape(ptr %a)
  %q = load atomic ptr, ptr %a unordered, align 8
  %n = icmp eq ptr %q, null
  br i1 %n, label %is_null, label %ok, !make.implicit !{}
ok:
  %r = load atomic ptr, ptr %a unordered, align 8
  %v = load i32, ptr %r
  ret i32 %v
is_null:
  ret i32 -1
}
