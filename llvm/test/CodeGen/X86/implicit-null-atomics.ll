; Atomic accesses.
;
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,PAIR
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,CALL
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -O0 -verify-machineinstrs < %s | FileCheck %s --check-prefix=O0
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -O0 -filetype=obj -o %t0.o < %s
; RUN: llvm-managed-maps verify %t0.o

; O0: cmpxchg16b 16(%rsi) # on-fault

; CHECK-LABEL: pair:
; CHECK: testb %al, 16(%rdi) # on-fault
; PAIR: cmpxchg16b 16(%rdi)
; CALL: callq __atomic_compare_exchange_16
define i128 @pair(ptr %p, i128 %a, i128 %b) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr i8, ptr %p, i64 16
  %r = cmpxchg ptr %g, i128 %a, i128 %b seq_cst seq_cst
  %v = extractvalue {i128, i1} %r, 0
  ret i128 %v
is_null:
  ret i128 -1
}

; CHECK-LABEL: load:
; CHECK: testb %al, (%rdi) # on-fault
; CALL: callq __atomic_load_16
define i128 @load(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load atomic i128, ptr %p seq_cst, align 16
  ret i128 %v
is_null:
  ret i128 -1
}

; CHECK-LABEL: add:
; CHECK: xaddq %rsi, (%rdi) # on-fault
define i64 @add(ptr %p, i64 %a) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = atomicrmw add ptr %p, i64 %a seq_cst
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: swap:
; CHECK: cmpxchgb %dl, (%rdi) # on-fault
define i8 @swap(ptr %p, i8 %a, i8 %b) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %r = cmpxchg ptr %p, i8 %a, i8 %b acquire monotonic
  %v = extractvalue {i8, i1} %r, 0
  ret i8 %v
is_null:
  ret i8 -1
}

; A volatile access is no promise.
; CHECK-LABEL: volatile:
; CHECK-NOT: on-fault
; CHECK: {{xaddq}}
define i64 @volatile(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = atomicrmw volatile add ptr %g, i64 1 seq_cst
  ret i64 %v
is_null:
  ret i64 -1
}

declare void @__atomic_store_16(ptr, i128, i32)
declare i1 @__atomic_compare_exchange_16(ptr, ptr, i128, i32, i32)
declare void @__atomic_store_all(ptr, i128, i32)
define internal void @__atomic_load_32(ptr, i128, i32) noinline {
  ret void
}

; A function of the library that the program calls by itself.
; CHECK-LABEL: call:
; CHECK: testb %al, (%rdi) # on-fault
define i32 @call(ptr %p, i128 %v) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @__atomic_store_16(ptr %p, i128 %v, i32 5)
  ret i32 0
is_null:
  ret i32 -1
}

; Not its first argument.
; CHECK-LABEL: expected:
; CHECK-NOT: on-fault
; CHECK: testq %rsi, %rsi
define i1 @expected(ptr %q, ptr %p, i128 %v) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %r = call i1 @__atomic_compare_exchange_16(ptr %q, ptr %p, i128 %v, i32 5, i32 5)
  ret i1 %r
is_null:
  ret i1 true
}

; No function of the library.
; CHECK-LABEL: other:
; CHECK-NOT: on-fault
; CHECK: testq %rdi, %rdi
define i32 @other(ptr %p, i128 %v) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @__atomic_store_all(ptr %p, i128 %v, i32 5)
  ret i32 0
is_null:
  ret i32 -1
}

; CHECK-LABEL: own:
; CHECK-NOT: on-fault
; CHECK: testq %rdi, %rdi
define i32 @own(ptr %p, i128 %v) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @__atomic_load_32(ptr %p, i128 %v, i32 5)
  ret i32 0
is_null:
  ret i32 -1
}
