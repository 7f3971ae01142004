;; Stack objects of references that a statepoint did not list.
; RUN: not opt -passes='verify<safepoint-ir>' -disable-output < %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not="in function:"

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare void @callee()
declare void @reads(ptr)
declare void @writes(ptr writeonly)
declare void @llvm.lifetime.start.p0(ptr)

;; What is listed is up to date.
define ptr addrspace(1) @listed(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr %a)]
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; What is not is stale.
; CHECK-LABEL: in function: unlisted
; CHECK-NEXT:  Stack object that is not listed found!
; CHECK-NEXT:  Def:{{ +}}%a = alloca
; CHECK-NEXT:  Use:{{ +}}%v = load
; CHECK-NEXT:  error: {{.*}} unlisted {{.*}}: reads a stack object of references that an earlier statepoint did not list
define ptr addrspace(1) @unlisted(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; It may be stored again, or not be stored yet.
define ptr addrspace(1) @stored_again(ptr %from) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %q = load ptr addrspace(1), ptr %from
  store ptr addrspace(1) %q, ptr %a
  %u = load ptr addrspace(1), ptr %a
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  store ptr addrspace(1) null, ptr %a
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; Each word counts.
; CHECK-LABEL: in function: second_word
; CHECK-NEXT:  Stack object that is not listed found!
; CHECK-NEXT:  Def:{{ +}}%a = alloca
; CHECK-NEXT:  Use:{{ +}}%v = load
; CHECK-NEXT:  error: {{.*}} second_word {{.*}}: reads a stack object of references that an earlier statepoint did not list
define ptr addrspace(1) @second_word(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca {ptr addrspace(1), i64, ptr addrspace(1)}
  %w = getelementptr i8, ptr %a, i64 16
  store ptr addrspace(1) %p, ptr %a
  store ptr addrspace(1) %p, ptr %w
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr %w)]
  %u = load ptr addrspace(1), ptr %w
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; Paths are followed.
; CHECK-LABEL: in function: on_one_path
; CHECK-NEXT:  Stack object that is not listed found!
; CHECK-NEXT:  Def:{{ +}}%a = alloca
; CHECK-NEXT:  Use:{{ +}}%v = load
; CHECK-NEXT:  error: {{.*}} on_one_path {{.*}}: reads a stack object of references that an earlier statepoint did not list
define ptr addrspace(1) @on_one_path(i1 %c, ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  br i1 %c, label %then, label %join

then:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  br label %join

join:
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; The collector reads what is listed.
; CHECK-LABEL: in function: listed_later
; CHECK-NEXT:  Stack object that is not listed found!
; CHECK-NEXT:  Def:{{ +}}%a = alloca
; CHECK-NEXT:  Use:{{ +}}%t2 = call
; CHECK-NEXT:  error: {{.*}} listed_later {{.*}}: reads a stack object of references that an earlier statepoint did not list
define ptr addrspace(1) @listed_later(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr %a)]
  ret ptr addrspace(1) null
}

;; A callee reads what it is passed, while objects move.
; CHECK-LABEL: in function: passed
; CHECK-NEXT:  Stack object that is not listed found!
; CHECK-NEXT:  Def:{{ +}}%a = alloca
; CHECK-NEXT:  Use:{{ +}}%t = call
; CHECK-NEXT:  error: {{.*}} passed {{.*}}: reads a stack object of references that an earlier statepoint did not list
define void @passed(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr)) @reads, i32 1, i32 0, ptr %a, i32 0, i32 0)
  ret void
}

;; So does one that is no statepoint.
; CHECK-LABEL: in function: passed_later
; CHECK-NEXT:  Stack object that is not listed found!
; CHECK-NEXT:  Def:{{ +}}%a = alloca
; CHECK-NEXT:  Use:{{ +}}call void @reads
; CHECK-NEXT:  error: {{.*}} passed_later {{.*}}: reads a stack object of references that an earlier statepoint did not list
define void @passed_later(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call void @reads(ptr %a) "gc-leaf-function"
  ret void
}

;; A callee that only writes needs no list.
define ptr addrspace(1) @written(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (ptr)) @writes, i32 1, i32 0, ptr %a, i32 0, i32 0)
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; Lifetimes begin anew.
define ptr addrspace(1) @dead(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  call void @llvm.lifetime.start.p0(ptr %a)
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; A reference is one whatever the type of the object is.
; CHECK-LABEL: in function: type_is_unknown
; CHECK-NEXT:  Stack object that is not listed found!
; CHECK-NEXT:  Def:{{ +}}%a = alloca
; CHECK-NEXT:  Use:{{ +}}%v = load
; CHECK-NEXT:  error: {{.*}} type_is_unknown {{.*}}: reads a stack object of references that an earlier statepoint did not list
define ptr addrspace(1) @type_is_unknown(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca [16 x i8]
  store ptr addrspace(1) %p, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %v = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %v
}

;; Integers do not move.
define i64 @integers() gc "statepoint-example" {
  %a = alloca i64
  store i64 1, ptr %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @callee, i32 0, i32 0, i32 0, i32 0)
  %v = load i64, ptr %a
  ret i64 %v
}
