; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-growth=1000 -guarded-late-growth=1000 -guarded-method-size=4294967295 -verify-each -pass-remarks=guarded-devirt -pass-remarks-missed=guarded-devirt -S 2> %t.remarks | FileCheck %s --check-prefixes=CHECK,LAST --implicit-check-not="!virtual_call"
; RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization<early>' -guarded-growth=1000 -guarded-method-size=4294967295 -S | FileCheck %s --check-prefixes=CHECK,EARLY
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-growth=0 -guarded-late-growth=0 -guarded-growth-floor=0 -guarded-share=false -S | FileCheck %s --check-prefix=NONE
; RUN: opt < %s -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-growth=0 -guarded-late-growth=0 -guarded-growth-floor=0 -S | FileCheck %s --check-prefix=SHARED
; RUN: sed -e 's/i32 1, !"StrictVTablePointers", i32 1/i32 1, !"StrictVTablePointers", i32 0/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-growth=1000 -S | FileCheck %s --check-prefix=PLAIN
; Not all targets do the tail calls that shared guards need.
; RUN: sed -e 's/x86_64-unknown/riscv64-unknown/' %s | opt -passes='annotate-virtual-calls,guarded-devirtualization' -guarded-growth=0 -guarded-late-growth=0 -guarded-growth-floor=0 -S | FileCheck %s --check-prefix=NONE
; RUN: opt < %s -passes='guarded-devirtualization,guarded-devirtualization<early>' -print-pipeline-passes -disable-output | FileCheck %s --check-prefix=PIPELINE

; PIPELINE: guarded-devirtualization,guarded-devirtualization<early>

target triple = "x86_64-unknown-linux-gnu"

; Without barriers, nothing is done.
; PLAIN-NOT: br i1
; PLAIN-LABEL: define i32 @two(
; PLAIN: @llvm.type.test
; PLAIN: call i32 %slot(
; PLAIN-LABEL: define i32 @three(

; REMARK: remark: {{.*}} virtual call not changed: the call has 3 possible methods
; REMARK: remark: {{.*}} virtual call not changed: no vtable in this module has a method for the call
; REMARK: remark: {{.*}} virtual call not changed: The number of arguments mismatch

; One class, whose objects other modules may have derived from.
@_ZTV3One = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN3One3getEv] }, !type !0
; A class that this module makes objects of, derived from one that it does not.
@_ZTV4Base = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN4Base3getEv] }, !type !1
@_ZTV4Made = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN4Made3getEv] }, !type !1, !type !2
; Two classes, one of which two others inherit the method from.
@_ZTV1A = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1A3getEv] }, !type !3, !type !4
@_ZTV1B = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1B3getEv] }, !type !3, !type !5
@_ZTV1C = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1B3getEv] }, !type !3, !type !6
; Three methods.
@_ZTV1X = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1A3getEv] }, !type !7, !type !8
@_ZTV1Y = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1B3getEv] }, !type !7, !type !9
@_ZTV1Z = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN3One3getEv] }, !type !7, !type !10
; Types that no other module knows: with one method and a base class that has
; none, with two, and with nothing but pure ones.
@_ZTVN12_GLOBAL__N_14PureE = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @__cxa_pure_virtual] }, !type !12
@_ZTVN12_GLOBAL__N_14OnlyE = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1A3getEv] }, !type !12
@_ZTVN12_GLOBAL__N_15FirstE = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1A3getEv] }, !type !14
@_ZTVN12_GLOBAL__N_16SecondE = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1B3getEv] }, !type !14
@_ZTVN12_GLOBAL__N_18AbstractE = internal constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @__cxa_pure_virtual] }, !type !16
; Copies of vtables with methods that cannot be named.
@_ZTV4Copy = available_externally constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN4Copy3getEv.forward] }, !type !18
@_ZTV8Unneeded = available_externally constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN8Unneeded3getEv] }, !type !22
@_ZTV9NeedsMore = available_externally constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN9NeedsMore3getEv] }, !type !23
@_ZTV7Nothing = available_externally constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN7Nothing3getEv] }, !type !24
@_ZTV6Copied = available_externally constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN4Made3getEv] }, !type !25
@_ZTV7Factory = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN7Factory4makeEv] }, !type !26
; A method with another type.
@_ZTV5Other = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN5Other3getEv] }, !type !19

