;; A function is shared only by functions whose references are in the same address spaces.
;
; RUN: opt -no-ir-sim-branch-matching -ir-outlining-no-cost -passes=iroutliner,verify -S %s | FileCheck %s
; RUN: sed 's/"gc-address-spaces"="1" gc/"gc-address-spaces"="2,1" gc/' %s > %t.ll
; RUN: opt -no-ir-sim-branch-matching -ir-outlining-no-cost -passes=iroutliner,verify -S %t.ll | FileCheck %s --check-prefix=SAME

declare ptr addrspace(2) @get(i64)

; CHECK-NOT: outlined_ir_func
; SAME:      call void @outlined_ir_func_0(
; SAME:      call void @outlined_ir_func_0(
; SAME:      define internal void @outlined_ir_func_0({{.*}} #[[ATTRS:[0-9]+]] gc "managed"
; SAME:      attributes #[[ATTRS]] = { {{.*}}"gc-address-spaces"="{{1,2|2,1}}"
define ptr addrspace(2) @f(ptr addrspace(2) %a, i64 %x) "gc-address-spaces"="1,2" gc "managed" {
  %p = mul i64 %x, 3
  %q = add i64 %p, 7
  %r = xor i64 %q, %x
  %v = call ptr addrspace(2) @get(i64 %r)
  %s = getelementptr i8, ptr addrspace(2) %v, i64 %q
  store i64 %r, ptr addrspace(2) %s
  ret ptr addrspace(2) %a
}

define ptr addrspace(2) @g(ptr addrspace(2) %a, i64 %x) "gc-address-spaces"="1" gc "managed" {
  %p = mul i64 %x, 3
  %q = add i64 %p, 7
  %r = xor i64 %q, %x
  %v = call ptr addrspace(2) @get(i64 %r)
  %s = getelementptr i8, ptr addrspace(2) %v, i64 %q
  store i64 %r, ptr addrspace(2) %s
  ret ptr addrspace(2) %a
}
