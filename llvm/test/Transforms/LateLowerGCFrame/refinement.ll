; What somebody else keeps needs no slot: the contents of immutable memory of an
; object that is kept, of constant variables, and of the array of a boxed call.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

target datalayout = "e-i64:64-ni:10:11:12:13"

@constant = constant ptr addrspace(10) null
@marked = external global ptr addrspace(10), !julia.constgv !10
@unmarked = external global ptr addrspace(10)

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))
declare void @safepoint()
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr @getter()
declare { ptr addrspace(10), i64 } @new_pair()

; Both are passed, and the object keeps its contents.
; CHECK-LABEL: define void @immutable(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK-NOT:     store ptr addrspace(10) %f
; CHECK:       }
define void @immutable() {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %f = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !0
  call void @take(ptr addrspace(10) %f)
  call void @take(ptr addrspace(10) %o)
  ret void
}

; The same with each kind of memory that does not change.
; CHECK-LABEL: define void @kinds(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @kinds(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %immut = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !0
  call void @take(ptr addrspace(10) %immut)
  %const = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !20
  call void @take(ptr addrspace(10) %const)
  %datatype = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !22
  call void @take(ptr addrspace(10) %datatype)
  %memoryptr = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !24
  call void @take(ptr addrspace(10) %memoryptr)
  %memorylen = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !26
  call void @take(ptr addrspace(10) %memorylen)
  %memoryown = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !28
  call void @take(ptr addrspace(10) %memoryown)
  %invariant = load ptr addrspace(10), ptr addrspace(10) %o, !invariant.load !10
  call void @take(ptr addrspace(10) %invariant)
  ret void
}

; CHECK-LABEL: define void @mutable(
; CHECK:         store ptr addrspace(10) %f, ptr %gc_slot_addr_0
define void @mutable(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %f = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !30
  call void @take(ptr addrspace(10) %f)
  ret void
}

; The object dies first, and from there on its contents need the slot.
; CHECK-LABEL: define void @object_dies(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(10) %o, ptr [[SLOT:%gc_slot_addr_0]]
; CHECK-NEXT:    call void @take(ptr addrspace(10) %o)
; CHECK-NEXT:    [[AGAIN:%gc_slot_addr_0.*]] = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT:    store ptr addrspace(10) %f, ptr [[AGAIN]]
; CHECK-NEXT:    call void @take(ptr addrspace(10) %f)
define void @object_dies() {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %f = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !0
  call void @take(ptr addrspace(10) %o)
  call void @take(ptr addrspace(10) %f)
  ret void
}

; Through a derived pointer, and contents of contents.
; CHECK-LABEL: define i8 @chain(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK-NOT:     store ptr addrspace(10) %{{[fg]}},
; CHECK:       }
define i8 @chain() {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %i = getelementptr i8, ptr addrspace(11) %d, i64 8
  %f = load ptr addrspace(10), ptr addrspace(11) %i, !tbaa !0
  %g = load ptr addrspace(10), ptr addrspace(10) %f, !tbaa !0
  call void @take(ptr addrspace(10) %g)
  %l = load i8, ptr addrspace(10) %o
  ret i8 %l
}

; CHECK-LABEL: define void @variables(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 1)
; CHECK:         store ptr addrspace(10) %v, ptr %gc_slot_addr_0
; CHECK-NOT:     store ptr
; CHECK:       }
define void @variables() {
  %s = call ptr @julia.get_pgcstack()
  %c = load ptr addrspace(10), ptr @constant
  call void @take(ptr addrspace(10) %c)
  %m = load ptr addrspace(10), ptr @marked
  call void @take(ptr addrspace(10) %m)
  %i = load ptr addrspace(10), ptr @unmarked, !tbaa !20
  call void @take(ptr addrspace(10) %i)
  %v = load ptr addrspace(10), ptr @unmarked
  call void @take(ptr addrspace(10) %v)
  ret void
}

; CHECK-LABEL: define void @boxed_arguments(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @boxed_arguments(ptr addrspace(10) %f, ptr %args, i32 %n) {
  %s = call ptr @julia.get_pgcstack()
  %p = getelementptr ptr addrspace(10), ptr %args, i64 1
  %a = load ptr addrspace(10), ptr %p
  call void @take(ptr addrspace(10) %a)
  ret void
}

; The task and memory for results are no such arrays.
; CHECK-LABEL: define void @other_memory(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 3)
; CHECK-DAG:     store ptr addrspace(10) %a, ptr
; CHECK-DAG:     store ptr addrspace(10) %b, ptr
; CHECK-DAG:     store ptr addrspace(10) %c, ptr
; CHECK:         call void @safepoint()
define void @other_memory(ptr sret(ptr) %r, i32 %i, ptr "julia.return_roots"="1" %rr, i32 %j, ptr "gcstack" %s, i32 %k) {
  %a = load ptr addrspace(10), ptr %r
  %b = load ptr addrspace(10), ptr %rr
  %p = getelementptr i8, ptr %s, i64 -32
  %c = load ptr addrspace(10), ptr %p
  call void @safepoint()
  call void @take(ptr addrspace(10) %a)
  call void @take(ptr addrspace(10) %b)
  call void @take(ptr addrspace(10) %c)
  ret void
}

; Nobody is known to keep what is cast from address space 0, nor its contents.
; CHECK-LABEL: define void @contents_of_unknown(
; CHECK:         store ptr addrspace(10) %v, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define void @contents_of_unknown(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %data = load ptr, ptr addrspace(10) %o
  %d = addrspacecast ptr %data to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !0
  call void @safepoint()
  call void @take(ptr addrspace(10) %v)
  ret void
}

; Callers keep nothing of what they pass as a pointer of address space 0: neither
; what it is cast to, nor what its memory contains.
; CHECK-LABEL: define void @parameter_of_0(
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_0
; CHECK:         store ptr addrspace(10) %v, ptr %gc_slot_addr_0
define void @parameter_of_0(ptr %p) {
  %s = call ptr @julia.get_pgcstack()
  %o = addrspacecast ptr %p to ptr addrspace(10)
  call void @take(ptr addrspace(10) %o)
  %v = load ptr addrspace(10), ptr %p, !tbaa !0
  call void @take(ptr addrspace(10) %v)
  ret void
}

; Members of aggregates that are chosen are as they are.
; CHECK-LABEL: define void @chosen_aggregates(
; CHECK:         %v = extractvalue
; CHECK:         store ptr addrspace(10) %v, ptr %gc_slot_addr_0
; CHECK-NEXT:    call void @safepoint()
define void @chosen_aggregates(i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  br i1 %c, label %yes, label %no
yes:
  %x = call { ptr addrspace(10), i64 } @new_pair()
  br label %join
no:
  %y = call { ptr addrspace(10), i64 } @new_pair()
  br label %join
join:
  %p = phi { ptr addrspace(10), i64 } [ %x, %yes ], [ %y, %no ]
  %v = extractvalue { ptr addrspace(10), i64 } %p, 0
  call void @safepoint()
  call void @take(ptr addrspace(10) %v)
  ret void
}

; What a pointer of address space 0 in memory leads to is no such array.
; CHECK-LABEL: define void @array_of_unknown(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
define void @array_of_unknown() {
  %s = call ptr @julia.get_pgcstack()
  %args = call ptr @getter()
  %a = load ptr addrspace(10), ptr %args
  call void @take(ptr addrspace(10) %a)
  ret void
}

; Nor is what was stored to the stack kept by anybody, immutable or not.
; CHECK-LABEL: define void @copy_on_stack(
; CHECK:         store ptr addrspace(10) %a, ptr %gc_slot_addr_0
define void @copy_on_stack(i64 %i) {
  %s = call ptr @julia.get_pgcstack()
  %copy = alloca [2 x i64]
  %p = getelementptr i64, ptr %copy, i64 %i
  %a = load ptr addrspace(10), ptr %p, !tbaa !0
  call void @take(ptr addrspace(10) %a)
  ret void
}

; CHECK-LABEL: define void @type(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @type(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  call void @take(ptr addrspace(10) %t)
  ret void
}

; A choice is kept if all that it chooses from are.
; CHECK-LABEL: define i8 @choices(
; CHECK:         store ptr addrspace(10) %o, ptr %gc_slot_addr_
; CHECK-NOT:     store ptr addrspace(10) %{{p|q}},
; CHECK:       }
define i8 @choices(i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %p = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b
  call void @take(ptr addrspace(10) %p)
  %q = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %o
  call void @take(ptr addrspace(10) %q)
  %l = load i8, ptr addrspace(10) %o
  ret i8 %l
}

; CHECK-LABEL: define void @phi_of_arguments(
; CHECK-NOT:     gcframe
; CHECK:       }
define void @phi_of_arguments(i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %s = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %a, %0 ], [ %q, %loop ]
  %q = select i1 %c, ptr addrspace(10) %p, ptr addrspace(10) %b
  call void @take(ptr addrspace(10) %p)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; What it chooses from is made again in the loop: nothing keeps the last one.
; CHECK-LABEL: define void @phi_of_loop(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 2)
; CHECK-DAG:     store ptr addrspace(10) %p, ptr
; CHECK-DAG:     store ptr addrspace(10) %n, ptr
; CHECK:       }
define void @phi_of_loop(i1 %c, ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %a, %0 ], [ %n, %loop ]
  %n = call ptr addrspace(10) @new()
  call void @take(ptr addrspace(10) %n)
  call void @take(ptr addrspace(10) %p)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Both are in slots, and dominate what chooses.
; CHECK-LABEL: define i8 @phi_of_roots(
; CHECK:         %gcframe = call ptr @julia.new_gc_frame(i32 2)
; CHECK-NOT:     store ptr addrspace(10) %p,
; CHECK:       }
define i8 @phi_of_roots(i1 %c) {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @new()
  %y = call ptr addrspace(10) @new()
  br i1 %c, label %yes, label %join
yes:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %0 ], [ %y, %yes ]
  call void @take(ptr addrspace(10) %p)
  %l = load i8, ptr addrspace(10) %x
  %m = load i8, ptr addrspace(10) %y
  %r = add i8 %l, %m
  ret i8 %r
}

; Loads from objects are not invariant any longer.
; CHECK-LABEL: define i64 @forgotten(
; CHECK:         %l = load i64, ptr addrspace(10) %o, align 8, !tbaa [[MUTABLE:![0-9]+]]
; CHECK-NEXT:    %m = load i64, ptr addrspace(10) %o, align 8{{$}}
; CHECK-NEXT:    %n = load i64, ptr %p, align 8, !invariant.load
define i64 @forgotten(ptr %p) {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @new()
  %l = load i64, ptr addrspace(10) %o, !tbaa !20
  %m = load i64, ptr addrspace(10) %o, !invariant.load !10
  %n = load i64, ptr %p, !invariant.load !10
  %lm = add i64 %l, %m
  %r = add i64 %lm, %n
  ret i64 %r
}

; Regions say so, too: if there is one that never changes, and none that may.
; CHECK-LABEL: define void @regions(
; CHECK:         call ptr @julia.new_gc_frame(i32 2)
; CHECK:         store ptr addrspace(10) %m, ptr %gc_slot_addr_0
; CHECK:         store ptr addrspace(10) %n, ptr %gc_slot_addr_1
; CHECK-NOT:     store
; CHECK:         ret void
define void @regions(ptr addrspace(10) %o) {
  %s = call ptr @julia.get_pgcstack()
  %i = load ptr addrspace(10), ptr addrspace(10) %o, !alias.scope !100
  %j = load ptr addrspace(10), ptr addrspace(10) %o, !alias.scope !101
  %m = load ptr addrspace(10), ptr addrspace(10) %o, !alias.scope !102
  %n = load ptr addrspace(10), ptr addrspace(10) %o, !alias.scope !103
  call void @take(ptr addrspace(10) %m)
  call void @take(ptr addrspace(10) %i)
  call void @take(ptr addrspace(10) %j)
  call void @take(ptr addrspace(10) %n)
  ret void
}

; CHECK: [[MUTABLE]] = !{[[NODE:![0-9]+]], [[NODE]], i64 0}
; CHECK: [[NODE]] = !{!"jtbaa_const",

!0 = !{!1, !1, i64 0}
!1 = !{!"jtbaa_immut", !2, i64 0}
!2 = !{!"jtbaa_value", !3, i64 0}
!3 = !{!"jtbaa_data", !4, i64 0}
!4 = !{!"jtbaa", !5, i64 0}
!5 = !{!"jtbaa"}
!10 = !{}
!20 = !{!21, !21, i64 0, i64 1}
!21 = !{!"jtbaa_const", !4, i64 0}
!22 = !{!23, !23, i64 0}
!23 = !{!"jtbaa_datatype", !3, i64 0}
!24 = !{!25, !25, i64 0}
!25 = !{!"jtbaa_memoryptr", !3, i64 0}
!26 = !{!27, !27, i64 0}
!27 = !{!"jtbaa_memorylen", !3, i64 0}
!28 = !{!29, !29, i64 0}
!29 = !{!"jtbaa_memoryown", !3, i64 0}
!30 = !{!31, !31, i64 0}
!31 = !{!"jtbaa_mutab", !2, i64 0}

!100 = !{!112}
!101 = !{!113, !114}
!102 = !{!112, !111}
!103 = !{!114}
!110 = !{!"julia", !"jnoalias"}
!111 = !{!"a", !110, !"jnoalias_data"}
!112 = !{!"b", !110, !"jnoalias_immutdata"}
!113 = !{!"c", !110, !"jnoalias_mutconstdata"}
!114 = distinct !{!114, !115, !"jnoalias_immutdata"}
!115 = distinct !{!115, !"inlined"}
