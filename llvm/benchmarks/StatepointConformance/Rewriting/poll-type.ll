; Row: place-safepoints with a poll of another type
; Target: x86-64
; With: opt -passes=place-safepoints
; See: IR
; Diagnosed: what is inlined for a poll returns nothing
; RIGHT: the poll is placed

define i32 @gc.safepoint_poll() {
  ret i32 0
}

define void @traced() gc "statepoint-example" {
entry:
  br label %again
again:
  br label %again
}
