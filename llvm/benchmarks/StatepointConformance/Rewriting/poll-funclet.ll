; Row: polls in a function with funclets
; Target: x86_64-pc-windows-msvc
; With: opt -passes=place-safepoints
; See: IR
; Diagnosed: rewriting refuses calls in funclets, so polls are not placed
; RIGHT: the poll is placed

declare void @callee()
declare i32 @__CxxFrameHandler3(...)

define void @traced() gc "managed" personality ptr @__CxxFrameHandler3 {
  invoke void @callee() to label %done unwind label %switch
switch:
  %s = catchswitch within none [label %catch] unwind to caller
catch:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  br label %again
again:
  br label %again
done:
  ret void
}
