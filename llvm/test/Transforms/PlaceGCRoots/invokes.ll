; What is needed behind an invoke on both ways, and not by itself, is stored there: in
; front of it, it would need a slot at the invoke, too.

; RUN: opt < %s -passes='place-gc-roots<optimal>,verify<gc-roots>' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare void @safepoint()
declare void @take(ptr addrspace(10))
declare i32 @personality(...)

; The choice is kept by what it is made of until that is passed.
; CHECK-LABEL: define ptr addrspace(10) @choice(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    invoke void @take(
; CHECK:       .next_crit_edge:
; CHECK:         store ptr addrspace(10) %choice, ptr %gc_slot_addr_0
; CHECK:       pad:
; CHECK:         store ptr addrspace(10) %choice, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
; CHECK:       next:
; CHECK-NEXT:    call void @safepoint()
define ptr addrspace(10) @choice(i1 %c, ptr addrspace(10) %p) gc "julia" personality ptr @personality {
  %s = call ptr @julia.get_pgcstack()
  %a = load ptr addrspace(10), ptr addrspace(10) %p
  %choice = select i1 %c, ptr addrspace(10) null, ptr addrspace(10) %a
  invoke void @take(ptr addrspace(10) %a) to label %next unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @safepoint()
  br label %next
next:
  call void @safepoint()
  ret ptr addrspace(10) %choice
}
