; A poll by page needs a register with the address of the page.

; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: not llc -mtriple=aarch64-linux-gnu %t.bc -o /dev/null 2>&1 | FileCheck %s

; CHECK: in function symbol {{.*}}: a poll by page calls the address of the page, which is loaded from a variable of the runtime

@LLVMManagedPollPage = external dso_local global i8

define void @symbol() gc "managed" {
  call void @LLVMManagedPollPage() "gc-page-poll"
  ret void
}
