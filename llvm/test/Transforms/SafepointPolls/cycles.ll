; RUN: not opt -passes='verify<safepoint-polls>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error
; RUN: opt -passes='place-safepoints,verify<safepoint-polls>' -disable-output %s

; Cycles without a safepoint are named by their blocks.

; CHECK: error: {{.*}}in function not_counted void (): the cycle %loop -> %loop has no safepoint, and no bound; run place-safepoints after all passes that change loops
define void @not_counted() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %v = load volatile i1, ptr @word
  br i1 %v, label %loop, label %exit
exit:
  ret void
}

; CHECK: error: {{.*}}in function long void (): the cycle %loop -> %loop has no safepoint, and may execute 4 instructions 20000 times, where 10000 are the most
define void @long() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %loop ]
  store volatile i32 %i, ptr @word
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 20000
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

define void @short() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i.next, %loop ]
  store volatile i32 %i, ptr @word
  %i.next = add i32 %i, 1
  %c = icmp eq i32 %i.next, 2000
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

; CHECK: error: {{.*}}in function irreducible void (i1): the cycle {{%x -> %y -> %x|%y -> %x -> %y}} has no safepoint, and is irreducible
define void @irreducible(i1 %a) "gc-polls"="backedge" gc "managed" {
  br i1 %a, label %x, label %y
x:
  %b = load volatile i1, ptr @word
  br i1 %b, label %y, label %exit
y:
  br label %x
exit:
  ret void
}

; The safepoint is on one of two paths.
; CHECK: error: {{.*}}in function one_path void (): the cycle %loop -> %latch -> %loop has no safepoint
define void @one_path() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %v = load volatile i32, ptr @word
  switch i32 %v, label %latch [ i32 1, label %calls
                                i32 2, label %exit ]
calls:
  call void @callee()
  br label %latch
latch:
  br label %loop
exit:
  ret void
}

define void @both_paths() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %v = load volatile i1, ptr @word
  br i1 %v, label %x, label %y
x:
  call void @callee()
  br label %loop
y:
  call void @callee()
  br label %loop
}

; What is called is a leaf, or has no poll.
; CHECK: error: {{.*}}in function calls_leaf void (): the cycle %loop -> %loop has no safepoint
define void @calls_leaf() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  call void @leaf()
  br label %loop
}
; CHECK: error: {{.*}}in function calls_without void (): the cycle %loop -> %loop has no safepoint
define void @calls_without() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  call void @without()
  br label %loop
}

; Functions without polls, and cycles where there are polls at entries only.
define void @without() "gc-polls"="" gc "managed" {
  br label %loop
loop:
  br label %loop
}
define void @entry_only() "gc-polls"="entry" gc "managed" {
  call void @callee()
  br label %loop
loop:
  br label %loop
}

@word = global i32 0
declare void @callee()
declare void @leaf() "gc-leaf-function"
