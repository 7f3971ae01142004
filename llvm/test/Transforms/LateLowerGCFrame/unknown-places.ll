;; Memory that the frame does not have, and that no caller keeps: what a callee returns
;; roots in, and fields of objects whose address came as one of address space 0.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: not opt -passes='function(LateLowerGCFrame)' -disable-output %t/wrong.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: opt -passes='function(LateLowerGCFrame)' -S %t/right.ll | FileCheck %s --check-prefix=RIGHT
; RUN: opt -passes='place-gc-roots,verify<gc-roots>' -disable-output %t/right.ll

; CHECK: error: <unknown>:0:0: in function loaded i64 (ptr, ptr): call: its returned roots are in memory that is in no frame; pass a stack object, or the parameter for returned roots of this function
; CHECK: error: <unknown>:0:0: in function global i64 (ptr): call: its returned roots
; CHECK: error: <unknown>:0:0: in function one_way i64 (ptr, ptr, i1): call: its returned roots
; CHECK: error: <unknown>:0:0: in function plain_parameter i64 (ptr, ptr): call: its returned roots
; CHECK: error: <unknown>:0:0: in function by_value i64 (ptr, ptr, i32): argument '%b': references that are passed in memory have no slot; pass them as values

; RIGHT-LABEL: @passed_on(
; RIGHT:       call void @fill(ptr "julia.return_roots"="1" %r)
; RIGHT-LABEL: @field(
; RIGHT:       store ptr addrspace(10) %x, ptr %gc_slot_addr_0
; RIGHT:       call void @gc()
;; Not so for the array of a boxed call, which the caller keeps.
; RIGHT-LABEL: @boxed(
; RIGHT-NOT:   gc_slot_addr
; RIGHT:       ret i64

;--- wrong.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}

@memory = global [2 x ptr] zeroinitializer

declare void @fill(ptr "julia.return_roots"="1")
declare void @gc()

define i64 @loaded(ptr "gcstack" %s, ptr %pp) {
  %q = load ptr, ptr %pp
  call void @fill(ptr "julia.return_roots"="1" %q)
  call void @gc()
  ret i64 0
}

define i64 @global(ptr "gcstack" %s) {
  call void @fill(ptr @memory)
  call void @gc()
  ret i64 0
}

define i64 @one_way(ptr "gcstack" %s, ptr %pp, i1 %c) {
  %m = alloca [2 x ptr addrspace(10)]
  %q = select i1 %c, ptr %m, ptr %pp
  call void @fill(ptr "julia.return_roots"="1" %q)
  call void @gc()
  ret i64 0
}

define i64 @plain_parameter(ptr "gcstack" %s, ptr %p) {
  call void @fill(ptr "julia.return_roots"="1" %p)
  call void @gc()
  ret i64 0
}

define i64 @by_value(ptr swiftself "gcstack" %s, ptr byval({ i64, i64 }) %b, i32 %n) {
  %x = load ptr addrspace(10), ptr %b
  call void @gc()
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %xd
  ret i64 %v
}

;--- right.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}

declare void @fill(ptr "julia.return_roots"="1")
declare void @gc()

define i64 @passed_on(ptr "gcstack" %s, ptr "julia.return_roots"="1" %r) {
  call void @fill(ptr "julia.return_roots"="1" %r)
  call void @gc()
  ret i64 0
}

define i64 @field(ptr swiftself "gcstack" %s, ptr %p, i32 %n) {
  %o = addrspacecast ptr %p to ptr addrspace(10)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %d
  store ptr addrspace(10) null, ptr addrspace(11) %d
  call void @gc()
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %xd
  ret i64 %v
}

define i64 @boxed(ptr swiftself "gcstack" %s, ptr %args, i32 %n) {
  %x = load ptr addrspace(10), ptr %args
  call void @gc()
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %xd
  ret i64 %v
}
