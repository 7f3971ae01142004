; REQUIRES: x86
; RUN: split-file %s %t
; RUN: cd %t
; RUN: llvm-as one.ll -o one.o
; RUN: llvm-as two.ll -o two.o
; RUN: llvm-as other.ll -o other.o
; RUN: llvm-as none.ll -o none.o
; RUN: llvm-as empty.ll -o empty.o

; RUN: ld.lld -shared --lto-emit-llvm one.o two.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s --check-prefix=ONE
; RUN: ld.lld -shared --lto-emit-llvm empty.o one.o two.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s --check-prefix=ONE
; ONE: !{i32 8, !"StrictVTablePointersOnly", i32 1}

; A module that lacks the flag has 0 for its value, in each order, whether or
; not it has other flags.
; RUN: ld.lld -shared --lto-emit-llvm one.o other.o two.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s
; RUN: ld.lld -shared --lto-emit-llvm other.o one.o two.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s
; RUN: ld.lld -shared --lto-emit-llvm one.o two.o other.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s
; RUN: ld.lld -shared --lto-emit-llvm one.o none.o two.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s
; RUN: ld.lld -shared --lto-emit-llvm none.o one.o two.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s
; RUN: ld.lld -shared --lto-emit-llvm one.o two.o none.o -o out.bc
; RUN: llvm-dis < out.bc | FileCheck %s
; CHECK: !{i32 8, !"StrictVTablePointersOnly", i32 0}
; CHECK-NOT: StrictVTablePointersOnly

;--- one.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @one() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"StrictVTablePointersOnly", i32 1}

;--- two.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @two() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 8, !"StrictVTablePointersOnly", i32 1}

;--- other.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @other() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"wchar_size", i32 4}

;--- none.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @none() {
  ret void
}

;--- empty.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; A module with nothing in it has nothing without barriers.
