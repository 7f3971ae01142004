; What cannot be a poll by page of a function with a frame is an error.

; RUN: split-file %s %t
; RUN: not llc -mtriple=x86_64-linux-gnu %t/calls.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck %s
; RUN: not llc -mtriple=aarch64-linux-gnu %t/calls.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck %s
; RUN: not llc -mtriple=riscv64-linux-gnu %t/poll.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=TARGET %s
; RUN: not llc -mtriple=x86_64-windows-msvc %t/poll.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=TARGET %s
; RUN: not llc -mtriple=x86_64-linux-gnu %t/version.ll -o /dev/null 2>&1 \
; RUN:   | FileCheck --check-prefix=VERSION %s
; RUN: not llc -mtriple=aarch64-linux-gnu -global-isel -global-isel-abort=1 \
; RUN:   %t/poll.ll -o /dev/null 2>&1 | FileCheck --check-prefix=GISEL %s

; TARGET: in function poll {{.*}}: the runtime has no poll by page for this target; use a poll by flag
; VERSION: in function poll {{.*}}: the runtime finds a poll by page of a function with a frame with version 2 of fault maps alone; use a poll by flag
; GISEL: in function poll {{.*}}: GlobalISel selects no statepoints

;--- poll.ll
define void @poll(ptr %page) {
  call void %page() "gc-page-poll"="frame"
  ret void
}

;--- version.ll
define void @poll(ptr %page) {
  call void %page() "gc-page-poll"="frame"
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"fault-map-version", i32 1}

;--- calls.ll
@Page = external constant ptr
declare i32 @__gxx_personality_v0(...)
declare void @callee()

; CHECK: in function arguments {{.*}}: a poll by page is a call of type void ()
define void @arguments(ptr %page) {
  call void %page(i32 1) "gc-page-poll"="frame"
  ret void
}

; CHECK: in function result {{.*}}: a poll by page is a call of type void ()
define void @result(ptr %page) {
  %r = call i32 %page() "gc-page-poll"="frame"
  ret void
}

; CHECK: in function direct {{.*}}: a poll by page calls the address of the page, which is loaded from a variable of the runtime
define void @direct() {
  call void @callee() "gc-page-poll"="frame"
  ret void
}

; CHECK: in function variable {{.*}}: a poll by page calls the address of the page, which
define void @variable() {
  call void @Page() "gc-page-poll"="frame"
  ret void
}

; CHECK: in function invoked {{.*}}: a poll by page does not unwind; call it
define void @invoked(ptr %page) personality ptr @__gxx_personality_v0 {
  invoke void %page() "gc-page-poll"="frame" to label %ok unwind label %pad
ok:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

; CHECK: in function tail {{.*}}: a poll by page is no tail call; drop musttail
define void @tail() {
  %page = load ptr, ptr @Page
  musttail call void %page() "gc-page-poll"="frame"
  ret void
}

; CHECK: in function bundle {{.*}}: a poll by page has no operand bundles
define void @bundle(ptr %page) {
  call void %page() "gc-page-poll"="frame" [ "deopt"(i32 1) ]
  ret void
}

; The function has a strategy that finds references by a stack map.
; CHECK: in function stack_map {{.*}}: "gc-page-poll" is lowered by rewrite-statepoints-for-gc, or by lower-gc-frame
define void @stack_map(ptr %page) gc "managed" {
  call void %page() "gc-page-poll"="frame" "gc-leaf-function"
  ret void
}

; CHECK-NOT: in function
