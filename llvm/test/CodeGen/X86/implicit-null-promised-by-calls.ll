; A call promises that its arguments can be read from, as a member function of
; C++ does for its object. If control comes to the call for certain, a probe
; stands in for the check of such a pointer.
;
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -mtriple=aarch64-linux -verify-machineinstrs < %s | FileCheck %s --check-prefix=ARM
; RUN: llc -mtriple=x86_64-linux -stop-after=null-check-probes,1 -o - %s | FileCheck %s --check-prefix=IR

declare void @method(ptr)
declare void @field(i32, ptr dereferenceable(8))
declare void @wait()
declare i32 @__gxx_personality_v0(...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: object:
; CHECK: testb %al, (%rdi) # on-fault
; CHECK: callq method
; ARM-LABEL: object:
; ARM: ldrb wzr, [x0] // on-fault
; IR-LABEL: @object(
; IR: load volatile i32, ptr %p, align 1
define i32 @object(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr nonnull dereferenceable(16) %p)
  ret i32 0
is_null:
  ret i32 1
}

; The declaration promises it, for a field, behind a load from elsewhere.
; CHECK-LABEL: subobject:
; CHECK: testb %al, 24(%rdi) # on-fault
; CHECK: movl (%rsi)
; ARM-LABEL: subobject:
; ARM: ldr wzr, [x0, #24]! // on-fault
; IR-LABEL: @subobject(
; IR: [[FIELD:%.*]] = getelementptr i8, ptr %p, i64 24
; IR: load volatile i32, ptr [[FIELD]], align 1
define i32 @subobject(ptr %p, ptr %x) "implicit-null-checks" {
  %null = icmp ne ptr %p, null
  br i1 %null, label %ok, label %is_null, !make.implicit !{}
ok:
  %f = getelementptr i8, ptr %p, i64 24
  %v = load i32, ptr %x
  call void @field(i32 %v, ptr %f)
  ret i32 0
is_null:
  ret i32 1
}

; Two bytes are fewer than a load of 32 bits has.
; CHECK-LABEL: two_bytes:
; CHECK: testb %al, (%rdi) # on-fault
; IR-LABEL: @two_bytes(
; IR: load volatile i8, ptr %p, align 1
define i32 @two_bytes(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr dereferenceable(2) %p)
  ret i32 0
is_null:
  ret i32 1
}

; CHECK-LABEL: invoked:
; CHECK: testb %al, (%rdi) # on-fault
; CHECK: callq method
define i32 @invoked(ptr %p) "implicit-null-checks" personality ptr @__gxx_personality_v0 {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  invoke void @method(ptr dereferenceable(16) %p) to label %done unwind label %pad
done:
  ret i32 0
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
is_null:
  ret i32 1
}

; CHECK-LABEL: copied_by_value:
; CHECK: movq (%rdi), %rax # on-fault
define i32 @copied_by_value(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr byval([16 x i8]) %p)
  ret i32 0
is_null:
  ret i32 1
}

; IR-LABEL: @large_value(
; IR: load volatile i32, ptr %p
define i32 @large_value(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr byval([64 x i8]) %p)
  ret i32 0
is_null:
  ret i32 1
}

; CHECK-LABEL: copied_from:
; CHECK: testb %al, (%rdi) # on-fault
; CHECK: memcpy
; ARM-LABEL: copied_from:
; ARM: ldrb wzr, [x0] // on-fault
; ARM: memcpy
define i32 @copied_from(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4000, i1 false)
  ret i32 0
is_null:
  ret i32 1
}

; CHECK-LABEL: copied_to:
; CHECK: testb %al, (%rsi) # on-fault
define i32 @copied_to(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %q, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4000, i1 false)
  ret i32 0
is_null:
  ret i32 1
}

; CHECK-LABEL: filled:
; CHECK: testb %al, (%rdi) # on-fault
define i32 @filled(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4000, i1 false)
  ret i32 0
is_null:
  ret i32 1
}

