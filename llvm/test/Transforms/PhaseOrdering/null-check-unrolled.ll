; The loop is unrolled, as it is without the check: the check has left it,
; although a store comes first.
;
; RUN: opt -passes='default<O2>' -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @fill(
; CHECK: br i1 {{.*}}!make.implicit
; CHECK: loop:
; CHECK-NOT: !make.implicit
; CHECK-COUNT-2: mul i32 %{{.*}}, 1103515245
; CHECK: br i1 %{{.*}}, label %loop
define void @fill(ptr %seed, ptr %table, ptr %p, i64 %n) "implicit-null-checks"="wide" "target-cpu"="x86-64" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %ok ]
  %s = load i32, ptr %seed
  %t = mul i32 %s, 1103515245
  %u = add i32 %t, 12345
  store i32 %u, ptr %seed
  %v = lshr i32 %u, 20
  %x = zext i32 %v to i64
  %from = getelementptr inbounds i8, ptr %table, i64 %x
  %c = load i8, ptr %from
  %null = icmp eq ptr %p, null
  br i1 %null, label %trap, label %ok, !make.implicit !{}
ok:
  %to = getelementptr inbounds i8, ptr %p, i64 %i
  store i8 %c, ptr %to
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
trap:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

declare void @llvm.ubsantrap(i8)
