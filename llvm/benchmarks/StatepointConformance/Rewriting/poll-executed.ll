; Row: an endless loop that only a poll ends
; Target: x86-64
; With: opt -passes=function(place-safepoints),rewrite-statepoints-for-gc | llc -O2
; With: opt -passes=function(place-safepoints),rewrite-statepoints-for-gc | llc -O0
; See: run
; RIGHT: stopped at a poll
; RIGHT: exit code 0

define void @traced() "gc-poll-form"="flag" gc "managed" {
  br label %again
again:
  br label %again
}
