; RUN: not opt -passes=place-safepoints -disable-output %s 2>&1 | FileCheck %s

; What cannot be right is an error that names the function.

; CHECK: in function place void (): attribute "gc-polls"="entry,exit": 'exit' is not one of 'entry', 'backedge' and 'return'
define void @place() "gc-polls"="entry,exit" gc "managed" {
  ret void
}

; CHECK: in function form void (): attribute "gc-poll-form"="trap": use 'call', 'flag' or 'page'
define void @form() "gc-poll-form"="trap" gc "managed" {
  ret void
}

; CHECK: in function distance void (): attribute "gc-poll-distance"="0": it is not a positive number of instructions
define void @distance() "gc-poll-distance"="0" gc "managed" {
  ret void
}

; CHECK: in function leaf void (): attribute "gc-polls": nothing is collected in calls of a function that has "gc-leaf-function"; remove one of both
define void @leaf() "gc-polls"="entry" "gc-leaf-function" gc "managed" {
  ret void
}

; CHECK: in function no_thread void (): safepoint poll before 'ret': the GC strategy 'coreclr' has no thread, whose word a poll of the form 'flag' tests; register one (GCThreadTraits), or use "gc-poll-form"="call"
define void @no_thread() "gc-poll-form"="flag" gc "coreclr" {
  ret void
}

; CHECK: in function funclets void (): polls are not placed in functions with funclets, whose calls cannot be statepoints; write "gc-polls"=""
define void @funclets() gc "managed" personality ptr @__CxxFrameHandler3 {
  invoke void @callee() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %catch] unwind to caller
catch:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  catchret from %c to label %done
done:
  ret void
}

declare void @callee()
declare i32 @__CxxFrameHandler3(...)
