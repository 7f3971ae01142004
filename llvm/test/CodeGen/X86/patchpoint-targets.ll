; RUN: split-file %s %t
; RUN: llc -mtriple=x86_64-linux-gnu < %t/good.ll | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -O0 < %t/good.ll | FileCheck %s
; RUN: not llc -mtriple=x86_64-linux-gnu -filetype=null %t/bad.ll 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not='Stack dump'
; RUN: not llc -mtriple=x86_64-linux-gnu -O0 -filetype=null %t/bad.ll 2>&1 | FileCheck %s --check-prefix=ERROR --implicit-check-not='Stack dump'

;--- good.ll
; CHECK-LABEL: symbol:
; CHECK: movabsq $callee, %r11
; CHECK-NEXT: callq *%r11
define void @symbol() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr @callee, i32 0)
  ret void
}

; CHECK-LABEL: alias:
; CHECK: movabsq $another_name, %r11
; CHECK-NEXT: callq *%r11
define void @alias() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr @another_name, i32 0)
  ret void
}

;; The constant is in another block.
; CHECK-LABEL: address:
; CHECK: movabsq $244837814094590, %r11
; CHECK-NEXT: callq *%r11
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

; ERROR-DAG: error: {{.*}} in function small void (): patchpoint: 12 patch bytes are too few for the call, which takes 13
define void @small() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 12, ptr inttoptr (i64 244837814094590 to ptr), i32 0)
  ret void
}

; ERROR-DAG: error: {{.*}} in function thunk void (): patchpoint: calls through thunks are not supported; call the function without a patchpoint
define void @thunk() "target-features"="+retpoline-indirect-calls" {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 20, ptr @callee, i32 0)
  ret void
}

declare void @callee()
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
