; The vtable says what an object is part of. Each cast that stays breaks one
; precondition.

; RUN: opt < %s -passes=fold-dynamic-casts -verify-each -S -pass-remarks=fold-dynamic-casts 2>%t.remarks | FileCheck %s
; RUN: FileCheck %s --check-prefix=REMARKS --implicit-check-not=remark: < %t.remarks
; RUN: opt < %s -passes='fold-dynamic-casts,simplify-marked(instcombine,simplifycfg)' -S | FileCheck %s --check-prefix=AGAIN
; RUN: opt < %s -passes=lower-dynamic-casts -verify-each -S | FileCheck %s --check-prefix=LOWER
; RUN: sed 's/i32 1, !"StrictVTablePointers", i32 1/i32 1, !"StrictVTablePointers", i32 0/' %s \
; RUN:   | opt -passes='fold-dynamic-casts,lower-dynamic-casts' -S | FileCheck %s --check-prefix=OFF

; REMARKS: remark: {{.*}}: dynamic_cast of an object whose class is known succeeds
; REMARKS: remark: {{.*}}: dynamic_cast of an object whose class is known succeeds
; REMARKS: remark: {{.*}}: dynamic_cast of an object whose class is known succeeds
; REMARKS: remark: {{.*}}: dynamic_cast of an object whose class is known fails
; REMARKS: remark: {{.*}}: dynamic_cast of an object whose class is known succeeds

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@_ZTI1B = external constant ptr
@_ZTI1D = external constant ptr
@_ZTI1I = external constant ptr
@_ZTI1E = external constant ptr
@_ZTI1X = external constant ptr

; struct E : D, I, X, where D : B, and another X is a base class of I.
@E = available_externally constant { [3 x ptr], [3 x ptr], [3 x ptr] } {
  [3 x ptr] [ptr null, ptr @_ZTI1E, ptr @f],
  [3 x ptr] [ptr inttoptr (i64 -8 to ptr), ptr @_ZTI1E, ptr @f],
  [3 x ptr] [ptr inttoptr (i64 -24 to ptr), ptr @_ZTI1E, ptr @f]
}, !type !1, !type !2, !type !3, !type !4, !type !5, !type !6 #0

@NotPublic = constant { [3 x ptr] } {
  [3 x ptr] [ptr null, ptr @_ZTI1E, ptr @f] }, !type !1, !type !2
@Other = weak constant { [3 x ptr] } {
  [3 x ptr] [ptr null, ptr @_ZTI1E, ptr @f] }, !type !1, !type !2 #0
@Unknown = external constant { [3 x ptr] }, !type !1, !type !2 #0
@Variable = global { [3 x ptr] } {
  [3 x ptr] [ptr null, ptr @_ZTI1E, ptr @f] }, !type !1, !type !2 #0
@Odd = constant { [3 x ptr] } {
  [3 x ptr] [ptr @f, ptr @_ZTI1E, ptr @f] }, !type !1, !type !2 #0
@Untyped = constant { [3 x ptr] } {
  [3 x ptr] [ptr null, ptr @_ZTI1E, ptr @f] } #0
@Short = constant [2 x ptr] [ptr @_ZTI1E, ptr @f], !type !7, !type !8 #0

declare void @f(ptr)
declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)
declare i32 @__CxxFrameHandler3(...)

define linkonce_odr hidden ptr @to_d(ptr %object, ptr %vtable) #1 !dynamic_cast !11 {
  %isset = icmp ne ptr %vtable, null
  call void @llvm.assume(i1 %isset)
  %result = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %result
}

declare !dynamic_cast !12 ptr @to_i(ptr, ptr) #1
declare !dynamic_cast !13 ptr @to_e(ptr, ptr) #1
declare !dynamic_cast !14 ptr @to_x(ptr, ptr) #1
declare !dynamic_cast !15 ptr @to_p(ptr, ptr) #1
declare ptr @unnamed(ptr, ptr) #1
declare !dynamic_cast !11 ptr @no_cast(ptr, ptr)

