; Atomic accesses: loops of exclusive loads and stores, or calls.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,LOOP
; RUN: llc -mtriple=aarch64-linux -mattr=+outline-atomics -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,CALL
; RUN: llc -mtriple=aarch64-linux -filetype=obj -o %t.o < %s
; RUN: llvm-managed-maps verify %t.o

; CHECK-LABEL: pair:
; LOOP: ldr wzr, [x0, #16]! // on-fault
; LOOP: ldaxp
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
; LOOP: ldaxp x0, x1, [x8] // on-fault
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
; LOOP: ldaxr x0, [x8] // on-fault
; CALL: ldrb wzr, [x0] // on-fault
; CALL: bl __aarch64_ldadd8_acq_rel
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
; LOOP: ldaxrb w0, [x8] // on-fault
; CALL: ldrb wzr, [x0] // on-fault
; CALL: bl __aarch64_cas1_acq
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
; CHECK: {{ret}}
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
