; What a front end of Julia 1.14 writes beside what is in Program.ll, for
; Runtime.cpp: each function returns what it is named for, or poison, and the sum of
; all is returned.
;
;   opt -passes='julia<O2>' Features.ll -o features.bc

target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

@pair_type = external global i8
@box_type = external global i8
@memory_type = external global i8

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(10)) memory(none)
declare ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr, i64, ptr)

declare i64 @two_boxes(ptr "julia.return_roots"="2")
declare i64 @read_words(ptr, i64, i64)
declare void @fill_word(ptr, i64)
declare i64 @native(i64)
declare i64 @is_back() "gc-leaf-function"
declare nonnull ptr addrspace(10) @get_image_pair() "gc-leaf-function"
declare void @grow_old()

define ptr addrspace(10) @make(ptr "gcstack" %s, i64 %v) noinline {
  %type = addrspacecast ptr @box_type to ptr addrspace(10)
  %box = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) %type)
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  store i64 %v, ptr addrspace(11) %d
  ret ptr addrspace(10) %box
}

; Roots that are returned to memory of integers, one of two: 100 + 101.
define i64 @returned_untyped(ptr "gcstack" %s, i1 %c) noinline {
  %m = alloca [2 x i64], align 8
  %n = alloca [24 x i8], align 8
  %in.n = getelementptr i8, ptr %n, i64 8
  %p = select i1 %c, ptr %m, ptr %in.n
  %k = call i64 @two_boxes(ptr "julia.return_roots"="2" %p)
  %r = call i64 @read_words(ptr %p, i64 0, i64 2)
  ret i64 %r
}

; References among numbers, which a callee finds and replaces: 5 + 6, then 7 + 6.
define i64 @mixed(ptr "gcstack" %s) noinline {
  %m = alloca [4 x i64], align 8
  %second = getelementptr i8, ptr %m, i64 8
  %third = getelementptr i8, ptr %m, i64 16
  %last = getelementptr i8, ptr %m, i64 24
  store i64 -1, ptr %m
  store i64 -1, ptr %last
  %a = call ptr addrspace(10) @make(ptr %s, i64 5)
  store ptr addrspace(10) %a, ptr %second
  %b = call ptr addrspace(10) @make(ptr %s, i64 6)
  store ptr addrspace(10) %b, ptr %third
  %x = call i64 @read_words(ptr %m, i64 1, i64 2)
  call void @fill_word(ptr %second, i64 7)
  %y = call i64 @read_words(ptr %m, i64 1, i64 2)
  %r = add i64 %x, %y
  ret i64 %r
}

; An old object keeps what was stored to it, by a barrier of its field: 8.
define i64 @field(ptr "gcstack" %s) noinline {
  %type = addrspacecast ptr @pair_type to ptr addrspace(10)
  %pair = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 24, ptr addrspace(10) %type) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 8) ]
  call void @grow_old()
  %box = call ptr addrspace(10) @make(ptr %s, i64 8)
  %d = addrspacecast ptr addrspace(10) %pair to ptr addrspace(11)
  %f = getelementptr i8, ptr addrspace(11) %d, i64 8
  store ptr addrspace(10) %box, ptr addrspace(11) %f
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %pair, ptr addrspace(11) %f, ptr addrspace(10) %box)
  %other = call ptr addrspace(10) @make(ptr %s, i64 0)
  %again = load ptr addrspace(10), ptr addrspace(11) %f
  %e = addrspacecast ptr addrspace(10) %again to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %e
  ret i64 %v
}

; What is stored to an object of the image is old, and only a full collection can tell
; whether somebody keeps it: 9.
define i64 @image(ptr "gcstack" %s) noinline {
  %box = call ptr addrspace(10) @make(ptr %s, i64 9)
  call void @grow_old()
  %pair = call ptr addrspace(10) @get_image_pair()
  %d = addrspacecast ptr addrspace(10) %pair to ptr addrspace(11)
  store ptr addrspace(10) %box, ptr addrspace(11) %d
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %pair, ptr addrspace(10) %box)
  call void @grow_old()
  call void @grow_old()
  %again = load ptr addrspace(10), ptr addrspace(11) %d
  %e = addrspacecast ptr addrspace(10) %again to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %e
  ret i64 %v
}

; Collections during a call of native code: 10, and the thread is back: 11.
define i64 @transition(ptr "gcstack" %s) noinline {
  %box = call ptr addrspace(10) @make(ptr %s, i64 3)
  %place = getelementptr ptr, ptr %s, i64 2
  %ptls = load ptr, ptr %place
  %n = call i64 @native(i64 6) [ "gc-transition"(ptr %ptls) ]
  %back = call i64 @is_back()
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %d
  %r = add i64 %n, %v
  %q = add i64 %r, %back
  ret i64 %q
}

; An object that comes out of a black box: 12.
define i64 @hidden(ptr "gcstack" %s) noinline {
  %box = call ptr addrspace(10) @make(ptr %s, i64 12)
  %b = call ptr addrspace(10) @julia.blackbox(ptr addrspace(10) %box)
  call void @grow_old()
  %d = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}

