; Intrinsics get the names of their new types, or those that are there already.
; RUN: opt -passes='RemoveJuliaAddrspaces,verify' -S %s | FileCheck %s --implicit-check-not=p1{{[0-3]}}

; CHECK-LABEL: define void @copy(ptr %a, ptr %b, ptr %c)
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr %b, i64 8, i1 false)
; CHECK-NEXT:    call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %c, i64 8, i1 false)
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
; CHECK-NEXT:    %v = call <2 x ptr> @llvm.masked.load.v2p0.p0(ptr align 8 %b, <2 x i1> splat (i1 true), <2 x ptr> poison)
; CHECK-NEXT:    %m = call ptr @llvm.ptrmask.p0.i64(ptr %a, i64 -8)
; CHECK-NEXT:    ret void
define void @copy(ptr addrspace(10) %a, ptr addrspace(11) %b, ptr %c) {
  call void @llvm.memcpy.p10.p11.i64(ptr addrspace(10) align 8 %a, ptr addrspace(11) %b, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %c, i64 8, i1 false)
  call void @llvm.memset.p10.i64(ptr addrspace(10) %a, i8 0, i64 8, i1 false)
  %v = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p11(ptr addrspace(11) align 8 %b, <2 x i1> <i1 true, i1 true>, <2 x ptr addrspace(10)> poison)
  %m = call ptr addrspace(10) @llvm.ptrmask.p10.i64(ptr addrspace(10) %a, i64 -8)
  ret void
}

; Two that become one.
; CHECK-COUNT-1: declare void @llvm.memset.p0.i64
; CHECK-NOT: declare {{.*}}@llvm.memset
