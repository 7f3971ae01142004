; Polls that the front end places itself, where it knows the deopt state. They
; keep it through optimization, and are statepoints with it.

; RUN: split-file %s %t
; RUN: opt -S -passes='default<O2>,function(place-safepoints,verify<safepoint-polls>),rewrite-statepoints-for-gc,function(verify<safepoint-polls>)' %t/flag.ll | FileCheck %s --implicit-check-not='@LLVMManagedPoll, i32'
; RUN: opt -S -passes='default<O2>,function(place-safepoints,verify<safepoint-polls>),rewrite-statepoints-for-gc' %t/page.ll | FileCheck --check-prefix=PAGE %s --implicit-check-not='statepoint.p0(i64 2882400000'
; RUN: opt -S -passes='default<O2>,function(place-safepoints),rewrite-statepoints-for-gc' %t/call.ll | FileCheck --check-prefix=CALL %s --implicit-check-not='do_safepoint, i32'
; RUN: not opt -S -passes='function(place-safepoints,verify<safepoint-polls>)' %t/lacking.ll -disable-output 2>&1 | FileCheck --check-prefix=LACKING %s

;--- flag.ll
@LLVMManagedThisThread = external thread_local(initialexec) global i8
declare void @LLVMManagedPoll()
declare ptr @llvm.threadlocal.address.p0(ptr)

; A call is a safepoint, so the pass places no poll in the loop.
; CHECK-LABEL: define i64 @call(
; CHECK: loop:
; CHECK: @LLVMManagedPoll, i32 0, i32 0, i32 0, i32 0) [ "deopt"(i32 7, i64 %i.next, i64 %s.next, ptr addrspace(1) [[O:%.*]]), "gc-live"(ptr addrspace(1) [[O]]) ]
define i64 @call(ptr addrspace(1) %o, i64 %n) gc "managed" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %g = getelementptr i64, ptr addrspace(1) %o, i64 %i
  %v = load volatile i64, ptr addrspace(1) %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  call void @LLVMManagedPoll() [ "deopt"(i32 7, i64 %i.next, i64 %s.next, ptr addrspace(1) %o) ]
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done

done:
  ret i64 %s.next
}

; The front end says that the polls are placed. They are verified.
; CHECK-LABEL: define i64 @test(
; CHECK: load atomic i32
; CHECK: br i1
; CHECK: @LLVMManagedPoll, i32 0, i32 0, i32 0, i32 0) #{{[0-9]+}} [ "deopt"(i32 7, i64 %i.next, i64 %s.next, ptr addrspace(1) [[O:%.*]]), "gc-live"(ptr addrspace(1) [[O]]) ]
define i64 @test(ptr addrspace(1) %o, i64 %n) "gc-polls"="backedge" "gc-polls-placed" gc "managed" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %latch ]
  %g = getelementptr i64, ptr addrspace(1) %o, i64 %i
  %v = load volatile i64, ptr addrspace(1) %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr inbounds i8, ptr %t, i64 20
  %w = load atomic i32, ptr %p monotonic, align 4
  %asked = icmp ne i32 %w, 0
  br i1 %asked, label %slow, label %latch, !prof !0

slow:
  call void @LLVMManagedPoll() cold [ "deopt"(i32 7, i64 %i.next, i64 %s.next, ptr addrspace(1) %o) ]
  br label %latch

latch:
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done

done:
  ret i64 %s.next
}

!0 = !{!"branch_weights", i32 1, i32 1048575}

;--- page.ll
@LLVMManagedPollAddress = external constant ptr

; PAGE-LABEL: define i64 @page(
; PAGE: statepoint.p0(i64 {{.*}} %page, {{.*}} "deopt"(i32 7, i64 %i.next, i64 %s.next, ptr addrspace(1) [[O:%.*]]), "gc-live"(ptr addrspace(1) [[O]]) ]
define i64 @page(ptr addrspace(1) %o, i64 %n) gc "managed" {
entry:
  %page = load ptr, ptr @LLVMManagedPollAddress, !invariant.load !{}
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i64 [ 0, %entry ], [ %s.next, %loop ]
  %g = getelementptr i64, ptr addrspace(1) %o, i64 %i
  %v = load volatile i64, ptr addrspace(1) %g
  %s.next = add i64 %s, %v
  %i.next = add i64 %i, 1
  call void %page() "gc-page-poll" [ "deopt"(i32 7, i64 %i.next, i64 %s.next, ptr addrspace(1) %o) ]
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done

done:
  ret i64 %s.next
}

;--- call.ll
@flag = external global i32
declare void @do_safepoint()

; The inliner adds the state of the call to a bundle that is there. It drops the
; state if there is none.
define void @gc.safepoint_poll() {
  %f = load volatile i32, ptr @flag
  %c = icmp ne i32 %f, 0
  br i1 %c, label %s, label %r

s:
  call void @do_safepoint() [ "deopt"() ]
  br label %r

r:
  ret void
}

; CALL-LABEL: define void @own(
; CALL: load volatile i32, ptr @flag
; CALL: do_safepoint, i32 0, i32 0, i32 0, i32 0) [ "deopt"(i32 7, i64 %i.next), "gc-live"(
define void @own(ptr addrspace(1) %o, i64 %n) "gc-polls"="backedge" "gc-polls-placed" gc "statepoint-example" {
entry:
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i64 %i, 1
  store volatile i64 %i, ptr addrspace(1) %o
  call void @gc.safepoint_poll() [ "deopt"(i32 7, i64 %i.next) ]
  %c = icmp ult i64 %i.next, %n
  br i1 %c, label %loop, label %done

done:
  ret void
}

;--- lacking.ll
; LACKING: in function lacking {{.*}}: the cycle %loop -> %loop has no safepoint
define void @lacking(ptr addrspace(1) %o) "gc-polls"="backedge" "gc-polls-placed" gc "managed" {
entry:
  br label %loop

loop:
  %v = load volatile i64, ptr addrspace(1) %o
  br label %loop
}
