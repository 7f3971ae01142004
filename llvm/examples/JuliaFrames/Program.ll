; A program as a front end for Julia emits it, for Runtime.cpp. It makes a list of
; boxes, exchanges some of them, adds them up in several ways, and returns the
; sum of all.
;
;   opt -passes='julia<O2>' Program.ll -o program.bc

target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

!julia.gc_pools = !{!20, !21}
!20 = !{i32 16, i32 1016}
!21 = !{i32 32, i32 1032}

@pair_type = external global i8
@box_type = external global i8
@big_type = external global i8

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

declare ptr addrspace(10) @add_boxed(ptr addrspace(10), ptr, i32)
declare i64 @two_boxes(ptr "julia.return_roots"="2")
declare i64 @read_address(ptr)

define ptr addrspace(10) @make_box(ptr "gcstack" %s, i64 %v) noinline {
  %type = addrspacecast ptr @box_type to ptr addrspace(10)
  %box = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) %type)
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  store i64 %v, ptr addrspace(11) %d, !tbaa !0
  ret ptr addrspace(10) %box
}

; A pair is { next, box, number }. Its references are cleared: the box is made
; while it has none.
define ptr addrspace(10) @make_pair(ptr "gcstack" %s, ptr addrspace(10) %next, i64 %v) noinline {
  %type = addrspacecast ptr @pair_type to ptr addrspace(10)
  %pair = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) %type) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 8) ]
  %d = addrspacecast ptr addrspace(10) %pair to ptr addrspace(11)
  store ptr addrspace(10) %next, ptr addrspace(11) %d, !tbaa !0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %pair, ptr addrspace(10) %next)
  %number = getelementptr i64, ptr addrspace(11) %d, i64 2
  store i64 %v, ptr addrspace(11) %number, !tbaa !0
  %box = call ptr addrspace(10) @make_box(ptr %s, i64 %v)
  %field = getelementptr ptr addrspace(10), ptr addrspace(11) %d, i64 1
  store ptr addrspace(10) %box, ptr addrspace(11) %field, !tbaa !0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %pair, ptr addrspace(10) %box)
  ret ptr addrspace(10) %pair
}

define ptr addrspace(10) @make_list(ptr "gcstack" %s, i64 %n) noinline {
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %j, %body ]
  %list = phi ptr addrspace(10) [ null, %0 ], [ %pair, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %pair = call ptr addrspace(10) @make_pair(ptr %s, ptr addrspace(10) %list, i64 %i)
  %j = add i64 %i, 1
  br label %head
exit:
  ret ptr addrspace(10) %list
}

; Each pair, which may be old, gets a new box.
define void @renew(ptr "gcstack" %s, ptr addrspace(10) %list) noinline {
  br label %head
head:
  %p = phi ptr addrspace(10) [ %list, %0 ], [ %next, %body ]
  %end = icmp eq ptr addrspace(10) %p, null
  br i1 %end, label %exit, label %body
body:
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %number = getelementptr i64, ptr addrspace(11) %d, i64 2
  %v = load i64, ptr addrspace(11) %number, !tbaa !0
  %w = mul i64 %v, 10
  %box = call ptr addrspace(10) @make_box(ptr %s, i64 %w)
  %field = getelementptr ptr addrspace(10), ptr addrspace(11) %d, i64 1
  store ptr addrspace(10) %box, ptr addrspace(11) %field, !tbaa !0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %box)
  %next = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !0
  br label %head
exit:
  ret void
}

; The box is kept by the pair, whose field never changes as far as this function
; knows; the pair is kept by the caller or the pair in front of it.
define i64 @sum(ptr "gcstack" %s, ptr addrspace(10) %list) noinline {
  br label %head
head:
  %p = phi ptr addrspace(10) [ %list, %0 ], [ %next, %body ]
  %sum = phi i64 [ 0, %0 ], [ %more, %body ]
  %end = icmp eq ptr addrspace(10) %p, null
  br i1 %end, label %exit, label %body
body:
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %field = getelementptr ptr addrspace(10), ptr addrspace(11) %d, i64 1
  %box = load ptr addrspace(10), ptr addrspace(11) %field, !tbaa !4
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @add_boxed, ptr addrspace(10) %p, ptr addrspace(10) %box, ptr addrspace(10) %box)
  %rd = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %rd, !tbaa !0
  %bd = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %u = load i64, ptr addrspace(11) %bd, !tbaa !0
  %vu = add i64 %v, %u
  %more = add i64 %sum, %vu
  %next = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !0
  br label %head
