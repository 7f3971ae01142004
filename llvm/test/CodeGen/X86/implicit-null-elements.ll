; Control comes to an access of an element of an array that begins at the pointer or
; before it. So what the pointer points to can be read, and a probe does. Each of
; the negative ones breaks one precondition.
;
; RUN: llc -mtriple=x86_64-linux -null-check-probe-elements -verify-machineinstrs \
; RUN:   < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -null-check-probe-elements -filetype=obj -o %t.o \
; RUN:   < %s
; RUN: llvm-managed-maps verify %t.o
; RUN: llc -mtriple=x86_64-linux < %s \
; RUN:   | FileCheck %s --check-prefix=OFF

declare void @call()
declare void @use(ptr)
declare void @llvm.pseudoprobe(i64, i64, i32, i64)

; OFF-COUNT-2: on-fault
; OFF-NOT: on-fault

; An unsigned index of 64 bits.
; CHECK-LABEL: index:
; CHECK: testb %al, (%rdi) # on-fault
define i64 @index(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; One of 32 bits is not negative, and the elements have two dimensions.
; CHECK-LABEL: zero_extended:
; CHECK: testb %al, (%rdi) # on-fault
define void @zero_extended(ptr %p, i32 %i, i32 %j) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %e = zext i32 %i to i64
  %f = zext i32 %j to i64
  %row = getelementptr inbounds [100 x i64], ptr %p, i64 %e
  %g = getelementptr inbounds i64, ptr %row, i64 %f
  store i64 7, ptr %g
  ret void
is_null:
  ret void
}

; The index is loaded first, from something else.
; CHECK-LABEL: loaded_index:
; CHECK: testb %al, (%rdi) # on-fault
define i32 @loaded_index(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %i = load i64, ptr %q
  %field = getelementptr inbounds nuw i8, ptr %p, i64 16
  %g = getelementptr inbounds nuw i32, ptr %field, i64 %i
  %v = load i32, ptr %g
  ret i32 %v
is_null:
  ret i32 -1
}

; The pointer that is checked is 8 above the array, and what is read is the array.
; CHECK-LABEL: field_first:
; CHECK: testb %al, (%rdi) # on-fault
define i64 @field_first(ptr %p, i64 %i) "implicit-null-checks" {
  %checked = getelementptr i8, ptr %p, i64 -8
  %null = icmp eq ptr %checked, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The first round of the loop accesses an element for certain.
; CHECK-LABEL: loop:
; CHECK: testb %al, (%rdi) # on-fault
; CHECK-NOT: on-fault
define i64 @loop(ptr %p, i64 %first, i64 %n) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %start = getelementptr inbounds nuw i64, ptr %p, i64 %first
  br label %body
body:
  %q = phi ptr [ %start, %ok ], [ %next, %body ]
  %sum = phi i64 [ 0, %ok ], [ %more, %body ]
  %i = phi i64 [ 0, %ok ], [ %j, %body ]
  %v = load i64, ptr %q
  %more = add i64 %sum, %v
  %next = getelementptr inbounds i64, ptr %q, i64 %v
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %done, label %body
done:
  ret i64 %more
is_null:
  ret i64 -1
}

; The object of a member function is an element.
; CHECK-LABEL: member_function:
; CHECK: testb %al, (%rdi) # on-fault
define void @member_function(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw [24 x i8], ptr %p, i64 %i
  call void @use(ptr dereferenceable(24) %g)
  ret void
is_null:
  ret void
}

; No probe is needed if the access itself can be the check.
; CHECK-LABEL: first_element:
; CHECK-NOT: testb %al, (%rdi) # on-fault
; CHECK: on-fault
; CHECK-NOT: on-fault
define i64 @first_element(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %w = load i64, ptr %p
  %sum = add i64 %v, %w
  ret i64 %sum
is_null:
  ret i64 -1
}

; The access can be the check, wherever the element is.
; CHECK-LABEL: near_element:
; CHECK-NOT: testb %al, (%rdi) # on-fault
; CHECK: on-fault
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @near_element(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %small = and i64 %i, 255
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %small
  %h = getelementptr inbounds nuw i8, ptr %g, i64 8
  %v = load i64, ptr %h
  ret i64 %v
is_null:
  ret i64 -1
}

; Not if the index is loaded first.
; CHECK-LABEL: near_but_later:
; CHECK: testb %al, (%rdi) # on-fault
define i64 @near_but_later(ptr %p, ptr %q) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %b = load i8, ptr %q
  %small = zext i8 %b to i64
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %small
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; Profiles make no difference: branch weights, and the probes of sample profiles.
; CHECK-LABEL: profiled:
; CHECK: testb %al, (%rdi) # on-fault
define i64 @profiled(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}, !prof !0
ok:
  call void @llvm.pseudoprobe(i64 1, i64 2, i32 0, i64 -1)
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  call void @llvm.pseudoprobe(i64 1, i64 3, i32 0, i64 -1)
  ret i64 -1
}

