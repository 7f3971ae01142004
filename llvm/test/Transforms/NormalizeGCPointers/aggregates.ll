; RUN: opt -passes=normalize-gc-pointers,verify -S %s | FileCheck %s
; RUN: opt -passes=rewrite-statepoints-for-gc,verify -S %s | FileCheck %s --check-prefix=REWRITTEN

; Aggregates that hold references over calls are taken apart.

; CHECK-LABEL: @argument(
; CHECK-NEXT: [[P:%.*]] = extractvalue { ptr addrspace(1), i64 } %pair, 0
; CHECK-NEXT: [[I:%.*]] = extractvalue { ptr addrspace(1), i64 } %pair, 1
; CHECK-NEXT: call void @opaque()
; CHECK-NEXT: [[FIRST:%.*]] = insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) [[P]], 0
; CHECK-NEXT: [[BOTH:%.*]] = insertvalue { ptr addrspace(1), i64 } [[FIRST]], i64 [[I]], 1
; CHECK-NEXT: ret { ptr addrspace(1), i64 } [[BOTH]]
; REWRITTEN-LABEL: @argument(
; REWRITTEN: [[P:%.*]] = extractvalue { ptr addrspace(1), i64 } %pair, 0
; REWRITTEN: "gc-live"(ptr addrspace(1) [[P]])
; REWRITTEN: [[R:%.*]] = call {{.*}}relocate
; REWRITTEN: insertvalue { ptr addrspace(1), i64 } poison, ptr addrspace(1) [[R]], 0
define { ptr addrspace(1), i64 } @argument({ ptr addrspace(1), i64 } %pair) gc "statepoint-example" {
  call void @opaque()
  ret { ptr addrspace(1), i64 } %pair
}

; CHECK-LABEL: @choices(
; CHECK: join:
; CHECK-NEXT: phi i64 [ 7, %then ], [ 0, %other ]
; CHECK-NEXT: [[P:%.*]] = phi ptr addrspace(1) [ %p, %then ], [ null, %other ]
; CHECK-NEXT: call void @opaque()
; CHECK: [[S:%.*]] = select i1 %c, ptr addrspace(1) [[P]], ptr addrspace(1) %p
; CHECK: [[F:%.*]] = freeze ptr addrspace(1) [[S]]
; CHECK: call void @opaque()
; CHECK: ret ptr addrspace(1) [[F]]
define ptr addrspace(1) @choices(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
entry:
  %a = insertvalue { i64, { ptr addrspace(1) } } { i64 7, { ptr addrspace(1) } poison }, ptr addrspace(1) %p, 1, 0
  br i1 %c, label %then, label %other
then:
  br label %join
other:
  br label %join
join:
  %b = phi { i64, { ptr addrspace(1) } } [ %a, %then ], [ zeroinitializer, %other ]
  call void @opaque()
  %s = select i1 %c, { i64, { ptr addrspace(1) } } %b, { i64, { ptr addrspace(1) } } %a
  %f = freeze { i64, { ptr addrspace(1) } } %s
  call void @opaque()
  %inner = extractvalue { i64, { ptr addrspace(1) } } %f, 1
  %r = extractvalue { ptr addrspace(1) } %inner, 0
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @members(
; CHECK: call void @opaque()
; CHECK-NOT: extractvalue
; CHECK: [[BOTH:%.*]] = insertvalue [2 x i64] [i64 1, i64 poison], i64 %i, 1
; CHECK: call void @numbers([2 x i64] [[BOTH]])
define ptr addrspace(1) @members(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" {
  %a = insertvalue { ptr addrspace(1), [2 x i64] } { ptr addrspace(1) null, [2 x i64] [i64 1, i64 2] }, ptr addrspace(1) %p, 0
  %b = insertvalue { ptr addrspace(1), [2 x i64] } %a, i64 %i, 1, 1
  call void @opaque()
  %n = extractvalue { ptr addrspace(1), [2 x i64] } %b, 1
  call void @numbers([2 x i64] %n) "gc-leaf-function"
  %r = extractvalue { ptr addrspace(1), [2 x i64] } %b, 0
  ret ptr addrspace(1) %r
}

; CHECK-LABEL: @results(
; CHECK: invoke [2 x ptr addrspace(1)] @give() [ "gc-live"(ptr %gc.slot
; CHECK: [[FROM:.*]]:
; CHECK-NEXT: [[L:%.*]] = extractvalue [2 x ptr addrspace(1)] %v, 0
; CHECK-NEXT: extractvalue [2 x ptr addrspace(1)] %v, 1
; CHECK: normal:
; CHECK-NEXT: phi ptr addrspace(1) [ [[L]], %[[FROM]] ], [ {{.*}}, %pad ]
define [2 x ptr addrspace(1)] @results() gc "statepoint-example" personality ptr @personality {
entry:
  %u = call [2 x ptr addrspace(1)] @give()
  %v = invoke [2 x ptr addrspace(1)] @give() to label %normal unwind label %pad
normal:
  %w = phi [2 x ptr addrspace(1)] [ %v, %entry ], [ %u, %pad ]
  call void @opaque()
  ret [2 x ptr addrspace(1)] %w
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  br label %normal
}

; What deopt state has is relocated, too.
; CHECK-LABEL: @deopt(
; CHECK: [[P:%.*]] = extractvalue { ptr addrspace(1), i64 } %pair, 0
; CHECK: [[I:%.*]] = extractvalue { ptr addrspace(1), i64 } %pair, 1
; CHECK: call void @opaque() [ "deopt"(i32 1, ptr addrspace(1) [[P]], i64 [[I]]) ]
; REWRITTEN-LABEL: @deopt(
; REWRITTEN: "deopt"(i32 1, ptr addrspace(1) [[P:%.*]], i64 %{{.*}}), "gc-live"(ptr addrspace(1) [[P]])
define void @deopt({ ptr addrspace(1), i64 } %pair) gc "statepoint-example" {
  call void @opaque() [ "deopt"(i32 1, { ptr addrspace(1), i64 } %pair) ]
  ret void
}

; CHECK-LABEL: @used_by_the_call(
; CHECK: [[V:%.*]] = insertvalue [1 x ptr addrspace(1)] poison
; CHECK-NEXT: call [1 x ptr addrspace(1)] @exchange([1 x ptr addrspace(1)] [[V]])
; CHECK: store [1 x ptr addrspace(1)] %{{.*}}, ptr addrspace(1) %p
define void @used_by_the_call([1 x ptr addrspace(1)] %v, ptr addrspace(1) %p) gc "statepoint-example" {
  %w = call [1 x ptr addrspace(1)] @exchange([1 x ptr addrspace(1)] %v)
  call void @opaque()
  store [1 x ptr addrspace(1)] %v, ptr addrspace(1) %p
  store [1 x ptr addrspace(1)] %w, ptr addrspace(1) %p
  ret void
}

; Nothing is between this and its uses.
; CHECK-LABEL: @not_live(
; CHECK-NEXT: call void @opaque()
; CHECK-NEXT: %v = load [2 x ptr addrspace(1)], ptr addrspace(1) %p
; CHECK-NEXT: store [2 x ptr addrspace(1)] %v, ptr addrspace(1) %q
define void @not_live(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" {
  call void @opaque()
  %v = load [2 x ptr addrspace(1)], ptr addrspace(1) %p
  store [2 x ptr addrspace(1)] %v, ptr addrspace(1) %q
  call void @opaque()
  ret void
}

; CHECK-LABEL: @without_references(
; CHECK-NEXT: call void @opaque()
; CHECK-NEXT: ret { ptr, i64 } %v
define { ptr, i64 } @without_references({ ptr, i64 } %v) gc "statepoint-example" {
  call void @opaque()
  ret { ptr, i64 } %v
}

declare void @opaque()
declare void @numbers([2 x i64])
declare [2 x ptr addrspace(1)] @give()
declare [1 x ptr addrspace(1)] @exchange([1 x ptr addrspace(1)])
declare i32 @personality(...)
