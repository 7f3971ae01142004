; Other pointers, and integers, that are computed from references are computed again after
; each safepoint over which they are live.

; RUN: opt < %s -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' -S | FileCheck %s
; RUN: sed 's/"managed"/"managed-non-moving"/' %s \
; RUN:   | opt -passes='rewrite-statepoints-for-gc,verify<safepoint-ir>' -S | FileCheck %s --check-prefix=STAYS
; RUN: opt < %s -passes='default<O2>,rewrite-statepoints-for-gc,verify<safepoint-ir>' -S | FileCheck %s --check-prefix=MERGED

target datalayout = "ni:1"

declare void @callee()
declare void @leaf() "gc-leaf-function"
declare i32 @__gxx_personality_v0(...)

; Each access casts the reference again. Optimization makes one cast of both.
; CHECK-LABEL: define i64 @cast_twice(
; MERGED-LABEL: define i64 @cast_twice(
; MERGED:       gc.statepoint
; MERGED-NEXT:  [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; MERGED-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; MERGED-NEXT:  load i64, ptr [[P]]
define i64 @cast_twice(ptr addrspace(1) %a) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %v = load i64, ptr %p
  call void @callee()
  %q = addrspacecast ptr addrspace(1) %a to ptr
  %w = load i64, ptr %q
  %s = add i64 %v, %w
  ret i64 %s
}

; One cast on each path becomes a phi.
; MERGED-LABEL: define i64 @cast_on_each_path(
; MERGED:       gc.statepoint{{.*}} @callee,
; MERGED:       gc.statepoint{{.*}} @callee,
; MERGED-NEXT:  [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; MERGED-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; MERGED-NEXT:  load i64, ptr [[P]]
define i64 @cast_on_each_path(ptr addrspace(1) %a, i1 %c) gc "managed" {
  br i1 %c, label %x, label %y
x:
  %p = addrspacecast ptr addrspace(1) %a to ptr
  store i64 1, ptr %p
  call void @leaf()
  br label %z
y:
  call void @callee()
  br label %z
z:
  %q = addrspacecast ptr addrspace(1) %a to ptr
  %v = load i64, ptr %q
  call void @callee()
  %r = addrspacecast ptr addrspace(1) %a to ptr
  %w = load i64, ptr %r
  %s = add i64 %v, %w
  ret i64 %s
}

; CHECK-LABEL: define i64 @all_of_a_chain(
; CHECK:       gc.statepoint{{.*}} @callee,
; CHECK-NEXT:  [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; CHECK-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK-NEXT:  [[G:%.*]] = getelementptr i8, ptr [[P]], i64 %i
; CHECK-NEXT:  load i64, ptr [[G]]
; STAYS-LABEL: define i64 @all_of_a_chain(
; STAYS:       gc.statepoint{{.*}} @callee,{{.*}} "gc-live"(ptr addrspace(1) %a)
; STAYS-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) %a to ptr
; STAYS-NEXT:  [[G:%.*]] = getelementptr i8, ptr [[P]], i64 %i
; STAYS-NEXT:  load i64, ptr [[G]]
define i64 @all_of_a_chain(ptr addrspace(1) %a, i64 %i) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %g = getelementptr i8, ptr %p, i64 %i
  call void @callee()
  %v = load i64, ptr %g
  ret i64 %v
}

; CHECK-LABEL: define i64 @loop(
; CHECK:       loop:
; CHECK-NEXT:  [[A:%.*]] = phi ptr addrspace(1)
; CHECK:       [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK:       load i64, ptr [[P]]
define i64 @loop(ptr addrspace(1) %a, i64 %n) gc "managed" {
entry:
  %p = addrspacecast ptr addrspace(1) %a to ptr
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %t, %loop ]
  %v = load i64, ptr %p
  %t = add i64 %i, %v
  call void @callee()
  %c = icmp ult i64 %t, %n
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %t
}

; CHECK-LABEL: define i64 @landing_pad(
; CHECK:       landingpad
; CHECK-NEXT:    cleanup
; CHECK-NEXT:  [[A:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK-NEXT:  load i64, ptr [[P]]
define i64 @landing_pad(ptr addrspace(1) %a) gc "managed" personality ptr @__gxx_personality_v0 {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  invoke void @callee() to label %normal unwind label %pad
normal:
  ret i64 0
pad:
  %l = landingpad { ptr, i32 } cleanup
  %v = load i64, ptr %p
  ret i64 %v
}

; The edge gets a block.
; CHECK-LABEL: define i64 @phi_after_invoke(
; CHECK:       [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; CHECK-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK-NEXT:  br label %join
; CHECK:       phi ptr [ %other, %{{.*}} ], [ [[P]], %{{.*}} ]
define i64 @phi_after_invoke(ptr addrspace(1) %a, i1 %c, ptr %other) gc "managed" personality ptr @__gxx_personality_v0 {
entry:
  %p = addrspacecast ptr addrspace(1) %a to ptr
  br i1 %c, label %x, label %join
x:
  invoke void @callee() to label %join unwind label %pad
join:
  %q = phi ptr [ %other, %entry ], [ %p, %x ]
  %v = load i64, ptr %q
  ret i64 %v
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; CHECK-LABEL: define ptr addrspace(1) @integer(
; CHECK:       [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; CHECK-NEXT:  [[I:%.*]] = ptrtoint ptr addrspace(1) [[A]] to i64
; CHECK-NEXT:  [[J:%.*]] = and i64 [[I]], -8
; CHECK-NEXT:  inttoptr i64 [[J]] to ptr addrspace(1)
define ptr addrspace(1) @integer(ptr addrspace(1) %a) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %a to i64
  %j = and i64 %i, -8
  call void @callee()
  %p = inttoptr i64 %j to ptr addrspace(1)
  ret ptr addrspace(1) %p
}

; A number is what it was.
; CHECK-LABEL: define i64 @number(
; CHECK:       gc.statepoint
; CHECK-NOT:   ptrtoint
; CHECK:       xor i64 %i, %n
define i64 @number(ptr addrspace(1) %a, i64 %n) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %a to i64
  call void @callee()
  %x = xor i64 %i, %n
  ret i64 %x
}

; CHECK-LABEL: define i64 @other_pointer_of_integer(
; CHECK:       [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; CHECK-NEXT:  [[I:%.*]] = ptrtoint ptr addrspace(1) [[A]] to i64
; CHECK-NEXT:  [[P:%.*]] = inttoptr i64 [[I]] to ptr
; CHECK-NEXT:  load i64, ptr [[P]]
define i64 @other_pointer_of_integer(ptr addrspace(1) %a) gc "managed" {
  %i = ptrtoint ptr addrspace(1) %a to i64
  %p = inttoptr i64 %i to ptr
  call void @callee()
  %v = load i64, ptr %p
  ret i64 %v
}

; CHECK-LABEL: define ptr @vector(
; CHECK:       [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; CHECK-NEXT:  [[P:%.*]] = addrspacecast <2 x ptr addrspace(1)> [[A]] to <2 x ptr>
; CHECK-NEXT:  extractelement <2 x ptr> [[P]], i64 %i
define ptr @vector(<2 x ptr addrspace(1)> %a, i64 %i) gc "managed" {
  %p = addrspacecast <2 x ptr addrspace(1)> %a to <2 x ptr>
  call void @callee()
  %q = extractelement <2 x ptr> %p, i64 %i
  ret ptr %q
}

; CHECK-LABEL: define i64 @aggregate(
; CHECK:       [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; CHECK-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK-NEXT:  [[S:%.*]] = insertvalue { ptr, i64 } poison, ptr [[P]], 0
; CHECK-NEXT:  extractvalue { ptr, i64 } [[S]], 0
define i64 @aggregate(ptr addrspace(1) %a) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %s = insertvalue { ptr, i64 } poison, ptr %p, 0
  call void @callee()
  %q = extractvalue { ptr, i64 } %s, 0
  %v = load i64, ptr %q
  ret i64 %v
}

; CHECK-LABEL: define i64 @select(
; CHECK:       gc.statepoint
; CHECK:       [[S:%.*]] = select i1 %c, ptr %{{.*}}.again, ptr %{{.*}}.again
; CHECK-NEXT:  load i64, ptr [[S]]
define i64 @select(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  %q = addrspacecast ptr addrspace(1) %b to ptr
  %s = select i1 %c, ptr %p, ptr %q
  call void @callee()
  %v = load i64, ptr %s
  ret i64 %v
}

; CHECK-LABEL: define void @deopt_value(
; CHECK:       [[A:%.*]] = call {{.*}}@llvm.experimental.gc.relocate
; CHECK-NEXT:  [[P:%.*]] = addrspacecast ptr addrspace(1) [[A]] to ptr
; CHECK-NEXT:  gc.statepoint{{.*}} "deopt"(ptr [[P]])
define void @deopt_value(ptr addrspace(1) %a) gc "managed" {
  %p = addrspacecast ptr addrspace(1) %a to ptr
  call void @callee()
  call void @callee() [ "deopt"(ptr %p) ]
  ret void
}
