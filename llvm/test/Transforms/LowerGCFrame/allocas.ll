; Where stack objects have an address space of their own, its address is cast.
; RUN: opt -passes=lower-gc-frame,verify -S < %s | FileCheck %s

target datalayout = "A5"

declare ptr @managed.new_gc_frame(i32)

; CHECK-LABEL: define ptr @f()
; CHECK-NEXT:    %gcframe = alloca { ptr, ptr, [1 x ptr addrspace(1)] }, align 16, addrspace(5)
; CHECK-NEXT:    [[FRAME:%.*]] = addrspacecast ptr addrspace(5) %gcframe to ptr
; CHECK-NEXT:    ret ptr [[FRAME]]
define ptr @f() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret ptr %frame
}