declare i32 @_ZN3One3getEv(ptr)
declare i32 @_ZN4Base3getEv(ptr)
define i32 @_ZN4Made3getEv(ptr %this) noinline {
  ret i32 4
}
declare i32 @_ZN1A3getEv(ptr)
declare i32 @_ZN1B3getEv(ptr)
declare void @__cxa_pure_virtual()
define internal i32 @_ZN4Copy3getEv.forward(ptr %this) "vtable-forwarder"="0" {
  ret i32 0
}
declare i32 @_ZN5Other3getEv(ptr, i32)
declare i32 @_ZN8Unneeded3getEv(ptr)
declare i32 @helper()
define linkonce_odr i32 @_ZN9NeedsMore3getEv(ptr %this) {
  %r = call i32 @helper()
  ret i32 %r
}
define linkonce_odr i32 @_ZN7Nothing3getEv(ptr %this) noinline {
  ret i32 6
}
declare ptr @_ZN7Factory4makeEv(ptr)
declare i1 @llvm.type.test(ptr, metadata)
declare i1 @llvm.public.type.test(ptr, metadata)
declare void @llvm.assume(i1)
declare i32 @__gxx_personality_v0(...)
declare void @make(ptr)

; Only the method is compared, since classes elsewhere may inherit it.
; REMARK: remark: {{.*}} virtual call of One::get() is guarded by a comparison
; CHECK-LABEL: define i32 @one(
; CHECK: [[SLOT:%.*]] = load ptr, ptr %vtable
; CHECK: [[IS:%.*]] = icmp eq ptr [[SLOT]], @_ZN3One3getEv
; CHECK: br i1 [[IS]], label %[[DIRECT:.*]], label %[[INDIRECT:.*]], !prof
; CHECK: [[DIRECT]]:
; CHECK-NEXT: call i32 @_ZN3One3getEv(ptr %this) #[[LIMIT:[0-9]+]]
; CHECK: [[INDIRECT]]:
; CHECK-NEXT: call i32 [[SLOT]](ptr %this) #[[GUARDED:[0-9]+]]
; CHECK: phi i32
; NONE-LABEL: define i32 @one(
; NONE-NOT: icmp
; NONE: call i32 %slot(ptr %this)
; SHARED-LABEL: define i32 @one(
; SHARED: call i32 @guard.0.vtable._ZN3One3getEv(ptr %this)
define i32 @one(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; The vtable is compared if there are objects that have it, and several calls
; depend on it. What is in the slot is loaded where it is needed. The base class
; does not count.
; REMARK: remark: {{.*}} virtual call of Made::get() is guarded by a comparison
; CHECK-LABEL: define i32 @made(
; CHECK: [[IS:%.*]] = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @_ZTV4Made, i64 16)
; CHECK: br i1 [[IS]], label %[[DIRECT:.*]], label %[[INDIRECT:.*]], !prof
; CHECK: [[DIRECT]]:
; CHECK-NEXT: call i32 @_ZN4Made3getEv(ptr %this)
; CHECK: [[INDIRECT]]:
; CHECK-NEXT: [[SLOT:%.*]] = load ptr, ptr %vtable
; CHECK-NEXT: call i32 [[SLOT]](ptr %this)
; CHECK: icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @_ZTV4Made, i64 16)
define i32 @made(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS4Base")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  %again = load ptr, ptr %vtable, !invariant.load !20
  %s = call i32 %again(ptr %this)
  ret i32 %r
}

define void @makes(ptr %object) {
  call void @make(ptr %object)
  %vtable = load ptr, ptr %object, !invariant.group !20
  %is = icmp eq ptr %vtable, getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV4Made, i32 0, i32 0, i32 2)
  call void @llvm.assume(i1 %is)
  ret void
}

; REMARK: remark: {{.*}} virtual call of A::get() or B::get() is guarded by a comparison
; CHECK-LABEL: define i32 @two(
; CHECK: icmp eq ptr %slot, @_ZN1A3getEv
; CHECK-NEXT: br i1 {{.*}}, label %[[DIRECT:.*]], label %[[ELSE:.*]]{{$}}
; CHECK: [[DIRECT]]:
; CHECK-NEXT: call i32 @_ZN1A3getEv(ptr %this)
; CHECK: [[ELSE]]:
; CHECK-NEXT: icmp eq ptr %slot, @_ZN1B3getEv
; CHECK: call i32 @_ZN1B3getEv(ptr %this)
; CHECK: call i32 %slot(ptr %this)
; SHARED-LABEL: define i32 @two(
; SHARED: call i32 %slot(ptr %this)
define i32 @two(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS3Two")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @three(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @three(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS5Three")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Nothing is assumed of the test.
; CHECK-LABEL: define i32 @notAssumed(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @notAssumed(ptr %this, ptr %p) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Types that no other module knows.

; REMARK: remark: {{.*}} virtual call of A::get() is direct: there is no other method
; The early run keeps what the type tells of other calls.
; CHECK-LABEL: define linkonce_odr i32 @closedOne(
; LAST-NOT: icmp
; EARLY: [[IS:%.*]] = icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @_ZTVN12_GLOBAL__N_14OnlyE, i64 16)
; EARLY: call void @llvm.assume(i1 [[IS]])
; CHECK-NOT: icmp
; CHECK: call i32 @_ZN1A3getEv(ptr %this)
; CHECK-NEXT: ret i32
define linkonce_odr i32 @closedOne(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !13)
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; REMARK: remark: {{.*}} virtual call of A::get() or B::get() compares and branches: there is no other method
; CHECK-LABEL: define i32 @closedTwo(
; CHECK: icmp eq ptr %vtable, getelementptr inbounds (i8, ptr @_ZTVN12_GLOBAL__N_15FirstE, i64 16)
; CHECK: call i32 @_ZN1A3getEv(ptr %this)
; CHECK: call i32 @_ZN1B3getEv(ptr %this)
; CHECK-NOT: call i32 %
; CHECK: ret i32
; NONE-LABEL: define i32 @closedTwo(
; NONE: call i32 @_ZN1A3getEv(ptr %this)
; NONE: call i32 @_ZN1B3getEv(ptr %this)
define i32 @closedTwo(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !15)
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; No object has such a vtable, or the method is called of one that is not made
; yet.
; CHECK-LABEL: define i32 @closedNone(
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @closedNone(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !17)
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @copy(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @copy(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS4Copy")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @otherType(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @otherType(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS5Other")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Another module's function of that name may know other classes.
; CHECK-LABEL: define linkonce_odr i32 @shared(
; LAST: icmp eq ptr %slot, @_ZN3One3getEv
; EARLY-NOT: icmp
; EARLY: call i32 %slot(ptr %this), !virtual_call
define linkonce_odr i32 @shared(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; What has a guard gets no other.
; CHECK-LABEL: define i32 @again(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this) #[[GUARDED]]
define i32 @again(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this) #3
  ret i32 %r
}

; CHECK-LABEL: define i32 @small(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @small(ptr %this) #0 {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @cold(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @cold(ptr %this) #1 {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @notOptimized(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @notOptimized(ptr %this) #2 {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; CHECK-LABEL: define i32 @invoke(
; CHECK: icmp eq ptr %slot, @_ZN3One3getEv
; CHECK: invoke i32 @_ZN3One3getEv(ptr %this)
; CHECK: invoke i32 %slot(ptr %this)
; SHARED-LABEL: define i32 @invoke(
; SHARED: invoke i32 @guard.0.vtable._ZN3One3getEv(ptr %this)
define i32 @invoke(ptr %this) personality ptr @__gxx_personality_v0 {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = invoke i32 %slot(ptr %this) to label %normal unwind label %pad
normal:
  ret i32 %r
pad:
  %caught = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %caught
}

; What is called is not what it was, since another virtual call returns it.
; LAST-LABEL: define i32 @returned(
; LAST: [[NEW:%.*]] = phi ptr
; LAST: icmp eq ptr %{{.*}}, @_ZN4Made3getEv
define i32 @returned(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS7Factory")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %other = call ptr %slot(ptr %this)
  %othertest = call i1 @llvm.type.test(ptr %other, metadata !"_ZTS4Base")
  call void @llvm.assume(i1 %othertest)
  %otherslot = load ptr, ptr %other, !invariant.load !20
  %r = call i32 %otherslot(ptr %this)
  ret i32 %r
}

; Only a copied vtable, and nothing else, says that the method is there.
; CHECK-LABEL: define i32 @unneeded(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @unneeded(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS8Unneeded")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; The same of what a method of the copy calls.
; CHECK-LABEL: define i32 @needsMore(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this){{(, !virtual_call ![0-9]+)?$}}
define i32 @needsMore(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS9NeedsMore")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; One that needs nothing.
; CHECK-LABEL: define i32 @needsNothing(
; CHECK: icmp eq ptr %slot, @_ZN7Nothing3getEv
; CHECK: call i32 @_ZN7Nothing3getEv(ptr %this)
define i32 @needsNothing(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS7Nothing")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; The address of a copied vtable is not compared, even if objects have it.
; CHECK-LABEL: define i32 @copied(
; CHECK: icmp eq ptr %slot, @_ZN4Made3getEv
define i32 @copied(ptr %this) {
  %is = icmp eq ptr %this, getelementptr inbounds ({ [3 x ptr] }, ptr @_ZTV6Copied, i32 0, i32 0, i32 2)
  call void @llvm.assume(i1 %is)
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS6Copied")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; A signed pointer is no address of a method.
; CHECK-LABEL: define i32 @signed(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this) [ "ptrauth"
define i32 @signed(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this) [ "ptrauth"(i32 0, i64 5) ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @once(
; CHECK-NOT: icmp
; CHECK: call i32 %slot(ptr %this) #
define i32 @once(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this) noduplicate
  ret i32 %r
}

; In a loop, more is inlined.
; CHECK-LABEL: define void @loop(
; CHECK: icmp eq ptr %slot, @_ZN4Made3getEv
; CHECK: call i32 @_ZN4Made3getEv(ptr %this) #[[MORE:[0-9]+]]
define void @loop(ptr %this, i32 %n) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS4Base")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  %next = add i32 %i, %r
  %more = icmp slt i32 %next, %n
  br i1 %more, label %again, label %done
done:
  ret void
}

; What such functions may not do, others may.
; SHARED-LABEL: define i32 @kernel(
; SHARED: call i32 %slot(ptr %this)
define i32 @kernel(ptr %this) noredzone {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; SHARED-LABEL: define i32 @no_float(
; SHARED: call i32 %slot(ptr %this)
define i32 @no_float(ptr %this) noimplicitfloat {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; SHARED-LABEL: define i32 @hardened(
; SHARED: call i32 %slot(ptr %this)
define i32 @hardened(ptr %this) speculative_load_hardening {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; SHARED-LABEL: define i32 @null(
; SHARED: call i32 %slot(ptr %this)
define i32 @null(ptr %this) null_pointer_is_valid {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.public.type.test(ptr %vtable, metadata !"_ZTS3One")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; Comparing the vtable pointer with two is as cheap as it gets.
@_ZTV1P = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1P3getEv] }, !type !28
@_ZTV1Q = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN1Q3getEv] }, !type !28
declare i32 @_ZN1P3getEv(ptr)
declare i32 @_ZN1Q3getEv(ptr)
; SHARED-LABEL: define i32 @twoKnown(
; SHARED-COUNT-2: call i32 @guard.0.vtable._ZN1P3getEv.vtable._ZN1Q3getEv(ptr %this)
define i32 @twoKnown(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS2PQ")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  %s = call i32 %slot(ptr %this)
  ret i32 %s
}

; What one call would share is part of its function.
@_ZTV6Single = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN6Single3getEv] }, !type !30
declare i32 @_ZN6Single3getEv(ptr)
; SHARED-LABEL: define i32 @single(
; SHARED:       icmp eq ptr {{%.*}}, getelementptr inbounds (i8, ptr @_ZTV6Single, i64 16)
; SHARED:       miss.i:
; SHARED:       call i32 %{{[0-9]+}}(ptr %this)
; SHARED:       hit.i:
; SHARED:       call i32 @_ZN6Single3getEv(ptr %this)
; SHARED:       ret i32
define i32 @single(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS6Single")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  ret i32 %r
}

; What is loaded at the offset of the slot from something else is no slot: a
; coroutine reloads what it has loaded before from its frame.
; SHARED-LABEL: define i32 @frame(
; SHARED-NOT:   icmp
; SHARED:       call i32 %slot(ptr %this)
; SHARED:       ret i32
define i32 @frame(ptr %frame, ptr %this) {
  %slot = load ptr, ptr %frame
  %r = call i32 %slot(ptr %this), !virtual_call !32
  ret i32 %r
}

; A method of a few instructions is no call.
@_ZTV5Small = constant { [3 x ptr] } { [3 x ptr] [ptr null, ptr null, ptr @_ZN5Small3getEv] }, !type !31
define i32 @_ZN5Small3getEv(ptr %this) {
  ret i32 7
}
; SHARED-LABEL: define i32 @twice(
; SHARED-COUNT-2: call i32 @guard.0.vtable._ZN5Small3getEv(ptr %this)
define i32 @twice(ptr %this) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS5Small")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this)
  %s = call i32 %slot(ptr %this)
  ret i32 %s
}

; What is passed on the stack would have to be copied.
@_ZTV4Many = constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr null, ptr @_ZN4Many3getEv, ptr @_ZN4Many4copyEv] }, !type !27
declare i32 @_ZN4Many3getEv(ptr, i32, i32, i32, i32, i32, i32)
declare i32 @_ZN4Many4copyEv(ptr, ptr byval(i64))
; SHARED-LABEL: define i32 @many(
; SHARED:       call i32 %slot(ptr %this, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
; SHARED:       call i32 %copy(ptr %this, ptr byval(i64) %p)
define i32 @many(ptr %this, ptr %p) {
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS4Many")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call i32 %slot(ptr %this, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
  %at = getelementptr i8, ptr %vtable, i64 8
  %copy = load ptr, ptr %at, !invariant.load !20
  %s = call i32 %copy(ptr %this, ptr byval(i64) %p)
  ret i32 %r
}

; No function can take these and pass them on.
@_ZTV4Error = constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr null, ptr @_ZN4Error3getEv, ptr @_ZN4Error6numberEv] }, !type !29
declare swiftcc i32 @_ZN4Error3getEv(ptr, ptr swifterror)
declare i32 @_ZN4Error6numberEv(i64)
; SHARED-LABEL: define i32 @error(
; SHARED:       call swiftcc i32 %slot(ptr %this, ptr swifterror %error)
; SHARED:       call i32 %number(i64 %n)
define i32 @error(ptr %this, i64 %n) {
  %error = alloca swifterror ptr
  store ptr null, ptr %error
  %vtable = load ptr, ptr %this, !invariant.group !20
  %test = call i1 @llvm.type.test(ptr %vtable, metadata !"_ZTS4Error")
  call void @llvm.assume(i1 %test)
  %slot = load ptr, ptr %vtable, !invariant.load !20
  %r = call swiftcc i32 %slot(ptr %this, ptr swifterror %error)
  %at = getelementptr i8, ptr %vtable, i64 8
  %number = load ptr, ptr %at, !invariant.load !20
  %s = call i32 %number(i64 %n)
  ret i32 %s
}

; The function that serves all calls. There is one vtable with that method.
; SHARED-LABEL: define internal i32 @guard.0.vtable._ZN3One3getEv(ptr %0)
; SHARED: [[VTABLE:%.*]] = load ptr, ptr %0
; SHARED: icmp eq ptr [[VTABLE]], getelementptr inbounds (i8, ptr @_ZTV3One, i64 16)
; SHARED: [[VTABLE:%.*]] = load ptr, ptr %0
; SHARED: [[VFN:%.*]] = getelementptr inbounds i8, ptr [[VTABLE]], i64 0
; SHARED: [[SLOT:%.*]] = load ptr, ptr [[VFN]]
; SHARED: musttail call i32 [[SLOT]](ptr %0)
; SHARED: musttail call i32 @_ZN3One3getEv(ptr %0)

; SHARED-LABEL: define internal i32 @guard.0.vtable._ZN1P3getEv.vtable._ZN1Q3getEv(ptr %0)
; SHARED: icmp eq ptr {{%.*}}, getelementptr inbounds (i8, ptr @_ZTV1P, i64 16)
; SHARED: icmp eq ptr {{%.*}}, getelementptr inbounds (i8, ptr @_ZTV1Q, i64 16)
; SHARED-DAG: musttail call i32 @_ZN1P3getEv(ptr %0)
; SHARED-DAG: musttail call i32 @_ZN1Q3getEv(ptr %0)

; SHARED-NOT:   define internal i32 @guard.0.vtable._ZN6Single3getEv(
; SHARED-LABEL: define internal i32 @guard.0.vtable._ZN5Small3getEv(ptr %0)
; SHARED:       musttail call i32
; SHARED:       hit:
; SHARED-NEXT:    ret i32 7

; CHECK-DAG: attributes #[[MORE]] = { "function-inline-threshold"="100" }
; CHECK-DAG: attributes #[[LIMIT]] = { "function-inline-threshold"="45" }
; CHECK-DAG: attributes #[[GUARDED]] = { "guarded-devirtualization" }

attributes #0 = { optsize }
attributes #1 = { cold }
attributes #2 = { noinline optnone }
attributes #3 = { "guarded-devirtualization" }

!llvm.module.flags = !{!21}
!0 = !{i64 16, !"_ZTS3One"}
!1 = !{i64 16, !"_ZTS4Base"}
!2 = !{i64 16, !"_ZTS4Made"}
!3 = !{i64 16, !"_ZTS3Two"}
!4 = !{i64 16, !"_ZTS1A"}
!5 = !{i64 16, !"_ZTS1B"}
!6 = !{i64 16, !"_ZTS1C"}
!7 = !{i64 16, !"_ZTS5Three"}
!8 = !{i64 16, !"_ZTS1X"}
!9 = !{i64 16, !"_ZTS1Y"}
!10 = !{i64 16, !"_ZTS1Z"}
!12 = !{i64 16, !13}
!27 = !{i64 16, !"_ZTS4Many"}
!28 = !{i64 16, !"_ZTS2PQ"}
!29 = !{i64 16, !"_ZTS4Error"}
!30 = !{i64 16, !"_ZTS6Single"}
!31 = !{i64 16, !"_ZTS5Small"}
!32 = !{!"_ZTS3One", i64 0}
!13 = distinct !{}
!14 = !{i64 16, !15}
!15 = distinct !{}
!16 = !{i64 16, !17}
!17 = distinct !{}
!18 = !{i64 16, !"_ZTS4Copy"}
!19 = !{i64 16, !"_ZTS5Other"}
!20 = !{}
!22 = !{i64 16, !"_ZTS8Unneeded"}
!23 = !{i64 16, !"_ZTS9NeedsMore"}
!24 = !{i64 16, !"_ZTS7Nothing"}
!25 = !{i64 16, !"_ZTS6Copied"}
!26 = !{i64 16, !"_ZTS7Factory"}
!21 = !{i32 1, !"StrictVTablePointers", i32 1}
