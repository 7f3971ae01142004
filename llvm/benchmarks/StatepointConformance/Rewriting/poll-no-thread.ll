; Row: poll by flag of a strategy without a thread
; Target: x86-64
; With: opt -passes=place-safepoints
; See: IR
; Diagnosed: there is no word that the poll could test
; RIGHT: the poll is placed

define void @traced() "gc-poll-form"="flag" gc "coreclr" {
entry:
  br label %again
again:
  br label %again
}
