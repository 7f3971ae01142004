; RUN: not opt -mtriple=i386-linux-gnu -passes=rewrite-statepoints-for-gc -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: opt -mtriple=riscv64-linux-gnu -passes=rewrite-statepoints-for-gc -disable-output %s
; RUN: opt -passes=rewrite-statepoints-for-gc -disable-output %s

; A target without statepoints is an error of each function, not of each call.

; CHECK: error: {{.*}} in function f void (): call of 'opaque': the target i386 does not support statepoints; x86-64, AArch64, 64-bit RISC-V and LoongArch do
define void @f() gc "statepoint-example" {
  call void @opaque()
  call void @opaque()
  ret void
}

; CHECK: error: {{.*}} in function g void (): call of 'opaque': the target i386 does not support statepoints
define void @g() gc "statepoint-example" {
  call void @opaque()
  ret void
}

define void @without_calls() gc "statepoint-example" {
  ret void
}

declare void @opaque()
