;; The address of a stack object with references that no other function knows is not
;; passed to a function that is extracted: the object may be a number for some time.
;
; RUN: opt -passes=verify,iroutliner -ir-outlining-no-cost -S %s | FileCheck %s
; RUN: sed 's/"managed"/"managed-frames"/' %s | opt -passes=verify,iroutliner -ir-outlining-no-cost -S | FileCheck %s
; RUN: sed 's/ gc "managed"//' %s | opt -passes=verify,iroutliner -ir-outlining-no-cost -S | FileCheck %s --check-prefix=OUTLINED
;; Of numbers alone.
; RUN: sed 's/alloca ptr addrspace(1)/alloca i64/' %s | opt -passes=verify,iroutliner -ir-outlining-no-cost -S | FileCheck %s --check-prefix=OUTLINED
;; Others know it.
; RUN: sed 's/fence seq_cst/call void @know(ptr %%v)/' %s | opt -passes=verify,iroutliner -ir-outlining-no-cost -S | FileCheck %s --check-prefix=OUTLINED

; CHECK-NOT: @outlined_ir_func
; OUTLINED:  define internal void @outlined_ir_func_0(ptr %{{.*}})

declare void @know(ptr)
declare void @collect(i64)

define i64 @first() gc "managed" {
entry:
  %v = alloca ptr addrspace(1)
  fence seq_cst
  store i64 5, ptr %v
  call void @collect(i64 1)
  call void @collect(i64 2)
  call void @collect(i64 3)
  %n = load i64, ptr %v
  ret i64 %n
}

define i64 @second() gc "managed" {
entry:
  %v = alloca ptr addrspace(1)
  call void @collect(i64 4)
  fence seq_cst
  store i64 5, ptr %v
  call void @collect(i64 1)
  call void @collect(i64 2)
  call void @collect(i64 3)
  %n = load i64, ptr %v
  ret i64 %n
}
