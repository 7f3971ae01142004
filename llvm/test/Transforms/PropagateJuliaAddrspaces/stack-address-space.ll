; On targets whose stack has an address space of its own, what points there is
; accessed through it, and null, which is another address there, is not.

; RUN: opt < %s -passes='function(PropagateJuliaAddrspaces,verify)' -S | FileCheck %s

target datalayout = "e-A5-ni:10:11:12:13"

; CHECK-LABEL: define i64 @stack(
; CHECK-NOT:     addrspacecast
; CHECK:         [[G:%.*]] = getelementptr i64, ptr addrspace(5) %p, i64 %n
; CHECK-NEXT:    %x = load i64, ptr addrspace(5) [[G]]
define i64 @stack(ptr addrspace(5) %p, i64 %n) {
  %d = addrspacecast ptr addrspace(5) %p to ptr addrspace(11)
  %g = getelementptr i64, ptr addrspace(11) %d, i64 %n
  %x = load i64, ptr addrspace(11) %g
  ret i64 %x
}

; CHECK-LABEL: define i64 @maybe_null(
; CHECK:         load i64, ptr addrspace(11)
define i64 @maybe_null(ptr addrspace(5) %p, i1 %c) {
  %d = addrspacecast ptr addrspace(5) %p to ptr addrspace(11)
  %g = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) null
  %x = load i64, ptr addrspace(11) %g
  ret i64 %x
}
