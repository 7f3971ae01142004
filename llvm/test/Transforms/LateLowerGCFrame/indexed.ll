; A base pointer that is indexed, since a pass took its cast away, is a derived one, if
; memory is all that is accessed through it.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()

; CHECK-LABEL: define i64 @scalar(
; CHECK:         [[D:%.*]] = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
; CHECK-NEXT:    %g = getelementptr i8, ptr addrspace(11) [[D]], i64 %n
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK:         call ptr addrspace(10) @new()
; CHECK-NEXT:    %h = getelementptr i8, ptr addrspace(11) %g, i64 8
; CHECK-NEXT:    %x = load i64, ptr addrspace(11) %h
; CHECK-NEXT:    store i64 %x, ptr addrspace(11) %g
; CHECK-NEXT:    %y = atomicrmw add ptr addrspace(11) %g, i64 1 seq_cst
define i64 @scalar(i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %g = getelementptr i8, ptr addrspace(10) %o, i64 %n
  %p = call ptr addrspace(10) @new()
  %h = getelementptr i8, ptr addrspace(10) %g, i64 8
  %x = load i64, ptr addrspace(10) %h
  store i64 %x, ptr addrspace(10) %g
  %y = atomicrmw add ptr addrspace(10) %g, i64 1 seq_cst
  ret i64 %y
}

; CHECK-LABEL: define i64 @vector(
; CHECK:         [[D:%.*]] = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
; CHECK-NEXT:    %v = getelementptr i64, ptr addrspace(11) [[D]], <2 x i64> %i
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK:         call ptr addrspace(10) @new()
; CHECK-NEXT:    %e = extractelement <2 x ptr addrspace(11)> %v, i64 0
; CHECK-NEXT:    %x = load i64, ptr addrspace(11) %e
; CHECK-NEXT:    %f = extractelement <2 x ptr addrspace(11)> %v, i64 1
; CHECK-NEXT:    %y = load i64, ptr addrspace(11) %f
define i64 @vector(<2 x i64> %i) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %v = getelementptr i64, ptr addrspace(10) %o, <2 x i64> %i
  %p = call ptr addrspace(10) @new()
  %e = extractelement <2 x ptr addrspace(10)> %v, i64 0
  %x = load i64, ptr addrspace(10) %e
  %f = extractelement <2 x ptr addrspace(10)> %v, i64 1
  %c = addrspacecast ptr addrspace(10) %f to ptr addrspace(11)
  %y = load i64, ptr addrspace(11) %c
  %z = add i64 %x, %y
  ret i64 %z
}

; Each element has an object of its own.
; CHECK-LABEL: define i64 @vector_of_objects(
; CHECK:         [[D:%.*]] = addrspacecast <2 x ptr addrspace(10)> %o to <2 x ptr addrspace(11)>
; CHECK-NEXT:    %v = getelementptr i64, <2 x ptr addrspace(11)> [[D]], <2 x i64> %i
; CHECK:         %x = load i64, ptr addrspace(11) %e
define i64 @vector_of_objects(<2 x ptr addrspace(10)> %o, <2 x i64> %i) {
  %s = call ptr @julia.get_pgcstack()
  %v = getelementptr i64, <2 x ptr addrspace(10)> %o, <2 x i64> %i
  %p = call ptr addrspace(10) @new()
  %e = extractelement <2 x ptr addrspace(10)> %v, i64 0
  %x = load i64, ptr addrspace(10) %e
  ret i64 %x
}
