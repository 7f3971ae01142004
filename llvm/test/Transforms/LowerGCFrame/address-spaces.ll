; Sizes and offsets are those of references, and of pointers to frames.
; RUN: opt -passes=lower-gc-frame,verify -S < %s | FileCheck %s

; References of 32 bits, and pointers of 64.
target datalayout = "p:64:64-p1:32:32"

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_object(ptr, i32, i32, ...)

; CHECK-DAG: @llvm_gc_frame_map.3.8x2 = linkonce_odr hidden constant { i32, i32, [2 x i32] } { i32 3, i32 1, [2 x i32] [i32 8, i32 2] }

; CHECK-LABEL: define void @narrow_references()
; CHECK:         [[SLOTS:%.*]] = getelementptr inbounds nuw { ptr, ptr, [3 x ptr addrspace(1)] }, ptr %gcframe, i32 0, i32 2
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 [[SLOTS]], i8 0, i64 12, i1 false)
define void @narrow_references() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 3)
  call void @managed.push_gc_frame(ptr %frame, i32 3)
  ret void
}

; Objects begin at a multiple of 16 bytes; references are aligned to 4.
; CHECK-LABEL: define void @object()
; CHECK-NEXT:    %gcframe = alloca { ptr, ptr, [3 x ptr addrspace(1)], [16 x i8] }, align 16
; CHECK:         [[START:%.*]] = getelementptr inbounds i8, ptr %gcframe, i64 36
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 4 [[START]], i8 0, i64 8, i1 false)
; CHECK:         %o = getelementptr inbounds i8, ptr %gcframe, i64 32
define void @object() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 3)
  call void @managed.push_gc_frame(ptr %frame, i32 3)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %frame, i32 0, i32 12, i32 4, i32 2)
  ret void
}
