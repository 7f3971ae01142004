; In code that cannot be reached, casts may be their own operands.
; RUN: opt -passes='PropagateJuliaAddrspaces,verify' -S %s | FileCheck %s

; CHECK-LABEL: define void @cycle(
; CHECK:         store i64 0, ptr
define void @cycle() {
  ret void
dead:
  %a = addrspacecast ptr addrspace(11) %b to ptr addrspace(10)
  %b = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %b
  br label %dead
}
