; Row: result that is a structure
; Target: x86-64 AArch64
; With: opt -passes=rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=rewrite-statepoints-for-gc | llc -O0
; See: run
; RIGHT: exit code 42

declare { i64, i64 } @makePair(i64)

define i32 @main() gc "statepoint-example" {
  %r = call { i64, i64 } @makePair(i64 40)
  %first = extractvalue { i64, i64 } %r, 0
  %second = extractvalue { i64, i64 } %r, 1
  %sum = add i64 %first, %second
  %exit = trunc i64 %sum to i32
  ret i32 %exit
}
