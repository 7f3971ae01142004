; Without optimization, null is made once in a block, by extending a register of
; 32 bits, and kept in a slot over calls, which do not move it.

; RUN: rm -rf %t && split-file %s %t
; RUN: llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs %t/null.ll -o - | \
; RUN:   FileCheck %s
; RUN: not --crash llc -mtriple=x86_64-linux-gnu -O0 -verify-machineinstrs \
; RUN:   %t/reference.ll -o /dev/null 2>&1 | FileCheck -check-prefix=REFERENCE %s

; CHECK-LABEL: null:
; CHECK: xorl %eax, %eax
; CHECK-NEXT: movl %eax, %edi
; CHECK-NEXT: movq %rdi, (%rsp) {{.*}}Spill
; CHECK-NEXT: callq use
; CHECK: movq (%rsp), %rdi {{.*}}Reload
; CHECK-NEXT: callq use

; REFERENCE: Bad machine code: use of a reference in $rdi that an earlier statepoint did not relocate
; REFERENCE-NEXT: function: reference

;--- null.ll
declare void @use(ptr addrspace(1))
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)

define void @null() gc "statepoint-example" {
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @use, i32 1, i32 0, ptr addrspace(1) null, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @use, i32 1, i32 0, ptr addrspace(1) null, i32 0, i32 0)
  ret void
}

;--- reference.ll
declare void @use(ptr addrspace(1))
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)

define void @reference(ptr addrspace(1) %p) gc "statepoint-example" {
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @use, i32 1, i32 0, ptr addrspace(1) %p, i32 0, i32 0)
  call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr addrspace(1))) @use, i32 1, i32 0, ptr addrspace(1) %p, i32 0, i32 0)
  ret void
}
