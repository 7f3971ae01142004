; A fault map has the distance of a handler from its function's start, which has
; no value where the two are in different sections. So nothing becomes implicit
; if the blocks of a function may be spread; it was an error in the object file.
;
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %s \
; RUN:   -basic-block-sections=all -pass-remarks-missed=implicit-null-checks \
; RUN:   -enable-implicit-null-checks 2>&1 | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %s \
; RUN:   -enable-split-machine-functions -enable-implicit-null-checks \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %s \
; RUN:   -split-machine-functions -enable-implicit-null-checks \
; RUN:   -pass-remarks-missed=implicit-null-checks 2>&1 | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=obj -o /dev/null %s \
; RUN:   -function-sections -enable-implicit-null-checks \
; RUN:   -pass-remarks=implicit-null-checks 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ONE

; CHECK: remark: {{.*}}null check stays explicit: the function may be spread over several sections
; ONE: remark: {{.*}}null check made implicit

define i32 @load(ptr %p) !prof !1 {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !prof !2, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  call void @throw()
  unreachable
}

declare void @throw() cold

!0 = !{}
!1 = !{!"function_entry_count", i64 1000}
!2 = !{!"branch_weights", i32 0, i32 1000}
