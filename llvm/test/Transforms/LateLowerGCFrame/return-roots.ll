; Roots that a callee returns in memory lie in the frame, so that they are roots
; from the start; and so does any stack object of nothing but references.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))
declare void @callee(ptr sret([2 x i64]), ptr "julia.return_roots"="2")
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK-LABEL: define void @return_roots(
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 4)
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK:         %roots = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK-NOT:     lifetime
; CHECK:         call void @callee(ptr sret([2 x i64]) %value, ptr "julia.return_roots"="2" %roots)
; CHECK:         %a = call ptr addrspace(10) @new()
; CHECK:         %r = load ptr addrspace(10), ptr %roots
; CHECK-DAG:     store ptr addrspace(10) %a, ptr
; CHECK-DAG:     store ptr addrspace(10) %r, ptr
; CHECK:         call void @take(ptr addrspace(10) %a)
define void @return_roots() {
  %s = call ptr @julia.get_pgcstack()
  %value = alloca [2 x i64], align 8
  %roots = alloca [2 x ptr addrspace(10)], align 16
  call void @llvm.lifetime.start.p0(ptr %roots)
  call void @callee(ptr sret([2 x i64]) %value, ptr "julia.return_roots"="2" %roots)
  %a = call ptr addrspace(10) @new()
  %r = load ptr addrspace(10), ptr %roots
  call void @take(ptr addrspace(10) %a)
  call void @take(ptr addrspace(10) %r)
  call void @llvm.lifetime.end.p0(ptr %roots)
  ret void
}
