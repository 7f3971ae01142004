; Row: poll at a return that asks for one
; Target: x86-64 AArch64
; With: opt -passes=place-safepoints
; See: IR
; RIGHT-LABEL: define void @traced(
; RIGHT: {{^}}x:
; RIGHT-NEXT: call void @slow()
; RIGHT-NEXT: ret void
; RIGHT: {{^}}y:
; RIGHT-NEXT: call void @slow()
; RIGHT-NEXT: musttail call void @traced(
; RIGHT-NEXT: ret void

declare void @slow()
define void @gc.safepoint_poll() {
  call void @slow()
  ret void
}

define void @traced(i1 %a) "gc-polls"="return" gc "statepoint-example" {
entry:
  br i1 %a, label %x, label %y
x:
  ret void
y:
  musttail call void @traced(i1 %a)
  ret void
}
