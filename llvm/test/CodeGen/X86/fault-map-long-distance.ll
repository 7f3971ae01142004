; A handler may be out of a short entry's reach, 128 MiB, in a function with
; inline assembly whose size is not known, or with very many bytes between
; blocks. Then the entry is a long one.
;
; RUN: llc -mtriple=x86_64-linux < %s | FileCheck %s
; RUN: llc -mtriple=x86_64-linux -align-all-nofallthru-blocks=28 < %s \
; RUN:   | FileCheck %s --check-prefix=ALIGNED

; CHECK: .section llvm_faultmaps,
; CHECK: .long ((.LBB1_{{[0-9]+}}-
; CHECK-NEXT: .section llvm_faultsites,
; CHECK: .long .LBB0_
; CHECK-NOT: .section llvm_faultmaps,

; ALIGNED-NOT: .section llvm_faultmaps,
; ALIGNED: .section llvm_faultsites,


define i32 @directive(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  call void asm sideeffect ".zero 200000000", ""()
  ret i32 %v

is_null:
  ret i32 42
}

define i32 @instruction(ptr %p) "implicit-null-checks" {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %is_null, label %not_null, !make.implicit !0

not_null:
  %v = load i32, ptr %p
  call void asm sideeffect "nop", ""()
  ret i32 %v

is_null:
  ret i32 42
}

!0 = !{}