; Memory behind the object, somewhere else, and cleared by who asks for that: three
; times the number of elements, 13 in all.
define i64 @memory(ptr "gcstack" %s, i64 %bytes) noinline {
  %type = addrspacecast ptr @memory_type to ptr addrspace(10)
  %small = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 32, ptr addrspace(10) %type, i64 4, i1 true)
  %large = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %s, i64 %bytes, ptr addrspace(10) %type, i64 5, i1 true)
  %place = getelementptr ptr, ptr %s, i64 2
  %ptls = load ptr, ptr %place
  %other = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %ptls, i64 %bytes, ptr @memory_type) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 %bytes) ]
  %a = call i64 @count_elements(ptr addrspace(10) %small)
  %b = call i64 @count_elements(ptr addrspace(10) %large)
  %d = addrspacecast ptr addrspace(10) %other to ptr addrspace(11)
  store i64 4, ptr addrspace(11) %d
  %c = call i64 @count_elements(ptr addrspace(10) %other)
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  ret i64 %abc
}

; How many there are, and what is in the last one.
define i64 @count_elements(ptr addrspace(10) %m) noinline {
  %d = addrspacecast ptr addrspace(10) %m to ptr addrspace(11)
  %n = load i64, ptr addrspace(11) %d
  %f = getelementptr i8, ptr addrspace(11) %d, i64 8
  %p = load ptr, ptr addrspace(11) %f
  %last = getelementptr i8, ptr %p, i64 24
  %v = load i64, ptr %last
  %r = add i64 %n, %v
  ret i64 %r
}

; An allocation in a region to which the thread may be reset: 14.
define i64 @in_region(ptr "gcstack" %s) noinline {
  %type = addrspacecast ptr @box_type to ptr addrspace(10)
  %box = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 8, ptr addrspace(10) %type), !julia.reset_region !0
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  store i64 14, ptr addrspace(11) %d
  %v = call i64 @value_of(ptr addrspace(10) %box)
  ret i64 %v
}

define i64 @value_of(ptr addrspace(10) %box) noinline {
  %d = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  %v = load volatile i64, ptr addrspace(11) %d
  ret i64 %v
}

; Vectors of pointers into objects, indexed as base pointers: 15.
define i64 @vectors(ptr "gcstack" %s, <2 x i64> %i) noinline {
  %box = call ptr addrspace(10) @make(ptr %s, i64 15)
  %v = getelementptr i64, ptr addrspace(10) %box, <2 x i64> %i
  call void @grow_old()
  %e = extractelement <2 x ptr addrspace(10)> %v, i64 1
  %x = load i64, ptr addrspace(10) %e
  ret i64 %x
}

; A loop whose iterations are independent, and whose sum may be reordered: 16.
define i64 @simd(ptr "gcstack" %s) noinline {
  %m = alloca [16 x double], align 8
  br label %fill
fill:
  %i = phi i64 [ 0, %0 ], [ %j, %fill ]
  %p = getelementptr double, ptr %m, i64 %i
  store double 1.0, ptr %p
  %j = add i64 %i, 1
  %more = icmp ne i64 %j, 16
  br i1 %more, label %fill, label %loop
loop:
  %k = phi i64 [ 0, %fill ], [ %l, %loop ]
  %sum = phi double [ 0.0, %fill ], [ %next, %loop ]
  %q = getelementptr double, ptr %m, i64 %k
  %x = load double, ptr %q
  %next = fadd double %sum, %x
  %l = add i64 %k, 1
  %go = icmp ne i64 %l, 16
  br i1 %go, label %loop, label %end, !llvm.loop !1
end:
  %r = fptosi double %next to i64
  ret i64 %r
}

define i64 @run_features() {
  %s = call ptr @julia.get_pgcstack()
  %a = call i64 @returned_untyped(ptr %s, i1 true)
  %b = call i64 @returned_untyped(ptr %s, i1 false)
  %c = call i64 @mixed(ptr %s)
  %d = call i64 @field(ptr %s)
  %e = call i64 @image(ptr %s)
  %f = call i64 @transition(ptr %s)
  %g = call i64 @hidden(ptr %s)
  %h = call i64 @memory(ptr %s, i64 32)
  %i = call i64 @in_region(ptr %s)
  %j = call i64 @vectors(ptr %s, <2 x i64> zeroinitializer)
  %k = call i64 @simd(ptr %s)
  %ab = add i64 %a, %b
  %cd = add i64 %c, %d
  %ef = add i64 %e, %f
  %gh = add i64 %g, %h
  %ij = add i64 %i, %j
  %abcd = add i64 %ab, %cd
  %efgh = add i64 %ef, %gh
  %ijk = add i64 %ij, %k
  %eight = add i64 %abcd, %efgh
  %all = add i64 %eight, %ijk
  ret i64 %all
}

!0 = !{}
!1 = distinct !{!1, !"julia.simdloop", !"julia.ivdep"}
