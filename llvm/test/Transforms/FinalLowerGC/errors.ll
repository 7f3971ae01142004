; What cannot be lowered is reported.

; RUN: not opt < %s -passes='function(FinalLowerGC)' -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64)
declare void @julia.queue_gc_root(ptr)
declare void @julia.safepoint(i64)

; CHECK: error: {{.*}} in function no_access {{.*}}: call of 'julia.push_gc_frame': the function does not know the innermost frame; call 'julia.get_pgcstack' in the entry block
define void @no_access() {
  %gcframe = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  ret void
}

; CHECK: error: {{.*}} in function bytes {{.*}}: call '%o' of 'julia.gc_alloc_bytes': it is not a call with the types of the preset
; CHECK: error: {{.*}} in function bytes {{.*}}: call of 'julia.queue_gc_root': it is not a call with the types of the preset
; CHECK: error: {{.*}} in function bytes {{.*}}: call of 'julia.safepoint': it is not a call with the types of the preset
define void @bytes(ptr %p) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %p, i64 1)
  call void @julia.queue_gc_root(ptr %p)
  call void @julia.safepoint(i64 1)
  ret void
}
