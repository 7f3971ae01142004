; Vectors of references, and what takes their elements.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: opt < %s -passes='copy-gc-functions,place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0

declare ptr @julia.get_pgcstack()
declare void @safepoint()
declare ptr addrspace(10) @new()
declare <4 x ptr addrspace(10)> @new4()
declare void @take(ptr addrspace(10))
declare void @take_derived(ptr addrspace(11))

; A vector of pointers into one object has that root.
; CHECK-LABEL: define i64 @one_object(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK:         call void @safepoint()
define i64 @one_object(<4 x i64> %i) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = getelementptr i8, ptr addrspace(11) %d, <4 x i64> %i
  %e = extractelement <4 x ptr addrspace(11)> %v, i64 0
  call void @safepoint()
  %r = load i64, ptr addrspace(11) %e
  ret i64 %r
}

; CHECK-LABEL: define i64 @one_object_and_others(
; CHECK:         [[ONE:%.*]] = insertelement <4 x ptr addrspace(10)> poison, ptr addrspace(10) %o, i64 0
; CHECK:         [[ALL:%.*]] = shufflevector <4 x ptr addrspace(10)> [[ONE]], <4 x ptr addrspace(10)> poison, <4 x i32> zeroinitializer
; CHECK:         %m.base = shufflevector <4 x ptr addrspace(10)> [[ALL]], <4 x ptr addrspace(10)> %w, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
define i64 @one_object_and_others(<4 x i64> %i, i32 %n) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %w = call <4 x ptr addrspace(10)> @new4()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = getelementptr i8, ptr addrspace(11) %d, <4 x i64> %i
  %wd = addrspacecast <4 x ptr addrspace(10)> %w to <4 x ptr addrspace(11)>
  %m = shufflevector <4 x ptr addrspace(11)> %v, <4 x ptr addrspace(11)> %wd, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  call void @safepoint()
  %e = extractelement <4 x ptr addrspace(11)> %m, i32 %n
  %r = load i64, ptr addrspace(11) %e
  ret i64 %r
}

; The intrinsic has another type for base pointers.
; CHECK-LABEL: define void @half(
; CHECK:         %h.base = call <2 x ptr addrspace(10)> @llvm.vector.extract.v2p10.v4p10(<4 x ptr addrspace(10)> %w, i64 2)
; CHECK:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(10)> %h.base, i64 0
; CHECK-NEXT:    store ptr addrspace(10) [[LANE]], ptr %gc_slot_addr_0
define void @half() {
  %s = call ptr @julia.get_pgcstack()
  %w = call <4 x ptr addrspace(10)> @new4()
  %d = addrspacecast <4 x ptr addrspace(10)> %w to <4 x ptr addrspace(11)>
  %h = call <2 x ptr addrspace(11)> @llvm.vector.extract.v2p11.v4p11(<4 x ptr addrspace(11)> %d, i64 2)
  call void @safepoint()
  %e = extractelement <2 x ptr addrspace(11)> %h, i32 1
  call void @take_derived(ptr addrspace(11) %e)
  ret void
}

; CHECK-LABEL: define i64 @masked(
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
define i64 @masked(i64 %i) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = getelementptr i8, ptr addrspace(11) %d, i64 %i
  %p = call ptr addrspace(11) @llvm.ptrmask.p11.i64(ptr addrspace(11) %v, i64 -8)
  call void @safepoint()
  %r = load i64, ptr addrspace(11) %p
  ret i64 %r
}

; Memory of objects that a gather loads belongs to the objects that it is loaded
; from.
; CHECK-LABEL: define i64 @gathered_memory(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 4)
; CHECK:         [[LANE:%.*]] = extractelement <4 x ptr addrspace(10)> %w, i64 0
; CHECK-NEXT:    store ptr addrspace(10) [[LANE]], ptr %gc_slot_addr_0
define i64 @gathered_memory(<4 x i1> %m, i32 %n) {
  %s = call ptr @julia.get_pgcstack()
  %w = call <4 x ptr addrspace(10)> @new4()
  %d = addrspacecast <4 x ptr addrspace(10)> %w to <4 x ptr addrspace(11)>
  %g = call <4 x ptr addrspace(13)> @llvm.masked.gather.v4p13.v4p11(<4 x ptr addrspace(11)> align 8 %d, <4 x i1> %m, <4 x ptr addrspace(13)> zeroinitializer)
  call void @safepoint()
  %e = extractelement <4 x ptr addrspace(13)> %g, i32 %n
  %r = load i64, ptr addrspace(13) %e
  ret i64 %r
}

; A vector of memory of one object has that root.
; CHECK-LABEL: define i64 @loaded_memory(
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
define i64 @loaded_memory(i32 %n) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %g = load <4 x ptr addrspace(13)>, ptr addrspace(11) %d
  call void @safepoint()
  %e = extractelement <4 x ptr addrspace(13)> %g, i32 %n
  %r = load i64, ptr addrspace(13) %e
  ret i64 %r
}

; The caller keeps the objects of arguments.
; CHECK-LABEL: define void @array_of_derived(
; CHECK-NOT:     new_gc_frame
; CHECK:         ret void
define void @array_of_derived([2 x ptr addrspace(11)] %a) {
  %s = call ptr @julia.get_pgcstack()
  call void @safepoint()
  %e = extractvalue [2 x ptr addrspace(11)] %a, 1
  call void @take_derived(ptr addrspace(11) %e)
  ret void
}

; CHECK-LABEL: define void @passed_through(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 4)
; CHECK:         %g = select <4 x i1> %m, <4 x ptr addrspace(10)> %{{.*}}, <4 x ptr addrspace(10)> %w
; CHECK:         [[LANE:%.*]] = extractelement <4 x ptr addrspace(10)> %g, i64 0
; CHECK-NEXT:    store ptr addrspace(10) [[LANE]], ptr %gc_slot_addr_0
define void @passed_through(<4 x ptr addrspace(11)> %d, <4 x i1> %m, i32 %n) {
  %s = call ptr @julia.get_pgcstack()
  %w = call <4 x ptr addrspace(10)> @new4()
  %g = call <4 x ptr addrspace(10)> @llvm.masked.gather.v4p10.v4p11(<4 x ptr addrspace(11)> align 8 %d, <4 x i1> %m, <4 x ptr addrspace(10)> %w)
  call void @safepoint()
  %e = extractelement <4 x ptr addrspace(10)> %g, i32 %n
  call void @take(ptr addrspace(10) %e)
  ret void
}
