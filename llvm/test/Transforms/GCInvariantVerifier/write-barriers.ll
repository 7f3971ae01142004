; The operands of write barriers, in any function.

; RUN: not opt < %s -passes='function(GCInvariantVerifier)' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt < %s -passes='function(GCInvariantVerifier<strong>)' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)

define void @right(ptr addrspace(10) %o, ptr addrspace(11) %f) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %o, ptr addrspace(10) null)
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %o, ptr addrspace(11) %f, ptr addrspace(10) %o, ptr addrspace(11) %f, ptr addrspace(10) null)
  ret void
}

; CHECK: error: {{.*}} in function null_field {{.*}}: call of 'julia.field_write_barrier.p11': a pointer to a field is null; use julia.object_write_barrier if the field is not known
define void @null_field(ptr addrspace(10) %o) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %o, ptr addrspace(11) null, ptr addrspace(10) %o)
  ret void
}

; CHECK: error: {{.*}} in function derived_child {{.*}}: call of 'julia.object_write_barrier': it is not a void call whose operands are pointers of address space 10, the written object first
define void @derived_child(ptr addrspace(10) %o, ptr addrspace(11) %f) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %o, ptr addrspace(11) %f)
  ret void
}
