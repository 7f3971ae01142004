; Row: rewritten: musttail call
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: assembly
; RIGHT: {{callq|bl}} {{.*}}callee
; RIGHT: {{jmp|b}} {{_?}}use

declare void @callee()
declare void @use(ptr addrspace(1))

define void @traced(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @callee()
  musttail call void @use(ptr addrspace(1) %p)
  ret void
}
