; RUN: not opt -passes='verify<safepoint-polls>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error
; RUN: not opt -passes='verify<safepoint-polls>' -safepoint-poll-distance=100 -disable-output %s 2>&1 | FileCheck %s --check-prefix=OPTION --implicit-check-not=error
; RUN: opt -passes='place-safepoints,verify<safepoint-polls>' -disable-output %s

; Paths that execute more than the distance, and paths to returns.

; CHECK: error: {{.*}}in function straight void (i1): the path %entry -> %y -> %end has no safepoint in 5 instructions, where 4 are the most; run place-safepoints after all passes that change code
define void @straight(i1 %a) "gc-polls"="backedge" "gc-poll-distance"="4" gc "managed" {
entry:
  store volatile i32 0, ptr @word
  br i1 %a, label %x, label %y
x:
  br label %end
y:
  store volatile i32 1, ptr @word
  br label %end
end:
  store volatile i32 2, ptr @word
  store volatile i32 3, ptr @word
  ret void
}

; A call in between.
define void @called(i1 %a) "gc-polls"="backedge" "gc-poll-distance"="4" gc "managed" {
entry:
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  call void @callee()
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  ret void
}

; Behind a call, in one block.
; CHECK: error: {{.*}}in function behind void (): the path %entry has no safepoint in 5 instructions
define void @behind() "gc-polls"="backedge" "gc-poll-distance"="4" gc "managed" {
entry:
  call void @callee()
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  ret void
}

; A short loop counts as often as it is executed.
; CHECK: error: {{.*}}in function loop void (): the path %entry -> %loop -> %exit has no safepoint in 11 instructions
define void @loop() "gc-polls"="backedge" "gc-poll-distance"="10" gc "managed" {
entry:
  store volatile i32 0, ptr @word
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 3
  br i1 %c, label %exit, label %loop
exit:
  store volatile i32 0, ptr @word
  ret void
}

; From the end of one iteration to the middle of the next.
; CHECK: error: {{.*}}in function around void (): the path %loop -> %latch -> %loop has no safepoint in 6 instructions
define void @around() "gc-polls"="backedge" "gc-poll-distance"="5" gc "managed" {
entry:
  br label %loop
loop:
  store volatile i32 0, ptr @word
  store volatile i32 0, ptr @word
  call void @callee()
  %v = load volatile i1, ptr @word
  br i1 %v, label %latch, label %exit
latch:
  store volatile i32 0, ptr @word
  br label %loop
exit:
  ret void
}

; CHECK: error: {{.*}}in function entry void (i1): the path %entry -> %y from the entry to a return has no safepoint; run place-safepoints
; OPTION: error: {{.*}}in function entry void (i1): the path %entry -> %y from the entry to a return has no safepoint
define void @entry(i1 %a) "gc-polls"="entry" gc "managed" {
entry:
  br i1 %a, label %x, label %y
x:
  call void @callee()
  ret void
y:
  ret void
}

; CHECK: error: {{.*}}in function tail void (): the path %entry from the entry to a return has no safepoint
; OPTION: error: {{.*}}in function tail void (): the path %entry from the entry to a return has no safepoint
define void @tail() "gc-polls"="return" gc "managed" {
entry:
  musttail call void @callee()
  ret void
}

@word = global i32 0
declare void @callee()
