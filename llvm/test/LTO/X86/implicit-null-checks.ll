; Link-time optimization keeps the marks and the attribute: what it hands to the
; code generator needs no option. Regular LTO and ThinLTO, with the function
; that makes the access inlined across modules.

; RUN: split-file %s %t
; RUN: llvm-as %t/caller.ll -o %t/caller.bc
; RUN: llvm-as %t/callee.ll -o %t/callee.bc
; RUN: llvm-lto2 run -O2 -save-temps -o %t/full %t/caller.bc %t/callee.bc \
; RUN:   -r=%t/caller.bc,load,plx -r=%t/caller.bc,callee, \
; RUN:   -r=%t/callee.bc,callee,pl
; RUN: llc < %t/full.0.5.precodegen.bc | FileCheck %s

; RUN: opt -module-summary %t/caller.ll -o %t/caller.thin.bc
; RUN: opt -module-summary %t/callee.ll -o %t/callee.thin.bc
; RUN: llvm-lto2 run -O2 -save-temps -o %t/thin %t/caller.thin.bc \
; RUN:   %t/callee.thin.bc -r=%t/caller.thin.bc,load,plx \
; RUN:   -r=%t/caller.thin.bc,callee, -r=%t/callee.thin.bc,callee,pl
; RUN: llc < %t/thin.1.5.precodegen.bc | FileCheck %s

; CHECK-LABEL: load:
; CHECK-NOT: test
; CHECK: movl (%rdi), %eax # on-fault: [[TRAP:.*]]
; CHECK: retq
; CHECK: [[TRAP]]:
; CHECK: ud1
; CHECK: .section llvm_faultmaps

;--- caller.ll
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @callee(ptr)

define i32 @load(ptr %p) "implicit-null-checks" {
  %v = call i32 @callee(ptr %p)
  ret i32 %v
}

;--- callee.ll
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i32 @callee(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !prof !1, !make.implicit !0

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable

access:
  %v = load i32, ptr %p
  ret i32 %v
}

declare void @llvm.ubsantrap(i8)

!0 = !{}
!1 = !{!"branch_weights", i32 1, i32 1048575}
