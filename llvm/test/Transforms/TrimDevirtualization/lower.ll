; Functions that stand for methods in copies of vtables become what they do where
; something uses them.

; RUN: opt < %s -passes=lower-vtable-forwarders -verify-each -S | FileCheck %s
; RUN: opt < %s -mtriple=x86_64-unknown-linux-gnu -passes=lower-vtable-forwarders -verify-each -S | FileCheck %s --check-prefix=TAIL
; RUN: opt < %s -mtriple=x86_64-unknown-linux-gnu -passes=lower-vtable-forwarders -S | llc -verify-machineinstrs -o /dev/null
; RUN: opt < %s -mtriple=aarch64-unknown-linux-gnu -passes=lower-vtable-forwarders -S | llc -verify-machineinstrs -o /dev/null

@copy = available_externally unnamed_addr constant [3 x ptr] [ptr @eight, ptr @unused, ptr @taken], !type !0
@table = constant [1 x ptr] [ptr @taken]

declare i32 @eight(ptr) #0
declare i32 @unused(ptr) #0
declare i32 @taken(ptr) #1
declare fastcc void @indirect(ptr sret(i64), ptr) #2
declare i32 @variadic(ptr, ...) #0
declare i32 @other(ptr)
declare void @no_object(i32) #0
declare void @no_offset(ptr) #3
declare i32 @__gxx_personality_v0(...)

; A copy alone does not need one.
; CHECK: declare i32 @unused(ptr)

; Something else than a copy and a call has its address.
; CHECK:       define internal i32 @taken(ptr %0) unnamed_addr
; CHECK:         getelementptr inbounds i8, ptr %{{.*}}, i64 24
; CHECK:       define internal i32 @variadic(ptr %0, ...) unnamed_addr
; CHECK:         musttail call i32 (ptr, ...) %{{.*}}(ptr %0, ...)

; What is none of them stays.
; CHECK: declare void @no_object(i32)
; CHECK: declare void @no_offset(ptr)

; A call becomes the virtual call.
; CHECK-LABEL: define i32 @direct(
; CHECK-NEXT:    [[V:%.*]] = load volatile ptr, ptr %this
; CHECK-NEXT:    [[AT:%.*]] = getelementptr inbounds i8, ptr [[V]], i64 8
; CHECK-NEXT:    [[M:%.*]] = load volatile ptr, ptr [[AT]]
; CHECK-NEXT:    [[R:%.*]] = call i32 [[M]](ptr %this)
; CHECK-NEXT:    [[S:%.*]] = call i32 @other(ptr %this)
define i32 @direct(ptr %this) {
  %r = call i32 @eight(ptr %this)
  %s = call i32 @other(ptr %this)
  %t = add i32 %r, %s
  ret i32 %t
}

; CHECK-LABEL: define i32 @throws(
; CHECK:         invoke i32 %{{.*}}(ptr %this)
; CHECK-NEXT:      to label %{{.*}} unwind label %pad
define i32 @throws(ptr %this) personality ptr @__gxx_personality_v0 {
  %r = invoke i32 @eight(ptr %this) to label %end unwind label %pad
end:
  ret i32 %r
pad:
  %p = landingpad { ptr, i32 } cleanup
  ret i32 0
}

; The object comes behind where the result is to be.
; CHECK-LABEL: define void @result(
; CHECK-NEXT:    [[V:%.*]] = load volatile ptr, ptr %this
; CHECK-NEXT:    [[AT:%.*]] = getelementptr inbounds i8, ptr [[V]], i64 -16
; CHECK-NEXT:    [[M:%.*]] = load volatile ptr, ptr [[AT]]
; CHECK-NEXT:    call fastcc void [[M]](ptr sret(i64) %at, ptr %this)
define void @result(ptr %at, ptr %this) {
  call fastcc void @indirect(ptr sret(i64) %at, ptr %this)
  ret void
}

; Variable arguments are passed on.
; CHECK-LABEL: define i32 @more(
; CHECK:         call i32 (ptr, ...) %{{.*}}(ptr %this, i32 1)
define i32 @more(ptr %this) {
  %r = call i32 (ptr, ...) @variadic(ptr %this, i32 1)
  ret i32 %r
}

; TAIL-LABEL: define i32 @tail(
; TAIL:         [[R:%.*]] = musttail call i32 %{{[0-9]+}}(ptr %this)
; TAIL-NEXT:    ret i32 [[R]]
define i32 @tail(ptr %this) {
  %r = musttail call i32 @eight(ptr %this)
  ret i32 %r
}

; It is a user of the function twice.
; CHECK-LABEL: define i32 @both(
; CHECK:         call i32 %{{[0-9]+}}(ptr @taken)
define i32 @both() {
  %r = call i32 @taken(ptr @taken)
  ret i32 %r
}

define void @wrong(ptr %this) {
  call void @no_object(i32 1)
  call void @no_offset(ptr %this)
  ret void
}

attributes #0 = { "vtable-forwarder"="8" }
attributes #1 = { "vtable-forwarder"="24" }
attributes #2 = { "vtable-forwarder"="-16" }
attributes #3 = { "vtable-forwarder"="x" }

!0 = !{i64 0, !"A"}
