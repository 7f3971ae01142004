; Roots that a callee returns in memory lie in the frame, so that they are roots
; from the start; and so does any stack object that holds references, whatever
; its type says.

; RUN: opt < %s -passes='function(LateLowerGCFrame,verify)' -S | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @new()
declare void @take(ptr addrspace(10))
declare i64 @look(ptr nocapture readonly) memory(argmem: read)
declare void @callee(ptr sret([2 x i64]), ptr "julia.return_roots"="2")
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK-LABEL: define void @return_roots(
; CHECK-NEXT:    %gcframe = call ptr @julia.new_gc_frame(i32 4)
; CHECK-NEXT:    %s = call ptr @julia.get_pgcstack()
; CHECK-NEXT:    call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK:         %roots = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK-NOT:     lifetime
; CHECK:         call void @callee(ptr sret([2 x i64]) %value, ptr "julia.return_roots"="2" %roots)
; CHECK:         %a = call ptr addrspace(10) @new()
; CHECK:         %r = load ptr addrspace(10), ptr %roots
; CHECK-DAG:     store ptr addrspace(10) %a, ptr
; CHECK-DAG:     store ptr addrspace(10) %r, ptr
; CHECK:         call void @take(ptr addrspace(10) %a)
define void @return_roots() {
  %s = call ptr @julia.get_pgcstack()
  %value = alloca [2 x i64], align 8
  %roots = alloca [2 x ptr addrspace(10)], align 16
  call void @llvm.lifetime.start.p0(ptr %roots)
  call void @callee(ptr sret([2 x i64]) %value, ptr "julia.return_roots"="2" %roots)
  %a = call ptr addrspace(10) @new()
  %r = load ptr addrspace(10), ptr %roots
  call void @take(ptr addrspace(10) %a)
  call void @take(ptr addrspace(10) %r)
  call void @llvm.lifetime.end.p0(ptr %roots)
  ret void
}

; The attribute alone says that they are references.
; CHECK-LABEL: define void @untyped(
; CHECK:         %roots = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}}) #
; CHECK:         call void @callee(ptr sret([2 x i64]) %value, ptr "julia.return_roots"="2" %roots)
; CHECK:         %a = call ptr addrspace(10) @new()
define void @untyped() {
  %s = call ptr @julia.get_pgcstack()
  %value = alloca [2 x i64], align 8
  %roots = alloca [16 x i8], align 8
  call void @callee(ptr sret([2 x i64]) %value, ptr "julia.return_roots"="2" %roots)
  %a = call ptr addrspace(10) @new()
  %p = getelementptr i8, ptr %roots, i64 8
  %r = load ptr addrspace(10), ptr %p
  call void @take(ptr addrspace(10) %r)
  ret void
}

; The value and its roots are one object: a number, and two references.
; CHECK-LABEL: define void @value_and_roots(
; CHECK:         %m = call ptr (ptr, i32, i32, ...) @julia.get_gc_frame_object(ptr %gcframe, i32 0, i32 24, i32 8, i32 2)
; CHECK:         ret void
define void @value_and_roots() {
  %s = call ptr @julia.get_pgcstack()
  %m = alloca [3 x i64], align 8
  %roots = getelementptr i8, ptr %m, i64 8
  call void @callee(ptr sret([1 x i64]) %m, ptr "julia.return_roots"="2" %roots)
  %a = call ptr addrspace(10) @new()
  %r = load ptr addrspace(10), ptr %roots
  call void @take(ptr addrspace(10) %r)
  ret void
}

; A reference among other words.
; CHECK-LABEL: define i64 @mixed(
; CHECK:         %m = call ptr (ptr, i32, i32, ...) @julia.get_gc_frame_object(ptr %gcframe, i32 0, i32 16, i32 0, i32 1)
; CHECK:         store i64 7, ptr
; CHECK:         ret i64
define i64 @mixed() {
  %m = alloca [2 x i64], align 8
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @new()
  store ptr addrspace(10) %x, ptr %m
  %p = getelementptr i8, ptr %m, i64 8
  store i64 7, ptr %p
  %y = call ptr addrspace(10) @new()
  %n = call i64 @look(ptr %m)
  ret i64 %n
}

; Whatever object it is.
; CHECK-LABEL: define void @one_of_three(
; CHECK:         call ptr @julia.new_gc_frame(i32 6)
; CHECK-NOT:     %m{{[123]}} = alloca
; CHECK:         store i64 0, ptr %m1, align 4{{$}}
; CHECK:         call void @callee(
define void @one_of_three(i1 %c, i1 %d) {
  %s = call ptr @julia.get_pgcstack()
  %value = alloca [2 x i64], align 8
  %m1 = alloca [2 x i64], align 8
  %m2 = alloca [2 x ptr addrspace(10)], align 8
  %m3 = alloca [24 x i8], align 8
  store i64 0, ptr %m1
  %in.m3 = getelementptr i8, ptr %m3, i64 8
  %first = select i1 %d, ptr %m1, ptr %m2
  br i1 %c, label %yes, label %end
yes:
  br label %end
end:
  %p = phi ptr [ %first, %0 ], [ %in.m3, %yes ]
  call void @callee(ptr sret([2 x i64]) %p, ptr "julia.return_roots"="2" %p)
  %x = load ptr addrspace(10), ptr %p
  %a = call ptr addrspace(10) @new()
  %y = load ptr addrspace(10), ptr %p
  call void @take(ptr addrspace(10) %x)
  call void @take(ptr addrspace(10) %y)
  ret void
}

; A pointer that goes through an object.
; CHECK-LABEL: define void @step_by_step(
; CHECK:         %o = alloca [2 x i64]
; CHECK:         load ptr addrspace(10), ptr %p
define void @step_by_step(ptr addrspace(11) %from) {
  %s = call ptr @julia.get_pgcstack()
  %o = alloca [2 x i64]
  call void @llvm.memcpy.p0.p11.i64(ptr %o, ptr addrspace(11) %from, i64 16, i1 false)
  %end = getelementptr i8, ptr %o, i64 16
  br label %loop
loop:
  %p = phi ptr [ %o, %0 ], [ %q, %loop ]
  %x = load ptr addrspace(10), ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %more = icmp ne ptr %q, %end
  br i1 %more, label %loop, label %exit
exit:
  call void @take(ptr addrspace(10) %x)
  ret void
}
