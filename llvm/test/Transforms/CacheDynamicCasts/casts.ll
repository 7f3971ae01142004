; Casts between two types share a function and a table. Each cast that stays
; breaks one precondition.

; RUN: opt < %s -passes=cache-dynamic-casts -verify-each -S -pass-remarks=cache-dynamic-casts 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARKS --implicit-check-not=remark: < %t.remarks
; RUN: opt < %s -passes=cache-dynamic-casts | opt -passes=cache-dynamic-casts -verify-each -S | FileCheck %s
; RUN: opt < %s -passes=cache-dynamic-casts -cache-dynamic-casts=false -S | FileCheck %s --check-prefix=OFF
; RUN: sed 's/i32 1, !"StrictVTablePointers", i32 1/i32 1, !"StrictVTablePointers", i32 0/' %s \
; RUN:   | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed 's/x86_64/riscv64/' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed 's/linux-gnu/fuchsia/' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed 's/x86_64/aarch64/' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s
; RUN: sed 's/linux-gnu/windows-msvc/' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed 's/p270:32:32/p:32:32/' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed 's/declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)/define ptr @__dynamic_cast(ptr %%a, ptr %%b, ptr %%c, i64 %%d) { ret ptr null }/' %s \
; RUN:   | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; What else has the names of what the linker defines may be something else.
; RUN: sed '$a @_end = external global i8' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed '$a @_end = external hidden thread_local global i8' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed '$a @__ehdr_start = external hidden addrspace(1) global i8' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed '$a declare hidden void @_end()' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed '$a @__ehdr_start = hidden global i8 0' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed '$a @_end = external hidden global [0 x i8]' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=DECLARED
; RUN: sed '$a @__dynamic_cast_fill = global i8 0' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF
; RUN: sed '$a declare void @__dynamic_cast_fill()' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=OFF

; What else has the name of what lists shared objects: nothing is asked.
; RUN: sed '$a @dl_iterate_phdr = external global i8' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=UNLISTED
; RUN: sed '$a declare void @dl_iterate_phdr()' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=UNLISTED
; RUN: sed '$a define i32 @dl_iterate_phdr(ptr, ptr) { ret i32 1 }' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=UNLISTED
; RUN: sed '$a @__dynamic_cast_visit = global i8 0' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=UNLISTED
; RUN: sed '$a declare i32 @dl_iterate_phdr(ptr, ptr)' %s | opt -passes=cache-dynamic-casts -S | FileCheck %s --check-prefix=LISTED

