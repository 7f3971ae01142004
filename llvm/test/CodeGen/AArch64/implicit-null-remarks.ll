; What the remarks say about forms that only AArch64 has. The other reasons are
; tested for X86.
;
; RUN: llc -mtriple=aarch64-linux -mattr=+sve -verify-machineinstrs \
; RUN:   -o /dev/null -pass-remarks-output=%t.yaml \
; RUN:   -pass-remarks-filter=implicit-null-checks %s
; RUN: FileCheck %s --implicit-check-not=Pass: < %t.yaml

; CHECK: --- !Passed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: ImplicitNullCheck
; CHECK-NEXT: Function: converted
; CHECK: - Instruction: LDRWui
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

; CHECK: --- !Missed
; CHECK-NEXT: Pass: implicit-null-checks
; CHECK-NEXT: Name: VariableIndex
; CHECK-NEXT: Function: index
; CHECK: - Instruction: LDRWroX
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
; CHECK-NEXT: Name: NotReliablyFaulting
; CHECK-NEXT: Function: vector_length
; CHECK: - Instruction: LD1W_IMM
define <vscale x 4 x i32> @vector_length(ptr %p, <vscale x 4 x i1> %m) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0
not_null:
  %v = call <vscale x 4 x i32> @llvm.masked.load.nxv4i32.p0(ptr align 4 %p, <vscale x 4 x i1> %m, <vscale x 4 x i32> zeroinitializer)
  ret <vscale x 4 x i32> %v
is_null:
  ret <vscale x 4 x i32> zeroinitializer
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

!0 = !{}
