;; A stack object that holds a number where a collector looks for a reference is right as
;; long as no safepoint lists it then.
;
; RUN: rm -rf %t && split-file %s %t
; RUN: opt -passes=rewrite-statepoints-for-gc -S %t/right.ll | FileCheck %s --check-prefix=RIGHT
; RUN: opt -passes=place-gc-roots -S %t/frames.ll -o /dev/null
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/wrong.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: sed 's/"coreclr"/"managed-frames"/' %t/wrong.ll | not opt -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --check-prefix=FRAMES --implicit-check-not=error:
;; Where pointers are integral, what is passed, returned or loaded may be a reference.
; RUN: sed '/^target/d' %t/wrong.ll | not opt -passes=rewrite-statepoints-for-gc -disable-output 2>&1 | FileCheck %s --check-prefix=INTEGRAL --implicit-check-not=error:

; RIGHT-LABEL: @replaced(
; RIGHT:       "gc-live"(ptr %v)
; RIGHT-LABEL: @not_listed(
; RIGHT:       gc.statepoint
; RIGHT-NOT:   gc-live
; RIGHT:       ret void
; RIGHT-LABEL: @other_word(
; RIGHT:       "gc-live"(ptr %
; RIGHT-LABEL: @copied(
; RIGHT:       "gc-live"(ptr %
; RIGHT-LABEL: @whole(
; RIGHT:       "gc-live"(ptr %
; RIGHT-LABEL: @somewhere(
; RIGHT:       "gc-live"(ptr %

; CHECK:    error: <unknown>:0:0: in function passed void (i64): store: stack object '%v' holds references across call of 'callee'; it is assigned a number there, which a collector takes for a reference; store null before the call, or give the number a variable of its own
; CHECK:    error: <unknown>:0:0: in function constant void (): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function pattern void (): call of 'llvm.memset.p0.i64': stack object '%v'
; CHECK:    error: <unknown>:0:0: in function half void (i32): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function one_path void (i1, i64, ptr addrspace(1)): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function next_round void (i64, ptr addrspace(1)): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function computed void (double): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function variable void (i64): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function address void (): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function anywhere void (i64, i64): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function member void ({ i64, i64 }): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function lane void (<2 x i64>): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function intrinsic void (i64): store: stack object '%v'
; CHECK:    error: <unknown>:0:0: in function exchanged void (): atomicrmw '%old': stack object '%v'
; CHECK:    error: <unknown>:0:0: in function some_length void (i64): call of 'llvm.memset.p0.i64': stack object '%v'
; CHECK:    error: <unknown>:0:0: in function masked void (): call of 'llvm.masked.store.v2i64.p0': stack object '%v'

; FRAMES:   error: <unknown>:0:0: in function passed void (i64): stack object '%v': it is assigned a number where the frame has a reference; store null before the next safepoint, or give the number a variable of its own
; FRAMES:   error: <unknown>:0:0: in function constant
; FRAMES:   error: <unknown>:0:0: in function pattern
; FRAMES:   error: <unknown>:0:0: in function half
; FRAMES:   error: <unknown>:0:0: in function one_path
; FRAMES:   error: <unknown>:0:0: in function next_round
; FRAMES:   error: <unknown>:0:0: in function computed
; FRAMES:   error: <unknown>:0:0: in function variable
; FRAMES:   error: <unknown>:0:0: in function address
; FRAMES:   error: <unknown>:0:0: in function anywhere
; FRAMES:   error: <unknown>:0:0: in function member
; FRAMES:   error: <unknown>:0:0: in function lane
; FRAMES:   error: <unknown>:0:0: in function intrinsic
; FRAMES:   error: <unknown>:0:0: in function exchanged
; FRAMES:   error: <unknown>:0:0: in function some_length
; FRAMES:   error: <unknown>:0:0: in function masked

; INTEGRAL: error: <unknown>:0:0: in function constant
; INTEGRAL: error: <unknown>:0:0: in function pattern
; INTEGRAL: error: <unknown>:0:0: in function address
; INTEGRAL: error: <unknown>:0:0: in function exchanged
; INTEGRAL: error: <unknown>:0:0: in function some_length
; INTEGRAL: error: <unknown>:0:0: in function masked

#--- right.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1"

declare void @callee(ptr)
declare void @collect()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @replaced(i64 %n, ptr addrspace(1) %r) gc "coreclr" {
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %v
  %m = load i64, ptr %v
  store ptr addrspace(1) %r, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @not_listed(i64 %n) gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  %p = getelementptr i8, ptr %v, i64 %n
  store i64 %n, ptr %v
  call void @collect()
  ret void
}

define void @other_word(i64 %n, ptr addrspace(1) %r) gc "coreclr" {
  %v = alloca { i64, ptr addrspace(1) }
  %p = getelementptr i8, ptr %v, i64 8
  store i64 %n, ptr %v
  store ptr addrspace(1) %r, ptr %p
  call void @callee(ptr %v)
  ret void
}

;; By a pass that knows nothing of references.
define void @copied(ptr %from) gc "coreclr" {
  %v = alloca ptr addrspace(1)
  %word = load i64, ptr %from
  store i64 %word, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @whole(i128 %both) gc "coreclr" {
  %v = alloca { ptr addrspace(1), i64 }
  store i128 %both, ptr %v
  call void @callee(ptr %v)
  ret void
}

;; Where some words have no reference, it may be one of these.
define void @somewhere(i64 %n, i64 %i) gc "coreclr" {
  %v = alloca [4 x { ptr addrspace(1), i64 }]
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 64, i1 false)
  %p = getelementptr i64, ptr %v, i64 %i
  store i64 %n, ptr %p
  call void @callee(ptr %v)
  ret void
}

#--- frames.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1"

declare void @callee(ptr)

define void @replaced(i64 %n, ptr addrspace(1) %r) gc "managed-frames" {
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %v
  %m = load i64, ptr %v
  store ptr addrspace(1) %r, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @other_word(i64 %n, ptr addrspace(1) %r) gc "managed-frames" {
  %v = alloca { i64, ptr addrspace(1) }
  %p = getelementptr i8, ptr %v, i64 8
  store i64 %n, ptr %v
  store ptr addrspace(1) %r, ptr %p
  call void @callee(ptr %v)
  ret void
}

#--- wrong.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1"

@g = global i64 0

declare void @callee(ptr)
declare void @collect()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @passed(i64 %n) gc "coreclr" {
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @constant() gc "coreclr" {
  %v = alloca { ptr addrspace(1), i64 }
  store i64 -1, ptr %v
  call void @callee(ptr %v)
  ret void
}

;; Part of it is replaced.
define void @pattern() gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  call void @llvm.memset.p0.i64(ptr %v, i8 -86, i64 16, i1 false)
  store ptr addrspace(1) null, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @half(i32 %n) gc "coreclr" {
  %v = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %v
  %p = getelementptr i8, ptr %v, i64 4
  store i32 %n, ptr %p
  call void @callee(ptr %v)
  ret void
}

define void @one_path(i1 %c, i64 %n, ptr addrspace(1) %r) gc "coreclr" {
  %v = alloca ptr addrspace(1)
  br i1 %c, label %number, label %reference

number:
  store i64 %n, ptr %v
  br label %join

reference:
  store ptr addrspace(1) %r, ptr %v
  br label %join

join:
  call void @callee(ptr %v)
  ret void
}

define void @next_round(i64 %n, ptr addrspace(1) %r) gc "coreclr" {
  %v = alloca ptr addrspace(1)
  store ptr addrspace(1) %r, ptr %v
  br label %loop

loop:
  call void @callee(ptr %v)
  store i64 %n, ptr %v
  br label %loop
}

define void @computed(double %d) gc "coreclr" {
  %v = alloca ptr addrspace(1)
  %e = fadd double %d, 1.0
  store double %e, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @variable(i64 %n) gc "coreclr" {
  %n.addr = alloca i64
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %n.addr
  %m = load i64, ptr %n.addr
  store i64 %m, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @address() gc "coreclr" {
  %v = alloca ptr addrspace(1)
  store ptr @g, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @anywhere(i64 %n, i64 %i) gc "coreclr" {
  %v = alloca [4 x ptr addrspace(1)]
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 32, i1 false)
  %p = getelementptr ptr addrspace(1), ptr %v, i64 %i
  store i64 %n, ptr %p
  call void @callee(ptr %v)
  ret void
}

define void @member({ i64, i64 } %n) gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  %m = extractvalue { i64, i64 } %n, 1
  store i64 %m, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @lane(<2 x i64> %n) gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  %m = extractelement <2 x i64> %n, i64 1
  store i64 %m, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @intrinsic(i64 %n) gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  %m = call i64 @llvm.umax.i64(i64 %n, i64 1)
  store i64 %m, ptr %v
  call void @callee(ptr %v)
  ret void
}

define void @exchanged() gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  %old = atomicrmw xchg ptr %v, i64 77 seq_cst
  call void @callee(ptr %v)
  ret void
}

define void @some_length(i64 %n) gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  call void @llvm.memset.p0.i64(ptr %v, i8 7, i64 %n, i1 false)
  call void @callee(ptr %v)
  ret void
}

define void @masked() gc "coreclr" {
  %v = alloca [2 x ptr addrspace(1)]
  call void @llvm.masked.store.v2i64.p0(<2 x i64> <i64 17, i64 35>, ptr %v, i32 8, <2 x i1> <i1 true, i1 false>)
  call void @callee(ptr %v)
  ret void
}
