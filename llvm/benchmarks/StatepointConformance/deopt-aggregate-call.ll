; Row: aggregate as deopt state of a call
; Target: x86-64 AArch64
; With: llc -O2
; See: stack map
; RIGHT: #3: Constant 2,
; RIGHT: #4: Indirect {{.*}} size: 8
; RIGHT: #5: Constant 9,
; RIGHT-NOT: #6:

declare void @callee()

define void @traced(i64 %a) {
  %pair0 = insertvalue { i64, i64 } poison, i64 %a, 0
  %pair = insertvalue { i64, i64 } %pair0, i64 9, 1
  call void @callee() [ "deopt"({ i64, i64 } %pair) ]
  ret void
}
