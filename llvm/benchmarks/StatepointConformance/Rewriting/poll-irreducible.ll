; Row: poll in an irreducible cycle
; Target: x86-64 AArch64
; With: opt -passes=place-safepoints
; See: IR
; RIGHT-LABEL: define void @traced(
; RIGHT: call void @slow(){{[[:space:]]+}}br i1 %{{[bc]}},

declare void @slow()
define void @gc.safepoint_poll() {
  call void @slow()
  ret void
}

define void @traced(i1 %a, i1 %b, i1 %c) "gc-polls"="backedge" gc "statepoint-example" {
entry:
  br i1 %a, label %x, label %y
x:
  br i1 %b, label %y, label %exit
y:
  br i1 %c, label %x, label %exit
exit:
  ret void
}
