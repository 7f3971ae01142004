; Where an access cannot move up to the check, a probe of the same address does,
; since control comes to the access for certain.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=null -pass-remarks=implicit-null-checks < %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: llc -mtriple=x86_64-linux -imp-null-probe-accesses=0 < %s | FileCheck %s --check-prefix=OFF

declare void @use()
declare void @use_pointer(ptr)
declare i32 @__gxx_personality_v0(...)

; OFF-NOT: testb %al, {{.*}}on-fault

; The epilogue is in front of the access.
; CHECK-LABEL: after_pops:
; CHECK: callq use_pointer
; CHECK: movq (%rbx), %rax
; CHECK: testb %al, 56(%rax) # on-fault
; CHECK: popq
; CHECK: jmpq *56(%rax)
define void @after_pops(ptr %p) "implicit-null-checks" {
  call void @use_pointer(ptr %p)
  %table = load ptr, ptr %p
  %null = icmp eq ptr %table, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %place = getelementptr i8, ptr %table, i64 56
  %callee = load ptr, ptr %place
  tail call void %callee(ptr %p)
  ret void
is_null:
  ret void
}

; CHECK-LABEL: call_through_memory:
; CHECK: testb %al, 24(%rdi) # on-fault: [[NULL:.LBB[0-9_]+]]
; CHECK: callq *24(%rdi){{$}}
; CHECK: [[NULL]]:
; REMARK: null check made implicit in a probe for CALL64m
define i32 @call_through_memory(ptr %o) "implicit-null-checks" {
  %null = icmp eq ptr %o, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %slot = getelementptr i8, ptr %o, i64 24
  %f = load ptr, ptr %slot
  %r = call i32 %f(ptr %o)
  %s = add i32 %r, 1
  ret i32 %s
is_null:
  ret i32 -1
}

; CHECK-LABEL: tail_call:
; CHECK: testb %al, (%rdi) # on-fault
; CHECK: jmpq *(%rax) # TAILCALL
; REMARK: null check made implicit in a probe for TAILJMPm64
define i32 @tail_call(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %f = load ptr, ptr %p
  %r = tail call i32 %f(i32 3)
  ret i32 %r
is_null:
  ret i32 -1
}

; CHECK-LABEL: invoke_through_memory:
; CHECK: testb %al, 8(%rdi) # on-fault
; CHECK: callq *8(%rdi){{$}}
define i32 @invoke_through_memory(ptr %o) "implicit-null-checks" personality ptr @__gxx_personality_v0 {
  %null = icmp eq ptr %o, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %slot = getelementptr i8, ptr %o, i64 8
  %f = load ptr, ptr %slot
  invoke void %f(ptr %o) to label %done unwind label %pad
done:
  ret i32 0
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
is_null:
  ret i32 -1
}

; The comparison needs another load first.
; CHECK-LABEL: folded_operand:
; CHECK: testb %al, (%rdi) # on-fault
; CHECK: movl (%rsi), %eax{{$}}
; CHECK: cmpl (%rdi), %eax{{$}}
; REMARK: null check made implicit in a probe for CMP32rm
define i1 @folded_operand(ptr %a, ptr %b) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %x = load i32, ptr %b
  %y = load i32, ptr %a
  %r = icmp eq i32 %x, %y
  ret i1 %r
is_null:
  ret i1 false
}

; CHECK-LABEL: store_of_loaded:
; CHECK: testb %al, 16(%rdi) # on-fault
; CHECK: movl (%rsi), %eax{{$}}
; CHECK: movl %eax, 16(%rdi){{$}}
define void @store_of_loaded(ptr %a, ptr %b) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %x = load i32, ptr %b
  %f = getelementptr i8, ptr %a, i64 16
  store i32 %x, ptr %f
  ret void
is_null:
  ret void
}

; A load that pushes on the stack of x87 pushes nothing if it faults. Another
; instruction that does must not come first then.
; CHECK-LABEL: x87:
; CHECK: fldt (%rdi) # on-fault
; OFF-LABEL: x87:
; OFF: fldt (%rdi) # on-fault
define x86_fp80 @x87(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load x86_fp80, ptr %p
  %r = fadd x86_fp80 %v, %v
  ret x86_fp80 %r
is_null:
  ret x86_fp80 0xK00000000000000000000
}

