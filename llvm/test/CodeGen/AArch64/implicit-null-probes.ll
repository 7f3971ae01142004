; A mark can promise that a pointer which is not null can be read from. If the
; program has no access that can become the check, a load to the zero register
; does. The conditions are tested for X86.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux -mattr=+strict-align -verify-machineinstrs < %s | FileCheck %s --check-prefix=STRICT
; RUN: llc -mtriple=aarch64-linux -global-isel -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux -O0 < %s | FileCheck %s --check-prefix=O0

declare void @use(ptr)
declare void @throw() noreturn

; O0-NOT: ldr {{.}}zr

; CHECK-LABEL: passed_on:
; CHECK: ldrb wzr, [x0] // on-fault: [[NULL:.LBB[0-9_]+]]
; CHECK-NOT: cbz
; CHECK: bl use
; CHECK: [[NULL]]:
; STRICT-LABEL: passed_on:
; STRICT: ldrb wzr, [x0] // on-fault
define void @passed_on(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; CHECK-LABEL: few_bytes:
; CHECK: ldrb wzr, [x0] // on-fault
define void @few_bytes(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !2
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; Both checks become implicit, although the access alone would serve the first.
; CHECK-LABEL: two:
; CHECK: ldrb wzr, [x0] // on-fault
; CHECK: ldrb wzr, [x1] // on-fault
; CHECK: ldr w{{.+}}, [x0, #4]{{$}}
define i32 @two(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %next, !make.implicit !1
next:
  %null.q = icmp eq ptr %q, null
  br i1 %null.q, label %throw, label %ok, !make.implicit !1
ok:
  %field = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %field
  call void @use(ptr %q)
  ret i32 %v
throw:
  call void @throw()
  unreachable
}

; The first check moves down past the second. So the second pointer may be
; anything there, and must not be read.
; CHECK-LABEL: second_promises:
; CHECK: cbz x1, [[NULL:.LBB[0-9_]+]]
; CHECK-NOT: [x1]
; CHECK: ldr {{w.+}}, [x0, #4] // on-fault: [[NULL]]
; CHECK-NOT: [x1]
; CHECK: ret
define i32 @second_promises(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %next, !make.implicit !0
next:
  %null.q = icmp eq ptr %q, null
  br i1 %null.q, label %throw, label %ok, !make.implicit !1
ok:
  %field = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %field
  call void @use(ptr %q)
  ret i32 %v
throw:
  call void @throw()
  unreachable
}

; CHECK-LABEL: no_promise:
; CHECK: cbz x0
; CHECK-NOT: [x0]
; CHECK: ret
define void @no_promise(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !0
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

!0 = !{i32 1}
!1 = !{i32 1, i64 8}
!2 = !{i32 1, i64 3}
