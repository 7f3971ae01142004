; RUN: opt -passes=normalize-gc-pointers,verify -S %s | FileCheck %s
; RUN: opt -passes=normalize-gc-pointers,normalize-gc-pointers,verify -S %s | FileCheck %s
; RUN: opt -passes=rewrite-statepoints-for-gc,verify -S %s | FileCheck %s --check-prefix=REWRITTEN

; Which stack objects calls list, and which are cleared.

; CHECK-LABEL: @needed_behind(
; CHECK-NOT: null
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
; CHECK: load
; CHECK-NEXT: call void @opaque(){{$}}
; REWRITTEN-LABEL: @needed_behind(
; REWRITTEN: gc.statepoint{{.*}}@opaque{{.*}} [ "gc-live"(ptr %a) ]
; REWRITTEN-NOT: relocate
; REWRITTEN: load ptr addrspace(1), ptr %a
; REWRITTEN: gc.statepoint{{.*}}@opaque{{.*}} [ "gc-live"(ptr addrspace(1) %r) ]
define ptr addrspace(1) @needed_behind(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  %r = load ptr addrspace(1), ptr %a
  call void @opaque()
  ret ptr addrspace(1) %r
}

; The second member may not have been written.
; CHECK-LABEL: @half_written(
; CHECK: [[PART:%.*]] = getelementptr inbounds i8, ptr %a, i64 8
; CHECK-NEXT: store ptr addrspace(1) null, ptr [[PART]], align 8
; CHECK-NOT: null
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
define void @half_written(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca [2 x ptr addrspace(1)]
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  call void @peek(ptr %a)
  ret void
}

; CHECK-LABEL: @all_written(
; CHECK-NOT: null
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
define void @all_written(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca [2 x ptr addrspace(1)]
  store ptr addrspace(1) %p, ptr %a
  %b = getelementptr i8, ptr %a, i64 8
  store ptr addrspace(1) %p, ptr %b
  call void @opaque()
  call void @peek(ptr %a)
  ret void
}

; Only words that hold references are listed and cleared.
; CHECK-LABEL: @part_of_object(
; CHECK: store ptr addrspace(1) null, ptr %{{.*}}, align 8
; CHECK-NOT: null
; CHECK: [[PART:%.*]] = getelementptr inbounds i8, ptr %a, i64 8
; CHECK-NEXT: call void @fill(ptr %a) [ "gc-live"(ptr [[PART]]) ]
define void @part_of_object() gc "statepoint-example" {
  %a = alloca { i64, ptr addrspace(1) }
  call void @fill(ptr %a)
  ret void
}

; CHECK-LABEL: @two_parts(
; CHECK: [[PART:%.*]] = getelementptr inbounds i8, ptr %a, i64 16
; CHECK-NEXT: call void @opaque() [ "gc-live"(ptr %a, ptr [[PART]]) ]
define void @two_parts({ ptr addrspace(1), i64, ptr addrspace(1) } %v) gc "statepoint-example" {
  %a = alloca { ptr addrspace(1), i64, ptr addrspace(1) }
  store { ptr addrspace(1), i64, ptr addrspace(1) } %v, ptr %a
  call void @opaque()
  call void @peek(ptr %a)
  ret void
}

; Many words are cleared at once.
; CHECK-LABEL: @large(
; CHECK: call void @llvm.memset.p0.i64(ptr align 8 %a, i8 0, i64 160, i1 false)
; CHECK: call void @fill(ptr %a) [ "gc-live"(ptr %a) ]
define void @large() gc "statepoint-example" {
  %a = alloca [20 x ptr addrspace(1)], align 8
  call void @fill(ptr %a)
  ret void
}

; While the callee runs it may read what it wrote.
; CHECK-LABEL: @result_in_object(
; CHECK: store ptr addrspace(1) null, ptr %a
; CHECK: call void @give(ptr sret(ptr addrspace(1)) %a) [ "gc-live"(ptr %a) ]
; CHECK-NEXT: call void @opaque(){{$}}
define void @result_in_object() gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  call void @give(ptr sret(ptr addrspace(1)) %a)
  call void @opaque()
  ret void
}

; Nobody reads the first reference.
; CHECK-LABEL: @replaced(
; CHECK: call void @opaque(){{$}}
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
define ptr addrspace(1) @replaced(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  store ptr addrspace(1) null, ptr %a
  call void @opaque()
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

; Whoever got the address may read the object until it ends.
; CHECK-LABEL: @captured(
; CHECK: lifetime.start
; CHECK-NEXT: store ptr addrspace(1) null, ptr %a
; CHECK: call void @fill(ptr %a) [ "gc-live"(ptr %a) ]
; CHECK-NEXT: store
; CHECK-NEXT: call void @opaque() [ "gc-live"(ptr %a) ]
; CHECK-NEXT: lifetime.end
; CHECK-NEXT: call void @opaque(){{$}}
define void @captured(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  call void @opaque()
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @fill(ptr %a)
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @opaque()
  ret void
}

; @opaque may go back to where @setjmp returns.
; CHECK-LABEL: @returns_twice(
; CHECK: call i32 @setjmp(ptr %{{.*}}) #
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
; CHECK: ret
define ptr addrspace(1) @returns_twice(ptr addrspace(1) %p, ptr %place) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  %first = call i32 @setjmp(ptr %place) returns_twice "gc-leaf-function"
  %is_first = icmp eq i32 %first, 0
  br i1 %is_first, label %go, label %back
go:
  call void @opaque()
  ret ptr addrspace(1) null
back:
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

; Each time around, the object begins again.
; CHECK-LABEL: @in_loop(
; CHECK: loop:
; CHECK-NEXT: lifetime.start
; CHECK-NEXT: [[PART:%.*]] = getelementptr inbounds i8, ptr %a, i64 8
; CHECK-NEXT: store ptr addrspace(1) null, ptr [[PART]], align 8
; CHECK-NEXT: store ptr addrspace(1) %p, ptr %a
; CHECK: @opaque() [ "gc-live"(ptr %a) ]
; CHECK: lifetime.end
; CHECK-NEXT: @opaque(){{$}}
define void @in_loop(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  %a = alloca [2 x ptr addrspace(1)]
  br label %loop
loop:
  call void @llvm.lifetime.start.p0(ptr %a)
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  call void @peek(ptr %a)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @opaque()
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; On the way from %other the object is not alive, so its place may be another's.
; CHECK-LABEL: @alive_on_one_path(
; CHECK-NEXT: entry:
; CHECK-NEXT: %a = alloca
; CHECK-NEXT: store ptr addrspace(1) null, ptr %a
; CHECK-NOT: lifetime
; CHECK: join:
; CHECK-NEXT: call void @opaque() [ "gc-live"(ptr %a) ]
define void @alive_on_one_path(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  %a = alloca ptr addrspace(1)
  br i1 %c, label %then, label %other
then:
  call void @llvm.lifetime.start.p0(ptr %a)
  store ptr addrspace(1) %p, ptr %a
  br label %join
other:
  br label %join
join:
  call void @opaque()
  br i1 %c, label %read, label %exit
read:
  call void @peek(ptr %a)
  br label %exit
exit:
  ret void
}

; What is copied is as good as what it is copied from.
; CHECK-LABEL: @copied(
; CHECK: store ptr addrspace(1) null, ptr %{{.*}}
; CHECK: memcpy
; CHECK-NEXT: call void @opaque() [ "gc-live"(ptr %b) ]
define void @copied(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca [2 x ptr addrspace(1)]
  %b = alloca [2 x ptr addrspace(1)]
  store ptr addrspace(1) %p, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)
  call void @opaque()
  call void @peek(ptr %b)
  ret void
}

; The type does not say where the reference is, but what is done with it does.
; CHECK-LABEL: @bytes(
; CHECK: %a = alloca <{ [8 x i8], ptr addrspace(1), [8 x i8] }>, align 8
; CHECK: [[PART:%.*]] = getelementptr inbounds i8, ptr %a, i64 8
; CHECK-NEXT: call void @opaque() [ "gc-live"(ptr [[PART]]) ]
define ptr addrspace(1) @bytes(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca [24 x i8]
  %slot = getelementptr i8, ptr %a, i64 8
  store ptr addrspace(1) %p, ptr %slot
  call void @opaque()
  %r = load ptr addrspace(1), ptr %slot
  ret ptr addrspace(1) %r
}

; The memory of the argument is the caller's, but its contents are this
; function's.
; CHECK-LABEL: @by_value(
; CHECK: %s.copy = alloca { i64, ptr addrspace(1) }, align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %s.copy, ptr align 8 %s, i64 16, i1 false)
; CHECK: [[PART:%.*]] = getelementptr inbounds i8, ptr %s.copy, i64 8
; CHECK-NEXT: call void @opaque() [ "gc-live"(ptr [[PART]]) ]
; CHECK: getelementptr i8, ptr %s.copy, i64 8
define ptr addrspace(1) @by_value(ptr byval({ i64, ptr addrspace(1) }) align 8 %s) gc "statepoint-example" {
  call void @opaque()
  %slot = getelementptr i8, ptr %s, i64 8
  %r = load ptr addrspace(1), ptr %slot
  ret ptr addrspace(1) %r
}

; The copy that there is comes too late.
; CHECK-LABEL: @by_value_copied_late(
; CHECK: %s.copy = alloca ptr addrspace(1)
; CHECK: call void @opaque() [ "gc-live"(ptr %s.copy) ]
; CHECK: memcpy{{.*}}(ptr %a, ptr %s.copy,
define ptr addrspace(1) @by_value_copied_late(ptr byval(ptr addrspace(1)) %s) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  call void @opaque()
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %s, i64 8, i1 false)
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

; The collector may write %a, which a tail call must not need.
; CHECK-LABEL: @tail(
; CHECK: {{^}}  call void @opaque() [ "gc-live"(ptr %a) ]
; CHECK: tail call void @opaque()
define void @tail(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  tail call void @opaque()
  %r = load ptr addrspace(1), ptr %a
  tail call void @opaque()
  ret void
}

; CHECK-LABEL: @vector(
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
define <2 x ptr addrspace(1)> @vector(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %a = alloca <2 x ptr addrspace(1)>
  store <2 x ptr addrspace(1)> %v, ptr %a
  call void @opaque()
  %r = load <2 x ptr addrspace(1)>, ptr %a
  ret <2 x ptr addrspace(1)> %r
}

; A call may need it on either of its ways.
; CHECK-LABEL: @unwinding(
; CHECK: invoke void @opaque() [ "gc-live"(ptr %a) ]
define ptr addrspace(1) @unwinding(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) null
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

; The address is a reference, but goes nowhere.
; CHECK-LABEL: @other_address_space(
; CHECK: %a = alloca [2 x ptr addrspace(1)], align 8
; CHECK: %b = getelementptr inbounds i8, ptr %a, i64 8
; CHECK-NEXT: store ptr addrspace(1) %p, ptr %b
; CHECK: memcpy.p0.p1.i64(ptr %a, ptr addrspace(1) %p, i64 8, i1 false)
; CHECK: call void @peek(ptr %b)
; CHECK: call void @opaque() [ "gc-live"(ptr %a) ]
; CHECK: load ptr addrspace(1), ptr %b
define ptr addrspace(1) @other_address_space(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca [2 x ptr addrspace(1)], align 8, addrspace(1)
  call void @llvm.lifetime.start.p1(ptr addrspace(1) %a)
  %b = getelementptr inbounds i8, ptr addrspace(1) %a, i64 8
  store ptr addrspace(1) %p, ptr addrspace(1) %b
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %a, ptr addrspace(1) %p, i64 8, i1 false)
  %c = addrspacecast ptr addrspace(1) %b to ptr
  call void @peek(ptr %c)
  call void @opaque()
  %r = load ptr addrspace(1), ptr addrspace(1) %b
  call void @llvm.lifetime.end.p1(ptr addrspace(1) %a)
  ret ptr addrspace(1) %r
}

; Nothing is done for other strategies, and for functions that list nothing.
; CHECK-LABEL: @shadow_stack(
; CHECK: call void @opaque(){{$}}
define ptr addrspace(1) @shadow_stack(ptr addrspace(1) %p) gc "shadow-stack" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  call void @opaque()
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @leaf(
; CHECK: call void @opaque() #
define ptr addrspace(1) @leaf(ptr addrspace(1) %p) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %a
  call void @opaque() "gc-leaf-function"
  %r = load ptr addrspace(1), ptr %a
  ret ptr addrspace(1) %r
}

declare void @opaque()
declare void @fill(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @give(ptr sret(ptr addrspace(1)))
declare void @peek(ptr readonly captures(none)) "gc-leaf-function"
declare i32 @personality(...)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
declare void @llvm.lifetime.start.p1(ptr addrspace(1))
declare void @llvm.lifetime.end.p1(ptr addrspace(1))
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; What is loaded before it is stored on some path may be listed afterwards.
; CHECK-LABEL: define ptr addrspace(1) @loaded_too_early(
; CHECK: %o = alloca ptr addrspace(1)
; CHECK-NEXT: store ptr addrspace(1) null, ptr %o
; CHECK: call void @opaque()
; CHECK-LABEL: define ptr addrspace(1) @loaded_later(
; CHECK-NOT: null
; CHECK: ret ptr
define ptr addrspace(1) @loaded_too_early(ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
entry:
  %o = alloca ptr addrspace(1)
  br i1 %c, label %set, label %get

set:
  store ptr addrspace(1) %b, ptr %o
  br label %get

get:
  %a = load ptr addrspace(1), ptr %o
  call void @opaque()
  ret ptr addrspace(1) %a
}
define ptr addrspace(1) @loaded_later(ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
entry:
  %o = alloca ptr addrspace(1)
  br i1 %c, label %set, label %get

set:
  store ptr addrspace(1) %b, ptr %o
  %a = load ptr addrspace(1), ptr %o
  call void @opaque()
  ret ptr addrspace(1) %a

get:
  ret ptr addrspace(1) %b
}

; Nobody outside has what is loaded here.
; CHECK-LABEL: define i64 @loaded_and_read(
; CHECK-NOT: null
; CHECK: ret i64
define i64 @loaded_and_read(ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
entry:
  %o = alloca ptr addrspace(1)
  br i1 %c, label %set, label %get

set:
  store ptr addrspace(1) %b, ptr %o
  br label %get

get:
  %a = load ptr addrspace(1), ptr %o
  %place = getelementptr i8, ptr addrspace(1) %a, i64 8
  %x = load i64, ptr addrspace(1) %place
  call void @opaque()
  ret i64 %x
}

; CHECK-LABEL: define ptr addrspace(1) @exchanged_too_early(
; CHECK: %o = alloca ptr addrspace(1)
; CHECK-NEXT: store ptr addrspace(1) null, ptr %o
define ptr addrspace(1) @exchanged_too_early(ptr addrspace(1) %b) gc "statepoint-example" {
  %o = alloca ptr addrspace(1)
  %a = atomicrmw xchg ptr %o, ptr addrspace(1) %b seq_cst
  call void @opaque()
  ret ptr addrspace(1) %a
}

; What has no place that is known is not cleared at another one.
; CHECK-LABEL: define void @many(
; CHECK-NOT: null
; CHECK: ret void
define void @many(i64 %n, i64 %i, ptr %to) gc "statepoint-example" {
  call void @opaque()
  %o = alloca ptr addrspace(1), i64 %n
  %place = getelementptr ptr addrspace(1), ptr %o, i64 %i
  %a = load ptr addrspace(1), ptr %place
  store ptr addrspace(1) %a, ptr %to
  ret void
}
