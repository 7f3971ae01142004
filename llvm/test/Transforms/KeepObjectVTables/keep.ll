; Vtables of variables stay until release-object-vtables.

; RUN: opt < %s -passes='keep-object-vtables,globaldce' -S | FileCheck %s --check-prefix=KEPT
; RUN: opt < %s -passes='globaldce' -S | FileCheck %s --check-prefix=GONE
; RUN: opt < %s -passes='keep-object-vtables,release-object-vtables' -S | FileCheck %s --check-prefix=RELEASED
; RUN: opt < %s -passes='keep-object-vtables,keep-object-vtables,release-object-vtables,globaldce' -S | FileCheck %s --check-prefix=GONE
; RUN: opt < %s -passes='release-object-vtables' -S | FileCheck %s --check-prefix=RELEASED

; KEPT:     @Vtable = available_externally
; KEPT-NOT: @Forwarders = available_externally
; KEPT-NOT: @Unused = available_externally
; KEPT:     @llvm.compiler.used = appending global [2 x ptr] [ptr @Listed, ptr @Vtable]
; KEPT:     define available_externally i32 @method(

; GONE-NOT: @Vtable
; GONE:     @llvm.compiler.used = appending global [1 x ptr] [ptr @Listed]
; GONE-NOT: @method

; What was listed before stays.
; RELEASED: @llvm.compiler.used = appending global [1 x ptr] [ptr @Listed]
; RELEASED-NOT: !object_vtables.kept

@Vtable = available_externally constant { [1 x ptr] } { [1 x ptr] [ptr @method] }
@Forwarders = available_externally constant { [2 x ptr] } { [2 x ptr] [ptr null, ptr @forward] }
@Unused = available_externally constant { [1 x ptr] } { [1 x ptr] [ptr @method] }
@Listed = available_externally constant { [1 x ptr] } { [1 x ptr] [ptr @other] }
@variable = external global [16 x i8], !object_vtables !0
@variable2 = external global ptr, !object_vtables !1
@variable3 = external global ptr, !object_vtables !2
@unused = external global ptr, !object_vtables !3

@llvm.compiler.used = appending global [1 x ptr] [ptr @Listed], section "llvm.metadata"

define available_externally i32 @method(ptr %this) {
  ret i32 0
}
declare i32 @forward(ptr) #0
declare i32 @other(ptr)

declare void @use(ptr, ptr, ptr)

define void @f() {
  call void @use(ptr @variable, ptr @variable2, ptr @variable3)
  ret void
}

attributes #0 = { "vtable-forwarder"="0" }

!0 = !{i64 0, ptr @Vtable, i64 0, i64 8, ptr @Vtable, i64 0}
!1 = !{i64 0, ptr @Listed, i64 0}
!2 = !{i64 0, ptr @Forwarders, i64 8}
!3 = !{i64 0, ptr @Unused, i64 0}
