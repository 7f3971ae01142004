; Version 1 of the fault map counts from the address of the function. If the
; linker takes the body of another object file, that is the wrong place. For
; Mach-O, which has version 1 only, such functions keep their checks. Version 2
; has no function addresses. Version 1 for ELF is what upstream's is.
;
; RUN: llc -mtriple=x86_64-apple-macosx -o - %s \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefixes=CHECK,MACHO
; RUN: llc -mtriple=arm64-apple-macosx -o - %s \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefixes=CHECK,MACHO
; RUN: llc -mtriple=x86_64-linux -o - %s | FileCheck %s --check-prefixes=CHECK,ELF

; MACHO: remark: {{.*}}null check stays explicit: the linker may replace the function, and version 1 of fault maps would then describe the replacement

; CHECK-LABEL: weak:
; MACHO-NOT: on-fault
; ELF: on-fault
; CHECK-LABEL: strong:
; CHECK: on-fault

define linkonce_odr i32 @weak(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @strong(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{}
