; What intrinsics return is a base pointer only if it is loaded, or copied or chosen
; from others.

; RUN: not opt < %s -passes='verify<gc-roots>' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

declare ptr @managed.new_gc_frame(i32)
declare ptr @managed.get_gc_frame_slot(ptr, i32)
declare void @managed.push_gc_frame(ptr, i32)
declare void @managed.pop_gc_frame(ptr)
declare void @safepoint()
declare void @use(ptr addrspace(1)) "gc-leaf-function"

define void @base_of_mask(ptr addrspace(1) %p) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %d = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %p, i64 -8)
  store ptr addrspace(1) %p, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: error: {{.*}}in function mask {{.*}}: store: %d may point into an object; store its base
define void @mask(ptr addrspace(1) %p) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %d = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %p, i64 -8)
  store ptr addrspace(1) %d, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: error: {{.*}}in function mask_of_another {{.*}}: call of 'safepoint': %d is used after it, and no slot protects it
define void @mask_of_another(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %d = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %p, i64 -8)
  store ptr addrspace(1) %q, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

define void @laundered(ptr addrspace(1) %p) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %d = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %p)
  store ptr addrspace(1) %d, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: error: {{.*}}in function unknown {{.*}}: store: %d may point into an object; store its base
define void @unknown() gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %d = call ptr addrspace(1) @llvm.frameaddress.p1(i32 0)
  store ptr addrspace(1) %d, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

define void @reversed(<2 x ptr addrspace(1)> %p) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %v = getelementptr i8, <2 x ptr addrspace(1)> %p, <2 x i64> splat (i64 8)
  %r = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %v)
  %d = extractelement <2 x ptr addrspace(1)> %r, i32 0
  %x = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %p)
  %b = extractelement <2 x ptr addrspace(1)> %x, i32 0
  store ptr addrspace(1) %b, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: error: {{.*}}in function not_reversed {{.*}}: call of 'safepoint': %d is used after it, and no slot protects it
define void @not_reversed(<2 x ptr addrspace(1)> %p) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %v = getelementptr i8, <2 x ptr addrspace(1)> %p, <2 x i64> splat (i64 8)
  %r = call <2 x ptr addrspace(1)> @llvm.vector.reverse.v2p1(<2 x ptr addrspace(1)> %v)
  %d = extractelement <2 x ptr addrspace(1)> %r, i32 0
  %b = extractelement <2 x ptr addrspace(1)> %p, i32 0
  store ptr addrspace(1) %b, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

define void @loaded(<2 x ptr addrspace(1)> %p, ptr %m, <2 x i1> %c) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %v = getelementptr i8, <2 x ptr addrspace(1)> %p, <2 x i64> splat (i64 8)
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %m, <2 x i1> %c, <2 x ptr addrspace(1)> %p)
  %d = extractelement <2 x ptr addrspace(1)> %r, i32 0
  store ptr addrspace(1) %d, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: error: {{.*}}in function loaded_or_derived {{.*}}: store: %d may point into an object; store its base
define void @loaded_or_derived(<2 x ptr addrspace(1)> %p, ptr %m, <2 x i1> %c) gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %v = getelementptr i8, <2 x ptr addrspace(1)> %p, <2 x i64> splat (i64 8)
  %r = call <2 x ptr addrspace(1)> @llvm.masked.load.v2p1.p0(ptr align 8 %m, <2 x i1> %c, <2 x ptr addrspace(1)> %v)
  %d = extractelement <2 x ptr addrspace(1)> %r, i32 0
  store ptr addrspace(1) %d, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}
