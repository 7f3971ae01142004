; Of a call that becomes an invoke, the class stays that it is written with; of
; several that become one, only if it is that of all.

; RUN: opt < %s -passes='simplifycfg<sink-common-insts>' -S | FileCheck %s
; RUN: opt < %s -passes=inline -S | FileCheck %s --check-prefix=INLINE

declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define void @different(
; CHECK:         call void %{{.*}}(ptr %{{.*}}){{$}}
; CHECK-NEXT:    ret void
define void @different(ptr %f, ptr %g, ptr %a, ptr %b, i1 %c) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %yes, label %no
yes:
  invoke void %f(ptr %a) to label %end unwind label %pad, !virtual_call !0
no:
  invoke void %g(ptr %b) to label %end unwind label %pad, !virtual_call !1
end:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}

; CHECK-LABEL: define void @equal(
; CHECK:         call void %{{.*}}(ptr %{{.*}}), !virtual_call !0
; CHECK-NEXT:    ret void
define void @equal(ptr %f, ptr %g, ptr %a, ptr %b, i1 %c) personality ptr @__gxx_personality_v0 {
  br i1 %c, label %yes, label %no
yes:
  invoke void %f(ptr %a) to label %end unwind label %pad, !virtual_call !0
no:
  invoke void %g(ptr %b) to label %end unwind label %pad, !virtual_call !0
end:
  ret void
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}

define internal i32 @callee(ptr %f, ptr %a) {
  %r = call i32 %f(ptr %a), !virtual_call !0
  %s = call i32 %f(ptr %a), !tbaa !2
  %t = add i32 %r, %s
  ret i32 %t
}

; What is only allowed of calls does not stay.
; INLINE-LABEL: define i32 @caller(
; INLINE:         invoke i32 %f(ptr %a)
; INLINE-NEXT:    to label %{{.*}} unwind label %pad{{.*}}, !virtual_call !0
; INLINE:         invoke i32 %f(ptr %a)
; INLINE-NEXT:    to label %{{.*}} unwind label %pad{{[^,]*$}}
define i32 @caller(ptr %f, ptr %a) personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @callee(ptr %f, ptr %a) to label %end unwind label %pad
end:
  ret i32 %r
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}

!0 = !{!"A", i64 0}
!1 = !{!"B", i64 0}
!2 = !{!3, !3, i64 0}
!3 = !{!"number", !4}
!4 = !{!"root"}