; CHECK-LABEL: x87_after_push:
; CHECK-NOT: on-fault
; CHECK: retq
define void @x87_after_push(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load x86_fp80, ptr %q
  store x86_fp80 %v, ptr %p
  ret void
is_null:
  ret void
}

; Nor may a constant be pushed, which could be loaded earlier otherwise.
; CHECK-LABEL: x87_after_constant:
; CHECK-NOT: on-fault
; CHECK: retq
define void @x87_after_constant(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  store x86_fp80 0xK4000C90FDAA22168C235, ptr %p
  ret void
is_null:
  ret void
}

; The whole of 8 bytes has to be on the first page for the access; the first byte
; is enough for the probe.
; CHECK-LABEL: end_of_page:
; CHECK: testb %al, 4095(%rdi) # on-fault
; CHECK: callq *4095(%rdi){{$}}
define void @end_of_page(ptr %o) "implicit-null-checks" {
  %null = icmp eq ptr %o, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %slot = getelementptr i8, ptr %o, i64 4095
  %f = load ptr, ptr %slot, align 1
  call void %f(ptr %o)
  ret void
is_null:
  ret void
}

; What computes the address moves up with it.
; CHECK-LABEL: index:
; CHECK: movzbl %dl, %eax
; CHECK: testb %al, (%rdi,%rax) # on-fault
; CHECK: movb %cl, (%rdi,%rax){{$}}
define void @index(ptr %a, ptr %b, i64 %i) "implicit-null-checks" {
  %masked = and i64 %i, 255
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load i8, ptr %b
  %f = getelementptr i8, ptr %a, i64 %masked
  store i8 %v, ptr %f
  ret void
is_null:
  ret void
}

; What follows stays explicit.

; CHECK-LABEL: behind_page:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define void @behind_page(ptr %o) "implicit-null-checks" {
  %null = icmp eq ptr %o, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %slot = getelementptr i8, ptr %o, i64 4096
  %f = load ptr, ptr %slot
  call void %f(ptr %o)
  ret void
is_null:
  ret void
}

; CHECK-LABEL: volatile_access:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define void @volatile_access(ptr %a, ptr %b) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %x = load i32, ptr %b
  store volatile i32 %x, ptr %a
  ret void
is_null:
  ret void
}

; CHECK-LABEL: acquires_first:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define void @acquires_first(ptr %a, ptr %b) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %x = load atomic i32, ptr %b acquire, align 4
  store i32 %x, ptr %a
  ret void
is_null:
  ret void
}

; CHECK-LABEL: call_first:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define void @call_first(ptr %o) "implicit-null-checks" {
  %null = icmp eq ptr %o, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @use()
  %f = load ptr, ptr %o
  call void %f(ptr %o)
  ret void
is_null:
  ret void
}

; Only one of the ways has the access.
; CHECK-LABEL: on_one_path:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define void @on_one_path(ptr %a, ptr %b) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %x = load i32, ptr %b
  %c = icmp eq i32 %x, 0
  br i1 %c, label %is_null, label %store
store:
  store i32 %x, ptr %a
  ret void
is_null:
  call void @use()
  ret void
}

; The address is known only behind the load.
; CHECK-LABEL: index_loaded:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define void @index_loaded(ptr %a, ptr %b) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %x = load i8, ptr %b
  %i = zext i8 %x to i64
  %f = getelementptr i32, ptr %a, i64 %i
  store i32 0, ptr %f
  ret void
is_null:
  ret void
}

; CHECK-LABEL: address_space:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define void @address_space(ptr %a, ptr %b) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %x = load i32, ptr %b
  %other = addrspacecast ptr %a to ptr addrspace(3)
  store i32 %x, ptr addrspace(3) %other
  ret void
is_null:
  ret void
}

; What computes the index sets flags that are read after the probe.
; CHECK-LABEL: flags_of_index:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @flags_of_index(ptr %a, ptr %b, i64 %n) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %i = and i64 %n, 15
  %is_zero = icmp eq i64 %i, 0
  %f = getelementptr i32, ptr %a, i64 %i
  %x = load i32, ptr %b
  store i32 %x, ptr %f
  br i1 %is_zero, label %zero, label %other
