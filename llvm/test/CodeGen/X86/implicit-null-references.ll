; Null checks of references become implicit where the strategy of the function
; says that nothing is mapped at a null reference, and in other address spaces
; where an attribute says it.
;
; RUN: llc -O1 -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -O2 -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -O3 -mtriple=x86_64-linux -verify-machineinstrs < %s | FileCheck %s
; RUN: llc -O2 -mtriple=x86_64-linux -pass-remarks-output=%t.yaml -pass-remarks-filter=implicit-null-checks -filetype=null %s
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=!Missed < %t.yaml

; CHECK-LABEL: managed:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @managed(ptr addrspace(1) %p) "implicit-null-checks" gc "managed" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: managed_non_moving:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @managed_non_moving(ptr addrspace(1) %p) "implicit-null-checks" gc "managed-non-moving" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: statepoint_example:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @statepoint_example(ptr addrspace(1) %p) "implicit-null-checks" gc "statepoint-example" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: coreclr:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @coreclr(ptr addrspace(1) %p) "implicit-null-checks" gc "coreclr" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: attribute:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @attribute(ptr addrspace(1) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="1" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: one_of_several:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @one_of_several(ptr addrspace(7) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="3,7,1" {
entry:
  %null = icmp eq ptr addrspace(7) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(7) %p, i64 1
  %v = load i64, ptr addrspace(7) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: beside_the_strategy:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @beside_the_strategy(ptr addrspace(2) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="2" gc "managed" {
entry:
  %null = icmp eq ptr addrspace(2) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(2) %p, i64 1
  %v = load i64, ptr addrspace(2) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: strategy_beside_attribute:
; CHECK: movq 8(%rdi), %rax # on-fault
define i64 @strategy_beside_attribute(ptr addrspace(1) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="2" gc "managed" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; Neither a strategy nor an attribute.
; CHECK-LABEL: nobody_says:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: OtherAddressSpace
; REMARK-NEXT: Function: nobody_says
define i64 @nobody_says(ptr addrspace(1) %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; Another address space than that of the references.
; CHECK-LABEL: other_space:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: OtherAddressSpace
; REMARK-NEXT: Function: other_space
define i64 @other_space(ptr addrspace(2) %p) "implicit-null-checks" gc "managed" {
entry:
  %null = icmp eq ptr addrspace(2) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(2) %p, i64 1
  %v = load i64, ptr addrspace(2) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: not_listed:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: OtherAddressSpace
; REMARK-NEXT: Function: not_listed
define i64 @not_listed(ptr addrspace(12) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="1,2" {
entry:
  %null = icmp eq ptr addrspace(12) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(12) %p, i64 1
  %v = load i64, ptr addrspace(12) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; A strategy that says nothing.
; CHECK-LABEL: other_strategy:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: OtherAddressSpace
; REMARK-NEXT: Function: other_strategy
define i64 @other_strategy(ptr addrspace(1) %p) "implicit-null-checks" gc "erlang" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; CHECK-LABEL: valid:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: NullPointerIsValid
; REMARK-NEXT: Function: valid
define i64 @valid(ptr addrspace(1) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="1" null_pointer_is_valid {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 1
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
is_null:
  ret i64 -1
}

; The access is in an address space that nobody says anything about.
; CHECK-LABEL: access_elsewhere:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: OtherAddressSpace
; REMARK-NEXT: Function: access_elsewhere
define i64 @access_elsewhere(ptr addrspace(1) %p) "implicit-null-checks" gc "managed" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(3)
  %v = load i64, ptr addrspace(3) %q
  ret i64 %v
is_null:
  ret i64 -1
}

; The checked pointer is.
; CHECK-LABEL: check_elsewhere:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: OtherAddressSpace
; REMARK-NEXT: Function: check_elsewhere
define i64 @check_elsewhere(ptr addrspace(3) %p) "implicit-null-checks" gc "managed" {
entry:
  %null = icmp eq ptr addrspace(3) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %q = addrspacecast ptr addrspace(3) %p to ptr addrspace(1)
  %v = load i64, ptr addrspace(1) %q
  ret i64 %v
is_null:
  ret i64 -1
}

; Both are known.
; CHECK-LABEL: cast_to_default:
; CHECK: movq (%rdi), %rax # on-fault
define i64 @cast_to_default(ptr addrspace(1) %p) "implicit-null-checks" gc "managed" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %q = addrspacecast ptr addrspace(1) %p to ptr
  %v = load i64, ptr %q
  ret i64 %v
is_null:
  ret i64 -1
}

; The comparison is one of integers, and its operands are the other way round.
; CHECK-LABEL: compared_as_integer:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: OtherAddressSpace
; REMARK-NEXT: Function: compared_as_integer
define i64 @compared_as_integer(ptr addrspace(3) %p) "implicit-null-checks" gc "managed" {
entry:
  %i = ptrtoint ptr addrspace(3) %p to i64
  %some = icmp ne i64 0, %i
  br i1 %some, label %not_null, label %is_null, !make.implicit !0
not_null:
  %q = addrspacecast ptr addrspace(3) %p to ptr addrspace(1)
  %v = load i64, ptr addrspace(1) %q
  ret i64 %v
is_null:
  ret i64 -1
}

; Null is not at address 0 in a segment, whatever the attribute says.
; CHECK-LABEL: segment:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault
; REMARK: --- !Missed
; REMARK-NEXT: Pass: implicit-null-checks
; REMARK-NEXT: Name: NotReliablyFaulting
; REMARK-NEXT: Function: segment
define i64 @segment(ptr addrspace(256) %p) "implicit-null-checks" "implicit-null-check-address-spaces"="256" {
entry:
  %null = icmp eq ptr addrspace(256) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %a = getelementptr i64, ptr addrspace(256) %p, i64 1
  %v = load i64, ptr addrspace(256) %a
  ret i64 %v
is_null:
  ret i64 -1
}

!0 = !{}
