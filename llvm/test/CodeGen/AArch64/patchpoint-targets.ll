; RUN: split-file %s %t
; RUN: llc -mtriple=aarch64-linux-gnu < %t/good.ll | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -O0 < %t/good.ll | FileCheck %s
; RUN: not llc -mtriple=aarch64-linux-gnu -filetype=null %t/bad.ll 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not='Stack dump'
; RUN: not llc -mtriple=aarch64-linux-gnu -O0 -filetype=null %t/bad.ll 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not='Stack dump'

;--- good.ll
; CHECK-LABEL: symbol:
; CHECK: bl callee
; CHECK-COUNT-4: nop
define void @symbol() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr @callee, i32 0)
  ret void
}

; CHECK-LABEL: alias:
; CHECK: bl another_name
; CHECK-COUNT-4: nop
define void @alias() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr @another_name, i32 0)
  ret void
}

;; The constant is in another block.
; CHECK-LABEL: address:
; CHECK: mov x16, #244834610708480
; CHECK-NEXT: movk x16, #48879, lsl #16
; CHECK-NEXT: movk x16, #51966
; CHECK-NEXT: blr x16
; CHECK-NEXT: nop
define void @address(i1 %c) {
  %a = inttoptr i64 244837814094590 to ptr
  br i1 %c, label %then, label %exit
then:
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr %a, i32 0)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: any_register_without_operands:
define void @any_register_without_operands() {
  call anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr @callee, i32 0)
  ret void
}

@another_name = alias void (), ptr @defined
define void @defined() {
  ret void
}
declare void @callee()
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

;--- bad.ll
; ERROR-DAG: error: {{.*}} in function variable void (ptr): call of 'llvm.experimental.patchpoint.void': the target of a patchpoint is a function, a constant address or null; pass one of them, or call the function without one
define void @variable(ptr %callee) {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr %callee, i32 0)
  ret void
}

; ERROR-DAG: error: {{.*}} in function offset void (): call of 'llvm.experimental.patchpoint.void': the target of a patchpoint is a function
define void @offset() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr getelementptr (i8, ptr @callee, i64 16), i32 0)
  ret void
}

; ERROR-DAG: error: {{.*}} in function small void (): patchpoint: 12 patch bytes are too few for the call, which takes 16
define void @small() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 12, ptr inttoptr (i64 244837814094590 to ptr), i32 0)
  ret void
}

; ERROR-DAG: error: {{.*}} in function odd void (): patchpoint: 18 patch bytes are not a whole number of instructions; use a multiple of 4
define void @odd() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 18, ptr null, i32 0)
  ret void
}

; ERROR-DAG: error: {{.*}} in function odd_stackmap void (): stackmap: 6 patch bytes are not a whole number of instructions; use a multiple of 4
define void @odd_stackmap() {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 6)
  ret void
}

; ERROR-DAG: error: {{.*}} in function far void (): patchpoint: the address of the target has more than 48 bits
define void @far() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr inttoptr (i64 -2 to ptr), i32 0)
  ret void
}

declare void @callee()
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
