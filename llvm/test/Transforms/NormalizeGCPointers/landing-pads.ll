; RUN: opt -passes=normalize-gc-pointers,verify -S %s | FileCheck %s
; RUN: opt -passes=normalize-gc-pointers,normalize-gc-pointers,verify -S %s | FileCheck %s
; RUN: opt -passes=rewrite-statepoints-for-gc,verify -S %s | FileCheck %s --check-prefix=REWRITTEN

; What is needed behind landing pads without a token goes there through slots.

; CHECK-LABEL: @base(
; CHECK: %gc.slot = alloca ptr addrspace(1)
; CHECK: store ptr addrspace(1) %p, ptr %gc.slot
; CHECK-NEXT: invoke void @opaque() [ "gc-live"(ptr %gc.slot) ]
; CHECK: normal:
; CHECK-NEXT: ret ptr addrspace(1) %p
; CHECK: %l = landingpad { ptr, i32 }
; CHECK: [[THERE:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK: ret ptr addrspace(1) [[THERE]]
; REWRITTEN-LABEL: @base(
; REWRITTEN: invoke token {{.*}} "gc-live"(ptr addrspace(1) %p, ptr %gc.slot)
; REWRITTEN: normal:
; REWRITTEN: %p.relocated = {{.*}}relocate
; REWRITTEN: ret ptr addrspace(1) %p.relocated
; REWRITTEN: landingpad { ptr, i32 }
; REWRITTEN-NOT: relocate
; REWRITTEN: load ptr addrspace(1), ptr %gc.slot
define ptr addrspace(1) @base(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %p
}

; An object is passed once for all that is at a constant distance from it.
; CHECK-LABEL: @constant_distance(
; CHECK-COUNT-1: alloca
; CHECK-NOT: alloca
; CHECK: landingpad
; CHECK: [[THERE:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK-NEXT: [[D:%.*]] = getelementptr i8, ptr addrspace(1) [[THERE]], i64 8
; CHECK-NEXT: [[E:%.*]] = getelementptr i8, ptr addrspace(1) [[THERE]], i64 24
; CHECK: load i64, ptr addrspace(1) [[D]]
; CHECK: load i64, ptr addrspace(1) [[E]]
define i64 @constant_distance(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 8
  %e = getelementptr [2 x i64], ptr addrspace(1) %d, i64 1
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret i64 0
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %x = load i64, ptr addrspace(1) %d
  %y = load i64, ptr addrspace(1) %e
  %z = add i64 %x, %y
  ret i64 %z
}

; CHECK-LABEL: @any_distance(
; CHECK: [[BASE:%.*]] = call ptr addrspace(1) @llvm.experimental.gc.get.pointer.base.p1.p1(ptr addrspace(1) %d)
; CHECK-NEXT: store ptr addrspace(1) [[BASE]], ptr %gc.slot
; CHECK-NEXT: [[OFFSET:%.*]] = call i64 @llvm.experimental.gc.get.pointer.offset.p1(ptr addrspace(1) %d)
; CHECK: [[PASSED:%.*]] = phi i64 [ [[OFFSET]], %entry ]
; CHECK-NEXT: landingpad
; CHECK: [[THERE:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK-NEXT: [[D:%.*]] = getelementptr i8, ptr addrspace(1) [[THERE]], i64 [[PASSED]]
; CHECK-NEXT: load i64, ptr addrspace(1) [[D]]
; REWRITTEN-LABEL: @any_distance(
; REWRITTEN: store ptr addrspace(1) %p, ptr %gc.slot
define i64 @any_distance(ptr addrspace(1) %p, i64 %i) gc "statepoint-example" personality ptr @personality {
entry:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 %i
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret i64 0
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %x = load i64, ptr addrspace(1) %d
  ret i64 %x
}

; A landing pad of two calls, one of which is no safepoint, in a loop.
; CHECK-LABEL: @shared(
; CHECK: loop:
; CHECK: [[P:%.*]] = phi ptr addrspace(1) [ [[THERE:%.*]], %pad ], [ %p, %entry ]
; CHECK: store ptr addrspace(1) [[P]], ptr %gc.slot
; CHECK: invoke void @opaque() [ "gc-live"(ptr %gc.slot) ]
; CHECK: second:
; CHECK-NEXT: invoke void @opaque() #
; CHECK: landingpad
; CHECK: [[THERE]] = load ptr addrspace(1), ptr %gc.slot
; CHECK: ret ptr addrspace(1) [[P]]
define ptr addrspace(1) @shared(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  br label %loop
loop:
  invoke void @opaque() to label %second unwind label %pad
second:
  invoke void @opaque() "gc-leaf-function" to label %exit unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  br label %loop
exit:
  ret ptr addrspace(1) %p
}

; CHECK-LABEL: @phi(
; CHECK: one:
; CHECK: store ptr addrspace(1) %p, ptr %gc.slot
; CHECK: invoke
; CHECK: two:
; CHECK: store ptr addrspace(1) null, ptr %gc.slot
; CHECK: invoke
; CHECK: pad:
; CHECK-NEXT: landingpad
; CHECK: %r = load ptr addrspace(1), ptr %gc.slot
; CHECK: ret ptr addrspace(1) %r
define ptr addrspace(1) @phi(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" personality ptr @personality {
entry:
  br i1 %c, label %one, label %two
one:
  invoke void @opaque() to label %normal unwind label %pad
two:
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) null
pad:
  %r = phi ptr addrspace(1) [ %p, %one ], [ null, %two ]
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %r
}

; Another value, and a slot that another landing pad had meanwhile, are stored.
; CHECK-LABEL: @stored_again(
; CHECK: store ptr addrspace(1) %p, ptr %gc.slot
; CHECK: second:
; CHECK-NEXT: store ptr addrspace(1) %q, ptr %gc.slot
; CHECK: third:
; CHECK-NEXT: store ptr addrspace(1) %p, ptr %gc.slot
; CHECK: fourth:
; CHECK-NEXT: store ptr addrspace(1) %q, ptr %gc.slot
; CHECK: ret ptr addrspace(1) null
define ptr addrspace(1) @stored_again(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %second unwind label %pad
second:
  invoke void @opaque() to label %third unwind label %pad
third:
  invoke void @opaque() to label %fourth unwind label %other
fourth:
  invoke void @opaque() to label %exit unwind label %pad
exit:
  ret ptr addrspace(1) null
pad:
  %r = phi ptr addrspace(1) [ %p, %entry ], [ %q, %second ], [ %q, %fourth ]
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %r
other:
  %m = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %p
}

; What a landing pad has got, the next one needs.
; CHECK-LABEL: @one_behind_another(
; CHECK: pad:
; CHECK: [[FIRST:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK-NOT: store
; CHECK: invoke void @opaque() [ "gc-live"(ptr %gc.slot) ]
; CHECK: again:
; CHECK: [[SECOND:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK: call void @use(ptr addrspace(1) [[SECOND]])
; CHECK: resume
define void @one_behind_another(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  invoke void @opaque() to label %normal unwind label %again
again:
  %m = landingpad { ptr, i32 } cleanup
  call void @use(ptr addrspace(1) %p)
  resume { ptr, i32 } %m
}

; CHECK-LABEL: @vectors(
; CHECK: %gc.slot = alloca <2 x ptr addrspace(1)>
; CHECK: store <2 x ptr addrspace(1)> %v, ptr %gc.slot
; CHECK: landingpad
; CHECK: load <2 x ptr addrspace(1)>, ptr %gc.slot
define <2 x ptr addrspace(1)> @vectors(<2 x ptr addrspace(1)> %v) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret <2 x ptr addrspace(1)> %v
pad:
  %l = landingpad { ptr, i32 } filter [0 x ptr] zeroinitializer
  ret <2 x ptr addrspace(1)> %v
}

; CHECK-LABEL: @vectors_into_objects(
; CHECK-COUNT-2: get.pointer.base
; CHECK: landingpad
; CHECK: insertelement <2 x ptr addrspace(1)> poison, {{.*}} i64 0
; CHECK: [[THERE:%.*]] = insertelement <2 x ptr addrspace(1)> {{.*}} i64 1
; CHECK: ret <2 x ptr addrspace(1)> [[THERE]]
define <2 x ptr addrspace(1)> @vectors_into_objects(<2 x ptr addrspace(1)> %v) gc "statepoint-example" personality ptr @personality {
entry:
  %d = getelementptr i8, <2 x ptr addrspace(1)> %v, i64 8
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret <2 x ptr addrspace(1)> zeroinitializer
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret <2 x ptr addrspace(1)> %d
}

; Relocates belong to tokens; nothing else changes.
; CHECK-LABEL: @token(
; CHECK-NOT: alloca
; CHECK: landingpad token
; CHECK-NEXT: cleanup
; CHECK-NEXT: ret ptr addrspace(1) %p
; REWRITTEN-LABEL: @token(
; REWRITTEN: %l = landingpad token
; REWRITTEN: relocate.p1(token %l
define ptr addrspace(1) @token(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad token cleanup
  ret ptr addrspace(1) %p
}

; A token does not say what to resume.
; CHECK-LABEL: @token_resumed(
; CHECK: %l = landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: catch ptr @personality
; CHECK: [[THERE:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK: call void @use(ptr addrspace(1) [[THERE]])
; CHECK: resume { ptr, i32 } %l
; CHECK: landingpad { ptr, i32 }
define void @token_resumed(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %normal unwind label %pad
normal:
  invoke void @opaque() to label %exit unwind label %other
exit:
  ret void
pad:
  %l = landingpad token cleanup catch ptr @personality
  call void @use(ptr addrspace(1) %p)
  resume token %l
other:
  %m = landingpad token cleanup
  ret void
}

; CHECK-LABEL: @nothing_needed(
; CHECK-NOT: alloca
; CHECK: resume
define ptr addrspace(1) @nothing_needed(ptr addrspace(1) %p) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %normal unwind label %pad
normal:
  ret ptr addrspace(1) %p
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; A constant that is no object, such as what is derived from null, is an offset from
; null. No collector sees it.
; CHECK-LABEL: @derived_from_null(
; CHECK: set:
; CHECK: %d = getelementptr i8, ptr addrspace(1) %p, i64 32
; CHECK: store ptr addrspace(1) [[BASE:%.*]], ptr %gc.slot
; CHECK: clear:
; CHECK-NEXT: store ptr addrspace(1) null, ptr %gc.slot
; CHECK: pad:
; CHECK-NEXT: %offset = phi i64
; CHECK-SAME: [ 40, %clear ]
; CHECK: [[THERE:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) [[THERE]], i64 %offset
; REWRITTEN-LABEL: @derived_from_null(
; REWRITTEN-NOT: store ptr addrspace(1) inttoptr
; REWRITTEN: ret i64
define i64 @derived_from_null(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" personality ptr @personality {
entry:
  br i1 %c, label %set, label %clear
set:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 32
  invoke void @opaque() to label %done unwind label %pad
clear:
  invoke void @opaque() to label %done unwind label %pad
pad:
  %q = phi ptr addrspace(1) [ %d, %set ], [ inttoptr (i64 40 to ptr addrspace(1)), %clear ]
  %l = landingpad { ptr, i32 } catch ptr null
  call void @opaque()
  %v = load i64, ptr addrspace(1) %q
  ret i64 %v
done:
  ret i64 0
}

; CHECK-LABEL: @offset_from_null(
; CHECK: set:
; CHECK: %d = getelementptr i8, ptr addrspace(1) %p, i64 32
; CHECK: store ptr addrspace(1) [[BASE:%.*]], ptr %gc.slot
; CHECK: clear:
; CHECK-NEXT: store ptr addrspace(1) null, ptr %gc.slot
; CHECK: pad:
; CHECK-NEXT: %offset = phi i64
; CHECK-SAME: [ 48, %clear ]
; CHECK: [[THERE:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) [[THERE]], i64 %offset
; REWRITTEN-LABEL: @offset_from_null(
; REWRITTEN-NOT: store ptr addrspace(1) inttoptr
; REWRITTEN-NOT: store ptr addrspace(1) getelementptr
; REWRITTEN: ret i64
define i64 @offset_from_null(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" personality ptr @personality {
entry:
  br i1 %c, label %set, label %clear
set:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 32
  invoke void @opaque() to label %done unwind label %pad
clear:
  invoke void @opaque() to label %done unwind label %pad
pad:
  %q = phi ptr addrspace(1) [ %d, %set ], [ getelementptr (i8, ptr addrspace(1) null, i64 48), %clear ]
  %l = landingpad { ptr, i32 } catch ptr null
  call void @opaque()
  %v = load i64, ptr addrspace(1) %q
  ret i64 %v
done:
  ret i64 0
}

; CHECK-LABEL: @offset_from_number(
; CHECK: set:
; CHECK: %d = getelementptr i8, ptr addrspace(1) %p, i64 32
; CHECK: store ptr addrspace(1) [[BASE:%.*]], ptr %gc.slot
; CHECK: clear:
; CHECK-NEXT: store ptr addrspace(1) null, ptr %gc.slot
; CHECK: pad:
; CHECK-NEXT: %offset = phi i64
; CHECK-SAME: [ 56, %clear ]
; CHECK: [[THERE:%.*]] = load ptr addrspace(1), ptr %gc.slot
; CHECK-NEXT: getelementptr i8, ptr addrspace(1) [[THERE]], i64 %offset
; REWRITTEN-LABEL: @offset_from_number(
; REWRITTEN-NOT: store ptr addrspace(1) inttoptr
; REWRITTEN-NOT: store ptr addrspace(1) getelementptr
; REWRITTEN: ret i64
define i64 @offset_from_number(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" personality ptr @personality {
entry:
  br i1 %c, label %set, label %clear
set:
  %d = getelementptr i8, ptr addrspace(1) %p, i64 32
  invoke void @opaque() to label %done unwind label %pad
clear:
  invoke void @opaque() to label %done unwind label %pad
pad:
  %q = phi ptr addrspace(1) [ %d, %set ], [ getelementptr (i8, ptr addrspace(1) inttoptr (i64 40 to ptr addrspace(1)), i64 16), %clear ]
  %l = landingpad { ptr, i32 } catch ptr null
  call void @opaque()
  %v = load i64, ptr addrspace(1) %q
  ret i64 %v
done:
  ret i64 0
}

declare void @opaque()
declare void @use(ptr addrspace(1))
declare i32 @personality(...)

; A landing pad that has nothing but an invoke, which unwinds to another one:
; what it loads comes before what the invoke stores.
; CHECK-LABEL: @only_invoke(
; CHECK: inner:
; CHECK-NEXT: landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: [[P:%.*]] = load ptr addrspace(1), ptr [[FIRST:%gc.slot[0-9]*]]
; CHECK-NEXT: [[Q:%.*]] = load ptr addrspace(1), ptr [[SECOND:%gc.slot[0-9]*]]
; CHECK: invoke void @use(ptr addrspace(1) [[Q]])
; CHECK: outer:
; CHECK: load ptr addrspace(1), ptr %gc.slot
define ptr addrspace(1) @only_invoke(ptr addrspace(1) %p, ptr addrspace(1) %q) gc "statepoint-example" personality ptr @personality {
entry:
  invoke void @opaque() to label %next unwind label %outer
next:
  invoke void @opaque() to label %normal unwind label %inner
normal:
  ret ptr addrspace(1) null
inner:
  %i = landingpad { ptr, i32 } cleanup
  invoke void @use(ptr addrspace(1) %q) to label %normal unwind label %outer
outer:
  %o = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(1) %p
}
