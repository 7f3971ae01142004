; The poll of the entry is where no other safepoint is ahead, or where the paths
; join that have met none.

; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' %s | FileCheck %s
; RUN: opt -S -passes='place-safepoints,verify<safepoint-polls>' -spp-all-entries %s | FileCheck %s --check-prefix=ALL

declare void @safepoint()

; CHECK-LABEL: define i64 @recursive(
; CHECK: br i1 %leaf, label %end, label %inner
; CHECK: {{^}}inner:
; CHECK-NOT: load atomic
; CHECK: {{^}}end:
; CHECK: load atomic
; CHECK-NOT: load atomic
; CHECK: {{^}}}
; ALL-LABEL: define i64 @recursive(
; ALL: {{^}}entry:
; ALL: load atomic
; ALL: {{^}}}
define i64 @recursive(i64 %n) "gc-polls"="entry,backedge" gc "managed" {
entry:
  %leaf = icmp eq i64 %n, 0
  br i1 %leaf, label %end, label %inner
inner:
  %m = sub i64 %n, 1
  %a = call i64 @recursive(i64 %m)
  %b = add i64 %a, 1
  ret i64 %b
end:
  ret i64 0
}

; On the edge to the block that other paths reach after a safepoint.
; CHECK-LABEL: define void @join(
; CHECK: br i1 %c, label %call, label %[[EDGE:.*]]
; CHECK: {{^}}[[EDGE]]:
; CHECK: load atomic
; CHECK: {{^}}call:
; CHECK-NOT: load atomic
; CHECK: {{^}}}
define void @join(i1 %c) "gc-polls"="entry" gc "managed" {
entry:
  br i1 %c, label %call, label %end
call:
  call void @safepoint()
  br label %end
end:
  ret void
}

; Not in the loop, which meets none, and once for both branches.
; CHECK-LABEL: define void @before_loop(
; CHECK: br i1 %c, label %call, label %left
; CHECK: {{^}}left:
; CHECK: load atomic
; CHECK: {{^}}loop:
; CHECK-NOT: load atomic
; CHECK: {{^}}}
define void @before_loop(i1 %c, ptr %p) "gc-polls"="entry" gc "managed" {
entry:
  br i1 %c, label %call, label %left
call:
  call void @safepoint()
  ret void
left:
  br label %loop
loop:
  %v = load volatile i1, ptr %p
  br i1 %v, label %loop, label %end
end:
  ret void
}

; Polls at more than four places would be more code than one is worth.
; CHECK-LABEL: define void @many(
; CHECK: {{^}}entry:
; CHECK: load atomic
; CHECK-NOT: load atomic
; CHECK: {{^}}}
define void @many(i32 %n, ptr %p) "gc-polls"="entry" gc "managed" {
entry:
  switch i32 %n, label %call [ i32 0, label %a
                               i32 1, label %b
                               i32 2, label %c
                               i32 3, label %d
                               i32 4, label %e ]
call:
  call void @safepoint()
  ret void
a:
  store i32 1, ptr %p
  ret void
b:
  store i32 2, ptr %p
  ret void
c:
  store i32 3, ptr %p
  ret void
d:
  store i32 4, ptr %p
  ret void
e:
  store i32 5, ptr %p
  ret void
}
