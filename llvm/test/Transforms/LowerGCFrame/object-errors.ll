; Each function breaks one condition of objects in frames.
; RUN: not opt -passes=lower-gc-frame,verify -S %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt -passes='verify<gc-roots>' -disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error:

declare ptr @managed.new_gc_frame(i32)
declare void @managed.push_gc_frame(ptr, i32)
declare ptr @managed.get_gc_frame_object(ptr, i32, i32, ...)

; CHECK: error: {{.*}} in function variable {{.*}}: call '%o' of 'managed.get_gc_frame_object': operand 2 is not a constant of type i32
define void @variable(i32 %n) gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 %n, i32 8, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function wide {{.*}}: call '%o' of 'managed.get_gc_frame_object': operand 3 is not a constant of type i32
define void @wide() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i128 8, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function pointer {{.*}}: call '%o' of 'managed.get_gc_frame_object': operand 4 is not a constant of type i32
define void @pointer(ptr %p) gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 8, ptr %p)
  ret void
}

; CHECK: error: {{.*}} in function odd {{.*}}: call '%o' of 'managed.get_gc_frame_object': it does not say how many references follow the last skipped bytes
define void @odd() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 8)
  ret void
}

; CHECK: error: {{.*}} in function too_small {{.*}}: call '%o' of 'managed.get_gc_frame_object': its references end at byte 24, but it has 16 bytes
define void @too_small() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 8, i32 2)
  ret void
}

; CHECK: error: {{.*}} in function too_large {{.*}}: call '%o' of 'managed.get_gc_frame_object': it ends at byte 2147483648; frames end at 2147483647
define void @too_large() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 8, i32 2147483640, i32 8, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function misaligned {{.*}}: call '%o' of 'managed.get_gc_frame_object': references in it are not aligned to 8 bytes
define void @misaligned() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 4, i32 16, i32 0, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function misaligned_reference {{.*}}: call '%o' of 'managed.get_gc_frame_object': references in it are not aligned to 8 bytes
define void @misaligned_reference() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 24, i32 0, i32 1, i32 1, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function overlapping {{.*}}: call '%p' of 'managed.get_gc_frame_object': it overlaps the object at byte 0 after the slots
define void @overlapping() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %p = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 8, i32 16, i32 0, i32 1)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 0, i32 1)
  ret void
}

; The same place with other references.
; CHECK: error: {{.*}} in function other_references {{.*}}: call '%p' of 'managed.get_gc_frame_object': it overlaps the object at byte 0 after the slots
define void @other_references() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 0, i32 1)
  %p = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %f, i32 0, i32 16, i32 8, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function other_memory {{.*}}: call '%o' of 'managed.get_gc_frame_object': the frame is not the result of 'managed.new_gc_frame'; pass that result unchanged
define void @other_memory(ptr %p) gc "managed-frames" {
  %o = call ptr (ptr, i32, i32, ...) @managed.get_gc_frame_object(ptr %p, i32 0, i32 16, i32 8, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function other_type {{.*}}: call '%o' of 'managed.get_gc_frame_object': its type is ptr (ptr, i32, i32); make it ptr (ptr, i32, i32, ...)
define void @other_type() gc "managed-frames" {
  %f = call ptr @managed.new_gc_frame(i32 0)
  %o = call ptr @managed.get_gc_frame_object(ptr %f, i32 0, i32 16)
  ret void
}
