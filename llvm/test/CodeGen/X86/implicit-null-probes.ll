; A mark can promise that a pointer which is not null can be read from. If the
; program has no access that can become the check, a load does.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -stop-after=null-check-probes,1 -o - %s | FileCheck %s --check-prefix=IR
; RUN: llc -mtriple=x86_64-linux -stop-after=implicit-null-checks %s -o %t.mir
; RUN: llc -mtriple=x86_64-linux -start-after=implicit-null-checks %t.mir -verify-machineinstrs -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -filetype=null -pass-remarks=implicit-null-checks < %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: llc -mtriple=x86_64-linux -O0 < %s | FileCheck %s --check-prefix=O0
; RUN: llc -mtriple=i386-linux < %s | FileCheck %s --check-prefix=O0
; RUN: llc -mtriple=x86_64-linux -enable-implicit-null-checks < %s | FileCheck %s --check-prefix=ALL

declare void @use(ptr)
declare void @use1(ptr addrspace(1))
declare void @throw() noreturn

; O0-NOT: mov{{l|b}} (%

; CHECK-LABEL: passed_on:
; CHECK: testb %al, (%rdi) # on-fault: [[NULL:.LBB[0-9_]+]]
; CHECK-NOT: (%rdi)
; CHECK: callq use
; CHECK: [[NULL]]:
; IR-LABEL: @passed_on(
; IR: load volatile i32, ptr %p, align 1, !alias.scope
; REMARK: null check made implicit in MOV32rm, a probe
define void @passed_on(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; Fewer bytes than a load of 32 bits has.
; CHECK-LABEL: few_bytes:
; CHECK: testb %al, (%rdi) # on-fault
; IR-LABEL: @few_bytes(
; IR: load volatile i8, ptr %p, align 1, !alias.scope
define void @few_bytes(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !2
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; Nothing is read where control comes from elsewhere.
; CHECK-LABEL: joined:
; CHECK: testb $1, %sil
; CHECK-NEXT: je [[OK:.LBB[0-9_]+]]
; CHECK: testb %al, (%rdi) # on-fault
; CHECK: [[OK]]:
; CHECK-NEXT: movq %rdx, %rdi
; CHECK-NEXT: callq use
define void @joined(ptr %p, i1 %c, ptr %q) "implicit-null-checks" {
entry:
  br i1 %c, label %check, label %ok
check:
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  %r = phi ptr [ %p, %check ], [ %q, %entry ]
  call void @use(ptr %r)
  ret void
throw:
  call void @throw()
  unreachable
}

; The null block reads the register that the allocator chose for the probe.
; CHECK-LABEL: not_equal:
; CHECK: testb %al, (%rdi) # on-fault
define ptr @not_equal(ptr %p, ptr %q) "implicit-null-checks" {
  %other = icmp ne ptr %p, null
  br i1 %other, label %ok, label %null, !make.implicit !1
ok:
  ret ptr %p
null:
  ret ptr %q
}

; The program has an access, and the probe goes.
; CHECK-LABEL: later_access:
; CHECK-NOT: (%rdi)
; CHECK: movl 4(%rdi), %eax # on-fault
; CHECK-NOT: (%rdi)
; CHECK: retq
; IR-LABEL: @later_access(
; IR: load volatile i32, ptr %p
define i32 @later_access(ptr %p, i1 %c) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  br label %next
next:
  %field = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %field
  ret i32 %v
throw:
  call void @throw()
  unreachable
}

; Both checks become implicit, although the access alone would serve the first.
; CHECK-LABEL: two:
; CHECK: testb %al, (%rdi) # on-fault
; CHECK: testb %al, (%rsi) # on-fault
; CHECK: movl 4(%rdi), %ebx{{$}}
define i32 @two(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %next, !make.implicit !1
next:
  %null.q = icmp eq ptr %q, null
  br i1 %null.q, label %throw, label %ok, !make.implicit !1
ok:
  %field = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %field
  call void @use(ptr %q)
  ret i32 %v
throw:
  call void @throw()
  unreachable
}

; The first check moves down past the second. So the second pointer may be
; anything there, and must not be read.
; CHECK-LABEL: second_promises:
; CHECK: testq %rsi, %rsi
; CHECK-NEXT: je [[NULL:.LBB[0-9_]+]]
; CHECK-NOT: (%rsi)
; CHECK: movl 4(%rdi), %ebx # on-fault: [[NULL]]
; CHECK-NOT: (%rsi)
; CHECK: retq
define i32 @second_promises(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %next, !make.implicit !0
next:
  %null.q = icmp eq ptr %q, null
  br i1 %null.q, label %throw, label %ok, !make.implicit !1
ok:
  %field = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %field
  call void @use(ptr %q)
  ret i32 %v
throw:
  call void @throw()
  unreachable
}

; A reference that is null in an address space where nothing is mapped there.
; CHECK-LABEL: reference:
; CHECK: testb %al, (%rdi) # on-fault
define void @reference(ptr addrspace(1) %p) "implicit-null-checks" gc "managed" {
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use1(ptr addrspace(1) %p) "gc-leaf-function"
  ret void
throw:
  call void @throw() "gc-leaf-function"
  unreachable
}

; Each of what follows lacks one condition, and reads nothing.

; CHECK-LABEL: no_promise:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: (%rdi)
; CHECK: retq
; IR-LABEL: @no_promise(
; IR-NOT: volatile
define void @no_promise(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !0
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; CHECK-LABEL: nothing_promised:
; IR-LABEL: @nothing_promised(
; CHECK: testq %rdi, %rdi
; CHECK-NOT: (%rdi)
; CHECK: retq
define void @nothing_promised(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !3
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; CHECK-LABEL: valid_null:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: (%rdi)
; CHECK: retq
define void @valid_null(ptr %p) null_pointer_is_valid "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; CHECK-LABEL: other_space:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: (%rdi)
; CHECK: retq
define void @other_space(ptr addrspace(1) %p) "implicit-null-checks" {
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use1(ptr addrspace(1) %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; The faulting address would not be the first page of the segment.
; CHECK-LABEL: segment:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: (%rdi)
; CHECK: retq
define void @segment(ptr addrspace(257) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="257" {
  %null = icmp eq ptr addrspace(257) %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr null)
  ret void
throw:
  call void @throw()
  unreachable
}

; Another value than the pointer is tested.
; CHECK-LABEL: other_value:
; CHECK-NOT: (%r
; CHECK: retq
define void @other_value(i64 %x) "implicit-null-checks" {
  %n = call i64 @llvm.bswap.i64(i64 %x)
  %null = icmp eq i64 %n, 0
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr null)
  ret void
throw:
  call void @throw()
  unreachable
}

; What is read is the pointer, and nothing that it is made of.
; CHECK-LABEL: number:
; CHECK: bswapq %rdi
; CHECK: testb %al, (%rdi) # on-fault
define void @number(i64 %x) "implicit-null-checks" {
  %n = call i64 @llvm.bswap.i64(i64 %x)
  %p = inttoptr i64 %n to ptr
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; CHECK-LABEL: optnone:
; CHECK-NOT: on-fault
; CHECK: retq
; IR-LABEL: @optnone(
; IR-NOT: volatile
define void @optnone(ptr %p) noinline optnone "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

; CHECK-LABEL: no_attribute:
; IR-LABEL: @no_attribute(
; CHECK: testq %rdi, %rdi
; CHECK-NOT: (%rdi)
; CHECK: retq
; ALL-LABEL: no_attribute:
; ALL: testb %al, (%rdi) # on-fault
define void @no_attribute(ptr %p) {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !1
ok:
  call void @use(ptr %p)
  ret void
throw:
  call void @throw()
  unreachable
}

!0 = !{i32 1}
!1 = !{i32 1, i64 8}
!2 = !{i32 1, i64 3}
!3 = !{i32 1, i64 0}
