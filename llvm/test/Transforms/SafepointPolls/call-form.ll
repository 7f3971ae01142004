; RUN: opt -passes='place-safepoints,verify<safepoint-polls>,verify' -disable-output %s
; RUN: opt -passes='function(place-safepoints),rewrite-statepoints-for-gc,function(verify<safepoint-polls>)' -disable-output %s
; RUN: sed -e 's/call void @slow()/call void @leaf()/' %s > %t-leaf.ll
; RUN: not opt -passes='place-safepoints,verify<safepoint-polls>' -disable-output %t-leaf.ll 2>&1 | FileCheck %s

; The poll of the front end is one branch on a load. If its slow path is none,
; nothing is polled.

; CHECK: error: {{.*}}in function f void (): the path %entry {{.*}} from the entry to a return has no safepoint
; CHECK: error: {{.*}}in function f void (): the cycle %loop {{.*}} -> %loop has no safepoint
define void @f() gc "statepoint-example" {
entry:
  br label %loop
loop:
  %v = load volatile i1, ptr @word
  br i1 %v, label %loop, label %exit
exit:
  ret void
}

@word = global i32 0
declare void @slow()
declare void @leaf() "gc-leaf-function"
define void @gc.safepoint_poll() {
  %v = load volatile i32, ptr @word
  %c = icmp eq i32 %v, 0
  br i1 %c, label %fast, label %slow
slow:
  call void @slow()
  br label %fast
fast:
  ret void
}
