; Without a fault map nobody recovers the fault, so nothing becomes implicit
; where object files have none: COFF, i386 and x32. Asking for it, by the
; option or the attribute, is answered with a remark for each marked branch.
;
; RUN: llc -mtriple=x86_64-linux -o /dev/null %s \
; RUN:   -pass-remarks=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=TABLE
; RUN: llc -mtriple=x86_64-apple-macosx -o /dev/null %s \
; RUN:   -pass-remarks=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=TABLE
; RUN: llc -mtriple=x86_64-windows-msvc -filetype=obj -o /dev/null %s \
; RUN:   -enable-implicit-null-checks -pass-remarks-missed=implicit-null-checks \
; RUN:   2>&1 | FileCheck %s
; RUN: llc -mtriple=x86_64-uefi -filetype=obj -o /dev/null %s \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 | FileCheck %s
; RUN: llc -mtriple=i386-linux -filetype=obj -o /dev/null %s \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnux32 -filetype=obj -o /dev/null %s \
; RUN:   -enable-implicit-null-checks -pass-remarks-missed=implicit-null-checks \
; RUN:   2>&1 | FileCheck %s

; RUN: llc -mtriple=x86_64-windows-msvc -enable-implicit-null-checks < %s \
; RUN:   | FileCheck %s --check-prefix=CODE
; RUN: llc -mtriple=i386-linux -enable-implicit-null-checks < %s \
; RUN:   | FileCheck %s --check-prefix=CODE
; RUN: llc -mtriple=x86_64-linux-gnux32 -enable-implicit-null-checks < %s \
; RUN:   | FileCheck %s --check-prefix=CODE

; TABLE: remark: {{.*}}null check made implicit in MOV32rm
; CHECK: remark: {{.*}}null check stays explicit: object files of this target cannot hold a fault map

; CODE-LABEL: load:
; CODE: test{{[lq]}}
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
