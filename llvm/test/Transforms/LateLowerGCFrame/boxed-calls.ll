; Boxed calls get their arguments in an array, which all of a function share.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(11), ...)
declare ptr addrspace(10) @f(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @f2(ptr addrspace(10), ptr, i32, ptr addrspace(10))
declare ptr addrspace(10) @f3(ptr addrspace(11), ptr, i32)
declare ptr addrspace(10) @plain(...) "thunk"
declare i32 @personality(...)

; CHECK-LABEL: define ptr addrspace(10) @call(
; CHECK-NEXT:    %jlcallframe = alloca ptr addrspace(10), i32 2, align 16
; CHECK:         [[A:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %jlcallframe, i32 0
; CHECK-NEXT:    store ptr addrspace(10) %a, ptr [[A]]
; CHECK-NEXT:    [[B:%.*]] = getelementptr inbounds ptr addrspace(10), ptr %jlcallframe, i32 1
; CHECK-NEXT:    store ptr addrspace(10) %b, ptr [[B]]
; CHECK-NEXT:    %r = call ptr addrspace(10) @f(ptr addrspace(10) %g, ptr %jlcallframe, i32 2)
; CHECK-NEXT:    ret ptr addrspace(10) %r
define ptr addrspace(10) @call(ptr addrspace(10) %g, ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %s = call ptr @julia.get_pgcstack()
  %r = tail call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %g, ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define ptr addrspace(10) @nothing(
; CHECK-NOT:     alloca
; CHECK:         %r = call ptr addrspace(10) @f(ptr addrspace(10) %g, ptr null, i32 0)
define ptr addrspace(10) @nothing(ptr addrspace(10) %g) {
  %s = call ptr @julia.get_pgcstack()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %g)
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define ptr addrspace(10) @call2(
; CHECK:         store ptr addrspace(10) %a, ptr
; CHECK-NEXT:    %r = call ptr addrspace(10) @f2(ptr addrspace(10) %g, ptr %jlcallframe, i32 1, ptr addrspace(10) %extra)
define ptr addrspace(10) @call2(ptr addrspace(10) %extra, ptr addrspace(10) %g, ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @f2, ptr addrspace(10) %extra, ptr addrspace(10) %g, ptr addrspace(10) %a)
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define ptr addrspace(10) @call3(
; CHECK:         store ptr addrspace(10) %a, ptr
; CHECK-NEXT:    %r = call ptr addrspace(10) @f3(ptr addrspace(11) %g, ptr %jlcallframe, i32 1)
define ptr addrspace(10) @call3(ptr addrspace(11) %g, ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(11), ...) @julia.call3(ptr @f3, ptr addrspace(11) %g, ptr addrspace(10) %a)
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define ptr addrspace(10) @convention_37(
; CHECK:         store ptr addrspace(10) %a, ptr
; CHECK-NEXT:    %r = call ptr addrspace(10) @plain(ptr addrspace(10) %g, ptr %jlcallframe, i32 1)
define ptr addrspace(10) @convention_37(ptr addrspace(10) %g, ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %r = call cc 37 ptr addrspace(10) (...) @plain(ptr addrspace(10) %g, ptr addrspace(10) %a)
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define ptr addrspace(10) @convention_38(
; CHECK:         store ptr addrspace(10) %a, ptr
; CHECK-NEXT:    %r = call ptr addrspace(10) @plain(ptr %jlcallframe, i32 1)
define ptr addrspace(10) @convention_38(ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %r = call cc 38 ptr addrspace(10) (...) @plain(ptr addrspace(10) %a)
  ret ptr addrspace(10) %r
}

; The array is as long as the longest needs it, and what is called may be known
; at run time only.
; CHECK-LABEL: define ptr addrspace(10) @several(
; CHECK-NEXT:    %jlcallframe = alloca ptr addrspace(10), i32 3, align 16
; CHECK-NOT:     alloca
; CHECK:         = call ptr addrspace(10) %p(ptr addrspace(10) %g, ptr %jlcallframe, i32 3)
; CHECK:         = call ptr addrspace(10) %p(ptr addrspace(10) %g, ptr %jlcallframe, i32 1)
define ptr addrspace(10) @several(ptr %p, ptr addrspace(10) %g, ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %q = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %p, ptr addrspace(10) %g, ptr addrspace(10) %a, ptr addrspace(10) %a, ptr addrspace(10) %a)
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %p, ptr addrspace(10) %g, ptr addrspace(10) %a)
  ret ptr addrspace(10) %r
}

; Attributes of the call and of its result stay, those of operands do not.
; CHECK-LABEL: define ptr addrspace(10) @attributes(
; CHECK:         %r = call nonnull ptr addrspace(10) @f(ptr addrspace(10) %g, ptr %jlcallframe, i32 1) #[[COLD:[0-9]+]]
define ptr addrspace(10) @attributes(ptr addrspace(10) %g, ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %r = call nonnull ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) nonnull %g, ptr addrspace(10) nonnull %a) cold
  ret ptr addrspace(10) %r
}

; Boxed calls that may unwind stay invokes.
; CHECK-LABEL: define ptr addrspace(10) @unwinds(
; CHECK:         store ptr addrspace(10) %a, ptr
; CHECK-NEXT:    %r = invoke ptr addrspace(10) @f(ptr addrspace(10) %g, ptr %jlcallframe, i32 1)
; CHECK-NEXT:            to label %next unwind label %pad
define ptr addrspace(10) @unwinds(ptr addrspace(10) %g, ptr addrspace(10) %a) personality ptr @personality {
  %s = call ptr @julia.get_pgcstack()
  %r = invoke ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %g, ptr addrspace(10) %a) [ "jl_roots"(ptr addrspace(10) %a) ]
          to label %next unwind label %pad
next:
  ret ptr addrspace(10) %r
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; CHECK: attributes #[[COLD]] = { cold }
