; Row: indirect callee with a kcfi bundle, rewritten
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; See: assembly
; RIGHT: {{ud2|brk}}
; RIGHT: {{callq \*%|blr x}}

define ptr addrspace(1) @traced(ptr %f, ptr addrspace(1) %p) gc "statepoint-example" {
  call void %f() [ "kcfi"(i32 12345) ]
  ret ptr addrspace(1) %p
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"kcfi", i32 1}
