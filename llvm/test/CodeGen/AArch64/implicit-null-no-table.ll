; Without a fault map nobody recovers the fault, so nothing becomes implicit
; where object files have none: COFF and ILP32. Asking for it, by the
; option or the attribute, is answered with a remark for each marked branch.
;
; RUN: llc -mtriple=aarch64-linux -o /dev/null %s \
; RUN:   -pass-remarks=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=TABLE
; RUN: llc -mtriple=arm64-apple-macosx -o /dev/null %s \
; RUN:   -pass-remarks=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=TABLE
; RUN: llc -mtriple=aarch64-windows-msvc -filetype=obj -o /dev/null %s \
; RUN:   -enable-implicit-null-checks -pass-remarks-missed=implicit-null-checks \
; RUN:   2>&1 | FileCheck %s
; RUN: llc -mtriple=aarch64-windows-gnu -filetype=obj -o /dev/null %s \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 | FileCheck %s
; RUN: llc -mtriple=arm64_32-apple-watchos -filetype=obj -o /dev/null %s \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu_ilp32 -filetype=obj -o /dev/null %s \
; RUN:   -enable-implicit-null-checks -pass-remarks-missed=implicit-null-checks \
; RUN:   2>&1 | FileCheck %s

; RUN: llc -mtriple=aarch64-windows-msvc -enable-implicit-null-checks < %s \
; RUN:   | FileCheck %s --check-prefix=CODE
; RUN: llc -mtriple=arm64_32-apple-watchos -enable-implicit-null-checks < %s \
; RUN:   | FileCheck %s --check-prefix=CODE
; RUN: llc -mtriple=aarch64-linux-gnu_ilp32 -enable-implicit-null-checks < %s \
; RUN:   | FileCheck %s --check-prefix=CODE

; TABLE: remark: {{.*}}null check made implicit in LDRWui
; CHECK: remark: {{.*}}null check stays explicit: object files of this target cannot hold a fault map

; CODE-LABEL: load:
; CODE: cbz
; CODE-NOT: on-fault
define i32 @load(ptr %p) "implicit-null-checks" {
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
