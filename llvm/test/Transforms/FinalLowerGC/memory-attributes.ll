; The frame is linked through the parameter, whatever was said of it.

; RUN: opt < %s -passes='function(FinalLowerGC,verify)' -S | FileCheck %s

declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)

; CHECK: define void @parameter(ptr swiftself "gcstack" %s) {
define void @parameter(ptr readnone swiftself "gcstack" %s) memory(none) {
  %gcframe = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}
