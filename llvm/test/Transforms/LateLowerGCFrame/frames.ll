; The frame is made first and linked as soon as the function knows the innermost
; one; it is unlinked in front of each return. Whoever has no access to the list,
; or another strategy, has no frame.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: opt < %s -passes='function(LateLowerGCFrame,LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr @julia.get_pgcstack_or_new()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))
declare i32 @setjmp(ptr) returns_twice

; CHECK-LABEL: define void @getter(
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    call void @julia.push_gc_frame(ptr %gcframe, i32 1)
define void @getter() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define void @getter_or_new(
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack_or_new()
; CHECK-NEXT:    call void @julia.push_gc_frame(ptr %gcframe, i32 1)
define void @getter_or_new() {
  %s = call ptr @julia.get_pgcstack_or_new()
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define swiftcc void @parameter(
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK-NEXT:    call void @julia.push_gc_frame(ptr %gcframe, i32 1)
define swiftcc void @parameter(ptr nonnull swiftself "gcstack" %s) {
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define void @attribute(
; CHECK-SAME:    gc "julia"
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 1)
define void @attribute() gc "julia" {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define void @no_access(
; CHECK-NOT:     gc_frame
; CHECK:       }
define void @no_access() {
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define void @other(
; CHECK-NOT:     gc_frame
; CHECK:       }
define void @other() gc "statepoint-example" {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define void @returns(
; CHECK:       yes:
; CHECK-NEXT:    call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    ret void
; CHECK:       no:
; CHECK:         call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    ret void
define void @returns(i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  br i1 %c, label %yes, label %no
yes:
  ret void
no:
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @must_tail(
; CHECK:         call void @take(
; CHECK-NEXT:    call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    %r = musttail call
define ptr addrspace(10) @must_tail() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  tail call void @take(ptr addrspace(10) %a)
  %r = musttail call ptr addrspace(10) @new()
  ret ptr addrspace(10) %r
}

; Stores are in front of the first safepoint that needs them on each way, not
; in front of the loop.
; CHECK-LABEL: define void @lazy(
; CHECK:       loop:
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @take(ptr addrspace(10) %a)
; CHECK:       exit:
define void @lazy(i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  br label %loop
loop:
  call void @take(ptr addrspace(10) %a)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; What is live over a call that returns twice has a slot of its own. The runtime
; itself makes the frame the innermost one when it jumps there.
; CHECK-LABEL: define void @twice(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 2)
; CHECK:         store ptr addrspace(10) %a, ptr [[OWN:%gc_slot_addr_[0-9]+]]
; CHECK:         %r = call i32 @setjmp
; CHECK-NOT:     relink
; CHECK-NOT:     restore
; CHECK:         store ptr addrspace(10) %b, ptr [[OTHER:%gc_slot_addr_[0-9]+]]
; CHECK:       }
define void @twice(ptr %buffer) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %r = call i32 @setjmp(ptr %buffer) returns_twice
  %b = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %b)
  call void @take(ptr addrspace(10) %a)
  ret void
}

; A second access, of a function that was inlined, is nothing to the frame.
; CHECK-LABEL: define void @second_access(
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NOT:     push
; CHECK:       }
define void @second_access() {
  %s = call ptr @julia.get_pgcstack()
  br label %next
next:
  %t = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}

; Stores to slots are of their own kind.
; CHECK-LABEL: define void @kinds(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0, align 8, !tbaa [[TAG:![0-9]+]]
; CHECK: [[TAG]] = !{[[NODE:![0-9]+]], [[NODE]], i64 0}
; CHECK: [[NODE]] = !{!"jtbaa_gcframe", [[ROOT:![0-9]+]], i64 0}
; CHECK: [[ROOT]] = !{!"jtbaa", [[NAME:![0-9]+]], i64 0}
; CHECK: [[NAME]] = !{!"jtbaa"}
define void @kinds() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a)
  ret void
}
