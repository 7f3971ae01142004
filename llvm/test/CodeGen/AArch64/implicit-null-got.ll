; An access moves up together with the load of an address from the global offset
; table, which is there whatever the pointer is, and past such loads.
;
; RUN: llc -imp-null-probe-accesses=0 -mtriple=aarch64-linux-gnu -relocation-model=pic -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -imp-null-probe-accesses=0 -mtriple=aarch64-linux-gnu -relocation-model=pic -code-model=tiny -verify-machineinstrs < %s | FileCheck %s --check-prefix=TINY

@g = external global i32

; CHECK-LABEL: stored:
; CHECK-NOT: cbz
; CHECK: adrp [[PAGE:x[0-9]+]], :got:g
; CHECK: ldr [[ADDRESS:x[0-9]+]], {{\[}}[[PAGE]], :got_lo12:g]
; CHECK: str [[ADDRESS]], [{{x[0-9]+}}] // on-fault
; TINY-LABEL: stored:
; TINY-NOT: cbz
; TINY: ldr [[ADDRESS:x[0-9]+]], :got:g
; TINY: str [[ADDRESS]], [{{x[0-9]+}}] // on-fault
define i32 @stored(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  store ptr @g, ptr %p
  ret i32 0
is_null:
  ret i32 42
}

; What the symbol stands for is loaded, too. It might be noticed that this happens
; although the pointer is null.
; CHECK-LABEL: loaded:
; CHECK: cbz x0
; CHECK-NOT: on-fault
; TINY-LABEL: loaded:
; TINY: cbz x0
; TINY-NOT: on-fault
define i32 @loaded(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr @g
  store i32 %v, ptr %p
  ret i32 0
is_null:
  ret i32 42
}

!0 = !{}
