; RUN: not opt -passes=place-safepoints -S < %s 2>&1 | FileCheck %s
; RUN: sed -e 's/^declare void @gc/define void @gc/' -e 's/safepoint_poll()$/safepoint_poll() { ret void }/' %s > %t.ll
; RUN: opt -passes=place-safepoints -S %t.ll | FileCheck %s --check-prefix=PLACED

; A poll that is not there to be placed is an error.

; CHECK: error: <unknown>:0:0: in function polls void (): safepoint poll before '{{br|call}}': the module does not define 'void gc.safepoint_poll()'; define it with the poll of the runtime
; PLACED-LABEL: @polls(
define void @polls() gc "statepoint-example" {
entry:
  br label %again
again:
  br label %again
}

; No poll is placed in functions without a strategy.
define void @plain() {
  call void @callee()
  ret void
}

declare void @callee()
declare void @gc.safepoint_poll()
