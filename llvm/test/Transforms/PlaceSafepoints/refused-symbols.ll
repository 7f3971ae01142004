; RUN: split-file %s %t
; RUN: not opt -passes=place-safepoints -disable-output %t/variable.ll 2>&1 | FileCheck %s --check-prefix=VARIABLE
; RUN: not opt -passes=place-safepoints -disable-output %t/type.ll 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: not opt -passes=place-safepoints -disable-output %t/leaf.ll 2>&1 | FileCheck %s --check-prefix=LEAF

; Symbols of the runtime that are something else in the module.

;--- variable.ll
; VARIABLE: in function f void (): safepoint poll before 'ret': 'LLVMManagedThisThread' is not a thread-local variable in this module
@LLVMManagedThisThread = external global i8
define void @f() gc "managed" {
  ret void
}
;--- type.ll
; TYPE: in function f void (): safepoint poll before 'ret': 'LLVMManagedPoll' is not a function 'void ()' in this module
declare void @LLVMManagedPoll(i32)
define void @f() gc "managed" {
  ret void
}
;--- leaf.ll
; LEAF: in function f void (): safepoint poll before 'ret': 'LLVMManagedPoll' has "gc-leaf-function", but threads stop in it
declare void @LLVMManagedPoll() "gc-leaf-function"
define void @f() gc "managed" {
  ret void
}
