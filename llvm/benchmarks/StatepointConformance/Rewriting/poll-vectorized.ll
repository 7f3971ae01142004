; Row: poll in a loop that vectorizes
; Target: x86-64 AArch64
; With: opt -passes=default<O2>,function(place-safepoints)
; See: IR
; RIGHT-LABEL: define i64 @traced(
; RIGHT: {{^}}vector.body:
; RIGHT-NOT: {{^[^ ]+}}:
; RIGHT-NOT: slow
; RIGHT: br i1 {{.*}}label %vector.body
; RIGHT: call void @slow()
; RIGHT: {{^}}middle.block:

@asked = external global i32
declare void @slow()
define void @gc.safepoint_poll() {
  %v = load volatile i32, ptr @asked
  %c = icmp eq i32 %v, 0
  br i1 %c, label %fast, label %ask
ask:
  call void @slow()
  br label %fast
fast:
  ret void
}

define i64 @traced(ptr %p, i64 %n) gc "statepoint-example" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %q = getelementptr i64, ptr %p, i64 %i
  %v = load i64, ptr %q
  %s.next = add i64 %s, %v
  %i.next = add nuw i64 %i, 1
  %c = icmp eq i64 %i.next, %n
  br i1 %c, label %exit, label %loop
exit:
  ret i64 %s.next
}
