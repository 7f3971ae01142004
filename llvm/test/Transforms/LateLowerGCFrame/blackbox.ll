; What comes out of a black box is another object as far as anybody knows.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: opt < %s -passes='julia<O2>' -S | FileCheck %s --check-prefix=ALL --implicit-check-not=blackbox

target datalayout = "e-i64:64-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(10))

; CHECK-LABEL: define i64 @hidden(
; CHECK:         %o = call ptr addrspace(10) @new()
; CHECK-NEXT:    [[A:%.*]] = addrspacecast ptr addrspace(10) %o to ptr
; CHECK-NEXT:    [[B:%.*]] = call ptr asm "", "=r,0"(ptr [[A]])
; CHECK-NEXT:    %b = addrspacecast ptr [[B]] to ptr addrspace(10)
; CHECK:         store ptr addrspace(10) %b, ptr %gc_slot_addr_
; CHECK:         %p = call ptr addrspace(10) @new()
; CHECK:         %n = load i64, ptr addrspace(10) %b
; ALL-LABEL: define i64 @hidden(
; ALL:           [[B:%.*]] = {{.*}}call ptr asm "", "=r,0"(ptr %o)
; ALL:           store ptr [[B]], ptr %
; ALL:           load i64, ptr [[B]]
define i64 @hidden() {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @julia.blackbox(ptr addrspace(10) %o)
  %p = call ptr addrspace(10) @new()
  %n = load i64, ptr addrspace(10) %b
  ret i64 %n
}

; It is no safepoint.
; CHECK-LABEL: define i64 @no_safepoint(
; CHECK-NOT:     gcframe
; CHECK:         ret i64
define i64 @no_safepoint(ptr addrspace(11) %d) {
  %s = call ptr @julia.get_pgcstack()
  %o = load ptr addrspace(10), ptr addrspace(11) %d
  %b = call ptr addrspace(10) @julia.blackbox(ptr addrspace(10) %o)
  %n = load i64, ptr addrspace(10) %o
  ret i64 %n
}
