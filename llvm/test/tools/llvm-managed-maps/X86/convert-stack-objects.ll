; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -filetype=obj -o %t.o %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s --check-prefix=THIRD
; RUN: llvm-managed-maps convert %t.o -o %t.converted.o
; RUN: llvm-managed-maps dump %t.converted.o | FileCheck %s

; A stack object of version 3 is as many references as it has room for.

; THIRD: Direct R#7 + 16, size: 24
; THIRD: Direct R#7 + 8, size: 8

; CHECK: roots [CFA-16], [CFA-24], [CFA-32], [CFA-40]
define void @objects() gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  %b = alloca [3 x ptr addrspace(1)]
  store ptr addrspace(1) null, ptr %a
  store [3 x ptr addrspace(1)] zeroinitializer, ptr %b
  %t = call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0,
      ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
    ["gc-live"(ptr %b, ptr %a)]
  ret void
}

declare void @callee()
