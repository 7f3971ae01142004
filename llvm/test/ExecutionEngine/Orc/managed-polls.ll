; JIT'd code stops at polls by page, and calls native code through transitions.
; The variable of a thread is not found: lli emulates those.
;
; REQUIRES: target={{(x86_64|aarch64).*-linux.*}}
; RUN: opt -passes="function(place-safepoints),rewrite-statepoints-for-gc" %s \
; RUN:   -o %t.bc
; RUN: lli -managed-runtime %t.bc
; RUN: sed 's/"gc-poll-form"="page"/"gc-poll-form"="flag"/' %s \
; RUN:   | opt -passes="function(place-safepoints),rewrite-statepoints-for-gc" \
; RUN:   -o %t.flag.bc
; RUN: not lli -managed-runtime %t.flag.bc 2>&1 | FileCheck %s
; CHECK: Symbols not found: [ __emutls_v.LLVMManagedThisThread ]

declare i32 @LLVMManagedAttachThread(ptr)
declare i32 @LLVMManagedDetachThread()
declare i32 @LLVMManagedLeaveNative()
declare i32 @LLVMManagedEnterNative()
declare i64 @labs(i64)

define i64 @work(ptr %p) "gc-poll-form"="page" gc "managed" {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %x.next, %loop ]
  %v = load volatile i64, ptr %p
  %x.next = sub i64 %x, %v
  %done = icmp eq i64 %x.next, -42
  br i1 %done, label %end, label %loop
end:
  %r = call i64 @labs(i64 %x.next) [ "gc-transition"() ]
  ret i64 %r
}

define i32 @main() {
  %p = alloca i64
  store i64 1, ptr %p
  %a = call i32 @LLVMManagedAttachThread(ptr null)
  %b = call i32 @LLVMManagedLeaveNative()
  %r = call i64 @work(ptr %p)
  %c = call i32 @LLVMManagedEnterNative()
  %d = call i32 @LLVMManagedDetachThread()
  %ab = or i32 %a, %b
  %cd = or i32 %c, %d
  %failed = or i32 %ab, %cd
  %wrong = icmp ne i64 %r, 42
  %one = zext i1 %wrong to i32
  %code = or i32 %failed, %one
  ret i32 %code
}
