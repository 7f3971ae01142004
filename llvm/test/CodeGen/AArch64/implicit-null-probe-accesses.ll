; Where an access cannot move up to the check, a probe of the same address does,
; since control comes to the access for certain. It loads into the zero register.
;
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux -filetype=null -pass-remarks=implicit-null-checks < %s 2>&1 | FileCheck %s --check-prefix=REMARK
; RUN: llc -mtriple=aarch64-linux -O0 -verify-machineinstrs < %s | FileCheck %s --check-prefix=O0
; RUN: llc -mtriple=aarch64-linux -imp-null-probe-accesses=0 < %s | FileCheck %s --check-prefix=OFF

declare void @use()

; OFF-NOT: ldrb wzr

; CHECK-LABEL: store_of_loaded:
; CHECK: ldrb wzr, [x0, #16] // on-fault: [[NULL:.LBB[0-9_]+]]
; CHECK: ldr w8, [x1]{{$}}
; CHECK: str w8, [x0, #16]{{$}}
; CHECK: [[NULL]]:
; REMARK: null check made implicit in a probe for STRWui
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

; The flags are live from the comparison on. The probe leaves them alone.
; CHECK-LABEL: flags_live:
; CHECK: cmp x0, #0
; CHECK: csel
; CHECK: ldrb wzr, [x8, #8] // on-fault
; CHECK: str w9, [x8, #8]{{$}}
define i32 @flags_live(ptr %a, ptr %b, i32 %x, i32 %y) "implicit-null-checks" {
  %null = icmp eq ptr %a, null
  %s = select i1 %null, i32 %x, i32 %y
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %b
  %f = getelementptr i8, ptr %a, i64 8
  store i32 %v, ptr %f
  ret i32 %s
is_null:
  ret i32 %s
}

; CHECK-LABEL: derived:
; CHECK: ldrb wzr, [x8] // on-fault
define void @derived(ptr %p, ptr %b) "implicit-null-checks" {
  %q = getelementptr i8, ptr %p, i64 8
  %null = icmp eq ptr %q, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %b
  store i32 %v, ptr %q
  ret void
is_null:
  ret void
}

; What computes the address moves up with it.
; CHECK-LABEL: index:
; CHECK: and x8, x2, #0xff
; CHECK: ldrb wzr, [x0, x8] // on-fault
; CHECK: strb w9, [x0, x8]{{$}}
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

; CHECK-LABEL: volatile_access:
; CHECK: cb{{z|nz}} x0
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
; CHECK: cb{{z|nz}} x0
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
; CHECK: cb{{z|nz}} x0
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

; CHECK-LABEL: on_one_path:
; CHECK: cb{{z|nz}} x0
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

; CHECK-LABEL: index_loaded:
; CHECK: cb{{z|nz}} x0
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
; CHECK: cb{{z|nz}} x0
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

; CHECK-LABEL: behind_page:
; CHECK: cb{{z|nz}} x0
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

; A register that holds zero is copied from that which always does. As a base,
; its number is that of the stack pointer.
; CHECK-LABEL: zero_base:
; O0-LABEL: zero_base:
; O0-NOT: {{\[}}xzr
; O0-NOT: {{\[}}sp, x9]
define i32 @zero_base(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %n = ptrtoint ptr %p to i64
  store i32 1, ptr %q
  %f = getelementptr i8, ptr null, i64 %n
  %v = load i32, ptr %f
  ret i32 %v
is_null:
  ret i32 -1
}

; The loop writes before it reads. A probe does so once, in front of the loop.
; CHECK-LABEL: in_front_of_loop:
; CHECK-NOT: cbz x0
; CHECK: ldrb wzr, [x0] {{.*}}on-fault
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
; CHECK-NOT: cbz x0
; CHECK: ldrb wzr, [x0] {{.*}}on-fault
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
; CHECK: cbz x0
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
; CHECK: cbz x0
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
; CHECK: cbz x0
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
