; Row: indirect callee with a ptrauth bundle, deopt state
; Target: AArch64
; With: llc -O2 -mattr=+pauth
; With: llc -O0 -mattr=+pauth
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2 -mattr=+pauth
; See: assembly
; Diagnosed: authentication and call have to be one instruction,
; Diagnosed: and a statepoint does not have the registers for it
; RIGHT: blraa x{{.*}}, x17
; RIGHT: llvm_stackmaps

define void @traced(ptr %f) gc "statepoint-example" {
  call void %f() [ "deopt"(i32 1), "ptrauth"(i32 0, i64 42) ]
  ret void
}
