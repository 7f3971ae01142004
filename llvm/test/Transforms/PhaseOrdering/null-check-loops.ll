; Null checks of pointers that move on leave their loops early, so that other
; passes know what the loops do.
;
; RUN: opt -passes='default<O1>' -S %s | FileCheck %s
; RUN: opt -passes='default<O2>' -S %s | FileCheck %s
; RUN: opt -passes='default<O3>' -S %s | FileCheck %s
; RUN: opt -passes='default<Os>' -S %s | FileCheck %s

declare void @llvm.ubsantrap(i8 immarg)

; CHECK-LABEL: i64 @length(
; CHECK: [[NULL:%.*]] = icmp eq ptr %s, null
; CHECK-NEXT: br i1 [[NULL]], label %trap, {{.*}} !make.implicit
; CHECK: call i64 @strlen(
; CHECK-NOT: !make.implicit
define i64 @length(ptr %s) "implicit-null-checks" {
entry:
  br label %loop
loop:
  %p = phi ptr [ %s, %entry ], [ %q, %next ]
  %n = phi i64 [ 0, %entry ], [ %m, %next ]
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %q = getelementptr inbounds nuw i8, ptr %p, i64 1
  %v = load i8, ptr %p
  %end = icmp eq i8 %v, 0
  br i1 %end, label %exit, label %next
next:
  %m = add i64 %n, 1
  br label %loop
exit:
  ret i64 %n
trap:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; The loop begins with the first check.
; CHECK-LABEL: void @copy(
; CHECK: [[NULL:%.*]] = icmp eq ptr %from, null
; CHECK-NEXT: br i1 [[NULL]], label %trap{{.*}}, {{.*}} !make.implicit
; CHECK: load i8
define void @copy(ptr %to, ptr %from, ptr %end) "implicit-null-checks"="wide" {
entry:
  br label %loop
loop:
  %f = phi ptr [ %from, %entry ], [ %f.next, %store ]
  %t = phi ptr [ %to, %entry ], [ %t.next, %store ]
  %more = icmp ult ptr %f, %end
  br i1 %more, label %body, label %exit
body:
  %f.null = icmp eq ptr %f, null
  br i1 %f.null, label %trap, label %load, !make.implicit !{}
load:
  %f.next = getelementptr inbounds nuw i8, ptr %f, i64 1
  %v = load i8, ptr %f
  %t.null = icmp eq ptr %t, null
  br i1 %t.null, label %trap, label %store, !make.implicit !{}
store:
  %t.next = getelementptr inbounds nuw i8, ptr %t, i64 1
  store i8 %v, ptr %t
  br label %loop
exit:
  ret void
trap:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}
