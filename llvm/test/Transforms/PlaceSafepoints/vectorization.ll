; REQUIRES: x86-registered-target
; RUN: opt -S -passes='function(place-safepoints),default<O2>' -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefixes=CHECK,EARLY
; RUN: opt -S -passes='default<O2>,function(place-safepoints,verify<safepoint-polls>)' -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefixes=CHECK,LATE
; RUN: opt -S -passes='function(place-safepoints),default<O2>' -spp-strip-mine=false -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefix=PLAIN
; RUN: opt -S -passes='default<O2>,function(place-safepoints),function(loop-vectorize)' -spp-version=false -spp-unroll=false %s | FileCheck %s --check-prefixes=CHECK,LATE

; Loops are vectorized whether polls are placed before or after the vectorizer,
; and the vector loop has no poll. A poll in each iteration would prevent it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1"
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define i64 @sum(
; LATE: {{^}}vector.body.chunk:
; EARLY: {{^}}loop.chunk:
; CHECK: {{^}}vector.body:
; CHECK-NOT: {{^[^ ]*}}:
; CHECK-NOT: load atomic
; CHECK: load <2 x i64>
; CHECK-NOT: {{^[^ ]*}}:
; CHECK-NOT: load atomic
; CHECK: br i1 {{.*}}label %vector.body, !llvm.loop
; CHECK: load atomic
; CHECK: {{^}}}
; PLAIN-LABEL: define i64 @sum(
; PLAIN-NOT: <2 x i64>
; PLAIN: {{^}}}
define i64 @sum(ptr %p, i64 %n) gc "managed" {
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
