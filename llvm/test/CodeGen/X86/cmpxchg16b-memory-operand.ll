; The memory operand of a compare and swap of 16 bytes is still there after
; instruction selection, whether %rbx is free or is the base pointer.
;
; RUN: llc -mtriple=x86_64-linux -mattr=+cx16 -stop-after=finalize-isel < %s | FileCheck %s

; CHECK-LABEL: name: swap
; CHECK: LCMPXCHG16B {{.*}} :: (load store seq_cst seq_cst (s128) on %ir.p)
define i128 @swap(ptr %p, i128 %old, i128 %new) {
  %r = cmpxchg ptr %p, i128 %old, i128 %new seq_cst seq_cst
  %v = extractvalue { i128, i1 } %r, 0
  ret i128 %v
}

declare void @use(ptr, ptr)

; CHECK-LABEL: name: base_pointer
; CHECK: LCMPXCHG16B_SAVE_RBX {{.*}} :: (load store seq_cst seq_cst (s128) on %ir.p)
define i128 @base_pointer(ptr %p, i128 %old, i128 %new, i64 %n) {
  %fixed = alloca i64, align 64
  %dynamic = alloca i8, i64 %n
  call void @use(ptr %fixed, ptr %dynamic)
  %r = cmpxchg ptr %p, i128 %old, i128 %new seq_cst seq_cst
  %v = extractvalue { i128, i1 } %r, 0
  ret i128 %v
}
