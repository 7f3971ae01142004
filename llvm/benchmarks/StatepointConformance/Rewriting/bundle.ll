; Row: rewritten: call with another operand bundle
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc
; See: IR
; Diagnosed: only those bundles that code generation knows of
; Diagnosed: statepoints can be on one
; RIGHT: of the future

declare void @callee()

define void @traced(i64 %x) gc "statepoint-example" {
  call void @callee() [ "of the future"(i64 %x) ]
  ret void
}
