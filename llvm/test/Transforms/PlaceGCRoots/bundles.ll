; What an operand bundle of a safepoint names is in a slot there, used behind it
; or not; arguments are the callee's to keep.

; RUN: opt < %s -passes='place-gc-roots,verify' -S | FileCheck %s

declare void @safepoint(ptr addrspace(1))

; CHECK-LABEL: define void @bundle(
; CHECK:         %gcframe = call ptr @managed.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(1) %p, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint(ptr addrspace(1) %q) [ "deopt"(ptr addrspace(1) %d) ]
define void @bundle(ptr addrspace(1) %p, ptr addrspace(1) %q)
    gc "managed-frames-non-moving" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  call void @safepoint(ptr addrspace(1) %q) [ "deopt"(ptr addrspace(1) %d) ]
  ret void
}