; CHECK-LABEL: define ptr @down(
; CHECK-NEXT:    ret ptr %object
define ptr @down(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @across(
; CHECK-NEXT:    %cast1 = getelementptr inbounds i8, ptr %object, i64 8
; CHECK-NEXT:    ret ptr %cast1
define ptr @across(ptr %object) {
  %cast = call ptr @to_i(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @from_second_base(
; CHECK-NEXT:    %cast1 = getelementptr inbounds i8, ptr %object, i64 -8
; CHECK-NEXT:    ret ptr %cast1
define ptr @from_second_base(ptr %object) {
  %cast = call ptr @to_e(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 40))
  ret ptr %cast
}

; CHECK-LABEL: define i1 @no_base(
; CHECK-NEXT:    %null = icmp eq ptr null, null
; AGAIN-LABEL: define i1 @no_base(
; AGAIN-NOT:     br
; AGAIN:         ret i1 true
define i1 @no_base(ptr %object) {
  %cast = call ptr @to_p(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 16))
  %null = icmp eq ptr %cast, null
  br i1 %null, label %yes, label %no

yes:
  ret i1 true

no:
  ret i1 false
}

; Two objects of the class.
; CHECK-LABEL: define ptr @ambiguous(
; CHECK-NEXT:    call ptr @to_x(
define ptr @ambiguous(ptr %object) {
  %cast = call ptr @to_x(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @not_public(
; CHECK-NEXT:    call ptr @to_d(
define ptr @not_public(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @NotPublic, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @replaceable(
; CHECK-NEXT:    call ptr @to_d(
define ptr @replaceable(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @Other, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @elsewhere(
; CHECK-NEXT:    call ptr @to_d(
define ptr @elsewhere(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @Unknown, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @variable(
; CHECK-NEXT:    call ptr @to_d(
define ptr @variable(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @Variable, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @untyped(
; CHECK-NEXT:    call ptr @to_d(
define ptr @untyped(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @Untyped, i64 16))
  ret ptr %cast
}

; No class has its address point there.
; CHECK-LABEL: define ptr @elsewhere_in_vtable(
; CHECK-NEXT:    call ptr @to_p(
define ptr @elsewhere_in_vtable(ptr %object) {
  %cast = call ptr @to_p(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 24))
  ret ptr %cast
}

; What is in front is no number.
; CHECK-LABEL: define ptr @odd(
; CHECK-NEXT:    call ptr @to_d(
define ptr @odd(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @Odd, i64 16))
  ret ptr %cast
}

; Nothing is in front.
; CHECK-LABEL: define ptr @without_offset(
; CHECK-NEXT:    call ptr @to_d(
define ptr @without_offset(ptr %object) {
  %cast = call ptr @to_d(ptr %object, ptr getelementptr inbounds (i8, ptr @Short, i64 8))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @unknown_vtable(
; CHECK-NEXT:    %vtable = load
; CHECK-NEXT:    call ptr @to_d(
; LOWER-LABEL: define ptr @unknown_vtable(
; LOWER-NOT:     load
; LOWER-NOT:     assume
; LOWER:         %[[RESULT:.*]] = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
; LOWER-NEXT:    ret ptr %[[RESULT]]
; OFF-LABEL:   define ptr @unknown_vtable(
; OFF-NEXT:      %vtable = load
; OFF-NEXT:      call ptr @to_d(
define ptr @unknown_vtable(ptr %object) {
  %vtable = load ptr, ptr %object
  %cast = call ptr @to_d(ptr %object, ptr %vtable)
  ret ptr %cast
}

; CHECK-LABEL: define ptr @no_class(
; CHECK-NEXT:    call ptr @unnamed(
define ptr @no_class(ptr %object) {
  %cast = call ptr @unnamed(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 16))
  ret ptr %cast
}

; CHECK-LABEL: define ptr @unreachable(
; CHECK:       dead:
; CHECK-NEXT:    br label %dead
define ptr @unreachable(ptr %object) {
  ret ptr %object

dead:
  %cast = call ptr @to_d(ptr %cast, ptr getelementptr inbounds (i8, ptr @E, i64 16))
  br label %dead
}

; CHECK-LABEL: define ptr @other_function(
; CHECK-NEXT:    call ptr @no_cast(
define ptr @other_function(ptr %object) {
  %cast = call ptr @no_cast(ptr %object, ptr getelementptr inbounds (i8, ptr @E, i64 16))
  ret ptr %cast
}

; A function that does something else is called.
define linkonce_odr hidden ptr @to_other(ptr %object, ptr %vtable) #1 !dynamic_cast !11 {
  %result = call ptr @__dynamic_cast(ptr %vtable, ptr @_ZTI1B, ptr @_ZTI1D, i64 0)
  ret ptr %result
}

; LOWER-LABEL: define ptr @other_body(
; LOWER-NEXT:    %vtable = load
; LOWER-NEXT:    call ptr @to_other(
define ptr @other_body(ptr %object) {
  %vtable = load ptr, ptr %object
  %cast = call ptr @to_other(ptr %object, ptr %vtable)
  ret ptr %cast
}

; A function that calls itself.
; LOWER-LABEL: define ptr @to_itself(
; LOWER:         call ptr @to_itself(
; LOWER:         call ptr @to_itself(
define ptr @to_itself(ptr %object, ptr %vtable) #1 !dynamic_cast !11 {
  %result = call ptr @to_itself(ptr %object, ptr @_ZTI1B)
  ret ptr %result

other:
  %more = call ptr @to_itself(ptr %object, ptr @_ZTI1B)
  ret ptr %more
}

; Part of a funclet.
; LOWER-LABEL: define void @in_catch(
; LOWER:         %[[PAD:.*]] = catchpad
; LOWER:         %{{.*}} = call ptr @__dynamic_cast(ptr %object, ptr @_ZTI1B, ptr @_ZTI1D, i64 0) {{.*}}[ "funclet"(token %[[PAD]]) ]
define void @in_catch(ptr %object) personality ptr @__CxxFrameHandler3 {
  invoke void @f(ptr %object)
          to label %done unwind label %dispatch

dispatch:
  %switch = catchswitch within none [label %catch] unwind to caller

catch:
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  %vtable = load ptr, ptr %object
  %cast = call ptr @to_d(ptr %object, ptr %vtable) [ "funclet"(token %pad) ]
  call void @f(ptr %cast) [ "funclet"(token %pad) ]
  catchret from %pad to label %done

done:
  ret void
}

; Calls that nobody returns from to this function.
; LOWER-LABEL: define ptr @tail(
; LOWER:         tail call ptr @__dynamic_cast(
; LOWER-LABEL: define ptr @must_tail(
; LOWER-NOT:     musttail
; LOWER:         = call ptr @__dynamic_cast(
define ptr @tail(ptr %object, ptr %vtable) {
  %cast = tail call ptr @to_d(ptr %object, ptr %vtable)
  ret ptr %cast
}

define ptr @must_tail(ptr %object, ptr %vtable) {
  %cast = musttail call ptr @to_d(ptr %object, ptr %vtable)
  ret ptr %cast
}

; Without a body there is nothing to inline.
; LOWER-LABEL: define ptr @not_defined(
; LOWER-NEXT:    %vtable = load
; LOWER-NEXT:    call ptr @to_i(
define ptr @not_defined(ptr %object) {
  %vtable = load ptr, ptr %object
  %cast = call ptr @to_i(ptr %object, ptr %vtable)
  ret ptr %cast
}

attributes #0 = { "public-bases" }
attributes #1 = { noinline nounwind willreturn memory(read) "dynamic-cast" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"StrictVTablePointers", i32 1}
!1 = !{i64 16, !"_ZTS1B"}
!2 = !{i64 16, !"_ZTS1D"}
!3 = !{i64 40, !"_ZTS1I"}
!4 = !{i64 16, !"_ZTS1E"}
!5 = !{i64 40, !"_ZTS1X"}
!6 = !{i64 64, !"_ZTS1X"}
!7 = !{i64 8, !"_ZTS1B"}
!8 = !{i64 8, !"_ZTS1D"}
!11 = !{!"_ZTS1D"}
!12 = !{!"_ZTS1I"}
!13 = !{!"_ZTS1E"}
!14 = !{!"_ZTS1X"}
!15 = !{!"_ZTS1P"}
