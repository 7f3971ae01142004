;; A mark counts for the function that it is in when code is generated: the
;; attributes of the function that it was inlined from do not follow it.

; RUN: opt -passes=always-inline,globaldce -S %s -o %t.ll
; RUN: llc -O2 -mtriple=x86_64-linux-gnu -verify-machineinstrs < %t.ll | FileCheck %s
;; The option of the code generator asks for each function with a mark.
; RUN: llc -O2 -mtriple=x86_64-linux-gnu -verify-machineinstrs \
; RUN:   -enable-implicit-null-checks < %t.ll | FileCheck %s --check-prefix=ALL

define internal i32 @enabled(ptr %p) alwaysinline "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !{}

access:
  %v = load i32, ptr %p
  ret i32 %v

fail:
  ret i32 -1
}

;; Marked, without the attribute.
define internal i32 @marked(ptr %p) alwaysinline {
  %null = icmp eq ptr %p, null
  br i1 %null, label %fail, label %access, !make.implicit !{}

access:
  %v = load i32, ptr %p
  ret i32 %v

fail:
  ret i32 -1
}

define internal i32 @enabled_5(ptr addrspace(5) %p) alwaysinline "implicit-null-checks"
    "implicit-null-check-address-spaces"="5" {
  %null = icmp eq ptr addrspace(5) %p, null
  br i1 %null, label %fail, label %access, !make.implicit !{}

access:
  %v = load i32, ptr addrspace(5) %p
  ret i32 %v

fail:
  ret i32 -1
}

define internal i32 @marked_5(ptr addrspace(5) %p) alwaysinline {
  %null = icmp eq ptr addrspace(5) %p, null
  br i1 %null, label %fail, label %access, !make.implicit !{}

access:
  %v = load i32, ptr addrspace(5) %p
  ret i32 %v

fail:
  ret i32 -1
}

;; Null may be valid in what is inlined, and then it may be in the caller, too.
define internal void @valid(ptr %p) alwaysinline null_pointer_is_valid {
  store i32 1, ptr %p
  ret void
}

; CHECK-LABEL: enabled_into_plain:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault:
; ALL-LABEL: enabled_into_plain:
; ALL-NOT: testq %rdi, %rdi
; ALL: on-fault:
define i32 @enabled_into_plain(ptr %p) {
  %v = call i32 @enabled(ptr %p)
  ret i32 %v
}

; CHECK-LABEL: marked_into_plain:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault:
; ALL-LABEL: marked_into_plain:
; ALL-NOT: testq %rdi, %rdi
; ALL: on-fault:
define i32 @marked_into_plain(ptr %p) {
  %v = call i32 @marked(ptr %p)
  ret i32 %v
}

; CHECK-LABEL: enabled_into_enabled:
; CHECK-NOT: testq %rdi, %rdi
; CHECK: on-fault:
; ALL-LABEL: enabled_into_enabled:
; ALL-NOT: testq %rdi, %rdi
; ALL: on-fault:
define i32 @enabled_into_enabled(ptr %p) "implicit-null-checks" {
  %v = call i32 @enabled(ptr %p)
  ret i32 %v
}

; CHECK-LABEL: marked_into_enabled:
; CHECK-NOT: testq %rdi, %rdi
; CHECK: on-fault:
; ALL-LABEL: marked_into_enabled:
; ALL-NOT: testq %rdi, %rdi
; ALL: on-fault:
define i32 @marked_into_enabled(ptr %p) "implicit-null-checks" {
  %v = call i32 @marked(ptr %p)
  ret i32 %v
}

;; Address spaces are those of the caller.
; CHECK-LABEL: space_into_none:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault:
; ALL-LABEL: space_into_none:
; ALL: testq %rdi, %rdi
; ALL-NOT: on-fault:
define i32 @space_into_none(ptr addrspace(5) %p) "implicit-null-checks" {
  %v = call i32 @enabled_5(ptr addrspace(5) %p)
  ret i32 %v
}

; CHECK-LABEL: space_into_space:
; CHECK-NOT: testq %rdi, %rdi
; CHECK: on-fault:
; ALL-LABEL: space_into_space:
; ALL-NOT: testq %rdi, %rdi
; ALL: on-fault:
define i32 @space_into_space(ptr addrspace(5) %p) "implicit-null-checks"
    "implicit-null-check-address-spaces"="5" {
  %v = call i32 @enabled_5(ptr addrspace(5) %p)
  ret i32 %v
}

; CHECK-LABEL: none_into_space:
; CHECK-NOT: testq %rdi, %rdi
; CHECK: on-fault:
; ALL-LABEL: none_into_space:
; ALL-NOT: testq %rdi, %rdi
; ALL: on-fault:
define i32 @none_into_space(ptr addrspace(5) %p) "implicit-null-checks"
    "implicit-null-check-address-spaces"="5" {
  %v = call i32 @marked_5(ptr addrspace(5) %p)
  ret i32 %v
}

; CHECK-LABEL: valid_into_enabled:
; CHECK: testq %rdi, %rdi
; CHECK-NOT: on-fault:
; ALL-LABEL: valid_into_enabled:
; ALL: testq %rdi, %rdi
; ALL-NOT: on-fault:
define i32 @valid_into_enabled(ptr %p) "implicit-null-checks" {
  %v = call i32 @enabled(ptr %p)
  call void @valid(ptr %p)
  ret i32 %v
}
