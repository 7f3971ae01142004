; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: not llc -mtriple=x86_64-linux-gnu %t.bc -o /dev/null 2>&1 | FileCheck %s
; RUN: not llc -mtriple=riscv64-linux-gnu %t.bc -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=TARGET %s
; RUN: not llc -mtriple=x86_64-linux-gnu %s -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=PLAIN %s

; TARGET: in function arguments {{.*}}: the runtime finds a poll by page with version 4 of stack maps alone; use a poll by flag

; PLAIN: in function arguments {{.*}}: {{.*}}"gc-page-poll" is lowered by rewrite-statepoints-for-gc, or by lower-gc-frame for a strategy with frames; run it before code generation, or use a poll by flag

@LLVMManagedPollAddress = external constant ptr
declare i32 @__gxx_personality_v0(...)

; CHECK: in function arguments {{.*}}: a poll by page is a call of type void ()
define void @arguments(ptr %page) gc "managed" {
  call void %page(i32 1) "gc-page-poll"
  ret void
}

; CHECK: in function symbol {{.*}}: a poll by page calls a page of another module only if its address is loaded from a variable; if the program itself has the page, declare it dso_local
define void @symbol() gc "managed" {
  call void @LLVMManagedPollAddress() "gc-page-poll"
  ret void
}

; CHECK: in function invoked {{.*}}: a poll by page does not unwind; call it
define void @invoked(ptr %page) gc "managed" personality ptr @__gxx_personality_v0 {
  invoke void %page() "gc-page-poll" to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

; CHECK: in function patched {{.*}}: a poll by page has no bytes to patch
define void @patched(ptr %page) gc "managed" {
  call void %page() "gc-page-poll" "statepoint-num-patch-bytes"="4"
  ret void
}

; CHECK: in function other_map {{.*}}: the runtime finds a poll by page with version 4 of stack maps alone; use a poll by flag
define void @other_map(ptr %page) gc "statepoint-example" {
  call void %page() "gc-page-poll"
  ret void
}

; CHECK-NOT: in function
