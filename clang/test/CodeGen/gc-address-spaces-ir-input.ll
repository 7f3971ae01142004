; References in the layout of a module that is read from a file stay, and the
; option adds them to one that has none.

; RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm -o - %s \
; RUN:   | FileCheck %s
; RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm-bc -o %t.bc %s
; RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm -o - %t.bc \
; RUN:   | FileCheck %s
; RUN: sed 's/-ni:1"/"/' %s > %t.plain.ll
; RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm -o - %t.plain.ll \
; RUN:   -default-function-attr gc-address-spaces=1 | FileCheck %s
; RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm -o - %t.plain.ll \
; RUN:   | FileCheck %s --check-prefix=PLAIN
; RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-obj -o /dev/null %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1"
target triple = "x86_64-unknown-linux-gnu"

; CHECK: target datalayout = "{{.*}}-S128-ni:1"
; PLAIN: target datalayout = "{{.*}}-S128"

; CHECK-LABEL: @move(
; CHECK-NOT: load i64
; CHECK: call void @llvm.memmove
; PLAIN-LABEL: @move(
; PLAIN: load i64
define void @move(ptr addrspace(1) %to, ptr addrspace(1) %from) {
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 8 %to, ptr addrspace(1) align 8 %from, i64 8, i1 false)
  ret void
}
