; Type tests that are assumed to be passed become metadata of the calls whose callees
; are loaded from what is tested.

; RUN: opt < %s -passes=annotate-virtual-calls -verify-each -S | FileCheck %s
; RUN: sed -e 's/!"StrictVTablePointers", i32 1/!"StrictVTablePointers", i32 0/' %s | opt -passes=annotate-virtual-calls -S | FileCheck %s --check-prefix=PLAIN

; PLAIN-COUNT-8: call i1 @llvm.{{(public.)?}}type.test(
; PLAIN-NOT:      !virtual_call

@Known = constant [3 x ptr] [ptr @f, ptr @f, ptr @f], !type !0
@Closed = external constant [1 x ptr], !type !1

declare void @f(ptr)
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define void @unknown(
; CHECK-NEXT:    load
; CHECK-NEXT:    load
; CHECK-NEXT:    call void %slot(ptr %this){{$}}
; CHECK-NEXT:    ret void
define void @unknown(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Unknown")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable
  call void %slot(ptr %this)
  ret void
}

; CHECK-LABEL: define void @public(
; CHECK-NEXT:    ret void
define void @public(ptr %vtable) {
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !3)
  call void @llvm.assume(i1 %test)
  ret void
}

; Invokes too, and several calls of one vtable pointer.
; CHECK-LABEL: define void @known(
; CHECK-NEXT:    %vtable = load ptr, ptr %this
; CHECK-NEXT:    %first = load ptr, ptr %vtable
; CHECK-NEXT:    call void %first(ptr %this), !virtual_call ![[FIRST:[0-9]+]]
; CHECK-NEXT:    %at = getelementptr inbounds ptr, ptr %vtable, i64 2
; CHECK-NEXT:    %third = load ptr, ptr %at
; CHECK-NEXT:    invoke void %third(ptr %this)
; CHECK-NEXT:    to label %end unwind label %pad, !virtual_call ![[THIRD:[0-9]+]]
define void @known(ptr %this) personality ptr @__gxx_personality_v0 {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"Known")
  call void @llvm.assume(i1 %test)
  %first = load ptr, ptr %vtable
  call void %first(ptr %this)
  %at = getelementptr inbounds ptr, ptr %vtable, i64 2
  %third = load ptr, ptr %at
  invoke void %third(ptr %this) to label %end unwind label %pad

pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p

end:
  ret void
}

; A type that has no name.
; CHECK-LABEL: define void @closed(
; CHECK:         call void %slot(ptr %this), !virtual_call ![[CLOSED:[0-9]+]]
define void @closed(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !2)
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable
  call void %slot(ptr %this)
  ret void
}

; What is in front of the test may be of another class, and so may what is loaded
; from elsewhere.
; CHECK-LABEL: define void @otherwise(
; CHECK-NEXT:    %vtable = load ptr, ptr %this
; CHECK-NEXT:    %early = load ptr, ptr %vtable
; CHECK-NEXT:    call void %early(ptr %this){{$}}
; CHECK-NEXT:    %at = getelementptr ptr, ptr %vtable, i64 %n
; CHECK-NEXT:    %slot = load ptr, ptr %at
; CHECK-NEXT:    call void %slot(ptr %this){{$}}
define void @otherwise(ptr %this, i64 %n) {
  %vtable = load ptr, ptr %this
  %early = load ptr, ptr %vtable
  call void %early(ptr %this)
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Known")
  call void @llvm.assume(i1 %test)
  %at = getelementptr ptr, ptr %vtable, i64 %n
  %slot = load ptr, ptr %at
  call void %slot(ptr %this)
  ret void
}

; Tests that others need stay.
; CHECK-LABEL: define i1 @used(
; CHECK-NEXT:    %test = call i1 @llvm.type.test(
; CHECK-NEXT:    call void @llvm.assume(i1 %test)
; CHECK-NEXT:    ret i1 %test
define i1 @used(ptr %vtable) {
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Unknown")
  call void @llvm.assume(i1 %test)
  ret i1 %test
}

; CHECK-LABEL: define void @null(
; CHECK-NEXT:    ret void
define void @null() {
  %test = call i1 @llvm.type.test(ptr null, metadata !"Known")
  call void @llvm.assume(i1 %test)
  ret void
}

; What is inlined into a function that catches exceptions keeps its metadata.
; RUN: opt < %s -passes=annotate-virtual-calls,inline -S | FileCheck %s --check-prefix=INLINE
; INLINE-LABEL: define void @inlines(
; INLINE:         invoke void %{{.*}}(ptr %this)
; INLINE-NEXT:    to label %{{.*}} unwind label %pad, !virtual_call
define void @inlines(ptr %this) personality ptr @__gxx_personality_v0 {
  invoke void @callee(ptr %this) to label %end unwind label %pad

pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p

end:
  ret void
}

define internal void @callee(ptr %this) {
  %vtable = load ptr, ptr %this
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"Known")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable
  call void %slot(ptr %this)
  ret void
}

; CHECK-DAG: ![[FIRST]] = !{!"Known", i64 0}
; CHECK-DAG: ![[THIRD]] = !{!"Known", i64 16}
; CHECK-DAG: ![[CLOSED]] = !{![[ID:[0-9]+]], i64 0}
; CHECK-DAG: ![[ID]] = distinct !{}

declare void @llvm.assume(i1)
declare i1 @llvm.type.test(ptr, metadata)
declare i1 @llvm.public.type.test(ptr, metadata)

!llvm.module.flags = !{!9}
!0 = !{i64 0, !"Known"}
!1 = !{i64 0, !2}
!2 = distinct !{}
!3 = distinct !{}
!9 = !{i32 1, !"StrictVTablePointers", i32 1}
