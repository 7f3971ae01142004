; On targets whose stack has an address space of its own, objects of the frame are
; cast from there.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: opt < %s -passes='function(LateLowerGCFrame,FinalLowerGC,verify)' -S | FileCheck %s --check-prefix=FINAL

target datalayout = "e-i64:64-A5-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @fill(ptr addrspace(5))
declare void @take(ptr addrspace(10))

; CHECK-LABEL: define void @objects(
; CHECK:         [[S:%.*]] = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}}) #
; CHECK:         [[C:%.*]] = addrspacecast ptr [[S]] to ptr addrspace(5)
; CHECK:         [[O:%.*]] = call ptr (ptr, i32, i32, ...) @julia.get_gc_frame_object(ptr %gcframe, i32 0, i32 16, i32 8, i32 1)
; CHECK:         [[D:%.*]] = addrspacecast ptr [[O]] to ptr addrspace(5)
; CHECK:         call void @fill(ptr addrspace(5) [[C]])
; CHECK:         call void @fill(ptr addrspace(5) [[D]])
; FINAL-LABEL: define void @objects(
; FINAL:         alloca [{{[0-9]+}} x ptr addrspace(10)], align 16, addrspace(5)
; FINAL:         %gcobjects = alloca [2 x ptr addrspace(10)], align 16, addrspace(5)
; FINAL:         %gcaddresses = alloca [3 x ptr addrspace(10)], align 16, addrspace(5)
define void @objects() {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca [2 x ptr addrspace(10)], align 8, addrspace(5)
  %m = alloca { i64, ptr addrspace(10) }, align 8, addrspace(5)
  call void @fill(ptr addrspace(5) %o)
  call void @fill(ptr addrspace(5) %m)
  %a = call ptr addrspace(10) @new()
  %r = load ptr addrspace(10), ptr addrspace(5) %o
  call void @take(ptr addrspace(10) %r)
  ret void
}
