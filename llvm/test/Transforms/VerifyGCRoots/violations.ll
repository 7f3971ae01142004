; Each function breaks one rule. All errors are reported.

; RUN: not opt < %s -passes='verify<gc-roots>' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

declare void @safepoint()
declare void @leaf()
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
declare ptr addrspace(1) @allocate()
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

; Nothing was stored.
; CHECK: error: {{.*}}in function unstored {{.*}}: call of 'safepoint': %p is used after it, and no slot protects it
define void @unstored(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; A patchpoint calls anything.
; CHECK: error: {{.*}}in function patchpoint {{.*}}: call of 'llvm.experimental.patchpoint.void': %p is used after it, and no slot protects it
define void @patchpoint(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr @safepoint, i32 0)
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; Unless it is said to be a leaf.
define void @leaf_patchpoint(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 16, ptr @leaf, i32 0) "gc-leaf-function"
  call void @use(ptr addrspace(1) %p)
  ret void
}

; On one path, something else was.
; CHECK: error: {{.*}}in function on_one_path {{.*}}: call of 'safepoint': %p is used after it, and no slot protects it
define void @on_one_path(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c)
    gc "managed-frames-non-moving" {
entry:
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  br i1 %c, label %other, label %join
other:
  store ptr addrspace(1) %q, ptr %slot
  br label %join
join:
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; In a loop, the slot has what the round before had.
; CHECK: error: {{.*}}in function last_round {{.*}}: call of 'safepoint': %x is used after it, and no slot protects it
define void @last_round(ptr addrspace(1) %p, i1 %c)
    gc "managed-frames-non-moving" {
entry:
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  br label %loop
loop:
  %x = phi ptr addrspace(1) [ %p, %entry ], [ %y, %loop ]
  call void @safepoint()
  store ptr addrspace(1) %x, ptr %slot
  %y = load ptr addrspace(1), ptr addrspace(1) %x
  br i1 %c, label %loop, label %exit
exit:
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; One element of a vector was not stored.
; CHECK: error: {{.*}}in function element {{.*}}: call of 'safepoint': %v is used after it, and no slot protects it
define void @element(<2 x ptr addrspace(1)> %v, i32 %i)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %e = extractelement <2 x ptr addrspace(1)> %v, i32 0
  store ptr addrspace(1) %e, ptr %slot
  call void @safepoint()
  %x = extractelement <2 x ptr addrspace(1)> %v, i32 %i
  call void @use(ptr addrspace(1) %x)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; Another condition chooses.
; CHECK: error: {{.*}}in function condition {{.*}}: call of 'safepoint': %d is used after it, and no slot protects it
define void @condition(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c, i1 %e)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %b = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %s = select i1 %e, ptr addrspace(1) %p, ptr addrspace(1) %q
  %d = getelementptr i8, ptr addrspace(1) %s, i64 8
  store ptr addrspace(1) %b, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; What is stored points into an object.
; CHECK: error: {{.*}}in function derived {{.*}}: store: %d may point into an object; store its base
define void @derived(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  store ptr addrspace(1) %d, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %d)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; No slot can hold an aggregate.
; CHECK: error: {{.*}}in function aggregate {{.*}}: call of 'safepoint': %a is used after it, and no slot protects it
define void @aggregate({ ptr addrspace(1), i64 } %a)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  call void @safepoint()
  %x = extractvalue { ptr addrspace(1), i64 } %a, 0
  call void @use(ptr addrspace(1) %x)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; Who reads the bundle finds nothing.
; CHECK: error: {{.*}}in function bundle {{.*}}: call of 'safepoint': %p is in an operand bundle, and no slot protects it
define void @bundle(ptr addrspace(1) %p)
    gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  call void @safepoint() [ "deopt"(ptr addrspace(1) %p) ]
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The object has moved.
; CHECK: error: {{.*}}in function stale {{.*}}: call of 'safepoint': %p is used after it, and its object has moved by then
define void @stale(ptr addrspace(1) %p)
    gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The same on an edge.
; CHECK: error: {{.*}}in function stale_on_an_edge {{.*}}: call of 'safepoint': %p is used after it, and its object has moved by then
define void @stale_on_an_edge(ptr addrspace(1) %p, i1 %c)
    gc "managed-frames" {
entry:
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  call void @safepoint()
  br i1 %c, label %other, label %join
other:
  %r = load ptr addrspace(1), ptr %slot
  br label %join
join:
  %x = phi ptr addrspace(1) [ %p, %entry ], [ %r, %other ]
  call void @use(ptr addrspace(1) %x)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The slot was never stored to on one path.
; CHECK: error: {{.*}}in function cleared {{.*}}: load '%r': slot 0 holds nothing on some path
define void @cleared(ptr addrspace(1) %p, i1 %c)
    gc "managed-frames" {
entry:
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  br i1 %c, label %other, label %join
other:
  store ptr addrspace(1) %p, ptr %slot
  br label %join
join:
  call void @safepoint()
  %r = load ptr addrspace(1), ptr %slot
  call void @use(ptr addrspace(1) %r)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; While the frame is not in the list, nobody updates its slots.
; CHECK: error: {{.*}}in function lost {{.*}}: load '%r': slot 0 holds nothing on some path
define void @lost(ptr addrspace(1) %p)
    gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  call void @managed.pop_gc_frame(ptr %f)
  call void @safepoint()
  %r = load ptr addrspace(1), ptr %slot
  call void @use(ptr addrspace(1) %r)
  ret void
}

; The frame is not in the list on one path.
; CHECK: error: {{.*}}in function not_pushed {{.*}}: call of 'safepoint': references are needed, and the frame is not innermost on all paths
; CHECK: error: {{.*}}in function not_pushed {{.*}}: call of 'managed.pop_gc_frame': the frame is not in the list on some path
define void @not_pushed(ptr addrspace(1) %p, i1 %c)
    gc "managed-frames-non-moving" {
entry:
  %f = call ptr @managed.new_gc_frame(i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  br i1 %c, label %other, label %join
other:
  call void @managed.push_gc_frame(ptr %f, i32 2)
  br label %join
join:
  store ptr addrspace(1) %p, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; A frame that is its own outer frame.
; CHECK: error: {{.*}}in function twice_pushed {{.*}}: call of 'managed.push_gc_frame': the frame is already in the list on some path
define void @twice_pushed(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; A frame whose memory is gone.
; CHECK: error: {{.*}}in function not_popped {{.*}}: ret: the frame is still in the list when its memory is released on some path
define void @not_popped(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  ret void
}

; The same in front of a call that takes the place of this function.
; CHECK: error: {{.*}}in function must {{.*}}: call of 'must': the frame is still in the list when its memory is released on some path
define void @must(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  musttail call void @must(ptr addrspace(1) %p)
  ret void
}

; Frames of callees are still in the list.
; CHECK: error: {{.*}}in function not_relinked {{.*}}: call of 'safepoint': frames of callees may be in the list on some path
define void @not_relinked(ptr addrspace(1) %p)
    gc "managed-frames-non-moving"
    personality ptr @__gxx_personality_v0 {
entry:
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  invoke void @safepoint()
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @safepoint()
  br label %exit
exit:
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The same without a frame of this function.
; CHECK: error: {{.*}}in function not_restored {{.*}}: ret: frames of callees may be in the list on some path
define void @not_restored(ptr addrspace(1) %p)
    gc "managed-frames-non-moving"
    personality ptr @__gxx_personality_v0 {
entry:
  invoke void @safepoint()
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  br label %exit
exit:
  ret void
}

; A frame that is not in the list is put there.
; CHECK: error: {{.*}}in function relinked {{.*}}: call of 'managed.relink_gc_frame': the frame is not in the list on some path
define void @relinked(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  call void @managed.pop_gc_frame(ptr %f)
  call void @managed.relink_gc_frame(ptr %f)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; What is restored was not saved.
; CHECK: error: {{.*}}in function saved {{.*}}: call of 'managed.restore_gc_frames': the list that it restores was not saved
define void @saved(ptr %h)
    gc "managed-frames-non-moving" {
  call void @managed.restore_gc_frames(ptr %h)
  ret void
}

; What the second return needs is stored over.
; CHECK: error: {{.*}}in function second_slot {{.*}}: call '%n' of 'setjmp': %p is used after the second return, and no slot keeps it
define void @second_slot(ptr addrspace(1) %p, ptr %b)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  %n = call i32 @setjmp(ptr %b)
  call void @managed.relink_gc_frame(ptr %f)
  call void @use(ptr addrspace(1) %p)
  %q = call ptr addrspace(1) @allocate()
  store ptr addrspace(1) %q, ptr %slot
  call void @safepoint()
  call void @use(ptr addrspace(1) %q)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The same for what is loaded.
; CHECK: error: {{.*}}in function second_load {{.*}}: call '%n' of 'setjmp': slot 0 is loaded after the second return, and does not hold the same value there
define void @second_load(ptr addrspace(1) %p, ptr %b)
    gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  %n = call i32 @setjmp(ptr %b)
  call void @managed.relink_gc_frame(ptr %f)
  %r = load ptr addrspace(1), ptr %slot
  call void @use(ptr addrspace(1) %r)
  %q = call ptr addrspace(1) @allocate()
  store ptr addrspace(1) %q, ptr %slot
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The frame is gone before the second return.
; CHECK: error: {{.*}}in function second_frame {{.*}}: call '%n' of 'setjmp': the frame is missing from the list at a safepoint before the second return
define void @second_frame(ptr addrspace(1) %p, ptr %b)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  %n = call i32 @setjmp(ptr %b)
  call void @managed.relink_gc_frame(ptr %f)
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  call void @safepoint()
  ret void
}

; A tail call does not look at the stack.
; CHECK: error: {{.*}}in function tail {{.*}}: call of 'safepoint': a tail call promises not to access the frame
define void @tail(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  tail call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; Nor does a call without effects.
; CHECK: error: {{.*}}in function effects {{.*}}: call of 'safepoint': its memory effects do not include its accesses to the frame
define void @effects(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  call void @safepoint() memory(none)
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; CHECK: error: {{.*}}in function effects_by_type {{.*}}: call of 'safepoint': its memory effects do not include its accesses to the frame
define void @effects_by_type(ptr addrspace(1) %p)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr addrspace(1) %p, ptr %slot
  call void @safepoint(), !tbaa !{!{!"number", !{!"types"}}, !{!"number", !{!"types"}}, i64 0}
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The address of a slot goes elsewhere.
; CHECK: error: {{.*}}in function address {{.*}}: store: it uses %slot other than in a store, a load or a function of frames
define void @address(ptr %b)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  store ptr %slot, ptr %b
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The collector does not see the object.
; CHECK: error: {{.*}}in function object {{.*}}: call of 'fill': the frame holds objects, and is not innermost on all paths
define void @object() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 8, i32 1)
  call void @fill(ptr %o)
  ret void
}

; The same for one that is made of slots, on one path.
; CHECK: error: {{.*}}in function slots_of_object {{.*}}: call of 'safepoint': the frame holds objects, and is not innermost on all paths
define void @slots_of_object(i1 %c) gc "managed-frames-non-moving" {
entry:
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %o = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0) "gc-frame-object"
  call void @fill(ptr %o)
  br i1 %c, label %other, label %join
other:
  call void @managed.pop_gc_frame(ptr %f)
  call void @safepoint()
  call void @managed.push_gc_frame(ptr %f, i32 2)
  br label %join
join:
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; What is loaded from an object is a reference like others.
; CHECK: error: {{.*}}in function from_object {{.*}}: call of 'safepoint': %p is used after it, and no slot protects it
define void @from_object() gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  call void @managed.push_gc_frame(ptr %f, i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 0, i32 1)
  call void @fill(ptr %o)
  %p = load ptr addrspace(1), ptr %o
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; The collector looks for base pointers in objects, too, whichever it may be.
; CHECK: error: {{.*}}in function interior_in_object {{.*}}: store: %q may point into an object; store its base
; CHECK: error: {{.*}}in function interior_in_object {{.*}}: store: %lanes may point into an object; store its base
define void @interior_in_object(ptr addrspace(1) %p, i1 %c)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 4)
  call void @managed.push_gc_frame(ptr %f, i32 4)
  %a = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0) "gc-frame-object"
  %b = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 0, i32 1)
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  %choice = select i1 %c, ptr %a, ptr %b
  store ptr addrspace(1) %q, ptr %choice
  %lanes = insertelement <2 x ptr addrspace(1)> zeroinitializer, ptr addrspace(1) %q, i64 1
  store <2 x ptr addrspace(1)> %lanes, ptr %a
  ; A base, and memory that is not in the frame.
  store ptr addrspace(1) %p, ptr %choice
  %elsewhere = alloca ptr addrspace(1)
  store ptr addrspace(1) %q, ptr %elsewhere
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

; Two errors.
; CHECK: error: {{.*}}in function several {{.*}}: call of 'safepoint': %p is used
; CHECK: error: {{.*}}in function several {{.*}}: call of 'safepoint': %q is used
define void @several(ptr addrspace(1) %p, ptr addrspace(1) %q)
    gc "managed-frames-non-moving" {
  %f = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %f, i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %f, i32 0)
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  call void @use(ptr addrspace(1) %q)
  call void @managed.pop_gc_frame(ptr %f)
  ret void
}

