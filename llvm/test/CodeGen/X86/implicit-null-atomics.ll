; Atomic accesses.
;
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,PAIR
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -O0 -verify-machineinstrs < %s | FileCheck %s --check-prefix=O0
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -O0 -filetype=obj -o %t0.o < %s
; RUN: llvm-managed-maps verify %t0.o

; O0: cmpxchg16b 16(%rsi) # on-fault

; CHECK-LABEL: pair:
; PAIR: testb %al, 16(%rdi) # on-fault
; PAIR: cmpxchg16b 16(%rdi)
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
; PAIR: testb %al, (%rdi) # on-fault
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
