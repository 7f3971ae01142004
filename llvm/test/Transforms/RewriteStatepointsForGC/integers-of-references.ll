; A collector finds no references in an integer that copies several of them.

; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %s \
; RUN:   | not opt -passes=place-gc-roots -disable-output 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not=error:

target datalayout = "e-i64:64-i128:128-n8:16:32:64-ni:1"

declare void @poll()
declare void @escape(ptr) "gc-leaf-function"

; CHECK: error: {{.*}} in function loaded {{.*}}: load '%w': {{.*}}holds references as an integer across call of 'poll'; copy them with llvm.memcpy, or load and store references
define void @loaded(ptr %o) gc "managed" {
  %v = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
  call void @escape(ptr %v)
  %w = load i128, ptr %v
  call void @poll()
  store i128 %w, ptr %o
  ret void
}

; CHECK: error: {{.*}} in function stored {{.*}}: load '%w': {{.*}}holds references as an integer across call of 'poll'
define void @stored(ptr %o) gc "managed" {
  %v = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
  %w = load i128, ptr %o
  call void @poll()
  store i128 %w, ptr %v
  call void @escape(ptr %v)
  ret void
}

; CHECK: error: {{.*}} in function argument {{.*}}: argument '%w'{{.*}}holds references as an integer across
define void @argument(i128 %w) gc "managed" {
  %v = alloca { i64, ptr addrspace(1) }, align 16
  call void @poll()
  store i128 %w, ptr %v
  call void @escape(ptr %v)
  ret void
}

; No safepoint is in between.
define void @copied(ptr %o) gc "managed" {
  %v = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
  %w = load i128, ptr %o
  store i128 %w, ptr %v
  call void @poll()
  %again = load i128, ptr %v
  store i128 %again, ptr %o
  ret void
}

; The type has numbers there.
define void @numbers(ptr %o) gc "managed" {
  %v = alloca { i64, i64, ptr addrspace(1) }, align 16
  call void @escape(ptr %v)
  %w = load i128, ptr %v
  call void @poll()
  store i128 %w, ptr %o
  ret void
}

; An integer that is as long as a reference may be a number beside it.
define void @word(ptr %o) gc "managed" {
  %v = alloca { ptr addrspace(1), ptr addrspace(1) }, align 16
  call void @escape(ptr %v)
  %w = load i64, ptr %v
  call void @poll()
  store i64 %w, ptr %o
  ret void
}

; At an index that is not known, there may be a number.
@global = global [4 x { i128, ptr addrspace(1), ptr addrspace(1) }] zeroinitializer

define i128 @index(i64 %i) gc "managed" {
  %place = getelementptr [4 x { i128, ptr addrspace(1), ptr addrspace(1) }], ptr @global, i64 0, i64 %i, i32 0
  %w = load i128, ptr %place
  call void @poll()
  ret i128 %w
}
