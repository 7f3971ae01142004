; Row: rewritten for targets without statepoints
; Target: s390x-linux-gnu powerpc64le-linux-gnu
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; See: assembly
; Diagnosed: their code generators do not lower STATEPOINT
; RIGHT: llvm_stackmaps

declare void @callee()

define ptr addrspace(1) @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @callee()
  ret ptr addrspace(1) %p
}