; Nothing says that both are in one object.
; CHECK-LABEL: other_object:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @other_object(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The pointer may be the end of the array.
; CHECK-LABEL: end:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @end(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: below:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @below(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %h = getelementptr inbounds i8, ptr %g, i64 -8
  %v = load i64, ptr %h
  ret i64 %v
is_null:
  ret i64 -1
}

; A device may have something to do with a read of its first register.
; CHECK-LABEL: registers:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @registers(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load volatile i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; Another thread may be done with the array before.
; CHECK-LABEL: ordered:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @ordered(ptr %p, i64 %i, ptr %flag) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %f = load atomic i64, ptr %flag acquire, align 8
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  %sum = add i64 %v, %f
  ret i64 %sum
is_null:
  ret i64 -1
}

; The call may never return, or make what the pointer points to.
; CHECK-LABEL: call_first:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @call_first(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @call()
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; The index may be out of bounds, and is compared first.
; CHECK-LABEL: bounds_first:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @bounds_first(ptr %p, i64 %i, i64 %n) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %c = icmp ult i64 %i, %n
  br i1 %c, label %within, label %beyond
within:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
beyond:
  ret i64 0
is_null:
  ret i64 -1
}

; The access in the next round is through another pointer.
; CHECK-LABEL: next_round:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @next_round(ptr %p, ptr %list, i64 %i) "implicit-null-checks" {
entry:
  br label %round
round:
  %q = phi ptr [ %p, %entry ], [ %next, %round ]
  %g = getelementptr inbounds nuw i64, ptr %q, i64 %i
  %v = load i64, ptr %g
  %slot = getelementptr ptr, ptr %list, i64 %v
  %next = load volatile ptr, ptr %slot
  %null = icmp eq ptr %q, null
  br i1 %null, label %is_null, label %round, !make.implicit !{}
is_null:
  ret i64 -1
}

; What joins the path from elsewhere says nothing of it.
; CHECK-LABEL: other_way:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @other_way(ptr %p, ptr %q, i64 %i, i1 %c) "implicit-null-checks" {
entry:
  br i1 %c, label %elsewhere, label %check
elsewhere:
  %element = getelementptr inbounds nuw i64, ptr %p, i64 %i
  br label %access
check:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %access, !make.implicit !{}
access:
  %g = phi ptr [ %element, %elsewhere ], [ %q, %check ]
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; Nothing is accessed.
; CHECK-LABEL: no_bytes:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @no_bytes(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  store [0 x i64] zeroinitializer, ptr %g
  %v = load [0 x i64], ptr %g
  ret i64 0
is_null:
  ret i64 -1
}

; Another function may map memory, even if no collector notices it.
; CHECK-LABEL: leaf_first:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @leaf_first(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  call void @use(ptr %p) "gc-leaf-function" nosync willreturn nounwind
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; Assembly may not come to where it goes on.
; CHECK-LABEL: assembly_first:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @assembly_first(ptr %p, i64 %i) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  callbr void asm sideeffect "", "~{memory}"() to label %next []
next:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; Code that is never reached may compute an address from itself.
; CHECK-LABEL: unreached:
; CHECK: .cfi_endproc
define i64 @unreached(ptr %q) "implicit-null-checks" {
  ret i64 0
dead:
  %null = icmp eq ptr %q, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i8, ptr %g, i64 1
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; No access through a pointer of 32 bits can be the check, so nothing is read.
; CHECK-LABEL: narrow_pointer:
; CHECK-NOT: on-fault
; CHECK-NOT: (%r
; CHECK: .cfi_endproc
define void @narrow_pointer(ptr addrspace(270) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="270" {
  %null = icmp eq ptr addrspace(270) %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !1
ok:
  ret void
is_null:
  ret void
}

; Null may be the address of the array.
; CHECK-LABEL: null_is_valid:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @null_is_valid(ptr %p, i64 %i) "implicit-null-checks" null_pointer_is_valid {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

; Nobody asks for it.
; CHECK-LABEL: no_attribute:
; CHECK-NOT: on-fault
; CHECK: .cfi_endproc
define i64 @no_attribute(ptr %p, i64 %i) {
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %ok, !make.implicit !{}
ok:
  %g = getelementptr inbounds nuw i64, ptr %p, i64 %i
  %v = load i64, ptr %g
  ret i64 %v
is_null:
  ret i64 -1
}

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{i32 7, i64 8}
