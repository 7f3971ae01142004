; A call with a "gc-transition" bundle calls the runtime, which calls the target
; in %r10. The strategy says so; upstream's strategies name no function.
;
; The record keeps the flag: the operands after the call are the calling
; convention, the flags and the number of deopt values.

; RUN: opt -passes=rewrite-statepoints-for-gc %s -o %t.bc
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -verify-machineinstrs \
; RUN:   %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic -verify-machineinstrs \
; RUN:   -O0 %t.bc -o - | FileCheck %s
; RUN: llc -mtriple=x86_64-linux-gnu -relocation-model=pic \
; RUN:   -stop-after=finalize-isel %t.bc -o - \
; RUN:   | FileCheck --check-prefix=FLAG %s

declare i64 @native(i64, ptr)
declare i64 @native_many(i64, i64, i64, i64, i64, i64, i64, double)
declare void @native_varargs(ptr, ...)
declare void @native_floats(double, double, double, double, double, double,
                            double, double)
declare void @native_aggregate({ i64, i64, i64, i64, i64, i64, i64, i64 })
declare void @native_structure(ptr byval([300 x i8]))
declare i32 @__gxx_personality_v0(...)

; The loader must not come between: it does not keep %r10.
; CHECK-LABEL: direct:
; CHECK: movq native@GOTPCREL(%rip), %r10
; CHECK: callq *
; CHECK-LABEL: -- End function
; FLAG-LABEL: name: direct
; FLAG: STATEPOINT {{.*}}, 2, 0, 2, 1, 2, 0,
define i64 @direct(ptr addrspace(1) %o, i64 %x) gc "managed" {
  %r = call i64 @native(i64 %x, ptr null) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %o
  %t = add i64 %r, %v
  ret i64 %t
}

; CHECK-LABEL: indirect:
; CHECK-DAG: LLVMManagedTransition@GOTPCREL
; CHECK-DAG: movq %{{.*}}, %r10
; CHECK: callq *
; CHECK-LABEL: -- End function
define i64 @indirect(ptr %fn, i64 %x) gc "managed" {
  %r = call i64 %fn(i64 %x) [ "gc-transition"(i32 1, ptr %fn) ]
  ret i64 %r
}

; CHECK-LABEL: many:
; CHECK: LLVMManagedTransition64@GOTPCREL
; CHECK-LABEL: -- End function
define i64 @many(i64 %x) gc "managed" {
  %r = call i64 @native_many(i64 %x, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6,
                             double 1.0) [ "gc-transition"() ]
  ret i64 %r
}

; CHECK-LABEL: varargs:
; CHECK: LLVMManagedTransition@GOTPCREL
; CHECK: movb $1, %al
; CHECK: callq *
; CHECK-LABEL: -- End function
define void @varargs() gc "managed" {
  call void (ptr, ...) @native_varargs(ptr null, double 1.0, i32 3)
      [ "gc-transition"() ]
  ret void
}

; CHECK-LABEL: floats:
; CHECK: LLVMManagedTransition@GOTPCREL
; CHECK-LABEL: -- End function
define void @floats(double %d) gc "managed" {
  call void @native_floats(double %d, double %d, double %d, double %d,
                           double %d, double %d, double %d, double %d)
      [ "gc-transition"() ]
  ret void
}

; CHECK-LABEL: aggregate:
; CHECK: LLVMManagedTransition64@GOTPCREL
; CHECK-LABEL: -- End function
define void @aggregate({ i64, i64, i64, i64, i64, i64, i64, i64 } %a) gc "managed" {
  call void @native_aggregate({ i64, i64, i64, i64, i64, i64, i64, i64 } %a)
      [ "gc-transition"() ]
  ret void
}

; CHECK-LABEL: structure:
; CHECK: LLVMManagedTransition1024@GOTPCREL
; CHECK-LABEL: -- End function
define void @structure(ptr %p) gc "managed" {
  call void @native_structure(ptr byval([300 x i8]) %p) [ "gc-transition"() ]
  ret void
}

; CHECK-LABEL: throws:
; CHECK: LLVMManagedTransition@GOTPCREL
; CHECK-LABEL: -- End function
define i64 @throws(ptr addrspace(1) %o, i64 %x) gc "managed"
    personality ptr @__gxx_personality_v0 {
  %r = invoke i64 @native(i64 %x, ptr null) [ "gc-transition"() ]
           to label %ok unwind label %pad
ok:
  %v = load i64, ptr addrspace(1) %o
  %t = add i64 %r, %v
  ret i64 %t
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %w = load i64, ptr addrspace(1) %o
  ret i64 %w
}

; CHECK-LABEL: without_function:
; CHECK-NOT: LLVMManagedTransition
; CHECK: callq {{.*}}native
; CHECK-LABEL: -- End function
define i64 @without_function(i64 %x) gc "statepoint-example" {
  %r = call i64 @native(i64 %x, ptr null) [ "gc-transition"() ]
  ret i64 %r
}

; CHECK-LABEL: no_transition:
; CHECK-NOT: LLVMManagedTransition
; CHECK: callq {{.*}}native
; CHECK-LABEL: -- End function
define i64 @no_transition(i64 %x) gc "managed" {
  %r = call i64 @native(i64 %x, ptr null)
  ret i64 %r
}

; What the C library does is a safepoint, too, if it is called with a transition.
; CHECK-LABEL: library:
; CHECK: read@GOTPCREL(%rip), %r10
; CHECK-LABEL: -- End function
declare i64 @read(i32, ptr, i64)

define i64 @library(ptr addrspace(1) %o, ptr %p) gc "managed" {
  %r = call i64 @read(i32 0, ptr %p, i64 1) [ "gc-transition"() ]
  %v = load i64, ptr addrspace(1) %o
  %t = add i64 %r, %v
  ret i64 %t
}
