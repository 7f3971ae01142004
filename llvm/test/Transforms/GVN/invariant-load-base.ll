; Nobody looks for loads from a vtable in front of where the vtable pointer was loaded:
; what is in front of that, in this and in other blocks, is of another one.

; RUN: opt < %s -passes=gvn -verify-each -S | FileCheck %s

declare void @opaque(ptr)

; CHECK-LABEL: define ptr @loop(
; CHECK:       body:
; CHECK-NEXT:    %vtable = load ptr, ptr %p
; CHECK-NEXT:    %at = getelementptr inbounds ptr, ptr %vtable, i64 1
; CHECK-NEXT:    %slot = load ptr, ptr %at
; CHECK-NEXT:    call void %slot(ptr %p)
; CHECK-NEXT:    %again = call i1
define ptr @loop(ptr %p) {
entry:
  br label %body

body:
  %vtable = load ptr, ptr %p
  %at = getelementptr inbounds ptr, ptr %vtable, i64 1
  %slot = load ptr, ptr %at, !invariant.load !0
  call void %slot(ptr %p)
  %again = call i1 @more()
  br i1 %again, label %body, label %end

end:
  ret ptr %slot
}

; Behind it, they are still found.
; CHECK-LABEL: define ptr @behind(
; CHECK:         %slot = load ptr, ptr %vtable
; CHECK:       then:
; CHECK-NEXT:    call void @opaque(ptr %slot)
; CHECK:       end:
; CHECK-NEXT:    ret ptr %slot
define ptr @behind(ptr %p, i1 %c) {
entry:
  %vtable = load ptr, ptr %p
  %slot = load ptr, ptr %vtable, !invariant.load !0
  call void %slot(ptr %p)
  br i1 %c, label %then, label %end

then:
  %second = load ptr, ptr %vtable, !invariant.load !0
  call void @opaque(ptr %second)
  br label %end

end:
  %third = load ptr, ptr %vtable, !invariant.load !0
  ret ptr %third
}

; An address that is an object of this function's own keeps what was stored.
; CHECK-LABEL: define ptr @own(
; CHECK:         ret ptr %v
define ptr @own(ptr %v) {
  %a = alloca ptr
  store ptr %v, ptr %a
  call void @opaque(ptr null)
  %l = load ptr, ptr %a, !invariant.load !0
  ret ptr %l
}

declare i1 @more()
!0 = !{}
