; RUN: not opt -passes=place-safepoints -S < %s 2>&1 | FileCheck %s --check-prefixes=CHECK,MISSING
; RUN: sed -e 's/^declare void @gc/define void @gc/' -e 's/safepoint_poll()$/safepoint_poll() { ret void }/' %s > %t.ll
; RUN: opt -passes=place-safepoints -S %t.ll | FileCheck %s --check-prefix=PLACED
; RUN: sed -e 's/^declare void @gc.*/define i32 @gc.safepoint_poll() { ret i32 0 }/' %s > %t-type.ll
; RUN: not opt -passes=place-safepoints -S < %t-type.ll 2>&1 | FileCheck %s --check-prefixes=CHECK,MISSING
; RUN: sed -e 's/^declare void @gc.*/@gc.safepoint_poll = global i32 0/' %s > %t-variable.ll
; RUN: not opt -passes=place-safepoints -S < %t-variable.ll 2>&1 | FileCheck %s --check-prefixes=CHECK,MISSING
; RUN: sed -e 's/^declare void @gc.*/define void @gc.safepoint_poll() { unreachable }/' %s > %t-end.ll
; RUN: not opt -passes=place-safepoints -S < %t-end.ll 2>&1 | FileCheck %s --check-prefixes=CHECK,END
; RUN: sed -e 's/^declare void @gc.*/define void @gc.safepoint_poll() { call void @gc.safepoint_poll() ret void }/' %s > %t-self.ll
; RUN: not opt -passes=place-safepoints -S < %t-self.ll 2>&1 | FileCheck %s --check-prefixes=CHECK,SELF
; RUN: sed -e 's/^declare void @gc.*/define void @gc.safepoint_poll() gc "managed" { ret void }/' %s > %t-gc.ll
; RUN: not opt -passes=place-safepoints -S < %t-gc.ll 2>&1 | FileCheck %s --check-prefixes=CHECK,INLINED

; A poll that is not there to be placed is an error, and so is one that cannot
; be inlined.

; CHECK: error: <unknown>:0:0: in function polls void (): safepoint poll before '{{br|call}}':
; MISSING-SAME: the module does not define 'void gc.safepoint_poll()'; define it with the poll of the runtime
; END-SAME: 'gc.safepoint_poll' does not return
; SELF-SAME: 'gc.safepoint_poll' calls itself
; INLINED-SAME: 'gc.safepoint_poll' cannot be inlined: incompatible GC
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
