; RUN: split-file %s %t
; RUN: llvm-as %t/one.ll -o %t/one.bc
; RUN: llvm-as %t/two.ll -o %t/two.bc
; RUN: llvm-as %t/other.ll -o %t/other.bc
; RUN: llvm-as %t/none.ll -o %t/none.bc
; RUN: llvm-as %t/empty.ll -o %t/empty.bc

; RUN: llvm-link -S %t/one.bc %t/two.bc | FileCheck %s --check-prefix=ONE
; RUN: llvm-link -S %t/empty.bc %t/one.bc %t/two.bc | FileCheck %s --check-prefix=ONE
; ONE: !{i32 8, !"StrictVTablePointersOnly", i32 1}

; A module that lacks the flag has 0 for its value, in each order, whether or
; not it has other flags.
; RUN: llvm-link -S %t/one.bc %t/other.bc %t/two.bc | FileCheck %s
; RUN: llvm-link -S %t/other.bc %t/one.bc %t/two.bc | FileCheck %s
; RUN: llvm-link -S %t/one.bc %t/two.bc %t/other.bc | FileCheck %s
; RUN: llvm-link -S %t/one.bc %t/none.bc %t/two.bc | FileCheck %s
; RUN: llvm-link -S %t/none.bc %t/one.bc %t/two.bc | FileCheck %s
; RUN: llvm-link -S %t/one.bc %t/two.bc %t/none.bc | FileCheck %s
; CHECK: !{i32 8, !"StrictVTablePointersOnly", i32 0}
; CHECK-NOT: StrictVTablePointersOnly

;--- one.ll
define void @one() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"StrictVTablePointersOnly", i32 1}

;--- two.ll
define void @two() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"StrictVTablePointersOnly", i32 1}

;--- other.ll
define void @other() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}

;--- none.ll
define void @none() {
  ret void
}

;--- empty.ll
; A module with nothing in it has nothing without barriers.
