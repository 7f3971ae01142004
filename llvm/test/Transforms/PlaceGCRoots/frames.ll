; Where the frame is linked and unlinked, and what the optimizer may no longer
; believe.

; RUN: opt < %s -passes='place-gc-roots,verify' -S | FileCheck %s
; RUN: opt < %s -passes='place-gc-roots,place-gc-roots,verify' -S | FileCheck %s

; CHECK: declare i32 @pure(){{$}}

declare void @safepoint()
declare i32 @pure() memory(none) speculatable
declare i32 @setjmp(ptr) returns_twice
declare void @use(ptr addrspace(1)) "gc-leaf-function"
declare i32 @__gxx_personality_v0(...)

; A second return may come after any number of safepoints, whatever is said of the
; first one.
; CHECK-LABEL: define void @leaf_setjmp(
; CHECK:         store ptr addrspace(1) %a, ptr %gc_slot_addr_0
; CHECK:         %n = call i32 @setjmp(ptr %b)
; CHECK-NEXT:    call void @managed.relink_gc_frame(ptr %gcframe)
; CHECK:         %a.reload = load ptr addrspace(1), ptr %gc_slot_addr_0
; CHECK:         call void @use(ptr addrspace(1) %a.reload)
define void @leaf_setjmp(ptr addrspace(1) %a, ptr %b) gc "managed-frames" {
  %n = call i32 @setjmp(ptr %b) "gc-leaf-function"
  call void @use(ptr addrspace(1) %a)
  call void @safepoint()
  ret void
}

; The frame is popped in front of what leaves the function.
; CHECK-LABEL: define i64 @deoptimized(
; CHECK:         call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    %v = call i64 (...) @llvm.experimental.deoptimize.i64(i64 1) [ "deopt"() ]
; CHECK-NEXT:    ret i64 %v
define i64 @deoptimized(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca { i64, ptr addrspace(1) }
  call void @escape(ptr %o)
  call void @safepoint()
  %v = call i64 (...) @llvm.experimental.deoptimize.i64(i64 1) [ "deopt"() ]
  ret i64 %v
}
declare void @escape(ptr)
declare i64 @llvm.experimental.deoptimize.i64(...)

; Only the cold way has the frame.
; CHECK-LABEL: define void @cold(
; CHECK:       entry:
; CHECK-NEXT:    %gcframe = call ptr @managed.new_gc_frame(i32 1)
; CHECK-NEXT:    br i1
; CHECK:       slow:
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 1)
; CHECK:         store
; CHECK-NEXT:    call void @safepoint()
; CHECK-NEXT:    call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    br label %fast
; CHECK:       fast:
; CHECK-NOT:     gc_frame
; CHECK:         ret void
define void @cold(ptr addrspace(1) %p, i1 %c) gc "managed-frames-non-moving" {
entry:
  br i1 %c, label %slow, label %fast, !prof !0
slow:
  call void @safepoint()
  br label %fast
fast:
  call void @use(ptr addrspace(1) %p)
  ret void
}

; A call that must be the last one comes behind the frame.
; CHECK-LABEL: define void @must(
; CHECK:         call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    musttail call void @must(
; CHECK-NEXT:    ret void
define void @must(ptr addrspace(1) %p) gc "managed-frames-non-moving" {
  call void @safepoint()
  musttail call void @must(ptr addrspace(1) %p)
  ret void
}

; Calls see the frame.
; CHECK-LABEL: define void @visible(
; CHECK:         store
; CHECK-NEXT:    call i32 @pure()
; CHECK-NEXT:    call void @use
define void @visible(ptr addrspace(1) %p) gc "managed-frames-non-moving" {
  %x = tail call i32 @pure() memory(none)
  tail call void @use(ptr addrspace(1) %p)
  ret void
}

; Frames of callees are gone in landing pads: linked, and not.
; CHECK-LABEL: define void @pad(
; CHECK:         store
; CHECK-NEXT:    invoke void @safepoint()
; CHECK:       pad:
; CHECK-NEXT:    landingpad
; CHECK-NEXT:      catch
; CHECK-NEXT:    call void @managed.relink_gc_frame(ptr %gcframe)
; CHECK:         call void @managed.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT:    ret void
define void @pad(ptr addrspace(1) %p) gc "managed-frames-non-moving"
    personality ptr @__gxx_personality_v0 {
entry:
  invoke void @safepoint()
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  br label %exit
exit:
  ret void
}

; CHECK-LABEL: define void @pad_without_frame(
; CHECK:       entry:
; CHECK-NEXT:    %gcframes = call ptr @managed.save_gc_frames()
; CHECK-NEXT:    invoke void @safepoint()
; CHECK:       pad:
; CHECK-NEXT:    landingpad
; CHECK-NEXT:      catch
; CHECK-NEXT:    call void @managed.restore_gc_frames(ptr %gcframes)
; CHECK-NEXT:    ret void
define void @pad_without_frame() gc "managed-frames-non-moving"
    personality ptr @__gxx_personality_v0 {
entry:
  invoke void @safepoint()
      to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret void
exit:
  ret void
}

; What is live when a call returns for the second time has a slot of its own,
; and the frame stays linked.
; CHECK-LABEL: define void @twice(
; CHECK:         %gcframe = call ptr @managed.new_gc_frame(i32 2)
; CHECK-NEXT:    call void @managed.push_gc_frame(ptr %gcframe, i32 2)
; CHECK:         [[OWN:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT:    store ptr addrspace(1) %p, ptr [[OWN]]
; CHECK-NEXT:    %r = call i32 @setjmp(ptr %buffer)
; CHECK-NEXT:    call void @managed.relink_gc_frame(ptr %gcframe)
; CHECK:         [[OTHER:%.*]] = call ptr @managed.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(1) %q, ptr [[OTHER]]
; CHECK:       second:
; CHECK-NOT:     push
; CHECK:         ret void
define void @twice(ptr addrspace(1) %p, ptr %buffer, ptr %place)
    gc "managed-frames-non-moving" {
entry:
  %r = call i32 @setjmp(ptr %buffer)
  %c = icmp eq i32 %r, 0
  br i1 %c, label %first, label %second
first:
  %q = load ptr addrspace(1), ptr %place
  call void @safepoint()
  call void @use(ptr addrspace(1) %q)
  ret void
second:
  call void @use(ptr addrspace(1) %p)
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 1000}
