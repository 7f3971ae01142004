; RUN: opt -S -passes='place-gc-roots,verify<gc-roots>' < %s | FileCheck %s

; A collector that moves objects leaves new addresses in slots. Where ways meet,
; a reference is loaded from its slot once rather than after each safepoint in
; front, unless those are run less often.

declare void @poll()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i1 @test() "gc-leaf-function"

; Three calls that may be run, and one load.
define void @chain(ptr addrspace(1) %p) gc "managed-frames" {
; CHECK-LABEL: define void @chain(
; CHECK: call1:
; CHECK-NOT: load ptr addrspace(1)
; CHECK: last:
; CHECK-NEXT: [[SLOT:%gc_slot_addr_0.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[P:%.*]] = load ptr addrspace(1), ptr [[SLOT]]
; CHECK-NEXT: call void @use(ptr addrspace(1) [[P]])
; CHECK-NEXT: call void @poll()
; CHECK-NOT: phi
; CHECK: ret void
entry:
  %t1 = call i1 @test()
  br i1 %t1, label %call1, label %next1
call1:
  call void @poll()
  br label %next1
next1:
  %t2 = call i1 @test()
  br i1 %t2, label %call2, label %next2
call2:
  call void @poll()
  br label %next2
next2:
  %t3 = call i1 @test()
  br i1 %t3, label %call3, label %last
call3:
  call void @poll()
  br label %last
last:
  call void @use(ptr addrspace(1) %p)
  call void @poll()
  call void @use(ptr addrspace(1) %p)
  ret void
}

; The loop keeps the reference in a register, and loads it after the safepoint
; that is run rarely.
define void @cold(ptr addrspace(1) %p) gc "managed-frames" {
; CHECK-LABEL: define void @cold(
; CHECK: loop:
; CHECK-NEXT: [[P:%.*]] = phi ptr addrspace(1) [ %p, %entry ], [ [[NEXT:%.*]], %latch ]
; CHECK-NEXT: call void @use(ptr addrspace(1) [[P]])
; CHECK: slow:
; CHECK: call void @poll()
; CHECK-NEXT: [[SLOT:%gc_slot_addr_0.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[RELOAD:%.*]] = load ptr addrspace(1), ptr [[SLOT]]
; CHECK: latch:
; CHECK-NEXT: [[NEXT]] = phi ptr addrspace(1) [ [[RELOAD]], %slow ], [ [[P]], %loop ]
; CHECK-NOT: load ptr addrspace(1)
; CHECK: ret void
entry:
  br label %loop
loop:
  call void @use(ptr addrspace(1) %p)
  %t = call i1 @test()
  br i1 %t, label %slow, label %latch, !prof !0
slow:
  call void @poll()
  br label %latch
latch:
  %more = call i1 @test()
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; One load as well, which the last round through the header does not run.
define void @header(ptr addrspace(1) %p) gc "managed-frames" {
; CHECK-LABEL: define void @header(
; CHECK: head:
; CHECK-NEXT: [[P:%.*]] = phi ptr addrspace(1) [ %p, %entry ], [ [[RELOAD:%.*]], %body ]
; CHECK-NOT: load
; CHECK: body:
; CHECK-NEXT: call void @poll()
; CHECK: [[RELOAD]] = load ptr addrspace(1), ptr %gc_slot_addr_0
; CHECK: call void @use(ptr addrspace(1) [[P]])
entry:
  br label %head
head:
  %more = call i1 @test()
  br i1 %more, label %body, label %exit
body:
  call void @poll()
  br label %head
exit:
  call void @use(ptr addrspace(1) %p)
  ret void
}

; What is derived is computed from what is loaded.
define void @derived(ptr addrspace(1) %p, i64 %n) gc "managed-frames" {
; CHECK-LABEL: define void @derived(
; CHECK: [[OFFSET:%d.offset]] = sub i64
; CHECK: last:
; CHECK: [[P:%.*]] = load ptr addrspace(1), ptr %gc_slot_addr_0{{[0-9]*}},
; CHECK-NEXT: [[D:%.*]] = getelementptr i8, ptr addrspace(1) [[P]], i64 [[OFFSET]]
; CHECK-NEXT: call void @use(ptr addrspace(1) [[D]])
; CHECK-NEXT: call void @poll()
entry:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %n
  %t1 = call i1 @test()
  br i1 %t1, label %call1, label %call2
call1:
  call void @poll()
  br label %last
call2:
  call void @poll()
  br label %last
last:
  call void @use(ptr addrspace(1) %d)
  call void @poll()
  call void @use(ptr addrspace(1) %d)
  ret void
}

; No safepoint after the join needs the slot: another reference has it there.
define void @reused(ptr addrspace(1) %p, ptr %o) gc "managed-frames" {
; CHECK-LABEL: define void @reused(
; CHECK: last:
; CHECK-NEXT: [[P:%.*]] = phi ptr addrspace(1) [ %p.reload{{.*}}, %call1 ], [ %p.reload{{.*}}, %call2 ]
; CHECK-NOT: load ptr addrspace(1), ptr %gc_slot
; CHECK: call void @use(ptr addrspace(1) [[P]])
entry:
  %t1 = call i1 @test()
  br i1 %t1, label %call1, label %call2
call1:
  call void @poll()
  br label %last
call2:
  call void @poll()
  br label %last
last:
  %q = load ptr addrspace(1), ptr %o
  call void @use(ptr addrspace(1) %p)
  call void @poll()
  call void @use(ptr addrspace(1) %q)
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 10000}
