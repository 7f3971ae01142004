; No pointer of the four address spaces is left, and others stay.
; RUN: opt -passes='RemoveJuliaAddrspaces,verify' -S %s | FileCheck %s --implicit-check-not='addrspace({{1[0-3]}})' --implicit-check-not=p1{{[0-3]}}
; RUN: opt -passes='RemoveJuliaAddrspaces,RemoveJuliaAddrspaces' -S %s -o %t.twice
; RUN: opt -passes='RemoveJuliaAddrspaces' -S %s -o %t.once
; RUN: diff %t.once %t.twice

; CHECK-DAG: %named = type { ptr, i64 }
; CHECK-DAG: %outer = type { %named, [2 x ptr] }
; CHECK-DAG: %plain = type { ptr, ptr addrspace(5) }
%named = type { ptr addrspace(10), i64 }
%outer = type { %named, [2 x ptr addrspace(13)] }
%plain = type { ptr, ptr addrspace(5) }

; CHECK: @object = external global i64, align 16
; CHECK: @constant = internal constant ptr @object, section "s", align 8, !about ![[ABOUT:[0-9]+]]
; CHECK: @structure = global %outer { %named { ptr @object, i64 1 }, [2 x ptr] [ptr null, ptr getelementptr (i8, ptr @object, i64 8)] }
; CHECK: @zero = thread_local global %outer zeroinitializer
; CHECK: @itself = global ptr @itself
; CHECK: @code = global ptr @code_user
; CHECK: @block = global ptr blockaddress(@code_user, %target)
; CHECK: @unchanged = global %plain zeroinitializer
; CHECK: @other = external addrspace(5) global i64
@object = external addrspace(10) global i64, align 16
@constant = internal constant ptr addrspace(10) @object, section "s", align 8, !about !0
@structure = global %outer { %named { ptr addrspace(10) @object, i64 1 }, [2 x ptr addrspace(13)] [ptr addrspace(13) null, ptr addrspace(13) addrspacecast (ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @object, i64 8) to ptr addrspace(13))] }
@zero = thread_local global %outer zeroinitializer
@itself = global ptr addrspace(11) addrspacecast (ptr @itself to ptr addrspace(11))
@code = global ptr @code_user
@block = global ptr blockaddress(@code_user, %target)
@unchanged = global %plain zeroinitializer
@other = external addrspace(5) global i64

; CHECK: @alias = internal alias i64, ptr @aliased
; CHECK: @resolved = ifunc ptr (ptr), ptr @resolver
@aliased = addrspace(10) global i64 0
@alias = internal alias i64, ptr addrspace(10) @aliased
@resolved = ifunc ptr addrspace(10) (ptr addrspace(11)), ptr @resolver
define ptr @resolver() {
  ret ptr null
}

; CHECK: declare void @take(ptr nonnull dereferenceable(8), ...) #[[ATTRIBUTES:[0-9]+]]
declare void @take(ptr addrspace(10) nonnull dereferenceable(8), ...) nounwind
; CHECK: declare i32 @personality(...)
declare i32 @personality(...)

