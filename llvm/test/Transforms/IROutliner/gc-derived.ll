;; A function takes what it is given for the beginning of an object. So nothing is outlined
;; that is given a pointer into one.
;
; RUN: opt -passes=verify,iroutliner -ir-outlining-no-cost -S %s | FileCheck %s
; RUN: sed 's/ gc "managed"//' %s | opt -passes=verify,iroutliner -ir-outlining-no-cost -S | FileCheck %s --check-prefix=WITHOUT
; RUN: sed 's/"managed"/"managed-frames"/' %s | opt -passes=verify,iroutliner -ir-outlining-no-cost -S | FileCheck %s
; RUN: sed '/%%place = /d;s/%%place/%%a/' %s | opt -passes=verify,iroutliner -ir-outlining-no-cost -S | FileCheck %s --check-prefix=WITHOUT

; CHECK-NOT: @outlined_ir_func
; WITHOUT:   define internal void @outlined_ir_func_0(ptr addrspace(1) %{{.*}})

declare void @collect(ptr addrspace(1), i64)
declare void @other()

define void @first(ptr addrspace(1) %a) gc "managed" {
entry:
  %place = getelementptr i8, ptr addrspace(1) %a, i64 8
  fence seq_cst
  call void @collect(ptr addrspace(1) %place, i64 1)
  call void @collect(ptr addrspace(1) %place, i64 2)
  call void @collect(ptr addrspace(1) %place, i64 3)
  ret void
}

define void @second(ptr addrspace(1) %a, i64 %i) gc "managed" {
entry:
  %place = getelementptr i64, ptr addrspace(1) %a, i64 %i
  call void @other()
  call void @collect(ptr addrspace(1) %place, i64 1)
  call void @collect(ptr addrspace(1) %place, i64 2)
  call void @collect(ptr addrspace(1) %place, i64 3)
  ret void
}
