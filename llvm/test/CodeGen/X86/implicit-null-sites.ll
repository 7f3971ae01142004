; The first operand of !make.implicit is the site id of the check. It gets into the
; fault map with the access that replaces the check; id 0 is not the same as no
; id.
;
; RUN: split-file %s %t
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs %t/sites.ll -o - \
; RUN:   | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -verify-machineinstrs %t/sites.ll -o - \
; RUN:   -stop-after=implicit-null-checks | FileCheck %s --check-prefix=MIR
;
; What was printed is read again, with the same result.
; RUN: llc -mtriple=x86_64-linux %t/sites.ll -o %t/sites.mir \
; RUN:   -stop-after=implicit-null-checks
; RUN: llc -mtriple=x86_64-linux %t/sites.mir -o - \
; RUN:   -start-after=implicit-null-checks | FileCheck %s
;
; Version 1 has no room for ids.
; RUN: cat %t/sites.ll %t/v1.ll > %t/sites-v1.ll
; RUN: llc -mtriple=x86_64-linux %t/sites-v1.ll -o - | FileCheck %s --check-prefix=V1
;
; RUN: not llc -mtriple=x86_64-linux %t/wide.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not llc -mtriple=x86_64-linux %t/two.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not llc -mtriple=x86_64-linux %t/text.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

; CHECK: .section llvm_faultmaps,"ao",@progbits,.Llinked_text
; CHECK-NEXT: .p2align 3
; CHECK-NEXT: {{.Ltmp[0-9]+}}:
; CHECK-NEXT: .long {{.*}}
; CHECK-NEXT: .long ((.LBB3_{{.*}})<<4)+1
; CHECK-NEXT: .section llvm_faultsites,"ao",@progbits,.Llinked_text
; CHECK-NEXT: .p2align 3
; CHECK: .long .LBB0_
; CHECK-NEXT: .long 1
; CHECK-NEXT: .long 17
; CHECK: .long .LBB1_
; CHECK-NEXT: .long 4294967295
; CHECK-NEXT: .long 19
; CHECK: .long .LBB2_
; CHECK-NEXT: .long 0
; CHECK-NEXT: .long 17

; MIR: name: one
; MIR: FAULTING_OP 1, {{.*}}, ![[ONE:[0-9]+]] :: (load
; MIR: name: all_ones
; MIR: FAULTING_OP 3, {{.*}}, ![[ALL:[0-9]+]] :: (store
; MIR: name: none
; MIR: FAULTING_OP 1, {{.*}}, $noreg :: (load

; V1-NOT: llvm_faultsites
; V1: .section .llvm_faultmaps
; V1: .quad one

; RUN: not llc -mtriple=x86_64-linux %t/three.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not llc -mtriple=x86_64-linux %t/value.ll -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR
; ERROR: error: in function 'bad': the operands of !make.implicit must be a constant of type i32, the site id, and a constant of type i64, the number of bytes that can be read

;--- sites.ll
define i32 @one(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !1

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @all_ones(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !2

not_null:
  store i32 0, ptr %p
  ret i32 0

is_null:
  ret i32 42
}

define i32 @zero(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !3

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @none(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{}
!1 = !{i32 1}
!2 = !{i32 -1}
!3 = !{i32 0}

;--- v1.ll
!llvm.module.flags = !{!4}
!4 = !{i32 1, !"fault-map-version", i32 1}

;--- wide.ll
define i32 @bad(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{i64 1}

;--- two.ll
define i32 @bad(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{i32 1, i32 2}

;--- text.ll
define i32 @bad(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{!"site"}

;--- three.ll
define i32 @bad(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{i32 1, i64 8, i64 8}

;--- value.ll
@size = external global i8

define i32 @bad(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{i32 1, ptr @size}
