; Functions of the C library collect nothing: but not those of the same name that
; the module defines, nor those that call what they are passed. A pass that says that
; a call may be one of its own functions changes nothing.

; RUN: opt -S -passes=rewrite-statepoints-for-gc %s | FileCheck %s

target triple = "x86_64-linux-gnu"

declare void @g()
declare i64 @strnlen(ptr, i64)
declare void @qsort(ptr, i64, i64, ptr)

; CHECK-LABEL: define internal i64 @strlen(
; CHECK:         @llvm.experimental.gc.statepoint
define internal i64 @strlen(ptr %p) gc "managed" {
  call void @g()
  ret i64 0
}

; CHECK-LABEL: define i64 @calls(
; CHECK:         @llvm.experimental.gc.statepoint{{.*}}@strlen
; CHECK:         call i64 @strnlen(ptr %p, i64 8)
; CHECK:         call i64 @strnlen(ptr %p, i64 9)
; CHECK:         @llvm.experimental.gc.statepoint{{.*}}@qsort
define i64 @calls(ptr addrspace(1) %a, ptr %p, ptr %f) gc "managed" {
  %n = call i64 @strlen(ptr %p)
  %m = call i64 @strnlen(ptr %p, i64 8)
  %l = call i64 @strnlen(ptr %p, i64 9) nobuiltin
  call void @qsort(ptr %p, i64 %n, i64 8, ptr %f)
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
}
