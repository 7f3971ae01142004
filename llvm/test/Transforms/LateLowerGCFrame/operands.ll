; Callers keep what they pass: whatever a safepoint gets is in a slot there,
; though nothing uses it behind. Arguments of the function itself, constants and
; callee-rooted pointers need none.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

@constant = external addrspace(10) global i8

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10), ptr addrspace(10))
declare void @take_derived(ptr addrspace(11))
declare void @take_kept(ptr addrspace(12))
declare void @take_value({ i64, ptr addrspace(10) })
declare void @take_vector(<2 x ptr addrspace(10)>)
declare void @safepoint()

; CHECK-LABEL: define void @tracked(
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 2)
; CHECK-NEXT:    %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT:    %a = call ptr addrspace(10) @new()
; CHECK-NEXT:    %gc_slot_addr_0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    %b = call ptr addrspace(10) @new()
; CHECK-NEXT:    %gc_slot_addr_1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT:    store ptr addrspace(10) %b, ptr %gc_slot_addr_1
; CHECK-NEXT:    call void @take(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT:    call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    ret void
define void @tracked() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %b = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
}

; CHECK-LABEL: define void @arguments_and_constants(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @arguments_and_constants(ptr addrspace(10) %a, ptr addrspace(11) %d) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @take(ptr addrspace(10) %a, ptr addrspace(10) @constant)
  call void @take_derived(ptr addrspace(11) %d)
  ret void
}

; The object that a derived pointer points into is in the slot.
; CHECK-LABEL: define void @derived(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @take_derived(ptr addrspace(11) %i)
define void @derived() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %i = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @take_derived(ptr addrspace(11) %i)
  ret void
}

; CHECK-LABEL: define void @callee_rooted(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @callee_rooted() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @take_kept(ptr addrspace(12) %k)
  ret void
}

; It is kept until it is passed for the last time.
; CHECK-LABEL: define void @callee_rooted_twice(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @take_kept(
; CHECK-NEXT:    call void @take_kept(
; CHECK-NEXT:    call void @julia.pop_gc_frame
define void @callee_rooted_twice() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @take_kept(ptr addrspace(12) %k)
  call void @take_kept(ptr addrspace(12) %k)
  ret void
}

; It is used behind the call.
; CHECK-LABEL: define i8 @callee_rooted_and_used(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @take_kept(
define i8 @callee_rooted_and_used() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %k = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @take_kept(ptr addrspace(12) %k)
  %l = load i8, ptr addrspace(10) %a
  ret i8 %l
}

; CHECK-LABEL: define void @aggregate(
; CHECK:         %a = call ptr addrspace(10) @new()
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK:         call void @take_value(
define void @aggregate(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  %x = insertvalue { i64, ptr addrspace(10) } poison, i64 %n, 0
  %y = insertvalue { i64, ptr addrspace(10) } %x, ptr addrspace(10) %a, 1
  call void @take_value({ i64, ptr addrspace(10) } %y)
  ret void
}

; Each element has a slot.
; CHECK-LABEL: define void @vector(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 2)
; CHECK:         [[E0:%.*]] = extractelement <2 x ptr addrspace(10)> %v, i64 0
; CHECK-NEXT:    store ptr addrspace(10) [[E0]], ptr %gc_slot_addr_0
; CHECK:         [[E1:%.*]] = extractelement <2 x ptr addrspace(10)> %v, i64 1
; CHECK-NEXT:    store ptr addrspace(10) [[E1]], ptr %gc_slot_addr_1
; CHECK-NEXT:    call void @take_vector(
define void @vector(ptr addrspace(11) %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = load <2 x ptr addrspace(10)>, ptr addrspace(11) %p
  call void @take_vector(<2 x ptr addrspace(10)> %v)
  ret void
}

; What "jl_roots" names is one operand more, and nothing afterwards.
; CHECK-LABEL: define void @bundle(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint(){{$}}
; CHECK-NEXT:    call void @safepoint(){{$}}
; CHECK-NEXT:    call void @julia.pop_gc_frame
define void @bundle() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @new()
  call void @safepoint() [ "jl_roots"(ptr addrspace(10) %a) ]
  call void @safepoint()
  ret void
}
