; Row: polls that a function asks for and that were not placed
; Target: x86-64 AArch64
; With: llc -O2
; With: llc -O0
; See: assembly
; Diagnosed: polls are placed before statepoints are made
; RIGHT: the poll is placed

define void @traced() "gc-polls"="entry,backedge" gc "managed" {
entry:
  br label %again
again:
  br label %again
}
