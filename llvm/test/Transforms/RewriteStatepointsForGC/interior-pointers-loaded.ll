; RUN: split-file %s %t
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/bad.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: opt -passes='rewrite-statepoints-for-gc,function(verify<safepoint-ir>)' -disable-output %t/good.ll

;; What is loaded from a stack object that was assigned a pointer into an object
;; is no base pointer, even if the object is not needed at any safepoint.

;--- bad.ll
declare void @poll()
declare void @use(ptr addrspace(1)) "gc-leaf-function"

; CHECK: error: {{.*}}in function chosen {{.*}}: load '%v': is needed after call of 'poll'; its base is not known, because the stack object that it is loaded from is assigned a pointer into another object; store the base pointer and the offset, or run sroa
define void @chosen(ptr addrspace(1) %o, i1 %c) gc "managed" {
  %a = alloca ptr addrspace(1)
  %b = alloca ptr addrspace(1)
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  store ptr addrspace(1) %p, ptr %a
  store ptr addrspace(1) %o, ptr %b
  %s = select i1 %c, ptr %a, ptr %b
  %v = load ptr addrspace(1), ptr %s
  call void @poll()
  call void @use(ptr addrspace(1) %v)
  ret void
}

; What is derived from it has the same base.
; CHECK: error: {{.*}}in function exchanged {{.*}}: atomicrmw '%v': is needed after call of 'poll'; its base is not known
define void @exchanged(ptr addrspace(1) %o, i64 %i) gc "managed" {
  %a = alloca [2 x ptr addrspace(1)]
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  %e = getelementptr ptr addrspace(1), ptr %a, i64 %i
  store ptr addrspace(1) %p, ptr %e
  %v = atomicrmw xchg ptr %a, ptr addrspace(1) null monotonic
  %q = getelementptr i8, ptr addrspace(1) %v, i64 8
  call void @poll()
  call void @use(ptr addrspace(1) %q)
  ret void
}

; Through a copy.
; CHECK: error: {{.*}}in function copied {{.*}}: call '%v' of 'llvm.masked.load.v2p1.p0': is needed after call of 'poll'; its base is not known
define void @copied(ptr addrspace(1) %o, i64 %i, <2 x i1> %m) gc "managed" {
  %a = alloca [2 x ptr addrspace(1)]
  %b = alloca [2 x ptr addrspace(1)]
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  %e = getelementptr ptr addrspace(1), ptr %a, i64 %i
  store ptr addrspace(1) %p, ptr %e
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)
  %v = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %b, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
  call void @poll()
  %x = extractelement <2 x ptr addrspace(1)> %v, i64 0
  call void @use(ptr addrspace(1) %x)
  ret void
}

;--- good.ll
declare void @poll()
declare void @use(ptr addrspace(1)) "gc-leaf-function"

; Not over a safepoint.
define void @between(ptr addrspace(1) %o, i1 %c) gc "managed" {
  call void @poll()
  %a = alloca ptr addrspace(1)
  %b = alloca ptr addrspace(1)
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  store ptr addrspace(1) %p, ptr %a
  store ptr addrspace(1) %o, ptr %b
  %s = select i1 %c, ptr %a, ptr %b
  %v = load ptr addrspace(1), ptr %s
  call void @use(ptr addrspace(1) %v)
  call void @poll()
  ret void
}

; Another object, which holds base pointers.
define void @other(ptr addrspace(1) %o, i64 %i) gc "managed" {
  %a = alloca [2 x ptr addrspace(1)]
  %b = alloca [2 x ptr addrspace(1)]
  %p = getelementptr i8, ptr addrspace(1) %o, i64 8
  %e = getelementptr ptr addrspace(1), ptr %a, i64 %i
  store ptr addrspace(1) %p, ptr %e
  store ptr addrspace(1) %o, ptr %b
  %v = load ptr addrspace(1), ptr %b
  call void @poll()
  call void @use(ptr addrspace(1) %v)
  ret void
}
