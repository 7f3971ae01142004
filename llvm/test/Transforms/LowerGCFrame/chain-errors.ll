; What has the name of the list of frames has to be a variable that can hold one.
; RUN: split-file %s %t
; RUN: not opt -passes=lower-gc-frame,verify -S %t/function.ll -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not opt -passes=lower-gc-frame,verify -S %t/number.ll -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:

; CHECK: error: {{.*}}: in function f ptr (): call '%frames' of 'managed.save_gc_frames': 'llvm_gc_root_chain' is not a variable of type ptr; rename it

;--- function.ll
declare void @llvm_gc_root_chain()
declare ptr @managed.save_gc_frames()

define ptr @f() gc "managed-frames" {
  %frames = call ptr @managed.save_gc_frames()
  ret ptr %frames
}

;--- number.ll
@llvm_gc_root_chain = external global i32
declare ptr @managed.save_gc_frames()

define ptr @f() gc "managed-frames" {
  %frames = call ptr @managed.save_gc_frames()
  ret ptr %frames
}
