; Rewriting removes from pointers who reads or writes what they point to. A
; callee that only writes a stack object is an exception: because of it the
; object is found dead in front of the call, and the verifier has to know.

; RUN: opt -passes='rewrite-statepoints-for-gc,function(verify<safepoint-ir>)' \
; RUN:   -S %s | FileCheck %s
; RUN: opt -passes=rewrite-statepoints-for-gc -S %s | sed 's/, ptr writeonly/, ptr/' | \
; RUN:   not opt -passes='function(verify<safepoint-ir>)' -disable-output 2>&1 | \
; RUN:   FileCheck --check-prefix=STRIPPED %s

declare void @poll()
declare void @fill(ptr writeonly captures(none)) gc "managed"
declare void @fill_leaf(ptr writeonly captures(none)) "gc-leaf-function"
declare void @fill_any(ptr captures(none))

; CHECK: declare void @fill(ptr captures(none)) gc "managed"
; CHECK: declare void @fill_leaf(ptr captures(none)) #
; CHECK-LABEL: define void @declared(
; CHECK: loop:
; CHECK: @fill, i32 1, i32 0, ptr writeonly %slot, i32 0, i32 0){{$}}
; CHECK: @poll, i32 0, i32 0, i32 0, i32 0){{$}}
; CHECK: ret void
; STRIPPED: in function declared
; STRIPPED-SAME: of 'fill': reads a stack object of references that an earlier statepoint did not list
define void @declared(i1 %again) gc "managed" {
entry:
  %slot = alloca ptr addrspace(1)
  br label %loop

loop:
  call void @fill(ptr %slot)
  call void @poll()
  br i1 %again, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: define void @at_the_call(
; CHECK: @fill_any, i32 1, i32 0, ptr writeonly %slot, i32 0, i32 0){{$}}
; CHECK: ret void
define void @at_the_call(i1 %again) gc "managed" {
entry:
  %slot = alloca ptr addrspace(1)
  br label %loop

loop:
  call void @fill_any(ptr writeonly %slot)
  call void @poll()
  br i1 %again, label %loop, label %done

done:
  ret void
}

; CHECK-LABEL: define void @leaf(
; CHECK: call void @fill_leaf(ptr writeonly %slot)
define void @leaf(i1 %again) gc "managed" {
entry:
  %slot = alloca ptr addrspace(1)
  br label %loop

loop:
  call void @fill_leaf(ptr %slot)
  call void @poll()
  br i1 %again, label %loop, label %done

done:
  ret void
}

; Of other memory, a collector may do anything.
; CHECK-LABEL: define void @passed_in(
; CHECK: @fill, i32 1, i32 0, ptr %slot, i32 0, i32 0)
; CHECK: @fill_any, i32 1, i32 0, ptr %slot, i32 0, i32 0)
; CHECK: call void @fill_leaf(ptr %slot)
define void @passed_in(ptr %slot) gc "managed" {
  call void @fill(ptr %slot)
  call void @fill_any(ptr writeonly %slot)
  call void @fill_leaf(ptr %slot)
  ret void
}

; A callee that may read has the object listed.
; CHECK-LABEL: define void @read(
; CHECK: @fill_any, i32 1, i32 0, ptr %slot, i32 0, i32 0) [ "gc-live"(ptr %slot) ]
; CHECK: @poll, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %slot) ]
define void @read(i1 %again) gc "managed" {
entry:
  %slot = alloca ptr addrspace(1)
  br label %loop

loop:
  call void @fill_any(ptr %slot)
  call void @poll()
  br i1 %again, label %loop, label %done

done:
  ret void
}