; UNLISTED: call ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(
; UNLISTED: {{^}}ask:
; UNLISTED-NEXT: br label %foreign
; LISTED-DAG: call i32 @dl_iterate_phdr(ptr @__dynamic_cast_visit, ptr %data)
; LISTED-DAG: declare i32 @dl_iterate_phdr(ptr, ptr)

; REMARKS: remark: {{.*}}: dynamic_cast looks up its cached result for objects of the same class
; REMARKS: remark: {{.*}}: dynamic_cast looks up its cached result for objects of the same class
; REMARKS: remark: {{.*}}: dynamic_cast looks up its cached result for objects of the same class
; REMARKS: remark: {{.*}}: dynamic_cast looks up its cached result for objects of the same class

; OFF-NOT: call {{.*}}cached
; DECLARED: call ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(
; DECLARED: ptrtoint (ptr @_end to i64)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

@_ZTI1B = external constant ptr
@_ZTI1D = external constant ptr
@_ZTI1L = internal constant ptr null
@_ZTI1T = external constant ptr
@"__dynamic_cast_cached._ZTI1B._ZTI1T" = global i8 0

; CHECK-DAG: @__ehdr_start = extern_weak hidden constant i8
; CHECK-DAG: @_end = extern_weak hidden constant i8
; CHECK-DAG: @__dynamic_cast_cache._ZTI1B._ZTI1D = linkonce_odr hidden global [16 x i64] zeroinitializer, comdat($__dynamic_cast_cached._ZTI1B._ZTI1D), align 32
; CHECK-DAG: @__dynamic_cast_cache._ZTI1B._ZTI1L = internal global [16 x i64] zeroinitializer, align 32

declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
declare void @take(ptr)

; CHECK-LABEL: define ptr @first(
; CHECK-NEXT:    %cast = tail call ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(ptr %object)
; CHECK-NEXT:    ret ptr %cast
define ptr @first(ptr %object) {
  %cast = tail call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @second(
; CHECK-NEXT:    call ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(ptr %object)
define ptr @second(ptr %object) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @local_type(
; CHECK-NEXT:    call ptr @__dynamic_cast_cached._ZTI1B._ZTI1L(ptr %object)
define ptr @local_type(ptr %object) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1L, i64 -1)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @in_funclet(
; CHECK:         call ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(ptr %object) [ "funclet"(token %pad) ]
define ptr @in_funclet(ptr %object) personality ptr @__gxx_personality_v0 {
entry:
  invoke void @may_throw() to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0) [ "funclet"(token %pad) ]
  call void @take(ptr %cast) [ "funclet"(token %pad) ]
  cleanupret from %pad unwind to caller
done:
  ret ptr %object
}

; CHECK-LABEL: define ptr @invoked(
; CHECK:         invoke ptr @__dynamic_cast(
define ptr @invoked(ptr %object) personality ptr @__gxx_personality_v0 {
entry:
  %cast = invoke ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0) to label %done unwind label %cleanup
cleanup:
  %pad = cleanuppad within none []
  cleanupret from %pad unwind to caller
done:
  ret ptr %cast
}

; CHECK-LABEL: define ptr @must_be_tail(
; CHECK-NEXT:    musttail call ptr @__dynamic_cast(
define ptr @must_be_tail(ptr %object, ptr, ptr, i64) {
  %cast = musttail call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define void @other_type(
; CHECK-NEXT:    call ptr @__dynamic_cast(ptr %object)
; CHECK-NEXT:    call i64 @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
define void @other_type(ptr %object) {
  call ptr @__dynamic_cast(ptr %object)
  call i64 @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret void
}

; CHECK-LABEL: define ptr @small(
; CHECK-NEXT:    call ptr @__dynamic_cast(
define ptr @small(ptr %object) optsize {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @not_optimized(
; CHECK-NEXT:    call ptr @__dynamic_cast(
define ptr @not_optimized(ptr %object) optnone noinline {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @no_builtin(
; CHECK-NEXT:    call ptr @__dynamic_cast(
define ptr @no_builtin(ptr %object) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0) nobuiltin
  ret ptr %cast
}

; CHECK-LABEL: define ptr @unknown_type(
; CHECK-NEXT:    call ptr @__dynamic_cast(
define ptr @unknown_type(ptr %object, ptr %type) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr %type, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @unknown_source(
; CHECK-NEXT:    call ptr @__dynamic_cast(
define ptr @unknown_source(ptr %object, ptr %type) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr %type, ptr @_ZTI1D, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @unknown_hint(
; CHECK-NEXT:    call ptr @__dynamic_cast(
define ptr @unknown_hint(ptr %object, i64 %hint) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 %hint)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @name_taken(
; CHECK-NEXT:    call ptr @__dynamic_cast(
define ptr @name_taken(ptr %object) {
  %cast = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1T, i64 0)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @address_taken(
; CHECK-NEXT:    ret ptr @__dynamic_cast
define ptr @address_taken() {
  ret ptr @__dynamic_cast
}

; Of an object that is not whole, nothing is looked for, and nothing stored.
; CHECK-LABEL: define linkonce_odr hidden ptr @__dynamic_cast_fill(
; CHECK-SAME:    ptr %object, ptr %from, ptr %to, i64 %hint, ptr %first) unnamed_addr #[[#]] comdat {
; CHECK:         %is.whole = icmp eq ptr
; CHECK-NEXT:    br i1 %is.whole, label %search, label %miss
; CHECK:         load atomic i64, ptr {{.*}} monotonic, align 8
; CHECK:       miss:
; CHECK-NEXT:    %place = phi ptr [ null, %entry ], [ null, %known ],
; CHECK-NEXT:    %is.unused = phi i1 [ false, %entry ], [ false, %known ], [ true, %next ], [ false, %step ]
; CHECK-NEXT:    call ptr @__dynamic_cast(ptr %object, ptr %from, ptr %to, i64 %hint) #[[NOBUILTIN:[0-9]+]]
; CHECK:       is.ours:
; CHECK-NEXT:    icmp uge i64 {{.*}}, ptrtoint (ptr @__ehdr_start to i64)
; CHECK-NEXT:    icmp ult i64 {{.*}}, ptrtoint (ptr @_end to i64)
; CHECK:         label %keep, label %may.ask
; CHECK:       may.ask:
; CHECK-NEXT:    br i1 %is.unused, label %ask, label %done
; CHECK:       ask:
; CHECK-NEXT:    [[IS_THERE:%.*]] = icmp ne ptr @dl_iterate_phdr, null
; CHECK-NEXT:    br i1 [[IS_THERE]], label %list, label %foreign
; CHECK:       list:
; CHECK:         call i32 @dl_iterate_phdr(ptr @__dynamic_cast_visit, ptr %data)
; CHECK:         store atomic i64 {{.*}} monotonic, align 8

; CHECK-LABEL: define linkonce_odr hidden i32 @__dynamic_cast_visit(
; CHECK:       segment:
; CHECK:         br i1 {{.*}}, label %end, label %segment

; CHECK: declare extern_weak i32 @dl_iterate_phdr(ptr, ptr)

; It passes the entry on that it has looked at.
; CHECK-LABEL: define linkonce_odr hidden ptr @__dynamic_cast_cached._ZTI1B._ZTI1D(
; CHECK-SAME:    ptr %object) unnamed_addr #[[#]] comdat {
; CHECK:         [[ENTRY:%.*]] = load atomic i64, ptr %first monotonic, align 8
; CHECK-NEXT:    [[KEY:%.*]] = lshr i64 [[ENTRY]], 16
; CHECK-NEXT:    %is.known = icmp eq i64 [[KEY]],
; CHECK-NEXT:    br i1 %is.known, label %known, label %miss
; CHECK:       known:
; CHECK:         %delta = sext i16
; CHECK-NEXT:    icmp eq i64 %delta, -32767
; CHECK-NEXT:    br i1 {{.*}}, label %ask, label %may
; CHECK:       ask:
; CHECK-NEXT:    tail call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0) #[[NOBUILTIN]]
; CHECK:       may:
; CHECK:         [[ADDRESS:%.*]] = getelementptr inbounds ptr, ptr %vtable, i64 -2
; CHECK-NEXT:    [[TO_TOP:%.*]] = load i64, ptr [[ADDRESS]]
; CHECK-NEXT:    [[WHOLE:%.*]] = getelementptr i8, ptr %object, i64 [[TO_TOP]]
; CHECK-NEXT:    %whole = load ptr, ptr [[WHOLE]]
; CHECK:         %is.whole = icmp eq ptr
; CHECK-NEXT:    br i1 %is.whole, label %hit, label %miss
; CHECK:       miss:
; CHECK-NEXT:    [[RESULT:%.*]] = tail call ptr @__dynamic_cast_fill(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0, ptr %first)
; CHECK-NEXT:    ret ptr [[RESULT]]

; CHECK-LABEL: define internal ptr @__dynamic_cast_cached._ZTI1B._ZTI1L(
; CHECK:         call ptr @__dynamic_cast_fill(ptr %object, ptr @_ZTI1B, ptr @_ZTI1L, i64 -1, ptr %first)

; CHECK: attributes #[[NOBUILTIN]] = { nobuiltin }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
