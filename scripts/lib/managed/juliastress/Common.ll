; What all modules of scripts/stress julia have in common.

target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

@pair_type = external global i8
@box_type = external global i8
@big_type = external global i8
@memory_type = external global i8

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(10)) memory(none)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) memory(none)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr) memory(none)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

declare ptr addrspace(10) @add_boxed(ptr addrspace(10), ptr, i32)
declare i64 @two_boxes(ptr "julia.return_roots"="2")
declare i64 @read_address(ptr)
declare i64 @read_words(ptr, i64, i64)
declare void @fill_word(ptr, i64)
declare i64 @native(i64)
declare ptr addrspace(10) @get_image_pair() "gc-leaf-function"
declare void @grow_old()

declare i64 @stress_digest(ptr addrspace(10)) "gc-leaf-function"
declare i64 @stress_fuel() "gc-leaf-function"
declare void @stress_report(i64) "gc-leaf-function"

define ptr addrspace(10) @make_box(ptr "gcstack" %s, i64 %v) noinline {
  %type = addrspacecast ptr @box_type to ptr addrspace(10)
  %box = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) %type)
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  store i64 %v, ptr addrspace(11) %d, !tbaa !0
  ret ptr addrspace(10) %box
}

define ptr addrspace(10) @make_pair(ptr "gcstack" %s, ptr addrspace(10) %b, i64 %v) {
  %type = addrspacecast ptr @pair_type to ptr addrspace(10)
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) %type) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 8) ]
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  store ptr addrspace(10) %b, ptr addrspace(11) %d, !tbaa !0
  %i = getelementptr i8, ptr addrspace(11) %d, i64 16
  store i64 %v, ptr addrspace(11) %i, !tbaa !0
  ret ptr addrspace(10) %p
}

!0 = !{!1, !1, i64 0}
!1 = !{!"jtbaa_mutab", !2, i64 0}
!2 = !{!"jtbaa", !3, i64 0}
!3 = !{!"jtbaa"}
!4 = !{!5, !5, i64 0}
!5 = !{!"jtbaa_immut", !2, i64 0}
!6 = !{}
