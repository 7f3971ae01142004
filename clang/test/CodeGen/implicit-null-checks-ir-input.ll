; A module of marked IR needs no sanitizer: the flag enables its marks. Bitcode
; that was enabled when it was made stays so.

; RUN: %clang_cc1 -triple x86_64-linux-gnu -emit-llvm -o - %s \
; RUN:   -default-function-attr implicit-null-checks \
; RUN:   | FileCheck %s --check-prefix=ON
; RUN: %clang_cc1 -triple x86_64-linux-gnu -emit-llvm -o - %s \
; RUN:   | FileCheck %s --check-prefix=OFF \
; RUN:     --implicit-check-not='{{"implicit-null-checks"}}'
; RUN: %clang_cc1 -triple x86_64-linux-gnu -emit-llvm-bc -o %t.bc %s \
; RUN:   -default-function-attr implicit-null-checks
; RUN: %clang_cc1 -triple x86_64-linux-gnu -O2 -emit-llvm -o - %t.bc \
; RUN:   | FileCheck %s --check-prefix=ON

target triple = "x86_64-unknown-linux-gnu"

; ON: define i32 @marked(ptr {{.*}}) {{.*}}#[[ATTR:[0-9]+]]
; ON: br i1 {{.*}}!make.implicit
; ON-NOT: declare {{.*}}@trap(){{.*}} #[[ATTR]]
; ON: attributes #[[ATTR]] = {{.*}}"implicit-null-checks"

; OFF: define i32 @marked(
; OFF: br i1 {{.*}}!make.implicit
define i32 @marked(ptr %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !0

fail:
  call void @trap()
  unreachable

access:
  %v = load i32, ptr %p
  ret i32 %v
}

declare void @trap() noreturn

!0 = !{}
