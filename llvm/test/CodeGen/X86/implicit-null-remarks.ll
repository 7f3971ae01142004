; One remark for each marked branch: what it became, or the reason of the
; candidate that came closest. The name of a remark is the reason.
;
; RUN: llc -imp-null-probe-accesses=0 -mtriple=x86_64-linux -mattr=+avx -relocation-model=static \
; RUN:   -verify-machineinstrs -o /dev/null \
; RUN:   -pass-remarks-output=%t.yaml -pass-remarks-filter=implicit-null-checks %s
; RUN: FileCheck %s --implicit-check-not=Pass: < %t.yaml

; CHECK: --- !Passed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: ImplicitNullCheck
; CHECK-NEXT: Function: converted
; CHECK-NEXT: Args:
; CHECK-NEXT: - String: 'null check made implicit in '
; CHECK-NEXT: - Instruction: MOV32rm
define i32 @converted(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Passed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: ImplicitNullCheck
; CHECK-NEXT: Function: optnone_function
define i32 @optnone_function(ptr %p) "implicit-null-checks" noinline optnone {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: NullPointerIsValid
; CHECK-NEXT: Function: valid
define i32 @valid(ptr %p) "implicit-null-checks" null_pointer_is_valid {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: BranchForm
; CHECK-NEXT: Function: branch_form
define i32 @branch_form(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %same = icmp eq ptr %p, %q
  br i1 %same, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: NullBlockIsEmpty
; CHECK-NEXT: Function: no_null_block
define i32 @no_null_block(ptr %p) "implicit-null-checks" {
entry:
  %is_null = icmp eq ptr %p, null
  br i1 %is_null, label %null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr %p
  ret i32 %v
null:
  unreachable
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: NotNullBlockHasOtherPredecessors
; CHECK-NEXT: Function: joined
define i32 @joined(ptr %p, i1 %c, i32 %a, i32 %b) "implicit-null-checks" {
entry:
  br i1 %c, label %check, label %not_null
check:
  %product = mul i32 %a, %b
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load volatile i32, ptr %p
  ret i32 %v
is_null:
  ret i32 %product
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: NoAccess
; CHECK-NEXT: Function: no_access
define void @no_access(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  store ptr %p, ptr %q
  ret void
is_null:
  ret void
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: WindowExceeded
; CHECK-NEXT: Function: far
define i32 @far(ptr %p, ptr noalias %q) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  store i8 1, ptr %q
  %q2 = getelementptr i8, ptr %q, i64 2
  store i8 2, ptr %q2
  %q4 = getelementptr i8, ptr %q, i64 4
  store i8 3, ptr %q4
  %q6 = getelementptr i8, ptr %q, i64 6
  store i8 4, ptr %q6
  %q8 = getelementptr i8, ptr %q, i64 8
  store i8 5, ptr %q8
  %q10 = getelementptr i8, ptr %q, i64 10
  store i8 6, ptr %q10
  %q12 = getelementptr i8, ptr %q, i64 12
  store i8 7, ptr %q12
  %q14 = getelementptr i8, ptr %q, i64 14
  store i8 8, ptr %q14
  %q16 = getelementptr i8, ptr %q, i64 16
  store i8 9, ptr %q16
  %q18 = getelementptr i8, ptr %q, i64 18
  store i8 10, ptr %q18
  %q20 = getelementptr i8, ptr %q, i64 20
  store i8 11, ptr %q20
  %q22 = getelementptr i8, ptr %q, i64 22
  store i8 12, ptr %q22
  %q24 = getelementptr i8, ptr %q, i64 24
  store i8 13, ptr %q24
  %q26 = getelementptr i8, ptr %q, i64 26
  store i8 14, ptr %q26
  %q28 = getelementptr i8, ptr %q, i64 28
  store i8 15, ptr %q28
  %q30 = getelementptr i8, ptr %q, i64 30
  store i8 16, ptr %q30
  %q32 = getelementptr i8, ptr %q, i64 32
  store i8 17, ptr %q32
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: Barrier
; CHECK-NEXT: Function: barrier
define i32 @barrier(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  fence seq_cst
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: PointerRedefined
; CHECK-NEXT: Function: redefined
define i32 @redefined(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %r = call ptr asm "# $0", "={rdi}"()
  %v = load i32, ptr %r
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: VariableIndex
; CHECK-NEXT: Function: index
define i32 @index(ptr %p, i64 %i) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: UnknownAddress
; CHECK-NEXT: Function: behind_symbol
define i32 @behind_symbol(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %i = ptrtoint ptr %p to i64
  %q = getelementptr i8, ptr @array, i64 %i
  %v = load i32, ptr %q
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: NotReliablyFaulting
; CHECK-NEXT: Function: masked
; CHECK: - Instruction: VMASKMOVPSrm
define <4 x float> @masked(ptr %p, <4 x i32> %m) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = call <4 x float> @llvm.x86.avx.maskload.ps(ptr %p, <4 x i32> %m)
  ret <4 x float> %v
is_null:
  ret <4 x float> zeroinitializer
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: OtherAddressSpace
; CHECK-NEXT: Function: address_space
define i32 @address_space(ptr addrspace(1) %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr addrspace(1) %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: OffsetOutOfRange
; CHECK-NEXT: Function: far_field
define i32 @far_field(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %q = getelementptr i32, ptr %p, i64 1024
  %v = load i32, ptr %q
  ret i32 %v
is_null:
  ret i32 42
}

; The access is below the first page if the pointer is all ones.
; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: OffsetOutOfRange
; CHECK-NEXT: Function: all_ones
define i32 @all_ones(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, inttoptr (i64 -1 to ptr)
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: MayAlias
; CHECK-NEXT: Function: may_alias
define i32 @may_alias(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  store i32 1, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
is_null:
  ret i32 42
}

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: Dependency
; CHECK-NEXT: Function: dependency
define i32 @dependency(ptr %p, ptr noalias %q) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %w = load i32, ptr %q
  store i32 %w, ptr %p
  ret i32 %w
is_null:
  ret i32 42
}

; A select that became branches is not the marked branch.
; CHECK: --- !Passed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: ImplicitNullCheck
; CHECK-NEXT: Function: select_before
define double @select_before(ptr %p, double %a, double %b, i1 %c) "implicit-null-checks" {
entry:
  %s = select i1 %c, double %a, double %b
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  store double %s, ptr %p
  ret double %s
is_null:
  ret double %s
}

@array = external dso_local global [64 x i32]

declare <4 x float> @llvm.x86.avx.maskload.ps(ptr, <4 x i32>)

!0 = !{}
