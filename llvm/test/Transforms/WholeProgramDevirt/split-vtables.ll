; Virtual constant propagation stores a value next to each vtable. A copy of a vtable
; does not have it, so no load may be folded with one.

; RUN: split-file %s %t
; RUN: opt -S -passes='wholeprogramdevirt,instcombine' -mtriple=aarch64-linux-gnu -wholeprogramdevirt-summary-action=import -wholeprogramdevirt-read-summary=%t/values.yaml %t/module.ll | FileCheck %s --check-prefixes=CHECK,FORGOTTEN
; The place of the value is a symbol; or there are none.
; RUN: opt -S -passes='wholeprogramdevirt,instcombine' -mtriple=x86_64-linux-gnu -wholeprogramdevirt-summary-action=import -wholeprogramdevirt-read-summary=%t/values.yaml %t/module.ll | FileCheck %s --check-prefixes=CHECK,KEPT
; RUN: opt -S -passes='wholeprogramdevirt,instcombine' -mtriple=aarch64-linux-gnu -wholeprogramdevirt-summary-action=import -wholeprogramdevirt-read-summary=%t/indirect.yaml %t/module.ll | FileCheck %s --check-prefixes=CHECK,KEPT

; FORGOTTEN: @vtable = external constant [2 x ptr]{{$}}
; KEPT: @vtable = available_externally constant [2 x ptr] [ptr null, ptr @method], !type !{{[0-9]+}} #{{[0-9]+}}
; CHECK: @other = available_externally constant [1 x ptr] [ptr @method], !type
; CHECK-LABEL: define i32 @call(
; CHECK-NOT: poison
; FORGOTTEN: %[[VALUE:.*]] = load i32, ptr getelementptr {{.*}}(i8, ptr @vtable, i64 -8)
; FORGOTTEN: ret i32 %[[VALUE]]

;--- values.yaml
---
TypeIdMap:
  class:
    WPDRes:
      0:
        Kind: Indir
        ResByArg:
          "":
            Kind: VirtualConstProp
            Info: 0
            Byte: 4294967280
            Bit: 0
...
;--- indirect.yaml
---
TypeIdMap:
  class:
    WPDRes:
      0:
        Kind: Indir
...
;--- module.ll
@vtable = available_externally constant [2 x ptr] [ptr null, ptr @method], !type !0 #0
@other = available_externally constant [1 x ptr] [ptr @method], !type !1

declare i32 @method(ptr)

define i32 @call(ptr %this) {
  %point = getelementptr i8, ptr @vtable, i64 8
  %test = call i1 @llvm.type.test(ptr %point, metadata !"class")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %point
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

declare i1 @llvm.type.test(ptr, metadata)
declare void @llvm.assume(i1)

attributes #0 = { "managed-split-vtable" }
!0 = !{i64 8, !"class"}
!1 = !{i64 0, !"another"}
