; RUN: opt -passes=hotcoldsplit -hotcoldsplit-threshold=-1 -S %s | FileCheck %s

;; What is split off has the same collector.

; CHECK-LABEL: define {{.*}} @f(
; CHECK: call void @f.cold.1(
; CHECK: define internal void @f.cold.1({{.*}} #[[ATTRS:[0-9]+]] gc "statepoint-example"
; CHECK: attributes #[[ATTRS]] = {{.*}}"gc-address-spaces"="2,1"
define void @f(i1 %c, ptr addrspace(1) %a) "gc-address-spaces"="2,1" gc "statepoint-example" {
entry:
  br i1 %c, label %cold, label %exit
cold:
  call void @sink(ptr addrspace(1) %a)
  call void @sink(ptr addrspace(1) %a)
  br label %exit
exit:
  ret void
}
declare void @sink(ptr addrspace(1)) cold
