; A call with "gc-transition": the state of the thread is set in front of it and
; restored behind, with a poll after each.

; RUN: split-file %s %t
; RUN: opt < %t/calls.ll -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s
; RUN: opt < %t/calls.ll -passes='function(LateLowerGCFrame,FinalLowerGC,verify)' -S | FileCheck %s --check-prefix=FINAL
; RUN: cat %t/calls.ll %t/layout.ll | opt -passes='function(LateLowerGCFrame)' -S | FileCheck %s --check-prefix=LAYOUT
; RUN: cat %t/calls.ll %t/flag.ll | opt -passes='place-gc-roots,verify<gc-roots>' -S | FileCheck %s --check-prefix=PLACED

;--- layout.ll
!julia.gc_layout = !{!0, !1}
!0 = !{!"ptls.gc_state", i32 33}
!1 = !{!"ptls.safepoint", i32 40}

;--- flag.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"gc-root-strategy", !"julia"}

;--- calls.ll
target datalayout = "e-i64:64-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))
declare i64 @native(i64)
declare i64 @pure(i64) memory(none)

; CHECK-LABEL: define i64 @transition(
; CHECK:         %o = call ptr addrspace(10) @new()
; CHECK-NEXT:    %gc_slot_addr_0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK-NEXT:    %gc_state = getelementptr inbounds i8, ptr %ptls, i32 25
; CHECK-NEXT:    [[OLD:%.*]] = load atomic i8, ptr %gc_state monotonic, align 1
; CHECK-NEXT:    store atomic i8 2, ptr %gc_state release, align 1
; CHECK-NEXT:    %safepoint_addr = getelementptr inbounds i8, ptr %ptls, i32 16
; CHECK-NEXT:    %safepoint = load atomic ptr, ptr %safepoint_addr monotonic, align 8, !tbaa [[CONST:![0-9]+]], !invariant.load
; CHECK-NEXT:    fence syncscope("singlethread") seq_cst
; CHECK-NEXT:    call void @julia.safepoint(ptr %safepoint)
; CHECK-NEXT:    fence syncscope("singlethread") seq_cst
; CHECK-NEXT:    %r = call i64 @native(i64 1){{$}}
; CHECK-NEXT:    store atomic i8 [[OLD]], ptr %gc_state release, align 1
; CHECK-NEXT:    [[A:%.*]] = getelementptr inbounds i8, ptr %ptls, i32 16
; CHECK-NEXT:    [[P:%.*]] = load atomic ptr, ptr [[A]] monotonic, align 8
; CHECK-NEXT:    fence syncscope("singlethread") seq_cst
; CHECK-NEXT:    call void @julia.safepoint(ptr [[P]])
; CHECK-NEXT:    fence syncscope("singlethread") seq_cst
; CHECK:         call void @take(ptr addrspace(10) %o)
; FINAL-LABEL: define i64 @transition(
; FINAL:         fence syncscope("singlethread") seq_cst
; FINAL-NEXT:    load volatile i64, ptr %safepoint
; FINAL-NEXT:    fence syncscope("singlethread") seq_cst
; FINAL-NEXT:    %r = call i64 @native(i64 1){{$}}
; LAYOUT-LABEL: define i64 @transition(
; LAYOUT:        %gc_state = getelementptr inbounds i8, ptr %ptls, i32 33
; LAYOUT:        %safepoint_addr = getelementptr inbounds i8, ptr %ptls, i32 40
define i64 @transition(ptr %ptls) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %r = call i64 @native(i64 1) [ "gc-transition"(ptr %ptls), "jl_roots"(ptr addrspace(10) %o) ]
  call void @take(ptr addrspace(10) %o)
  ret i64 %r
}

; The polls are safepoints, whatever is called.
; CHECK-LABEL: define i64 @pure_call(
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK:         call void @julia.safepoint(
; CHECK:         %r = call i64 @pure(i64 1)
; CHECK:         call void @julia.safepoint(
; PLACED-LABEL: define i64 @pure_call(
; PLACED:        store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; PLACED:        call i64 @pure(i64 1) {{.*}}[ "gc-transition"(ptr %ptls) ]
define i64 @pure_call(ptr %ptls) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %r = call i64 @pure(i64 1) [ "gc-transition"(ptr %ptls) ]
  %n = load i64, ptr addrspace(10) %o
  %t = add i64 %r, %n
  ret i64 %t
}

; So are those around inline assembly.
; CHECK-LABEL: define i64 @assembly(
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK:         call void @julia.safepoint(
; CHECK:         call void asm sideeffect "nop", ""(){{$}}
; CHECK-NEXT:    store atomic i8
define i64 @assembly(ptr %ptls) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  call void asm sideeffect "nop", ""() [ "gc-transition"(ptr %ptls) ]
  %n = load i64, ptr addrspace(10) %o
  ret i64 %n
}

; CHECK: [[CONST]] = !{[[NODE:![0-9]+]], [[NODE]], i64 0}
; CHECK: [[NODE]] = !{!"jtbaa_const",
