;; Where a pass has refused, nothing is written, to standard output either.
;
; RUN: not opt -passes=rewrite-statepoints-for-gc -S %s 2>/dev/null | count 0
; RUN: not opt -passes=rewrite-statepoints-for-gc %s -o - 2>/dev/null | count 0
; RUN: not opt -passes=rewrite-statepoints-for-gc -thinlto-bc %s -o - 2>/dev/null | count 0
; RUN: sed 's/anyregcc void/void/' %s | opt -passes=rewrite-statepoints-for-gc -S | FileCheck %s

; CHECK: call token {{.*}}@collect
declare void @collect()
define void @f() gc "managed" {
  call anyregcc void @collect()
  ret void
}
