; RUN: not opt -passes='verify<safepoint-polls>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error
; RUN: sed -e 's/^define \(.*\)@bad_/define \1@good_/' %s | opt -S -passes='rewrite-statepoints-for-gc' -o %t.ll
; RUN: not opt -passes='verify<safepoint-polls>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=REWRITTEN --implicit-check-not=error

; What is a poll: the fast path has no safepoint. Each function that is not one
; differs from 'good' in one thing. Rewriting leaves polls what they are.

define void @good() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 20
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp ne i32 %v, 0
  br i1 %c, label %slow, label %loop
slow:
  call void @LLVMManagedPoll()
  br label %loop
}

; The condition is the other way round, and the address comes from elsewhere.
define void @good_inverted() "gc-polls"="backedge" gc "managed" {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 20
  br label %loop
loop:
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp eq i32 %v, 0
  br i1 %c, label %loop, label %before
before:
  br label %slow
slow:
  call void @LLVMManagedPoll()
  br label %loop
}

; Another word of the thread.
; CHECK: error: {{.*}}in function bad_offset void (): the cycle %loop -> %loop has no safepoint
; REWRITTEN: error: {{.*}}in function good_offset void (): the cycle %loop -> %loop has no safepoint
define void @bad_offset() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 24
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp ne i32 %v, 0
  br i1 %c, label %slow, label %loop
slow:
  call void @LLVMManagedPoll()
  br label %loop
}

; It may be loaded once for all iterations.
; CHECK: error: {{.*}}in function bad_order void (): the cycle %loop -> %loop has no safepoint
; REWRITTEN: error: {{.*}}in function good_order void (): the cycle %loop -> %loop has no safepoint
define void @bad_order() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 20
  %v = load i32, ptr %p
  %c = icmp ne i32 %v, 0
  br i1 %c, label %slow, label %loop
slow:
  call void @LLVMManagedPoll()
  br label %loop
}

; It was.
; CHECK: error: {{.*}}in function bad_hoisted void (): the cycle %loop -> %loop has no safepoint
; REWRITTEN: error: {{.*}}in function good_hoisted void (): the cycle %loop -> %loop has no safepoint
define void @bad_hoisted() "gc-polls"="backedge" gc "managed" {
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 20
  %v = load atomic i32, ptr %p monotonic, align 4
  br label %loop
loop:
  %c = icmp ne i32 %v, 0
  br i1 %c, label %slow, label %loop
slow:
  call void @LLVMManagedPoll()
  br label %loop
}

; Another thing decides as well.
; CHECK: error: {{.*}}in function bad_condition void (i1): the cycle %loop -> %loop has no safepoint
; REWRITTEN: error: {{.*}}in function good_condition void (i1): the cycle %loop -> %loop has no safepoint
define void @bad_condition(i1 %a) "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 20
  %v = load atomic i32, ptr %p monotonic, align 4
  %b = icmp ne i32 %v, 0
  %c = and i1 %a, %b
  br i1 %c, label %slow, label %loop
slow:
  call void @LLVMManagedPoll()
  br label %loop
}

; Another function, which may do anything.
; CHECK: error: {{.*}}in function bad_callee void (): the cycle %loop -> %loop has no safepoint
; REWRITTEN: error: {{.*}}in function good_callee void (): the cycle %loop -> %loop has no safepoint
define void @bad_callee() "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 20
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp ne i32 %v, 0
  br i1 %c, label %slow, label %loop
slow:
  call void @other()
  br label %loop
}

; The call is on one path only.
; CHECK: error: {{.*}}in function bad_path void (i1): the cycle %loop -> %loop has no safepoint
; REWRITTEN: error: {{.*}}in function good_path void (i1): the cycle %loop -> %loop has no safepoint
define void @bad_path(i1 %a) "gc-polls"="backedge" gc "managed" {
  br label %loop
loop:
  %t = call ptr @llvm.threadlocal.address.p0(ptr @LLVMManagedThisThread)
  %p = getelementptr i8, ptr %t, i64 20
  %v = load atomic i32, ptr %p monotonic, align 4
  %c = icmp ne i32 %v, 0
  br i1 %c, label %maybe, label %loop
maybe:
  br i1 %a, label %slow, label %loop
slow:
  call void @LLVMManagedPoll()
  br label %loop
}

@LLVMManagedThisThread = external thread_local(initialexec) global i8
declare void @LLVMManagedPoll()
declare void @other()
declare ptr @llvm.threadlocal.address.p0(ptr)
