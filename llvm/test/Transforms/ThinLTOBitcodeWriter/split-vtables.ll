; The part of a module that ThinLTO optimizes keeps copies of the vtables, with their
; types, and knows which types no other module has vtables of.

; RUN: opt -thinlto-bc -thinlto-split-lto-unit -o %t %s
; RUN: llvm-modextract -b -n 0 -o %t0 %t
; RUN: llvm-modextract -b -n 1 -o %t1 %t
; RUN: llvm-dis -o - %t0 | FileCheck %s --check-prefix=THIN
; RUN: llvm-dis -o - %t1 | FileCheck %s --check-prefix=FULL
; RUN: opt -passes=verify -disable-output %t0
; Other modules import copies, and never make them variables of their own.
; RUN: llvm-dis -o - %t0 | FileCheck %s --check-prefix=INDEX

; Nothing asks for it; control flow integrity gives functions other addresses.
; RUN: sed -e 's/!"managed-devirtualize", i32 1/!"managed-devirtualize", i32 0/' %s | opt -thinlto-bc -thinlto-split-lto-unit -o %t.none
; RUN: llvm-modextract -b -n 0 -o - %t.none | llvm-dis -o - | FileCheck %s --check-prefix=NONE
; RUN: sed -e 's/define i32 @make(ptr %%p) {/define i32 @make(ptr %%p) !type !6 {/' %s | opt -thinlto-bc -thinlto-split-lto-unit -o %t.cfi
; RUN: llvm-modextract -b -n 0 -o - %t.cfi | llvm-dis -o - | FileCheck %s --check-prefix=NONE
; What is not split has the vtables.
; RUN: opt -thinlto-bc -o %t.whole %s
; RUN: llvm-modextract -b -n 0 -o - %t.whole | llvm-dis -o - | FileCheck %s --check-prefix=WHOLE

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

$inline = comdat any

; THIN-DAG: @strong = available_externally constant [1 x ptr] [ptr @method], !type ![[STRONG:[0-9]+]] #[[ATTR:[0-9]+]]{{$}}
; THIN-DAG: @inline = available_externally constant [1 x ptr] [ptr @method], !type ![[STRONG]] #[[ATTR]]{{$}}
; THIN-DAG: @own[[HASH:\.[0-9a-f]+]] = available_externally hidden constant [1 x ptr] [ptr @ownMethod[[HASH]]], !type ![[OWN:[0-9]+]] #[[ATTR]]{{$}}
; THIN-DAG: @second[[HASH]] = available_externally hidden constant [1 x ptr] [ptr @method], !type ![[OWN]] #[[ATTR]]{{$}}
; FULL-DAG: @strong = constant [1 x ptr] [ptr @method], !type
; FULL-DAG: @inline = linkonce_odr constant [1 x ptr] [ptr @method], comdat, !type
; FULL-DAG: @own[[HASH:\.[0-9a-f]+]] = hidden constant [1 x ptr] [ptr @ownMethod[[HASH]]], !type
; NONE-DAG: @strong = external constant [1 x ptr]{{$}}
; NONE-DAG: @inline = external constant [1 x ptr]{{$}}
; NONE-DAG: @own{{.*}} = external hidden constant [1 x ptr]{{$}}
; NONE-NOT: !managed.closed_types
; WHOLE-DAG: @strong = constant [1 x ptr] [ptr @method], !type
; WHOLE-NOT: !managed.closed_types
@strong = constant [1 x ptr] [ptr @method], !type !0, !vcall_visibility !4
@inline = linkonce_odr constant [1 x ptr] [ptr @method], comdat, !type !0
@own = internal constant [1 x ptr] [ptr @ownMethod], !type !1
@second = internal constant [1 x ptr] [ptr @method], !type !1

; These stay declarations: there may be another one, it has a second name, it is
; written to, and it belongs to a section of another one.
; THIN-DAG: @weak = external constant [1 x ptr]{{$}}
; THIN-DAG: @named = external constant [1 x ptr]{{$}}
; THIN-DAG: @variable = external global [1 x ptr]{{$}}
; THIN-DAG: @associated = external constant [1 x ptr]{{$}}
; So does what is a copy already: other linkage units have the vtable.
; THIN-DAG: @copy = external constant [1 x ptr]{{$}}
@weak = weak constant [1 x ptr] [ptr @method], !type !0
@named = constant [1 x ptr] [ptr @method], !type !0
@name = alias [1 x ptr], ptr @named
@variable = global [1 x ptr] [ptr @method], !type !0
@associated = constant [1 x ptr] [ptr @method], !type !0, !associated !7
@copy = available_externally constant [1 x ptr] [ptr @method], !type !0

@used = constant [10 x ptr] [ptr @strong, ptr @inline, ptr @own, ptr @second, ptr @weak, ptr @named, ptr @name, ptr @variable, ptr @associated, ptr @copy]

define i32 @method(ptr %this) {
  %r = load i32, ptr %this
  ret i32 %r
}

define internal i32 @ownMethod(ptr %this) {
  %r = load i32, ptr %this
  ret i32 %r
}

define i32 @make(ptr %p) {
  %vtable = load ptr, ptr %p
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !5)
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable
  %r = call i32 %slot(ptr %p)
  ret i32 %r
}

; THIN: attributes #[[ATTR]] = { "managed-split-vtable" }
; FULL-NOT: managed-split-vtable
; FULL-NOT: !managed.closed_types
; THIN: !managed.closed_types = !{![[CLOSED:[0-9]+]]}
; THIN-DAG: ![[STRONG]] = !{i64 0, !"class"}
; THIN-DAG: ![[OWN]] = !{i64 0, !"1[[HASH]]"}
; THIN-DAG: ![[CLOSED]] = !{!"1[[HASH]]", i64 2}
; INDEX: gv: (name: "strong", {{.*}}linkage: available_externally, visibility: default, notEligibleToImport: 0, {{.*}}readonly: 0, writeonly: 0, constant: 1), refs: (

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

!llvm.module.flags = !{!2}
!0 = !{i64 0, !"class"}
!1 = !{i64 0, !5}
!2 = !{i32 1, !"managed-devirtualize", i32 1}
!4 = !{i64 1}
!5 = distinct !{}
!6 = !{i64 0, !"function"}
!7 = !{ptr @strong}
