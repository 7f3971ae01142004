; RUN: split-file %s %t
; RUN: opt -passes='rewrite-statepoints-for-gc,function(verify<safepoint-ir>)' -S %t/good.ll | FileCheck %s
; RUN: opt -passes=normalize-gc-pointers -S %t/good.ll | FileCheck %s --check-prefix=NORMALIZED
; RUN: sed 's/"managed"/"managed-frames"/' %t/good.ll | \
; RUN:   opt -passes='place-gc-roots,verify<gc-roots>' -S | FileCheck %s --check-prefix=FRAMES
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output %t/bad.ll 2>&1 | \
; RUN:   FileCheck %s --check-prefix=BAD
; RUN: sed 's/"managed"/"managed-frames"/' %t/bad.ll | \
; RUN:   not opt -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --check-prefix=BAD-FRAMES

;; Front ends keep variables in memory. The address of an object there, as a
;; pointer that is no reference or as an integer, has to be computed again after
;; a safepoint as the same value would be.

;--- good.ll
declare void @poll()
declare void @fill(ptr)

; CHECK-LABEL: define i8 @pointer(
; CHECK-NOT: alloca
; CHECK: %o.relocated = call coldcc ptr addrspace(1) @llvm.experimental.gc.relocate
; CHECK-NEXT: %r.again = addrspacecast ptr addrspace(1) %o.relocated to ptr
; CHECK-NEXT: load i8, ptr %r.again
; NORMALIZED-LABEL: define i8 @pointer(
; NORMALIZED-NOT: alloca
; NORMALIZED: load i8, ptr %r.again
; FRAMES-LABEL: define i8 @pointer(
; FRAMES-NOT: alloca
; FRAMES: %r.again = addrspacecast ptr addrspace(1) %o.reload to ptr
; FRAMES-NEXT: load i8, ptr %r.again
define i8 @pointer(ptr addrspace(1) %o) gc "managed" {
  %v = alloca ptr
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %v
  call void @poll()
  %q = load ptr, ptr %v
  %x = load i8, ptr %q
  ret i8 %x
}

; From one variable to another, with arithmetic on the way.
; CHECK-LABEL: define i64 @integers(
; CHECK-NOT: alloca
; CHECK: %r.again = ptrtoint ptr addrspace(1) %o.relocated to i64
; CHECK-NEXT: %sum.again = add i64 %r.again, 8
; CHECK-NEXT: inttoptr i64 %sum.again to ptr
; FRAMES-LABEL: define i64 @integers(
; FRAMES-NOT: alloca
; FRAMES: inttoptr i64 %sum.again to ptr
define i64 @integers(ptr addrspace(1) %o) gc "managed" {
  %v = alloca i64
  %w = alloca i64
  %r = ptrtoint ptr addrspace(1) %o to i64
  store i64 %r, ptr %v
  %a = load i64, ptr %v
  %sum = add i64 %a, 8
  store i64 %sum, ptr %w
  call void @poll()
  %b = load i64, ptr %w
  %p = inttoptr i64 %b to ptr
  %x = load i64, ptr %p
  ret i64 %x
}

; A variable of which others know the address stays one, and so does one that
; holds no address of an object.
; CHECK-LABEL: define i8 @others(
; CHECK: %known = alloca ptr
; CHECK: %other = alloca ptr
define i8 @others(ptr addrspace(1) %o, ptr %q) gc "managed" {
  %known = alloca ptr
  %other = alloca ptr
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %known
  store ptr %q, ptr %other
  call void @fill(ptr %known)
  %p = load ptr, ptr %other
  %x = load i8, ptr %p
  ret i8 %x
}

;--- bad.ll
declare void @poll()

; BAD: in function stepped {{.*}}it is not a reference and is not relocated; cast again after the call
; BAD-FRAMES: in function stepped {{.*}}it holds the address of an object across call of 'poll' and is not a reference; cast again after the call
define void @stepped(ptr addrspace(1) %o) gc "managed" {
entry:
  %v = alloca ptr
  %r = addrspacecast ptr addrspace(1) %o to ptr
  store ptr %r, ptr %v
  br label %loop

loop:
  %p = load ptr, ptr %v
  %x = load i8, ptr %p
  %next = getelementptr i8, ptr %p, i64 1
  store ptr %next, ptr %v
  call void @poll()
  %end = icmp eq i8 %x, 0
  br i1 %end, label %done, label %loop

done:
  ret void
}
