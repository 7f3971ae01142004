; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=obj -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s
; RUN: llc -mtriple=aarch64-linux-gnu -verify-machineinstrs -filetype=obj -O0 -o %t.o < %s
; RUN: llvm-readobj --stackmap %t.o | FileCheck %s

; The members of aggregates are deopt values of their own.

; CHECK: Record ID: 1,
; CHECK: #3: Constant 3,
; CHECK: #4: Indirect {{.*}}, size: 8
; CHECK: #5: Constant 9,
; CHECK: #6: Constant 1,
define void @statepoint(i64 %a) gc "statepoint-example" {
  %pair = insertvalue { i64, i32 } { i64 poison, i32 9 }, i64 %a, 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 1, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"({ i64, i32 } %pair, i8 1) ]
  ret void
}

; What is not an insertion into a constant is taken apart.
; CHECK: Record ID: 2,
; CHECK: #3: Constant 2,
; CHECK: #4: Indirect [[FIRST:.*]], size: 8
; CHECK: #5: Indirect {{.*}}, size: 8
; CHECK: #6: Indirect [[FIRST]], size: 8
; CHECK: #7: Indirect [[FIRST]], size: 8
; CHECK-NOT: #8
define void @returned() gc "statepoint-example" {
  %pair = call { ptr addrspace(1), i64 } @make()
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2, i32 0, ptr elementtype(void ()) @opaque, i32 0, i32 0, i32 0, i32 0) [ "deopt"({ ptr addrspace(1), i64 } %pair) ]
  ret void
}

; CHECK: Record ID: 3,
; CHECK: #3: Constant 1,
; CHECK: #4: Constant 5,
define void @call() {
  call void @opaque() "statepoint-id"="3" [ "deopt"({ } poison, { [1 x i32] } { [1 x i32] [i32 5] }) ]
  ret void
}

declare void @opaque()
declare { ptr addrspace(1), i64 } @make() "gc-leaf-function"

declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
