; All errors are reported, and a function with one stays as it is. Each function
; has one error.
; RUN: not opt -passes=lower-gc-frame,verify -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt -passes=lower-gc-frame,verify,print -disable-output %s 2>&1 | FileCheck %s --check-prefix=KEPT --implicit-check-not=@llvm_gc

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_slot(ptr, i32)
declare void @managed.pop_gc_frame(ptr)
declare void @managed.relink_gc_frame(ptr)
declare i32 @personality(...)

; CHECK: error: t.c:3:5: in function variable_size void (i32): call '%frame' of 'managed.new_gc_frame': the number of slots is not a constant
; KEPT-LABEL: define void @variable_size(i32 %n) gc "managed-frames"
; KEPT-NEXT:    %frame = call ptr @managed.new_gc_frame(i32 %n)
define void @variable_size(i32 %n) gc "managed-frames" !dbg !4 {
  %frame = call ptr @managed.new_gc_frame(i32 %n), !dbg !5
  call void @managed.push_gc_frame(ptr %frame, i32 2)
  call ptr @managed.get_gc_frame_slot(ptr %frame, i32 2)
  ret void
}

; CHECK: error: {{.*}}: in function variable_push_size void (i32): call of 'managed.push_gc_frame': the number of slots is not a constant
; KEPT-LABEL: define void @variable_push_size(i32 %n) gc "managed-frames"
; KEPT-NEXT:    %frame = call ptr @managed.new_gc_frame(i32 2)
; KEPT-NEXT:    call void @managed.push_gc_frame(ptr %frame, i32 %n)
define void @variable_push_size(i32 %n) gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %frame, i32 %n)
  ret void
}

; CHECK: error: {{.*}}: in function variable_index void (i32): call '%slot' of 'managed.get_gc_frame_slot': the index is not a constant
; KEPT-LABEL: define void @variable_index(i32 %n) gc "managed-frames"
; KEPT-NEXT:    %frame = call ptr @managed.new_gc_frame(i32 2)
; KEPT-NEXT:    %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 %n)
define void @variable_index(i32 %n) gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 %n)
  ret void
}

; CHECK: error: {{.*}}: in function index_out_of_range void (): call '%slot' of 'managed.get_gc_frame_slot': there is no slot 2 in a frame of 2 slots
; KEPT-LABEL: define void @index_out_of_range() gc "managed-frames"
define void @index_out_of_range() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 2)
  ret void
}

; An index is not negative.
; CHECK: error: {{.*}}: in function negative_index void (): call '%slot' of 'managed.get_gc_frame_slot': there is no slot 4294967295 in a frame of 2 slots
; KEPT-LABEL: define void @negative_index() gc "managed-frames"
define void @negative_index() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 -1)
  ret void
}

; CHECK: error: {{.*}}: in function other_size void (): call of 'managed.push_gc_frame': the frame has 2 slots, not 3
; KEPT-LABEL: define void @other_size() gc "managed-frames"
define void @other_size() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.push_gc_frame(ptr %frame, i32 3)
  ret void
}

; CHECK: error: {{.*}}: in function other_memory void (ptr): call of 'managed.relink_gc_frame': the frame is not the result of 'managed.new_gc_frame'; pass that result unchanged
; KEPT-LABEL: define void @other_memory(ptr %p) gc "managed-frames"
define void @other_memory(ptr %p) gc "managed-frames" {
  call void @managed.relink_gc_frame(ptr %p)
  ret void
}

; CHECK: error: {{.*}}: in function copied_frame void (): call of 'managed.pop_gc_frame': the frame is not the result of 'managed.new_gc_frame'; pass that result unchanged
; KEPT-LABEL: define void @copied_frame() gc "managed-frames"
define void @copied_frame() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  %copy = freeze ptr %frame
  call void @managed.pop_gc_frame(ptr %copy)
  ret void
}

; CHECK: error: {{.*}}: in function two_frames void (): call '%second' of 'managed.new_gc_frame': the function already has a frame; use one frame with all slots
; KEPT-LABEL: define void @two_frames() gc "managed-frames"
define void @two_frames() gc "managed-frames" {
  %first = call ptr @managed.new_gc_frame(i32 2)
  %second = call ptr @managed.new_gc_frame(i32 3)
  call void @managed.push_gc_frame(ptr %second, i32 3)
  ret void
}

; CHECK: error: {{.*}}: in function other_type void (): call of 'managed.pop_gc_frame': its type is void (ptr, i32); make it void (ptr)
; KEPT-LABEL: define void @other_type() gc "managed-frames"
define void @other_type() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  call void @managed.pop_gc_frame(ptr %frame, i32 2)
  ret void
}

; CHECK: error: {{.*}}: in function frame_of_other_type void (): call '%frame' of 'managed.new_gc_frame': its type is ptr (); make it ptr (i32)
; KEPT-LABEL: define void @frame_of_other_type() gc "managed-frames"
define void @frame_of_other_type() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame()
  call void @managed.push_gc_frame(ptr %frame, i32 2)
  ret void
}

; CHECK: error: {{.*}}: in function unwinding void (): invoke of 'managed.pop_gc_frame': it does not unwind; make it a call
; KEPT-LABEL: define void @unwinding() gc "managed-frames"
define void @unwinding() gc "managed-frames" personality ptr @personality {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  invoke void @managed.pop_gc_frame(ptr %frame) to label %normal unwind label %pad
normal:
  ret void
pad:
  %exception = landingpad i64 cleanup
  ret void
}

; CHECK: error: {{.*}}: in function two_errors void (i32): call '%slot' of 'managed.get_gc_frame_slot': there is no slot 2 in a frame of 2 slots
; CHECK: error: {{.*}}: in function two_errors void (i32): call of 'managed.push_gc_frame': the frame has 2 slots, not 1
; KEPT-LABEL: define void @two_errors(i32 %n) gc "managed-frames"
define void @two_errors(i32 %n) gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  %slot = call ptr @managed.get_gc_frame_slot(ptr %frame, i32 2)
  call void @managed.push_gc_frame(ptr %frame, i32 1)
  ret void
}

; The others are lowered.
; KEPT-LABEL: define void @correct() {
; KEPT-NEXT:    %gcframe = alloca
define void @correct() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 2)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "t.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "variable_size", file: !1, line: 1, type: !3, unit: !0)
!5 = !DILocation(line: 3, column: 5, scope: !4)