zero:
  ret i32 7
other:
  ret i32 8
is_null:
  ret i32 -1
}

; The store crashes whatever the pointer is. That is no null check of it.
; CHECK-LABEL: crash:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @crash(ptr %a, i32 %bad) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %is_bad = icmp ugt i32 %bad, 7
  br i1 %is_bad, label %die, label %good
die:
  store volatile i32 123, ptr null
  call void @use()
  unreachable
good:
  %x = load i32, ptr %a
  ret i32 %x
is_null:
  ret i32 -1
}

; The loop writes before it reads. A probe does so once, in front of the loop.
; CHECK-LABEL: in_front_of_loop:
; CHECK-NOT: testq %rdi, %rdi
; CHECK: testb %al, (%rdi) {{.*}}on-fault
; CHECK: %loop{{$}}
; CHECK-NOT: on-fault
; CHECK: .size{{.*}}in_front_of_loop
define i32 @in_front_of_loop(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %loop, !make.implicit !{}
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 7, ptr %to
  %v = load i32, ptr %p
  %next = add i64 %i, %n
  %more = icmp ne i32 %v, 0
  br i1 %more, label %loop, label %done
done:
  ret i32 0
is_null:
  ret i32 -1
}

; The check moves down first.
; CHECK-LABEL: below_branch:
; CHECK-NOT: testq %rdi, %rdi
; CHECK: testb %al, (%rdi) {{.*}}on-fault
; CHECK: %loop{{$}}
; CHECK-NOT: on-fault
; CHECK: %other
; CHECK: on-fault
define i32 @below_branch(ptr %p, ptr %q, i64 %n, i1 %c) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  br i1 %c, label %loop, label %other
other:
  %w = load i32, ptr %p
  ret i32 %w
loop:
  %i = phi i64 [ 0, %ok ], [ %next, %loop ]
  %to = getelementptr i32, ptr %q, i64 %i
  store i32 7, ptr %to
  %v = load i32, ptr %p
  %next = add i64 %i, %n
  %more = icmp ne i32 %v, 0
  br i1 %more, label %loop, label %done
done:
  ret i32 0
is_null:
  ret i32 -1
}

; Control comes from elsewhere, too. A probe there could run more often than the
; check.
; CHECK-LABEL: joined:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @joined(ptr %p, ptr %q, i1 %c, i1 %d) "implicit-null-checks" {
entry:
  br i1 %c, label %check, label %join
check:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  br i1 %d, label %join, label %other
other:
  %w = load i32, ptr %p
  ret i32 %w
join:
  store i32 7, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 -1
}

; The loop begins with something that nothing passes.
; CHECK-LABEL: volatile_first:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @volatile_first(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %loop, !make.implicit !{}
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %q, i64 %i
  %w = load volatile i32, ptr %to
  %v = load i32, ptr %p
  %next = add i64 %i, %n
  %more = icmp ne i32 %v, 0
  br i1 %more, label %loop, label %done
done:
  ret i32 0
is_null:
  ret i32 -1
}

; CHECK-LABEL: call_first_in_loop:
; CHECK-NOT: on-fault
define i32 @call_first_in_loop(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %loop, !make.implicit !{}
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %q, i64 %i
  call void @use()
  %v = load i32, ptr %p
  %next = add i64 %i, %n
  %more = icmp ne i32 %v, 0
  br i1 %more, label %loop, label %done
done:
  ret i32 0
is_null:
  ret i32 -1
}

; The address is computed in the loop.
; CHECK-LABEL: address_in_loop:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @address_in_loop(ptr %p, ptr %q, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %loop, !make.implicit !{}
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %to = getelementptr i32, ptr %q, i64 %i
  %o = load i8, ptr %to
  store i32 7, ptr %to
  %f = zext i8 %o to i64
  %g = getelementptr i8, ptr %p, i64 %f
  %v = load i32, ptr %g
  %next = add i64 %i, %n
  %more = icmp ne i32 %v, 0
  br i1 %more, label %loop, label %done
done:
  ret i32 0
is_null:
  ret i32 -1
}
