;; GlobalISel selects no statepoints. Where it may not leave them to SelectionDAG, that is
;; an error of each function that has some, and the others compile.
;
; RUN: not llc -mtriple=x86_64-linux-gnu -global-isel %s -o - 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=PLEASE
; RUN: not llc -mtriple=x86_64-linux-gnu -global-isel -global-isel-abort=1 -filetype=obj %s -o %t 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: not test -e %t
; RUN: llc -mtriple=x86_64-linux-gnu -global-isel -global-isel-abort=0 %s -o - | FileCheck %s --check-prefix=FALLBACK
; RUN: llc -mtriple=x86_64-linux-gnu %s -o - | FileCheck %s --check-prefix=FALLBACK

; CHECK:       error: {{.*}}in function statepoint void (): statepoint '%t' of 'callee': GlobalISel selects no statepoints, stack maps and patchpoints; run without -global-isel, or with -global-isel-abort=0, which leaves such functions to SelectionDAG (module
; CHECK:       error: {{.*}}in function deopt void (): call with deopt state of 'callee': GlobalISel selects no
; CHECK:       error: {{.*}}in function stackmap void (): call of 'llvm.experimental.stackmap': GlobalISel selects no
; CHECK:       error: {{.*}}in function patchpoint void (): call of 'llvm.experimental.patchpoint.void': GlobalISel selects no
; CHECK-LABEL: other:
; CHECK:         ret
; ERROR:       error: {{.*}}in function statepoint void ()
; FALLBACK-LABEL: statepoint:
; FALLBACK:         callee
; FALLBACK-LABEL: other:
; FALLBACK:         ret

declare void @callee()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)

define void @statepoint() gc "managed" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  ret void
}

define void @deopt() {
  call void @callee() [ "deopt"(i32 7) ]
  ret void
}

define void @stackmap() {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0)
  ret void
}

define void @patchpoint() {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr null, i32 0)
  ret void
}

define void @other() {
  ret void
}
