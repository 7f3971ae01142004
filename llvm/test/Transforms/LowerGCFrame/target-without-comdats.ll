; Mach-O merges maps without comdats.
; RUN: opt -passes=lower-gc-frame,verify -S < %s | FileCheck %s

target triple = "arm64-apple-macosx"

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)

; CHECK-NOT: comdat
; CHECK:     @llvm_gc_frame_map.1 = linkonce_odr hidden constant { i32, i32 } { i32 1, i32 0 }{{$}}
define void @f() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  call void @managed.push_gc_frame(ptr %frame, i32 1)
  ret void
}
