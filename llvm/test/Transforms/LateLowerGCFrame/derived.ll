; Derived pointers and memory of objects have the slots of their objects, through
; casts, GEPs, phis and selects. What is cast from address space 0 has none.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr @unknown()
declare void @safepoint()

; CHECK-LABEL: define i8 @one_object(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NOT:     store ptr
; CHECK:       }
define i8 @one_object(i1 %c, i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %i = getelementptr i8, ptr addrspace(11) %d, i64 %n
  %p = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %i
  call void @safepoint()
  %l = load i8, ptr addrspace(11) %p
  ret i8 %l
}

; A choice between the objects is made, too.
; CHECK-LABEL: define i8 @two_objects(
; CHECK:       join:
; CHECK-NEXT:    [[BASE:%.*]] = phi ptr addrspace(10) [ %a, %yes ], [ %b, %no ]
; CHECK-NEXT:    %p = phi ptr addrspace(11)
; CHECK:         store ptr addrspace(10) [[BASE]], ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define i8 @two_objects(i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  br i1 %c, label %yes, label %no
yes:
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %join
no:
  %b = call ptr addrspace(10) @new()
  %e = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %i = getelementptr i8, ptr addrspace(11) %e, i64 8
  br label %join
join:
  %p = phi ptr addrspace(11) [ %d, %yes ], [ %i, %no ]
  call void @safepoint()
  %l = load i8, ptr addrspace(11) %p
  ret i8 %l
}

; The caller keeps what an argument points into, so it is nothing here.
; CHECK-LABEL: define i8 @argument(
; CHECK:         [[BASE:%.*]] = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) null
; CHECK:         store ptr addrspace(10) [[BASE]], ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define i8 @argument(i1 %c, ptr addrspace(11) %x) {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %x
  call void @safepoint()
  %l = load i8, ptr addrspace(11) %p
  ret i8 %l
}

; CHECK-LABEL: define i8 @loaded(
; CHECK:         %m = addrspacecast ptr %data to ptr addrspace(13)
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define i8 @loaded() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %data = load ptr, ptr addrspace(10) %a
  %m = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %a, ptr %data)
  %i = getelementptr i8, ptr addrspace(13) %m, i64 8
  call void @safepoint()
  %l = load i8, ptr addrspace(13) %i
  ret i8 %l
}

; CHECK-LABEL: define i8 @loaded_from_object(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define i8 @loaded_from_object() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %m = load ptr addrspace(13), ptr addrspace(10) %a
  call void @safepoint()
  %l = load i8, ptr addrspace(13) %m
  ret i8 %l
}

; CHECK-LABEL: define i8 @cast_from_0(
; CHECK-NOT:     gcframe
; CHECK:       }
define i8 @cast_from_0() {
  %s = call ptr @julia.get_pgcstack()
  %u = call ptr @unknown()
  %d = addrspacecast ptr %u to ptr addrspace(11)
  call void @safepoint()
  %l = load i8, ptr addrspace(11) %d
  ret i8 %l
}

; As a tracked pointer, it is a reference like others.
; CHECK-LABEL: define i8 @tracked_from_0(
; CHECK:         store ptr addrspace(10) %d, ptr %gc_slot_addr_0
define i8 @tracked_from_0() {
  %s = call ptr @julia.get_pgcstack()
  %u = call ptr @unknown()
  %d = addrspacecast ptr %u to ptr addrspace(10)
  call void @safepoint()
  %l = load i8, ptr addrspace(10) %d
  ret i8 %l
}

; None of the two has an object here, and their contents are kept by nobody.
; CHECK-LABEL: define i8 @choice_without_objects(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK-NOT:     store ptr addrspace(11)
; CHECK:         store ptr addrspace(10) %v, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
; CHECK-NOT:     store
; CHECK:       }
define i8 @choice_without_objects(i1 %c, ptr addrspace(11) %x) {
  %s = call ptr @julia.get_pgcstack()
  %u = call ptr @unknown()
  %d = addrspacecast ptr %u to ptr addrspace(11)
  %p = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %x
  %v = load ptr addrspace(10), ptr addrspace(11) %p, !tbaa !0
  call void @safepoint()
  %l = load i8, ptr addrspace(11) %p
  %m = load i8, ptr addrspace(10) %v
  %r = add i8 %l, %m
  ret i8 %r
}

!0 = !{!1, !1, i64 0}
!1 = !{!"jtbaa_immut", !2, i64 0}
!2 = !{!"jtbaa", !3, i64 0}
!3 = !{!"jtbaa"}
