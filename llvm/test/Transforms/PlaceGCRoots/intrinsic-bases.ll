; Intrinsics that return references: the objects of what they are derived from or
; choose from have roots. The verifier finds these by rules of its own.

; RUN: opt -passes='copy-gc-functions,place-gc-roots,verify,verify<gc-roots>' -S %s | FileCheck %s
; RUN: sed 's/"managed-frames"/"managed-frames-non-moving"/' %s \
; RUN:   | opt -passes='copy-gc-functions,place-gc-roots,verify,verify<gc-roots>' -S \
; RUN:   | FileCheck %s --check-prefix=STAYS

@variable = external thread_local addrspace(1) global i64
declare void @coll()

; CHECK-LABEL: define {{.*}} @ptrmask(
; STAYS-LABEL: define {{.*}} @ptrmask(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @coll()
; STAYS:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; STAYS-NEXT:    call void @coll()
define i64 @ptrmask(ptr addrspace(1) %a, i64 %i) gc "managed-frames" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 %i
  %m = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %d, i64 -8)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @launder(
; STAYS-LABEL: define {{.*}} @launder(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @coll()
; STAYS:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; STAYS-NEXT:    call void @coll()
define i64 @launder(ptr addrspace(1) %a) gc "managed-frames" {
  %m = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @strip(
; STAYS-LABEL: define {{.*}} @strip(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @coll()
; STAYS:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; STAYS-NEXT:    call void @coll()
define i64 @strip(ptr addrspace(1) %a) gc "managed-frames" {
  %m = call ptr addrspace(1) @llvm.strip.invariant.group.p1(ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @copy(
; STAYS-LABEL: define {{.*}} @copy(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @coll()
; STAYS:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; STAYS-NEXT:    call void @coll()
define i64 @copy(ptr addrspace(1) %a) gc "managed-frames" {
  %m = call ptr addrspace(1) @llvm.ssa.copy.p1(ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @field(
; STAYS-LABEL: define {{.*}} @field(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @coll()
; STAYS:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; STAYS-NEXT:    call void @coll()
define i64 @field(ptr addrspace(1) %a) gc "managed-frames" {
  %m = call ptr addrspace(1) @llvm.preserve.struct.access.index.p1.p1(ptr addrspace(1) elementtype({i64, i64}) %a, i32 1, i32 1)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @thread_local(
; STAYS-LABEL: define {{.*}} @thread_local(
; CHECK-NOT:     get_gc_frame_slot
; STAYS-NOT:     get_gc_frame_slot
; CHECK:         ret i64
; STAYS:         ret i64
define i64 @thread_local() gc "managed-frames" {
  %m = call ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @variable)
  call void @coll()
  %v = load i64, ptr addrspace(1) %m
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @reverse(
; STAYS-LABEL: define {{.*}} @reverse(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @reverse(ptr addrspace(1) %a, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, ptr addrspace(1) %a, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @reverse_of_bases(
; STAYS-LABEL: define {{.*}} @reverse_of_bases(
; CHECK:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @reverse_of_bases(<2 x ptr addrspace(1)> %a) gc "managed-frames" {
  %r = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %a)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @extract(
; STAYS-LABEL: define {{.*}} @extract(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @extract(<4 x ptr addrspace(1)> %a, <4 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <4 x ptr addrspace(1)> %a, <4 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vector.extract.v2p1.v4p1(<4 x ptr addrspace(1)> %d, i64 2)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @insert(
; STAYS-LABEL: define {{.*}} @insert(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @insert(<4 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <4 x ptr addrspace(1)> @llvm.vector.insert.v4p1.v2p1(<4 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i64 2)
  call void @coll()
  %e = extractelement <4 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @interleave(
; STAYS-LABEL: define {{.*}} @interleave(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @interleave(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <4 x ptr addrspace(1)> @llvm.vector.interleave2.v4p1(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <4 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @splice(
; STAYS-LABEL: define {{.*}} @splice(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @splice(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vector.splice.left.v2p1(<2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i32 1)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @vp_merge(
; STAYS-LABEL: define {{.*}} @vp_merge(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @vp_merge(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i, i32 %n) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vp.merge.v2p1(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i32 %n)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @vp_select(
; STAYS-LABEL: define {{.*}} @vp_select(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @vp_select(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i, i32 %n) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.vp.select.v2p1(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %d, i32 %n)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @compress(
; STAYS-LABEL: define {{.*}} @compress(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @compress(<2 x i1> %m, <2 x ptr addrspace(1)> %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.vector.compress.v2p1(<2 x ptr addrspace(1)> %d, <2 x i1> %m, <2 x ptr addrspace(1)> %a)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @last_active(
; STAYS-LABEL: define {{.*}} @last_active(
; CHECK:         store ptr addrspace(1) %r.base, ptr %gc_slot_addr_0
; STAYS:         store ptr addrspace(1) %r.base, ptr %gc_slot_addr_0
define i64 @last_active(<2 x i1> %m, ptr addrspace(1) %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call ptr addrspace(1) @llvm.experimental.vector.extract.last.active.v2p1(<2 x ptr addrspace(1)> %d, <2 x i1> %m, ptr addrspace(1) %a)
  call void @coll()
  %v = load i64, ptr addrspace(1) %r
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @deinterleave(
; STAYS-LABEL: define {{.*}} @deinterleave(
; CHECK:         [[BASE:%.*]] = shufflevector <4 x ptr addrspace(1)> %a, <4 x ptr addrspace(1)> {{.*}}, <2 x i32> <i32 1, i32 3>, !is_base_value
; CHECK:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> [[BASE]], i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         [[BASE:%.*]] = shufflevector <4 x ptr addrspace(1)> %a, <4 x ptr addrspace(1)> {{.*}}, <2 x i32> <i32 1, i32 3>, !is_base_value
; STAYS:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> [[BASE]], i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @deinterleave(<4 x ptr addrspace(1)> %a, <4 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <4 x ptr addrspace(1)> %a, <4 x i64> %i
  %p = call {<2 x ptr addrspace(1)>, <2 x ptr addrspace(1)>} @llvm.vector.deinterleave2.v4p1(<4 x ptr addrspace(1)> %d)
  %r = extractvalue {<2 x ptr addrspace(1)>, <2 x ptr addrspace(1)>} %p, 1
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @masked_load(
; STAYS-LABEL: define {{.*}} @masked_load(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @masked_load(ptr %p, <2 x i1> %m, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @masked_gather(
; STAYS-LABEL: define {{.*}} @masked_gather(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @masked_gather(<2 x ptr> %p, <2 x i1> %m, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.masked.gather.v2p1.v2p0(<2 x ptr> align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @masked_expandload(
; STAYS-LABEL: define {{.*}} @masked_expandload(
; CHECK:         %r.base = {{call|select}} 
; CHECK:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         %r.base = {{call|select}} 
; STAYS:         [[LANE:%.*]] = extractelement <{{[24]}} x ptr addrspace(1)> %r.base, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @masked_expandload(ptr %p, <2 x i1> %m, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, <2 x ptr addrspace(1)> %b, <2 x i64> %i
  %r = call <2 x ptr addrspace(1)> @llvm.masked.expandload.v2p1(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> %d)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @masked_load_or_null(
; STAYS-LABEL: define {{.*}} @masked_load_or_null(
; CHECK:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; CHECK-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
; STAYS:         [[LANE:%.*]] = extractelement <2 x ptr addrspace(1)> %r, i64 0
; STAYS-NEXT:    store ptr addrspace(1) [[LANE]], ptr %gc_slot_addr_0
define i64 @masked_load_or_null(ptr %p, <2 x i1> %m) gc "managed-frames" {
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %p, <2 x i1> %m, <2 x ptr addrspace(1)> zeroinitializer)
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i32 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @aggregate(
; STAYS-LABEL: define {{.*}} @aggregate(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @coll()
; STAYS:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; STAYS-NEXT:    call void @coll()
define i64 @aggregate(ptr addrspace(1) %a) gc "managed-frames" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %g = insertvalue {ptr addrspace(1), i64} poison, ptr addrspace(1) %d, 0
  %e = extractvalue {ptr addrspace(1), i64} %g, 0
  call void @coll()
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; The elements of a vector of pointers into one object have its root.
; CHECK-LABEL: define {{.*}} @element_of_one_object(
; STAYS-LABEL: define {{.*}} @element_of_one_object(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @coll()
; CHECK:         %e.reload = getelementptr i8, ptr addrspace(1) %a.reload, i64 %e.offset
; CHECK-NEXT:    load i64, ptr addrspace(1) %e.reload
; STAYS:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; STAYS-NEXT:    call void @coll()
; STAYS:         load i64, ptr addrspace(1) %e
define i64 @element_of_one_object(ptr addrspace(1) %a, <4 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, ptr addrspace(1) %a, <4 x i64> %i
  %e = extractelement <4 x ptr addrspace(1)> %d, i64 0
  call void @coll()
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}

; Where it meets another object, it has that root in each lane.
; CHECK-LABEL: define {{.*}} @shuffled_with_another(
; STAYS-LABEL: define {{.*}} @shuffled_with_another(
; CHECK:         %r.base = shufflevector <2 x ptr addrspace(1)> %.splat, <2 x ptr addrspace(1)> %b, <2 x i32> <i32 1, i32 2>
; STAYS:         %r.base = shufflevector <2 x ptr addrspace(1)> %.splat, <2 x ptr addrspace(1)> %b, <2 x i32> <i32 1, i32 2>
define i64 @shuffled_with_another(ptr addrspace(1) %a, <2 x ptr addrspace(1)> %b, <2 x i64> %i) gc "managed-frames" {
  %d = getelementptr i8, ptr addrspace(1) %a, <2 x i64> %i
  %r = shufflevector <2 x ptr addrspace(1)> %d, <2 x ptr addrspace(1)> %b, <2 x i32> <i32 1, i32 2>
  call void @coll()
  %e = extractelement <2 x ptr addrspace(1)> %r, i64 1
  %v = load i64, ptr addrspace(1) %e
  ret i64 %v
}
