; JIT'd code with references in frames faults at polls by page, and the runtime
; knows them by the fault map. Nobody asks the thread to stop, so it goes on.
;
; REQUIRES: target={{(x86_64|aarch64).*-linux.*}}
; RUN: opt -passes="function(place-safepoints),place-gc-roots,lower-gc-frame" %s \
; RUN:   -o %t.bc
; RUN: lli -managed-runtime %t.bc
; RUN: lli -managed-runtime -O0 %t.bc

; Of one thread.
@llvm_gc_root_chain = global ptr null

declare i32 @LLVMManagedAttachThread(ptr)
declare i32 @LLVMManagedDetachThread()
declare i32 @LLVMManagedLeaveNative()
declare i32 @LLVMManagedEnterNative()
declare i32 @LLVMManagedArmPolls()
declare i32 @LLVMManagedDisarmPolls()
declare i64 @LLVMManagedRecoveredFaults()

define i64 @work(ptr addrspace(1) %p) "gc-poll-form"="page"
    "gc-polls"="entry,backedge,return" "gc-poll-distance"="1"
    gc "managed-frames" {
entry:
  br label %loop
loop:
  %x = phi i64 [ 0, %entry ], [ %x.next, %loop ]
  %v = load volatile i64, ptr addrspace(1) %p
  %x.next = add i64 %x, %v
  %done = icmp eq i64 %x.next, 42
  br i1 %done, label %end, label %loop
end:
  ret i64 %x.next
}

define i32 @main() {
  %p = alloca i64
  store i64 1, ptr %p
  %o = addrspacecast ptr %p to ptr addrspace(1)
  %a = call i32 @LLVMManagedAttachThread(ptr null)
  %b = call i32 @LLVMManagedArmPolls()
  %c = call i32 @LLVMManagedLeaveNative()
  %r = call i64 @work(ptr addrspace(1) %o)
  %d = call i32 @LLVMManagedEnterNative()
  %e = call i32 @LLVMManagedDisarmPolls()
  %f = call i32 @LLVMManagedDetachThread()
  ; A poll is no null check.
  %recovered = call i64 @LLVMManagedRecoveredFaults()
  %ab = or i32 %a, %b
  %cd = or i32 %c, %d
  %ef = or i32 %e, %f
  %abcd = or i32 %ab, %cd
  %failed = or i32 %abcd, %ef
  %wrong = icmp ne i64 %r, 42
  %counted = icmp ne i64 %recovered, 0
  %bad = or i1 %wrong, %counted
  %one = zext i1 %bad to i32
  %code = or i32 %failed, %one
  ret i32 %code
}