; The promise comes with the value, be it an argument, a result or a load.
; CHECK-LABEL: argument:
; CHECK: testb %al, (%rdi) # on-fault
define i32 @argument(ptr dereferenceable_or_null(4) %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr %p)
  ret i32 0
is_null:
  ret i32 1
}

; CHECK-LABEL: loaded:
; CHECK: testb %al, (%rdi) # on-fault
define i32 @loaded(ptr %x) "implicit-null-checks" {
  %p = load ptr, ptr %x, !dereferenceable_or_null !0
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr %p)
  ret i32 0
is_null:
  ret i32 1
}

; Each of the following lacks one thing.
; IR-LABEL: @no_promise(
; IR-NOT: load volatile
; IR-LABEL: @read_after(
; IR-NOT: load volatile
; IR-LABEL: @below(

define i32 @no_promise(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr nonnull %p)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @no_mark(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok
ok:
  call void @method(ptr dereferenceable(16) %p)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @no_attribute(ptr %p) {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr dereferenceable(16) %p)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @valid(ptr %p) "implicit-null-checks" null_pointer_is_valid {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr dereferenceable(16) %p)
  ret i32 0
is_null:
  ret i32 1
}

; The first call may not return.
define i32 @other_call_first(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @wait()
  call void @method(ptr dereferenceable(16) %p)
  ret i32 0
is_null:
  ret i32 1
}

; It returns, and waits for somebody who maps the memory.
define i32 @waits_first(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @wait() nounwind willreturn memory(none)
  call void @method(ptr dereferenceable(16) %p)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @acquires_first(ptr %p, ptr %flag) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load atomic i32, ptr %flag acquire, align 4
  call void @field(i32 %v, ptr %p)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @fence_first(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  fence acquire
  call void @method(ptr dereferenceable(16) %p)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @conditional(ptr %p, i1 %c) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  br i1 %c, label %call, label %done
call:
  call void @method(ptr dereferenceable(16) %p)
  ret i32 0
done:
  ret i32 2
is_null:
  ret i32 1
}

; The call is one of the next round, for another pointer.
define void @next_round(ptr %first) "implicit-null-checks" {
  br label %loop
loop:
  %p = phi ptr [ %first, %0 ], [ %next, %ok ]
  %f = getelementptr i8, ptr %p, i64 16
  %next = load ptr, ptr %f
  call void @method(ptr dereferenceable(8) %f)
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  br label %loop
is_null:
  ret void
}

define i32 @other_pointer(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr dereferenceable(16) %q)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @no_bytes(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 0, i1 false)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @some_bytes(ptr %p, i64 %n) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 %n, i1 false)
  ret i32 0
is_null:
  ret i32 1
}

define i32 @volatile_fill(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4000, i1 true)
  ret i32 0
is_null:
  ret i32 1
}

; Somebody may have freed it by then.
define i32 @stale(ptr dereferenceable_or_null(4) %p) "implicit-null-checks" {
  call void @wait()
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @method(ptr %p)
  ret i32 0
is_null:
  ret i32 1
}

; An access of the program serves as well.
define i32 @read_after(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  call void @field(i32 %v, ptr %p)
  ret i32 0
is_null:
  ret i32 1
}

; In another address space null may be an address. Nothing is on the first page
; below the pointer or far above it, so that these probes go.
; CHECK-LABEL: below:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @below(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %f = getelementptr i8, ptr %p, i64 -8
  call void @method(ptr dereferenceable(16) %f)
  ret i32 0
is_null:
  ret i32 1
}

; CHECK-LABEL: far_above:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @far_above(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %f = getelementptr i8, ptr %p, i64 4096
  call void @method(ptr dereferenceable(16) %f)
  ret i32 0
is_null:
  ret i32 1
}

; CHECK-LABEL: address_space:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
define i32 @address_space(ptr addrspace(1) dereferenceable_or_null(8) %p) "implicit-null-checks" {
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @wait()
  ret i32 0
is_null:
  ret i32 1
}

!0 = !{i64 8}
