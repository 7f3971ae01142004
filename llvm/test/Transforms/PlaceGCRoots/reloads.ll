; Where objects move, what is used behind a safepoint comes from its slot.

; RUN: opt < %s -passes='place-gc-roots,verify' -S | FileCheck %s
; RUN: sed 's/managed-frames/managed-frames-non-moving/' %s \
; RUN:   | opt -passes='place-gc-roots,verify' -S | FileCheck %s --check-prefix=STAYS

; STAYS-NOT: load ptr addrspace(1), ptr %gc_slot

declare void @safepoint()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @__gxx_personality_v0(...)

; Once, behind the last safepoint in front of the use.
; CHECK-LABEL: define void @last(
; CHECK:         store ptr addrspace(1) %p, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    [[SLOT:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    %p.reload = load ptr addrspace(1), ptr [[SLOT]]
; CHECK-NEXT:    call void @use(ptr addrspace(1) %p.reload)
define void @last(ptr addrspace(1) %p) gc "managed-frames" {
  call void @safepoint()
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  ret void
}

; A derived pointer goes with its base, by a constant if it is one.
; CHECK-LABEL: define void @derived(
; CHECK:         %variable.offset = sub i64
; CHECK:         call void @safepoint()
; CHECK:         %p.reload = load ptr addrspace(1)
; CHECK-DAG:     %constant.reload = getelementptr i8, ptr addrspace(1) %p.reload, i64 24
; CHECK-DAG:     %variable.reload = getelementptr i8, ptr addrspace(1) %p.reload, i64 %variable.offset
; CHECK:         call void @use(ptr addrspace(1) %constant.reload)
; CHECK-NEXT:    call void @use(ptr addrspace(1) %variable.reload)
define void @derived(ptr addrspace(1) %p, i64 %n) gc "managed-frames" {
  %constant = getelementptr i8, ptr addrspace(1) %p, i64 24
  %variable = getelementptr i8, ptr addrspace(1) %p, i64 %n
  call void @safepoint()
  call void @use(ptr addrspace(1) %constant)
  call void @use(ptr addrspace(1) %variable)
  ret void
}

; Where ways meet, copies do.
; CHECK-LABEL: define void @join(
; CHECK:       join:
; CHECK-NEXT:    [[COPY:%.*]] = phi ptr addrspace(1) [ %p.reload, %call ], [ %p, %entry ]
; CHECK-NEXT:    call void @use(ptr addrspace(1) [[COPY]])
define void @join(ptr addrspace(1) %p, i1 %c) gc "managed-frames" {
entry:
  br i1 %c, label %call, label %join
call:
  call void @safepoint()
  br label %join
join:
  call void @use(ptr addrspace(1) %p)
  ret void
}

; Landing pads load as well.
; CHECK-LABEL: define void @pad(
; CHECK:       pad:
; CHECK-NEXT:    landingpad
; CHECK-NEXT:      cleanup
; CHECK:         %p.reload = load ptr addrspace(1)
; CHECK-NEXT:    call void @use(ptr addrspace(1) %p.reload)
define void @pad(ptr addrspace(1) %p) gc "managed-frames"
    personality ptr @__gxx_personality_v0 {
entry:
  invoke void @safepoint()
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @use(ptr addrspace(1) %p)
  resume { ptr, i32 } %l
exit:
  ret void
}

; Vectors are put together again.
; CHECK-LABEL: define ptr addrspace(1) @vector(
; CHECK:         call void @safepoint()
; CHECK:         [[A:%.*]] = load ptr addrspace(1)
; CHECK:         [[V:%.*]] = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) [[A]], i64 0
; CHECK:         [[B:%.*]] = load ptr addrspace(1)
; CHECK:         [[W:%.*]] = insertelement <2 x ptr addrspace(1)> [[V]], ptr addrspace(1) [[B]], i64 1
; CHECK:         extractelement <2 x ptr addrspace(1)> [[W]], i64 %n
define ptr addrspace(1) @vector(<2 x ptr addrspace(1)> %v, i64 %n)
    gc "managed-frames" {
  call void @safepoint()
  %e = extractelement <2 x ptr addrspace(1)> %v, i64 %n
  ret ptr addrspace(1) %e
}

; Inline assembly without instructions returns what it is passed.
; CHECK-LABEL: define i64 @barrier(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK:         call void @safepoint()
; CHECK:         %a.reload = load ptr addrspace(1)
; CHECK:         %r.reload = getelementptr i8, ptr addrspace(1) %a.reload, i64
; CHECK:         load i64, ptr addrspace(1) %r.reload
define i64 @barrier(ptr addrspace(1) %a, i64 %i) gc "managed-frames" {
  %g = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %r = call ptr addrspace(1) asm "", "=r,0"(ptr addrspace(1) %g)
  call void @safepoint()
  %x = load i64, ptr addrspace(1) %r
  ret i64 %x
}
