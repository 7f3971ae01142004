; RUN: split-file %s %t
; RUN: opt -passes='place-gc-roots,verify<gc-roots>' -S %t/local.ll | FileCheck %s
; RUN: not opt -passes=place-gc-roots -disable-output %t/passed.ll 2>&1 | FileCheck --check-prefix=ERROR %s

;; Stack objects in the address space of references. The stack does not move, so
;; their addresses are no roots.

;--- local.ll
declare void @poll()

; CHECK-LABEL: define i32 @numbers(
; CHECK-NEXT: %a = alloca [4 x i32], align 4{{$}}
; CHECK-NEXT: call void @llvm.lifetime.start.p0(ptr %a)
; CHECK-NEXT: store i32 %x, ptr %a
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %p = getelementptr i32, ptr %a, i64 1
; CHECK-NEXT: load i32, ptr %p
; CHECK-NEXT: call void @llvm.lifetime.end.p0(ptr %a)
define i32 @numbers(i32 %x) gc "managed-frames" {
  %a = alloca [4 x i32], addrspace(1)
  call void @llvm.lifetime.start.p1(ptr addrspace(1) %a)
  store i32 %x, ptr addrspace(1) %a
  call void @poll()
  %p = getelementptr i32, ptr addrspace(1) %a, i64 1
  %v = load i32, ptr addrspace(1) %p
  call void @llvm.lifetime.end.p1(ptr addrspace(1) %a)
  ret i32 %v
}

; It is in the frame if it holds references.
; CHECK-LABEL: define ptr addrspace(1) @references(
; CHECK: %a = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0) #[[OBJECT:[0-9]+]]
; CHECK: %p = getelementptr ptr, ptr %a, i64 1
; CHECK-NEXT: store ptr addrspace(1) %x, ptr %p
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: load ptr addrspace(1), ptr %p
; CHECK: attributes #[[OBJECT]] = { "gc-frame-object" }
define ptr addrspace(1) @references(ptr addrspace(1) %x) gc "managed-frames" {
  %a = alloca [2 x ptr addrspace(1)], addrspace(1)
  call void @llvm.lifetime.start.p1(ptr addrspace(1) %a)
  store [2 x ptr addrspace(1)] zeroinitializer, ptr addrspace(1) %a
  %p = getelementptr ptr, ptr addrspace(1) %a, i64 1
  store ptr addrspace(1) %x, ptr addrspace(1) %p
  call void @poll()
  %v = load ptr addrspace(1), ptr addrspace(1) %p
  call void @llvm.lifetime.end.p1(ptr addrspace(1) %a)
  ret ptr addrspace(1) %v
}

;--- passed.ll
declare void @poll()
declare void @use(ptr addrspace(1))

; ERROR: in function passed {{.*}}: alloca '%a': a stack object does not move and is not a reference; allocate it in the address space of other stack objects
define void @passed() gc "managed-frames" {
  %a = alloca i32, addrspace(1)
  call void @use(ptr addrspace(1) %a)
  ret void
}

; ERROR: in function stored {{.*}}: alloca '%a': a stack object does not move
define void @stored(ptr %p) gc "managed-frames" {
  %a = alloca i32, addrspace(1)
  store ptr addrspace(1) %a, ptr %p
  call void @poll()
  ret void
}

; ERROR: in function chosen {{.*}}: alloca '%a': a stack object does not move
define i32 @chosen(i1 %c, ptr addrspace(1) %o) gc "managed-frames" {
  %a = alloca i32, addrspace(1)
  %p = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %o
  call void @poll()
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
}
