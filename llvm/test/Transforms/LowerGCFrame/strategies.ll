; Which functions are lowered, and what is left of the strategy.
; RUN: split-file %s %t
; RUN: opt -passes=lower-gc-frame,verify -S < %t/attributes.ll | FileCheck --check-prefix=ATTRIBUTE %s
; RUN: opt -passes=lower-gc-frame,place-gc-roots,lower-gc-frame,verify -S < %t/flag.ll | FileCheck --check-prefix=FLAG %s
; RUN: opt -passes=lower-gc-frame,verify -S < %t/unknown-flag.ll | FileCheck --check-prefix=UNKNOWN %s
; RUN: not opt -passes=place-gc-roots -disable-output < %t/unknown-flag.ll 2>&1 | FileCheck --check-prefix=ERROR %s

; ERROR: error: module flag 'gc-root-strategy' names no strategy with frames; use one of 'julia', 'managed-frames', 'managed-frames-non-moving'

;--- attributes.ll
declare ptr @managed.new_gc_frame(i32)

; ATTRIBUTE-LABEL: define void @moving()
; ATTRIBUTE-NOT:     gc "
; ATTRIBUTE:         alloca { ptr, ptr, [1 x ptr addrspace(1)] }
define void @moving() gc "managed-frames" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret void
}

; ATTRIBUTE-LABEL: define void @non_moving()
; ATTRIBUTE-NOT:     gc "
; ATTRIBUTE:         alloca { ptr, ptr, [1 x ptr addrspace(1)] }
define void @non_moving() gc "managed-frames-non-moving" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret void
}

; ATTRIBUTE-LABEL: define void @no_frame() {
define void @no_frame() gc "managed-frames" {
  ret void
}

; The call of a function with another strategy, or none, is its own business.
; ATTRIBUTE-LABEL: define void @other_strategy() gc "statepoint-example"
; ATTRIBUTE-NEXT:    call ptr @managed.new_gc_frame(i32 1)
define void @other_strategy() gc "statepoint-example" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret void
}

; ATTRIBUTE-LABEL: define void @no_strategy()
; ATTRIBUTE-NEXT:    call ptr @managed.new_gc_frame(i32 1)
define void @no_strategy() {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret void
}

; ATTRIBUTE-LABEL: declare void @declared()
; ATTRIBUTE-NOT:     gc "
declare void @declared() gc "managed-frames"

;--- flag.ll
declare ptr @managed.new_gc_frame(i32)

; Done twice, it is as if done once: nothing is placed again when the module is
; linked with others.
; FLAG-LABEL: define void @by_flag() #
; FLAG-NEXT:    alloca { ptr, ptr, [1 x ptr addrspace(1)] }
define void @by_flag() {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret void
}

; The attribute has precedence.
; FLAG-LABEL: define void @by_attribute() gc "statepoint-example"
; FLAG-NEXT:    call ptr @managed.new_gc_frame(i32 1)
define void @by_attribute() gc "statepoint-example" {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret void
}

; FLAG-LABEL: define void @not_again(
; FLAG-NEXT:    call void @safepoint()
; FLAG-NEXT:    call void @use
declare void @safepoint()
declare void @use(ptr addrspace(1)) "gc-leaf-function"
define void @not_again(ptr addrspace(1) %p) "gc-frame-lowered" {
  call void @safepoint()
  call void @use(ptr addrspace(1) %p)
  ret void
}

; FLAG: attributes #{{[0-9]+}} = { "gc-frame-lowered" }

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"managed-frames"}

;--- unknown-flag.ll
declare ptr @managed.new_gc_frame(i32)

; UNKNOWN-LABEL: define void @f()
; UNKNOWN-NEXT:    call ptr @managed.new_gc_frame(i32 1)
define void @f() {
  %frame = call ptr @managed.new_gc_frame(i32 1)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"no-such-strategy"}
