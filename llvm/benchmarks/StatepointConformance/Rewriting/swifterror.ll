; Row: rewritten: argument that is a swifterror
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; See: assembly
; Diagnosed: the register is live out of the call, and a statepoint has
; Diagnosed: no such result
; RIGHT: take

declare void @take(ptr swifterror)

define void @traced() gc "statepoint-example" {
  %e = alloca swifterror ptr
  store ptr null, ptr %e
  call void @take(ptr swifterror %e)
  ret void
}