exit:
  ret i64 %sum
}

; The object is read through its address, while it is preserved.
define i64 @preserved(ptr "gcstack" %s, i64 %v) noinline {
  %box = call ptr addrspace(10) @make_box(ptr %s, i64 %v)
  %token = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %box)
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %address = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %a = call i64 @read_address(ptr %address)
  %b = call i64 @read_address(ptr %address)
  call void @llvm.julia.gc_preserve_end(token %token)
  %r = add i64 %a, %b
  ret i64 %r
}

define i64 @returned(ptr "gcstack" %s) noinline {
  %roots = alloca [2 x ptr addrspace(10)], align 16
  %n = call i64 @two_boxes(ptr %roots)
  %box = call ptr addrspace(10) @make_box(ptr %s, i64 %n)
  %place = getelementptr ptr addrspace(10), ptr %roots, i64 1
  %x = load ptr addrspace(10), ptr %roots
  %y = load ptr addrspace(10), ptr %place
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @count, ptr addrspace(10) %box, ptr addrspace(10) %x, ptr addrspace(10) %y, ptr addrspace(10) %box)
  %d = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %d, !tbaa !0
  ret i64 %v
}

; A function that is called with boxed arguments, all of which it adds up.
define ptr addrspace(10) @count(ptr addrspace(10) %f, ptr %args, i32 %n) noinline {
  %s = call ptr @julia.get_pgcstack()
  br label %head
head:
  %i = phi i32 [ 0, %0 ], [ %j, %body ]
  %sum = phi i64 [ 0, %0 ], [ %more, %body ]
  %end = icmp eq i32 %i, %n
  br i1 %end, label %exit, label %body
body:
  %place = getelementptr ptr addrspace(10), ptr %args, i32 %i
  %a = load ptr addrspace(10), ptr %place
  %extra = call ptr addrspace(10) @make_box(ptr %s, i64 1)
  %ed = addrspacecast ptr addrspace(10) %extra to ptr addrspace(11)
  %e = load i64, ptr addrspace(11) %ed, !tbaa !0
  %ad = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %ad, !tbaa !0
  %ve = add i64 %v, %e
  %more = add i64 %sum, %ve
  %j = add i32 %i, 1
  br label %head
exit:
  %r = call ptr addrspace(10) @make_box(ptr %s, i64 %sum)
  ret ptr addrspace(10) %r
}

; A large object, cleared at its end, and one whose size is known at run time.
define i64 @others(ptr "gcstack" %s, i64 %bytes) noinline {
  %bt = addrspacecast ptr @big_type to ptr addrspace(10)
  %big = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 3200, ptr addrspace(10) %bt) [ "julia.gc_alloc_zeroinit"(i64 3192, i64 8) ]
  %type = addrspacecast ptr @box_type to ptr addrspace(10)
  %box = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 %bytes, ptr addrspace(10) %type) [ "julia.gc_alloc_zeroinit"(i64 0, i64 %bytes) ]
  %d = addrspacecast ptr addrspace(10) %big to ptr addrspace(11)
  %last = getelementptr i64, ptr addrspace(11) %d, i64 399
  %v = load i64, ptr addrspace(11) %last, !tbaa !0
  %e = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %w = load i64, ptr addrspace(11) %e, !tbaa !0
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %big)
  %is = icmp eq ptr addrspace(10) %t, %bt
  %one = zext i1 %is to i64
  %vw = add i64 %v, %w
  %r = add i64 %vw, %one
  ret i64 %r
}

define i64 @run(i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %list = call ptr addrspace(10) @make_list(ptr %s, i64 %n)
  %a = call i64 @sum(ptr %s, ptr addrspace(10) %list)
  call void @renew(ptr %s, ptr addrspace(10) %list)
  %b = call i64 @sum(ptr %s, ptr addrspace(10) %list)
  %c = call i64 @preserved(ptr %s, i64 7)
  %d = call i64 @returned(ptr %s)
  %e = call i64 @others(ptr %s, i64 8)
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  %abcd = add i64 %abc, %d
  %abcde = add i64 %abcd, %e
  ret i64 %abcde
}

!0 = !{!1, !1, i64 0}
!1 = !{!"jtbaa_mutab", !2, i64 0}
!2 = !{!"jtbaa", !3, i64 0}
!3 = !{!"jtbaa"}
!4 = !{!5, !5, i64 0}
!5 = !{!"jtbaa_immut", !2, i64 0}
