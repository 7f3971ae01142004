; Copies of vtables become declarations if the module loads type_info objects from
; vtables, and nothing that is emitted names the one of the copy.

; RUN: opt < %s -passes=drop-unnamed-type-info -verify-each -S | FileCheck %s --check-prefixes=CHECK,DROP
; A number in front of the address point is no type_info object.
; RUN: sed 's/load ptr, ptr %at/load i64, ptr %at/' %s | opt -passes=drop-unnamed-type-info -S | FileCheck %s --check-prefixes=CHECK,KEEP
; What is loaded from a positive offset is a method.
; RUN: sed 's/i64 -8/i64 8/' %s | opt -passes=drop-unnamed-type-info -S | FileCheck %s --check-prefixes=CHECK,KEEP
; The vtable pointer may be known already.
; RUN: sed 's/ptr %vtable, i64 -8/ptr @unnamed, i64 8/' %s | opt -passes=drop-unnamed-type-info -S | FileCheck %s --check-prefixes=CHECK,LOADED
; The objects of such modules do not have copies of vtables because of our options.
; RUN: sed '/FLAG/d' %s | opt -passes=drop-unnamed-type-info -S | FileCheck %s --check-prefixes=CHECK,KEEP
; The flag of a program whose modules have it only in part.
; RUN: sed 's/"StrictVTablePointers", i32 1/"StrictVTablePointers", i32 0/' %s | opt -passes=drop-unnamed-type-info -S | FileCheck %s --check-prefixes=CHECK,DROP

target datalayout = "e-p:64:64"

; DROP: @unnamed = external unnamed_addr constant [3 x ptr]{{$}}
; KEEP: @unnamed = available_externally
; LOADED: @unnamed = external unnamed_addr constant [3 x ptr]{{$}}
@unnamed = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr @unnamed_info, ptr @method], !type !0
; CHECK: @named = available_externally
@named = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr @named_info, ptr @method], !type !1
; The base class's is not named.
; DROP: @derived = external unnamed_addr constant [3 x ptr]{{$}}
; KEEP: @derived = available_externally
; LOADED: @derived = available_externally
@derived = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr @derived_info, ptr @method], !type !2
; CHECK: @here = available_externally
@here = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr @here_info, ptr @method], !type !3
; CHECK: @without = available_externally
@without = available_externally unnamed_addr constant [3 x ptr] [ptr null, ptr null, ptr @method], !type !4
; CHECK: @own = linkonce_odr
@own = linkonce_odr unnamed_addr constant [3 x ptr] [ptr null, ptr @own_info, ptr @method], !type !5
@llvm.used = appending global [1 x ptr] [ptr @own]

; DROP: @llvm.compiler.used = appending global [1 x ptr] [ptr @named]
@llvm.compiler.used = appending global [2 x ptr] [ptr @unnamed, ptr @named], section "llvm.metadata"

@unnamed_info = external constant ptr
@named_info = external constant ptr
@own_info = external constant ptr
@derived_info = linkonce_odr constant { ptr, ptr } { ptr @class_info, ptr @unnamed_info }
@here_info = linkonce_odr constant { ptr, ptr } { ptr @class_info, ptr @named_info }
@class_info = external global ptr

define ptr @asks(ptr %p) {
  %vtable = load ptr, ptr %p, !invariant.group !6
  %at = getelementptr inbounds i8, ptr %vtable, i64 -8
  %info = load ptr, ptr %at
  ret ptr %p
}

define ptr @names() {
  %p = load ptr, ptr @class_info
  ret ptr @named_info
}

declare void @method()

!llvm.module.flags = !{!7} ; FLAG
!0 = !{i64 16, !"unnamed"}
!1 = !{i64 16, !"named"}
!2 = !{i64 16, !"derived"}
!3 = !{i64 16, !"here"}
!4 = !{i64 16, !"without"}
!5 = !{i64 16, !"own"}
!6 = !{}
!7 = !{i32 1, !"StrictVTablePointers", i32 1} ; FLAG
