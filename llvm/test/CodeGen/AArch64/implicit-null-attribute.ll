; The function attribute asks for implicit null checks, without any option, at
; every optimization level. The option asks for all functions. The pass costs one
; line in the pipeline: it makes no analysis run again, and none at -O0.
;
; RUN: llc -O1 -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,ASKED
; RUN: llc -O2 -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,ASKED
; RUN: llc -O3 -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefixes=CHECK,ASKED
; RUN: llc -O2 -mtriple=aarch64-linux -enable-implicit-null-checks < %s | FileCheck %s --check-prefixes=CHECK,ALL
; RUN: llc -O0 -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefix=O0
; RUN: llc -O0 -global-isel -global-isel-abort=1 -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefix=O0
; RUN: llc -O2 -opt-bisect-limit=0 -mtriple=aarch64-linux -pass-remarks-missed=implicit-null-checks -filetype=null %s 2>&1 | FileCheck %s --check-prefix=BISECT
; RUN: llc -O2 -mtriple=aarch64-linux -debug-pass=Structure -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=PIPELINE
; RUN: llc -O0 -mtriple=aarch64-linux -debug-pass=Structure -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=PIPELINE0

; PIPELINE: Falkor HW Prefetch Fix Late Phase
; PIPELINE-NEXT: Implicit null checks
; PIPELINE-NEXT: PostRA Machine Instruction Scheduler
; PIPELINE0: AArch64 speculation hardening pass
; PIPELINE0-NEXT: Implicit null checks
; PIPELINE0-NEXT: Analyze Machine Code For Garbage Collection

; CHECK-LABEL: asked:
; CHECK: ldr w0, [x0] // on-fault
; O0-LABEL: asked:
; O0: on-fault
; BISECT: null check stays explicit: -opt-bisect-limit leaves the function out
define i32 @asked(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; O0-LABEL: not_asked:
; O0-NOT: on-fault
; CHECK-LABEL: not_asked:
; ASKED: cbz x0
; ALL: ldr w0, [x0] // on-fault
define i32 @not_asked(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; It asks all the same.
; CHECK-LABEL: not_to_be_optimized:
; CHECK: on-fault
; O0-LABEL: not_to_be_optimized:
define i32 @not_to_be_optimized(ptr %p) "implicit-null-checks" noinline optnone {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

; CHECK-LABEL: not_marked:
; CHECK: cbz
; CHECK-NOT: on-fault
define i32 @not_marked(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{}
