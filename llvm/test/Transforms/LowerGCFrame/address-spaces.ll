; Sizes and offsets are those of references, and of pointers to frames.
; RUN: opt -passes=lower-gc-frame,verify -S < %s | FileCheck %s

; References of 32 bits, and pointers of 64.
target datalayout = "p:64:64-p1:32:32"

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)

; CHECK-LABEL: define void @narrow_references()
; CHECK:         [[SLOTS:%.*]] = getelementptr inbounds nuw { ptr, ptr, [3 x ptr addrspace(1)] }, ptr %gcframe, i32 0, i32 2
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 [[SLOTS]], i8 0, i64 12, i1 false)
define void @narrow_references() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 3)
  call void @managed.push_gc_frame(ptr %frame, i32 3)
  ret void
}
