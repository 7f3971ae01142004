; What frames have no place for is reported, all of it, and the function stays.

; RUN: not opt < %s -passes=place-gc-roots -disable-output 2>&1 | FileCheck %s --implicit-check-not=error:

declare void @safepoint()
declare void @escape(ptr)
declare i32 @__CxxFrameHandler3(...)
declare i32 @__gxx_personality_v0(...)

; CHECK: error: {{.*}} in function over_aligned {{.*}}: alloca '%o': frames hold only stack objects of constant size in the entry block, with aligned references and an alignment of at most 16 bytes; make it one, keep references in values (run sroa), or use a strategy with statepoints
define void @over_aligned() gc "managed-frames" {
  %o = alloca [2 x ptr addrspace(1)], align 32
  call void @escape(ptr %o)
  ret void
}

; Each breaks one condition.
; CHECK: error: {{.*}} in function over_aligned_mixed {{.*}}: alloca '%o': frames hold only stack objects
define void @over_aligned_mixed() gc "managed-frames" {
  %o = alloca { i64, ptr addrspace(1) }, align 32
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function misaligned {{.*}}: alloca '%o': frames hold only stack objects
define void @misaligned() gc "managed-frames" {
  %o = alloca <{ i32, ptr addrspace(1) }>
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function misaligned_element {{.*}}: alloca '%o': frames hold only stack objects
define void @misaligned_element() gc "managed-frames" {
  %o = alloca [2 x <{ ptr addrspace(1), i8 }>]
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function large {{.*}}: alloca '%o': frames hold only stack objects
define void @large() gc "managed-frames" {
  %o = alloca { ptr addrspace(1), [8388608 x i8] }
  call void @escape(ptr %o)
  ret void
}

; Sizes that are no numbers of 64 bits.
; CHECK: error: {{.*}} in function huge {{.*}}: alloca '%o': frames hold only stack objects
; CHECK: error: {{.*}} in function huge {{.*}}: alloca '%p': frames hold only stack objects
define void @huge() gc "managed-frames" {
  %o = alloca [2305843009213693952 x { i64, ptr addrspace(1) }]
  %p = alloca { ptr addrspace(1), ptr addrspace(1), [2305843009213693951 x i64], [2 x ptr addrspace(1)] }
  call void @escape(ptr %o)
  call void @escape(ptr %p)
  ret void
}

; CHECK: error: {{.*}} in function scalable {{.*}}: alloca '%o': frames hold only stack objects
define void @scalable() gc "managed-frames" {
  %o = alloca { <vscale x 2 x ptr addrspace(1)>, <vscale x 2 x ptr addrspace(1)> }
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function untyped {{.*}}: store: the type of the stack object does not say where references are; give it one that does, keep references in values (run sroa), or use a strategy with statepoints
; CHECK: error: {{.*}} in function untyped {{.*}}: load '%q': the type of the stack object does not say where references are
define ptr addrspace(1) @untyped(ptr addrspace(1) %p, i64 %i) gc "managed-frames" {
  %o = alloca [24 x i8], align 8
  %place = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %p, ptr %place
  call void @safepoint()
  %again = getelementptr i64, ptr %o, i64 %i
  %q = load ptr addrspace(1), ptr %again
  ret ptr addrspace(1) %q
}

; CHECK: error: {{.*}} in function one_of_two {{.*}}: store: the type of the stack object does not say where references are
define void @one_of_two(ptr addrspace(1) %p, i64 %i, i1 %c) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  %a = getelementptr i64, ptr %o, i64 %i
  %b = alloca { i64, ptr addrspace(1) }, align 8
  %in.b = getelementptr i8, ptr %b, i64 8
  %place = select i1 %c, ptr %a, ptr %in.b
  store ptr addrspace(1) %p, ptr %place
  call void @safepoint()
  ret void
}

; It is a number, too.
; CHECK: error: {{.*}} in function exchanged {{.*}}: atomicrmw '%q': the type of the stack object does not say where references are
; CHECK: error: {{.*}} in function exchanged {{.*}}: cmpxchg '%r': the type of the stack object does not say where references are
define void @exchanged(ptr addrspace(1) %p, i64 %n) gc "managed-frames" {
  %o = alloca i64, align 8
  %m = atomicrmw add ptr %o, i64 %n seq_cst
  %q = atomicrmw xchg ptr %o, ptr addrspace(1) %p seq_cst
  call void @safepoint()
  %r = cmpxchg ptr %o, ptr addrspace(1) %p, ptr addrspace(1) %p seq_cst seq_cst
  ret void
}

; The map would say that there is a number.
; CHECK: error: {{.*}} in function at_another_place {{.*}}: store: the type of the stack object does not say where references are
; CHECK-NOT: in function at_another_place
define void @at_another_place(ptr addrspace(1) %p) gc "managed-frames" {
  %o = alloca [2 x { i64, ptr addrspace(1), ptr addrspace(1) }], align 8
  %first = getelementptr i8, ptr %o, i64 8
  store ptr addrspace(1) %p, ptr %first
  %last = getelementptr i8, ptr %o, i64 40
  store ptr addrspace(1) %p, ptr %last
  %number = getelementptr i8, ptr %o, i64 24
  store ptr addrspace(1) %p, ptr %number
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function of_variable_size {{.*}}: alloca '%o': frames hold only stack objects
define void @of_variable_size(i64 %n) gc "managed-frames" {
  %o = alloca ptr addrspace(1), i64 %n
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function not_in_entry {{.*}}: alloca '%o': frames hold only stack objects
define void @not_in_entry() gc "managed-frames" {
  br label %next
next:
  %o = alloca [2 x ptr addrspace(1)]
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function several {{.*}}: argument '%m': references that are passed in memory have no slot; pass them as values
; CHECK: error: {{.*}} in function several {{.*}}: argument '%v': the slots of a frame cannot hold a scalable vector; use vectors of fixed size
; CHECK: error: {{.*}} in function several {{.*}}: call: references that are passed in memory have no slot; pass them as values
define void @several(<vscale x 2 x ptr addrspace(1)> %v,
                     ptr byval(ptr addrspace(1)) %m, ptr %p)
    gc "managed-frames" {
  call void @escape(ptr byval(ptr addrspace(1)) %p)
  call void @take_vector(<vscale x 2 x ptr addrspace(1)> %v)
  ret void
}
declare void @take_vector(<vscale x 2 x ptr addrspace(1)>)

; CHECK: error: {{.*}} in function inalloca {{.*}}: argument '%m': references that are passed in memory have no slot; pass them as values
define void @inalloca(ptr inalloca({ i64, ptr addrspace(1) }) %m) gc "managed-frames" {
  call void @safepoint()
  ret void
}

; CHECK: error: {{.*}} in function preallocated {{.*}}: argument '%m': references that are passed in memory have no slot; pass them as values
define void @preallocated(ptr preallocated({ i64, ptr addrspace(1) }) %m) gc "managed-frames" {
  call void @safepoint()
  ret void
}

; CHECK: error: {{.*}} in function variadic {{.*}}: va_arg '%r': references that are passed in memory have no slot; pass them as values
define ptr addrspace(1) @variadic(ptr %list, ...) gc "managed-frames" {
  call void @safepoint()
  %r = va_arg ptr %list, ptr addrspace(1)
  ret ptr addrspace(1) %r
}

; CHECK: error: {{.*}} in function swift_error {{.*}}: store: references that are passed in memory have no slot; pass them as values
define swiftcc void @swift_error(ptr swifterror %e, ptr addrspace(1) %a) gc "managed-frames" {
  store ptr addrspace(1) %a, ptr %e
  call void @safepoint()
  ret void
}

; CHECK: error: {{.*}} in function escaped_local {{.*}}: alloca '%o': frames hold only stack objects
define void @escaped_local() gc "managed-frames" {
  %o = alloca { i64, ptr addrspace(1) }
  call void (...) @llvm.localescape(ptr %o)
  call void @safepoint()
  ret void
}

; Wherever the address goes, nobody knows where the reference is.
; CHECK: error: {{.*}} in function element {{.*}}: store: the type of the stack object does not say where references are
define void @element(ptr addrspace(1) %a, i64 %i) gc "managed-frames" {
  %o = alloca [2 x i64]
  %v = insertelement <2 x ptr> poison, ptr %o, i32 0
  %w = getelementptr i64, <2 x ptr> %v, <2 x i64> <i64 1, i64 1>
  %p = extractelement <2 x ptr> %w, i64 %i
  store ptr addrspace(1) %a, ptr %p
  call void @safepoint()
  ret void
}

; CHECK: error: {{.*}} in function integer {{.*}}: store: the type of the stack object does not say where references are
define void @integer(ptr addrspace(1) %a) gc "managed-frames" {
  %o = alloca [4 x i64]
  %i = ptrtoint ptr %o to i64
  %j = and i64 %i, -16
  %p = inttoptr i64 %j to ptr
  store ptr addrspace(1) %a, ptr %p
  call void @safepoint()
  ret void
}

; The word at the start is a number in one of them.
; CHECK: error: {{.*}} in function number_beside {{.*}}: store: the type of the stack object does not say where references are
; CHECK: error: {{.*}} in function number_beside {{.*}}: store: the type of the stack object does not say where references are
define void @number_beside(ptr addrspace(1) %a, i64 %n, i1 %c) gc "managed-frames" {
  %o = alloca [16 x i8], align 8
  %both = insertvalue { ptr addrspace(1), ptr addrspace(1) } poison, ptr addrspace(1) %a, 0
  %all = insertvalue { ptr addrspace(1), ptr addrspace(1) } %both, ptr addrspace(1) %a, 1
  %number = insertvalue { i64, ptr addrspace(1) } poison, i64 %n, 0
  %one = insertvalue { i64, ptr addrspace(1) } %number, ptr addrspace(1) %a, 1
  br i1 %c, label %two, label %single
two:
  store { ptr addrspace(1), ptr addrspace(1) } %all, ptr %o
  br label %end
single:
  store { i64, ptr addrspace(1) } %one, ptr %o
  br label %end
end:
  call void @escape(ptr %o)
  ret void
}

; CHECK: error: {{.*}} in function funclet {{.*}}: catchswitch '%s': frames are restored in landing pads; use a personality with landing pads instead of funclets
; CHECK: error: {{.*}} in function funclet {{.*}}: catchpad '%c': frames are restored in landing pads; use a personality with landing pads instead of funclets
define void @funclet() gc "managed-frames" personality ptr @__CxxFrameHandler3 {
  invoke void @safepoint() to label %exit unwind label %dispatch
dispatch:
  %s = catchswitch within none [label %catch] unwind to caller
catch:
  %c = catchpad within %s [ptr null, i32 0, ptr null]
  catchret from %c to label %exit
exit:
  ret void
}

; CHECK: error: {{.*}} in function thrown {{.*}}: landingpad '%l': references that landing pads return have no slot; load them from the exception object
define void @thrown() gc "managed-frames" personality ptr @__gxx_personality_v0 {
  invoke void @safepoint() to label %exit unwind label %pad
pad:
  %l = landingpad { ptr addrspace(1), i32 } cleanup
  call void @safepoint()
  resume { ptr addrspace(1), i32 } %l
exit:
  ret void
}

; Nothing is wrong where there are no safepoints, or with what becomes a value.
define void @leaf() gc "managed-frames" {
  %o = alloca <{ i32, ptr addrspace(1) }>
  call void @escape(ptr %o) "gc-leaf-function"
  ret void
}

define ptr addrspace(1) @variable(ptr addrspace(1) %p) gc "managed-frames" {
  %v = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %v
  call void @safepoint()
  %q = load ptr addrspace(1), ptr %v
  ret ptr addrspace(1) %q
}

define ptr addrspace(1) @aggregate({ i64, ptr addrspace(1) } %a)
    gc "managed-frames" {
  call void @safepoint()
  %q = extractvalue { i64, ptr addrspace(1) } %a, 1
  ret ptr addrspace(1) %q
}

; A number may be loaded as a reference.
; CHECK: error: {{.*}} in function made_of_a_number {{.*}}: load '%q': the type of the stack object does not say where references are
define ptr addrspace(1) @made_of_a_number(i64 %n) gc "managed-frames" {
  %o = alloca i64
  store i64 %n, ptr %o
  call void @safepoint()
  %q = load ptr addrspace(1), ptr %o
  ret ptr addrspace(1) %q
}

; CHECK: error: {{.*}} in function deoptimizes {{.*}}: call '%r': nothing keeps the references in its deopt state; pass them as arguments
define i32 @deoptimizes(ptr addrspace(1) %a) gc "managed-frames" {
  %r = call i32 (...) @llvm.experimental.deoptimize.i32(i32 1) [ "deopt"(i32 1, ptr addrspace(1) %a) ]
  ret i32 %r
}
declare i32 @llvm.experimental.deoptimize.i32(...)
