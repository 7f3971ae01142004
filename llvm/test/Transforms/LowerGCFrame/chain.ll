; The list of frames begins where the module says, thread-local or not.
; RUN: split-file %s %t
; RUN: opt -passes=lower-gc-frame,verify -S < %t/shared.ll | FileCheck --check-prefix=SHARED %s
; RUN: opt -passes=lower-gc-frame,verify -S < %t/initial-exec.ll | FileCheck --check-prefix=INITIAL %s

;--- shared.ll
; SHARED: @llvm_gc_root_chain = internal global ptr null
; SHARED-LABEL: define void @f()
; SHARED-NEXT:    %gcframe = alloca
; SHARED-NEXT:    [[SLOTS:%.*]] = getelementptr
; SHARED-NEXT:    call void @llvm.memset
; SHARED-NEXT:    [[OUTER:%.*]] = load ptr, ptr @llvm_gc_root_chain
; SHARED-NEXT:    store ptr [[OUTER]], ptr %gcframe
; SHARED-NEXT:    [[MAP:%.*]] = getelementptr
; SHARED-NEXT:    store ptr @llvm_gc_frame_map.1, ptr [[MAP]]
; SHARED-NEXT:    store ptr %gcframe, ptr @llvm_gc_root_chain
; SHARED-NEXT:    [[POPPED:%.*]] = load ptr, ptr %gcframe
; SHARED-NEXT:    store ptr [[POPPED]], ptr @llvm_gc_root_chain
; SHARED-NEXT:    ret void
@llvm_gc_root_chain = internal global ptr null

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare void @managed.pop_gc_frame(ptr)

define void @f() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %frame, i32 1)
  call void @managed.pop_gc_frame(ptr %frame)
  ret void
}

;--- initial-exec.ll
; INITIAL: @llvm_gc_root_chain = external thread_local(initialexec) global ptr, align 16
; INITIAL-LABEL: define ptr @f()
; INITIAL-NEXT:    [[CHAIN:%.*]] = call align 16 ptr @llvm.threadlocal.address.p0(ptr align 16 @llvm_gc_root_chain)
; INITIAL-NEXT:    %frames = load ptr, ptr [[CHAIN]]
; INITIAL-NEXT:    ret ptr %frames
@llvm_gc_root_chain = external thread_local(initialexec) global ptr, align 16

declare ptr @managed.save_gc_frames()

define ptr @f() gc "managed-frames" {
  %frames = call ptr @managed.save_gc_frames()
  ret ptr %frames
}
