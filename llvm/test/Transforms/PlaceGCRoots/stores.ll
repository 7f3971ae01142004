; Where roots are stored, and in how many slots.

; RUN: opt < %s -passes='place-gc-roots,verify' -S | FileCheck %s
; RUN: opt < %s -passes='place-gc-roots<lazy>,verify' -S | FileCheck %s --check-prefix=LAZY

declare void @safepoint()
declare ptr addrspace(1) @allocate()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare void @never() cold noreturn

; A loop stores in front of it.
; CHECK-LABEL: define void @loop(
; CHECK:       entry:
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 1)
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT:    [[SLOT:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %p, ptr [[SLOT]]
; CHECK-NEXT:    br label %loop
; CHECK:       loop:
; CHECK-NOT:     store
; CHECK:       exit:
; CHECK-NEXT:    call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    ret void
;
; LAZY-LABEL: define void @loop(
; LAZY:       loop:
; LAZY:         store ptr addrspace(1) %p
; LAZY-NEXT:    call void @safepoint()
define void @loop(ptr addrspace(1) %p, i64 %n) gc "managed-frames-non-moving" {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  %next = add i64 %i, 1
  %c = icmp slt i64 %next, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Behind a store, what is needed at several safepoints is not stored again.
; CHECK-LABEL: define void @straight(
; CHECK:         store ptr addrspace(1) %p
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    call void @use
define void @straight(ptr addrspace(1) %p) gc "managed-frames-non-moving" {
  call void @safepoint()
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  ret void
}

; What is not live at the same safepoints has the same slot.
; CHECK-LABEL: define void @one_after_the_other(
; CHECK:         %gcframe = call ptr @managed.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK:         %b = call ptr addrspace(1) @allocate()
; CHECK:         [[SLOT:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %b, ptr [[SLOT]]
define void @one_after_the_other() gc "managed-frames-non-moving" {
  %a = call ptr addrspace(1) @allocate()
  call void @safepoint()
  call void @use(ptr addrspace(1) %a)
  %b = call ptr addrspace(1) @allocate()
  call void @safepoint()
  call void @use(ptr addrspace(1) %b)
  ret void
}

; Each two of three are live in one of the arms: two slots are enough, because
; what is stored in one arm is in another slot than in the other.
; CHECK-LABEL: define void @arms(
; CHECK:         %gcframe = call ptr @managed.new_gc_frame(i32 2)
define void @arms(ptr addrspace(1) %a, ptr addrspace(1) %b,
                  ptr addrspace(1) %c, i32 %n)
    gc "managed-frames-non-moving" {
entry:
  switch i32 %n, label %exit [
    i32 0, label %first
    i32 1, label %second
    i32 2, label %third
  ]
first:
  call void @safepoint()
  call void @use(ptr addrspace(1) %a)
  call void @use(ptr addrspace(1) %b)
  ret void
second:
  call void @safepoint()
  call void @use(ptr addrspace(1) %b)
  call void @use(ptr addrspace(1) %c)
  ret void
third:
  call void @safepoint()
  call void @use(ptr addrspace(1) %c)
  call void @use(ptr addrspace(1) %a)
  ret void
exit:
  ret void
}

; %c would need a third slot at the end of the entry, where %a and %b are in both.
; It is stored in each arm instead, to the slot that is free there.
; CHECK-LABEL: define void @again(
; CHECK:         %gcframe = call ptr @managed.new_gc_frame(i32 2)
; CHECK:         call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %a
; CHECK-NEXT:    call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT:    store ptr addrspace(1) %b
; CHECK-NEXT:    call void @safepoint()
; CHECK-NOT:     store
; CHECK:       left:
; CHECK-NEXT:    call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT:    store ptr addrspace(1) %c
; CHECK-NEXT:    call void @safepoint()
; CHECK:       right:
; CHECK-NEXT:    call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %c
; CHECK-NEXT:    call void @safepoint()
define void @again(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr %place, i1 %n)
    gc "managed-frames-non-moving" {
entry:
  call void @safepoint()
  %c = load ptr addrspace(1), ptr %place
  br i1 %n, label %left, label %right
left:
  call void @safepoint()
  call void @use(ptr addrspace(1) %a)
  call void @use(ptr addrspace(1) %c)
  ret void
right:
  call void @safepoint()
  call void @use(ptr addrspace(1) %b)
  call void @use(ptr addrspace(1) %c)
  ret void
}

; The base of a derived pointer is stored, and each element of a vector.
; CHECK-LABEL: define void @parts(
; CHECK:         %gcframe = call ptr @managed.new_gc_frame(i32 3)
; CHECK:         store ptr addrspace(1) %p, ptr
; CHECK:         [[FIRST:%.*]] = extractelement <2 x ptr addrspace(1)> %v, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[FIRST]]
; CHECK:         [[SECOND:%.*]] = extractelement <2 x ptr addrspace(1)> %v, i64 1
; CHECK-NEXT:    store ptr addrspace(1) [[SECOND]]
; CHECK:         call void @safepoint()
define void @parts(ptr addrspace(1) %p, <2 x ptr addrspace(1)> %v, i64 %n)
    gc "managed-frames-non-moving" {
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %n
  call void @safepoint()
  %e = extractelement <2 x ptr addrspace(1)> %v, i64 %n
  call void @use(ptr addrspace(1) %d)
  call void @use(ptr addrspace(1) %e)
  ret void
}

; What is executed on an edge has a block of its own.
; CHECK-LABEL: define void @edge(
; CHECK:       other:
; CHECK-NEXT:    br i1 %d, label %[[ENTER:.*]], label %join
; CHECK:       [[ENTER]]:
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT:    [[SLOT:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %p, ptr [[SLOT]]
; CHECK-NEXT:    br label %loop
; CHECK:       loop:
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    call void @use(ptr addrspace(1) %p)
; CHECK-NEXT:    br i1 %d, label %loop, label %[[LEAVE:.*]]
; CHECK:       [[LEAVE]]:
; CHECK-NEXT:    call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    br label %join
; CHECK:       join:
; CHECK-NEXT:    ret void
define void @edge(ptr addrspace(1) %p, i1 %c, i1 %d)
    gc "managed-frames-non-moving" {
entry:
  br i1 %c, label %join, label %other
other:
  br i1 %d, label %loop, label %join
loop:
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  br i1 %d, label %loop, label %join
join:
  ret void
}

; One store serves both ways.
; CHECK-LABEL: define void @both(
; CHECK:         store ptr addrspace(1) %p
; CHECK-NEXT:    br i1 %c, label %a, label %b
; CHECK-NOT:     store
; CHECK:         ret void
define void @both(ptr addrspace(1) %p, i1 %c) gc "managed-frames-non-moving" {
entry:
  br i1 %c, label %a, label %b
a:
  call void @safepoint()
  br label %b
b:
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  ret void
}

; What nobody needs behind a safepoint has no frame, and keeps its tail calls.
; CHECK-LABEL: define void @nothing(
; CHECK-NEXT:    call void @use(ptr addrspace(1) %p)
; CHECK-NEXT:    tail call void @safepoint()
; CHECK-NEXT:    ret void
define void @nothing(ptr addrspace(1) %p) gc "managed-frames-non-moving" {
  call void @use(ptr addrspace(1) %p)
  tail call void @safepoint()
  ret void
}

; Nor does another strategy.
; CHECK-LABEL: define void @statepoints(
; CHECK-NEXT:    call void @safepoint()
define void @statepoints(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  ret void
}
