; Row: place-safepoints without a poll to place
; Target: x86-64
; With: opt -passes=place-safepoints
; See: IR
; Diagnosed: the poll is a function of the front end, and there is
; Diagnosed: none in the module
; RIGHT: the poll is placed

define void @traced() gc "statepoint-example" {
entry:
  br label %again
again:
  br label %again
}
