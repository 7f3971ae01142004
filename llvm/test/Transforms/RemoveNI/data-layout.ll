; The list of non-integral address spaces goes, the rest stays.
; RUN: split-file %s %t
; RUN: opt -passes=RemoveNI -S %t/last.ll | FileCheck %s --check-prefix=LAST
; RUN: opt -passes=RemoveNI -S %t/middle.ll | FileCheck %s --check-prefix=MIDDLE
; RUN: opt -passes=RemoveNI -S %t/alone.ll | FileCheck %s --check-prefix=ALONE
; RUN: opt -passes=RemoveNI -S %t/none.ll | FileCheck %s --check-prefix=NONE

;--- last.ll
; LAST: target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128"{{$}}
; LAST: define ptr addrspace(10) @f(ptr addrspace(10) %p)
target datalayout = "e-p:64:64-i64:64-n8:16:32:64-S128-ni:10:11:12:13"
define ptr addrspace(10) @f(ptr addrspace(10) %p) {
  ret ptr addrspace(10) %p
}

;--- middle.ll
; MIDDLE: target datalayout = "e-p:64:64-n8:16:32:64"{{$}}
target datalayout = "e-p:64:64-ni:10:11:12:13-n8:16:32:64"

;--- alone.ll
; ALONE-NOT: ni:
target datalayout = "ni:10:11:12:13"

;--- none.ll
; NONE: target datalayout = "e-p:64:64-n8:16:32:64"{{$}}
target datalayout = "e-p:64:64-n8:16:32:64"
