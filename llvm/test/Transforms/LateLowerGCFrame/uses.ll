; Uses keep an object: a load of it or from it, a store to it or of it, a return.
; Asking for its address is none.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @safepoint()
declare void @take_address(ptr)

; CHECK-LABEL: define i64 @loaded_from(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define i64 @loaded_from() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @safepoint()
  %v = load i64, ptr addrspace(10) %a
  ret i64 %v
}

; CHECK-LABEL: define void @stored_to(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define void @stored_to() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @safepoint()
  store i64 1, ptr addrspace(10) %a
  ret void
}

; CHECK-LABEL: define void @stored(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define void @stored(ptr addrspace(11) %to) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @safepoint()
  store ptr addrspace(10) %a, ptr addrspace(11) %to
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @returned(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    call void @julia.pop_gc_frame
; CHECK-NEXT:    ret ptr addrspace(10) %a
define ptr addrspace(10) @returned() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @safepoint()
  ret ptr addrspace(10) %a
}

; The cast to a derived pointer is in front of the safepoint.
; CHECK-LABEL: define ptr @address(
; CHECK-NOT:     gcframe
; CHECK:         call void @safepoint()
; CHECK-NEXT:    %p = addrspacecast ptr addrspace(11) %d to ptr{{$}}
; CHECK-NEXT:    ret ptr %p
define ptr @address() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  call void @safepoint()
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  ret ptr %p
}

; A pointer of address space 0 is passed, and the object dies.
; CHECK-LABEL: define void @address_passed(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @address_passed() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @take_address(ptr %p)
  ret void
}

; Who passes a pointer of address space 0 keeps nothing, in an aggregate either.
; CHECK-LABEL: define ptr addrspace(10) @member(
; CHECK:         %o = addrspacecast ptr %p to ptr addrspace(10)
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define ptr addrspace(10) @member({ ptr, i64 } %s) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = extractvalue { ptr, i64 } %s, 0
  %o = addrspacecast ptr %p to ptr addrspace(10)
  call void @safepoint()
  ret ptr addrspace(10) %o
}