; CHECK:       define weak ptr @function(ptr %a, i64 %n, ptr %b, <2 x ptr> %v) #[[ATTRIBUTES]] gc "x" personality ptr @personality !about ![[ABOUT]] {
; CHECK-NEXT:  entry:
; CHECK-NEXT:    %slot = alloca ptr, align 8
; CHECK-NEXT:    %array = alloca [2 x ptr], align 8
; CHECK-NEXT:    store ptr %a, ptr %slot, align 8
; CHECK-NEXT:    %c = load ptr, ptr %slot, align 8, !nonnull ![[EMPTY:[0-9]+]]
; CHECK-NEXT:    %field = getelementptr inbounds %outer, ptr %c, i64 0, i32 1, i64 1
; CHECK-NEXT:    %vector = getelementptr i8, <2 x ptr> %v, i64 8
; CHECK-NEXT:    %s = select i1 true, ptr %field, ptr null
; CHECK-NEXT:    %other = addrspacecast ptr %s to ptr addrspace(5)
; CHECK-NEXT:    %old = cmpxchg ptr %s, ptr null, ptr %a monotonic monotonic, align 8
; CHECK-NEXT:    %result = call ptr @function(ptr %s, i64 1, ptr %b, <2 x ptr> %vector) [ "jl_roots"(ptr %a) ]
; CHECK-NEXT:    call void (ptr, ...) @take(ptr nonnull @object, ptr %s)
; CHECK-NEXT:    call void @by_value(ptr byval(%named) %b)
; CHECK-NEXT:    %asm = call ptr asm "", "=r,r"(ptr %a)
; CHECK-NEXT:    ret ptr %result
define weak ptr addrspace(10) @function(ptr addrspace(10) %a, i64 %n, ptr %b, <2 x ptr addrspace(10)> %v) nounwind gc "x" personality ptr @personality !about !0 {
entry:
  %slot = alloca ptr addrspace(10), align 8
  %array = alloca [2 x ptr addrspace(13)], align 8
  store ptr addrspace(10) %a, ptr %slot, align 8
  %c = load ptr addrspace(10), ptr %slot, align 8, !nonnull !1
  %derived = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %field = getelementptr inbounds %outer, ptr addrspace(11) %derived, i64 0, i32 1, i64 1
  %casts = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %vector = getelementptr i8, <2 x ptr addrspace(11)> %casts, i64 8
  %back = addrspacecast <2 x ptr addrspace(11)> %vector to <2 x ptr addrspace(10)>
  %s = select i1 true, ptr addrspace(11) %field, ptr addrspace(11) null
  %twice = addrspacecast ptr addrspace(11) %s to ptr addrspace(10)
  %other = addrspacecast ptr addrspace(10) %twice to ptr addrspace(5)
  %old = cmpxchg ptr addrspace(11) %s, ptr addrspace(10) null, ptr addrspace(10) %a monotonic monotonic, align 8
  %result = call ptr addrspace(10) @function(ptr addrspace(10) %twice, i64 1, ptr %b, <2 x ptr addrspace(10)> %back) [ "jl_roots"(ptr addrspace(10) %a) ]
  call void (ptr addrspace(10), ...) @take(ptr addrspace(10) nonnull @object, ptr addrspace(11) %s)
  call void @by_value(ptr byval(%named) %b)
  %asm = call ptr addrspace(10) asm "", "=r,r"(ptr addrspace(10) %a)
  ret ptr addrspace(10) %result
}

; CHECK-LABEL: declare void @by_value(ptr byval(%named))
declare void @by_value(ptr byval(%named))

; CHECK-LABEL: define void @loop(ptr %start)
; CHECK:         %p = phi ptr [ %start, %entry ], [ %next, %loop ]
; CHECK-NEXT:    %next = getelementptr i8, ptr %p, i64 8
; CHECK-NEXT:    br label %loop
define void @loop(ptr %start) {
entry:
  %derived = addrspacecast ptr %start to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %derived, %entry ], [ %next, %loop ]
  %next = getelementptr i8, ptr addrspace(11) %p, i64 8
  br label %loop
}

; A block's address follows its function.
; CHECK-LABEL: define void @code_user(ptr %p)
; CHECK:       target:
define void @code_user(ptr addrspace(10) %p) {
  br label %target
target:
  indirectbr ptr blockaddress(@code_user, %target), [label %target]
}

; In code that cannot be reached, a cast may be its own operand.
; CHECK-LABEL: define void @unreachable()
; CHECK:       dead:
; CHECK-NEXT:    br label %dead
define void @unreachable() {
  ret void
dead:
  %a = addrspacecast ptr addrspace(11) %b to ptr addrspace(10)
  %b = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %dead
}

; CHECK: attributes #[[ATTRIBUTES]] = { nounwind }
; CHECK: !names = !{![[NAMED:[0-9]+]]}
; CHECK-DAG: ![[ABOUT]] = distinct !{ptr @object, !"about"}
; CHECK-DAG: ![[EMPTY]] = !{}
; CHECK-DAG: ![[NAMED]] = !{ptr @function, ptr null}
!names = !{!2}
!0 = distinct !{ptr addrspace(10) @object, !"about"}
!1 = !{}
!2 = !{ptr @function, ptr addrspace(10) null}
