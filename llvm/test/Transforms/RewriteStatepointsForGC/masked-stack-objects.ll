; RUN: split-file %s %t
; RUN: opt -passes=rewrite-statepoints-for-gc -S %t/good.ll | FileCheck %s
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/bad.ll 2>&1 | FileCheck %s --check-prefix=ERROR

;; References that masked intrinsics access are in the object.

;--- good.ll
; CHECK-LABEL: @stored(
; CHECK: %o = alloca <{ ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), ptr addrspace(1) }>
; CHECK: gc.statepoint{{.*}} [ "gc-live"(ptr %o) ]
define ptr addrspace(1) @stored(<4 x ptr addrspace(1)> %v, <4 x i1> %m) gc "managed" {
  %o = alloca [32 x i8], align 32
  call void @llvm.masked.store.v4p1.p0(<4 x ptr addrspace(1)> %v, ptr align 32 %o, <4 x i1> %m)
  call void @collect()
  %r = call <4 x ptr addrspace(1)> @llvm.masked.load.v4p1.p0(ptr align 32 %o, <4 x i1> %m, <4 x ptr addrspace(1)> zeroinitializer)
  %e = extractelement <4 x ptr addrspace(1)> %r, i32 2
  ret ptr addrspace(1) %e
}

; CHECK-LABEL: @part(
; CHECK: %o = alloca <{ {{.*}}ptr addrspace(1), ptr addrspace(1)
; CHECK: gc.statepoint{{.*}} [ "gc-live"(ptr %o.part{{[0-9]*}}, ptr %o.part{{[0-9]*}}) ]
define ptr addrspace(1) @part(<2 x ptr addrspace(1)> %v, <2 x i1> %m) gc "managed" {
  %o = alloca [5 x i64], align 32
  %p = getelementptr i64, ptr %o, i64 2
  call void @llvm.masked.compressstore.v2p1(<2 x ptr addrspace(1)> %v, ptr align 8 %p, <2 x i1> %m)
  call void @collect()
  %r = call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  ret ptr addrspace(1) %e
}

; CHECK-LABEL: @typed(
; CHECK: gc.statepoint{{.*}} [ "gc-live"(ptr %o) ]
define ptr addrspace(1) @typed(<2 x ptr addrspace(1)> %v, <2 x i1> %m, <2 x i64> %i) gc "managed" {
  %o = alloca [4 x ptr addrspace(1)], align 32
  %ps = getelementptr ptr addrspace(1), ptr %o, <2 x i64> %i
  call void @llvm.masked.scatter.v2p1.v2p0(<2 x ptr addrspace(1)> %v, <2 x ptr> align 8 %ps, <2 x i1> %m)
  call void @collect()
  %r = call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p0(<2 x ptr> align 8 %ps, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  ret ptr addrspace(1) %e
}

declare void @collect()

;--- bad.ll
; ERROR: error: {{.*}} in function scattered {{.*}}: alloca '%o': stack object '%o' holds references across call of 'collect'; it has a type that does not say where its references are; allocate it with the type of its accesses
define ptr addrspace(1) @scattered(<2 x ptr addrspace(1)> %v, <2 x i1> %m, <2 x i64> %i) gc "managed" {
  %o = alloca [4 x i64], align 32
  %ps = getelementptr i64, ptr %o, <2 x i64> %i
  call void @llvm.masked.scatter.v2p1.v2p0(<2 x ptr addrspace(1)> %v, <2 x ptr> align 8 %ps, <2 x i1> %m)
  call void @collect()
  %r = call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p0(<2 x ptr> align 8 %ps, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  ret ptr addrspace(1) %e
}

declare void @collect()
