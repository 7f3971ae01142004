; Row: variadic callee with a result, rewritten
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: run
; RIGHT: 1.5 7
; RIGHT: exit code 6

declare i64 @zero()
declare i32 @show(i32, ...)

define i32 @main() gc "statepoint-example" {
  %z = call i64 @zero()
  %r = call i32 (i32, ...) @show(i32 2, double 1.5, i32 7)
  ret i32 %r
}
