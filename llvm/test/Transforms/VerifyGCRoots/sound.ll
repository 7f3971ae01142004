; What place-gc-roots leaves, and what else protects references.

; RUN: opt < %s -passes='verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/frames.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/stores.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/stores.ll -passes='place-gc-roots<lazy>,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/reloads.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/bundles.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/stack-objects.ll -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: opt < %S/../PlaceGCRoots/mixed-objects.ll -passes='place-gc-roots<lazy>,verify<gc-roots>' -disable-output 2>&1 | count 0
; RUN: sed 's/managed-frames/managed-frames-non-moving/' %S/../PlaceGCRoots/reloads.ll \
; RUN:   | opt -passes='place-gc-roots,verify<gc-roots>' -disable-output 2>&1 | count 0

declare void @safepoint()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)
declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_slot(ptr, i32)
declare ptr @managed.get_gc_frame_object(ptr, i32, i32, ...)
declare void @fill(ptr)
declare void @managed.pop_gc_frame(ptr)
declare void @managed.relink_gc_frame(ptr)
declare ptr @managed.save_gc_frames()
declare void @managed.restore_gc_frames(ptr)

; The slot has a phi like that of what is derived, in a loop.
define void @phis(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c)
    gc "managed-frames-non-moving" {
entry:
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  %e = getelementptr i8, ptr addrspace(1) %q, i64 8
  br label %loop
loop:
  %x = phi ptr addrspace(1) [ %d, %entry ], [ %y, %next ]
  call void @safepoint()
  call void @use(ptr addrspace(1) %x)
  br i1 %c, label %other, label %next
other:
  %new = load ptr addrspace(1), ptr addrspace(1) %x
  store ptr addrspace(1) %new, ptr %slot
  %z = getelementptr i8, ptr addrspace(1) %new, i64 16
  br label %next
next:
  %y = phi ptr addrspace(1) [ %x, %loop ], [ %z, %other ]
  br i1 %c, label %loop, label %exit
exit:
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The base is chosen by the same condition, and by the same index.
define void @choices(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c,
                     <2 x ptr addrspace(1)> %v, i32 %i)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  %base = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %derived = select i1 %c, ptr addrspace(1) %d, ptr addrspace(1) %q
  %w = getelementptr i8, <2 x ptr addrspace(1)> %v, i64 8
  %element = extractelement <2 x ptr addrspace(1)> %v, i32 %i
  %in = extractelement <2 x ptr addrspace(1)> %w, i32 %i
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %base, ptr %slot
  %slot1 = call ptr @managed.get_gc_frame_slot(ptr %f, i32 1)
  store ptr addrspace(1) %element, ptr %slot1
  call void @safepoint()
  call void @use(ptr addrspace(1) %derived)
  call void @use(ptr addrspace(1) %in)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; Nothing has to be known of constants.
define void @constant(i1 %c, i64 %n) gc "managed-frames" {
  %x = getelementptr i8, ptr addrspace(1) null, i64 %n
  %y = select i1 %c, ptr addrspace(1) %x, ptr addrspace(1) null
  call void @safepoint()
  call void @use(ptr addrspace(1) %y)
  ret void
}

; To pop the frame takes those of callees out as well.
define void @pad(ptr addrspace(1) %p) gc "managed-frames"
    personality ptr @__gxx_personality_v0 {
entry:
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  invoke void @safepoint()
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @managed.pop_gc_frame(ptr %f)
  %q = load ptr addrspace(1), ptr %slot
  call void @use(ptr addrspace(1) %q)
  ret void
exit:
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; What was saved is restored, with the frame in it.
define void @saved(ptr addrspace(1) %p) gc "managed-frames"
    personality ptr @__gxx_personality_v0 {
entry:
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %saved = call ptr @managed.save_gc_frames()
  invoke void @safepoint()
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @managed.restore_gc_frames(ptr %saved)
  br label %exit
exit:
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; A reference may be stored again.
define void @twice(ptr addrspace(1) %p, ptr %buffer)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %f, i32 1)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  %r = call i32 @setjmp(ptr %buffer)
  call void @managed.relink_gc_frame(ptr %f)
  store ptr addrspace(1) %p, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; An object in the frame may be passed on and changed. A musttail call is made
; when its memory is gone.
define void @object(ptr addrspace(1) %p) gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  call void @managed.push_gc_frame(ptr %f, i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 0, i32 1)
  store ptr addrspace(1) %p, ptr %o
  call void @fill(ptr %o)
  %q = load ptr addrspace(1), ptr %o
  call void @managed.pop_gc_frame(ptr %f)
  musttail call void @object(ptr addrspace(1) %q)
  ret void
}
