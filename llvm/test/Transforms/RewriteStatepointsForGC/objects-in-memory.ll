; The type of these objects does not say where references are, and the address
; by which they are accessed comes from memory.

; RUN: split-file %s %t
; RUN: opt -S -passes=rewrite-statepoints-for-gc %t/variables.ll \
; RUN:   | FileCheck %t/variables.ll
; RUN: sed 's/"managed"/"managed-frames"/' %t/variables.ll \
; RUN:   | opt -S -passes=place-gc-roots \
; RUN:   | FileCheck %t/variables.ll --check-prefix=FRAME
; RUN: not opt -passes=rewrite-statepoints-for-gc -disable-output \
; RUN:   %t/memory.ll 2>&1 | FileCheck %t/memory.ll --implicit-check-not=error:
; RUN: sed 's/"managed"/"managed-frames"/' %t/memory.ll \
; RUN:   | not opt -passes=place-gc-roots -disable-output 2>&1 \
; RUN:   | FileCheck %t/memory.ll --check-prefix=FRAME --implicit-check-not=error:

;--- variables.ll
target datalayout = "e-i64:64-n8:16:32:64-ni:1"

declare void @poll()
declare void @use(ptr addrspace(1))

; A variable becomes a value.
define void @variable(ptr addrspace(1) %r) gc "managed" {
; CHECK-LABEL: define void @variable(
; CHECK-NOT: alloca ptr
; CHECK: %object = alloca
; CHECK: statepoint{{.*}} @poll{{.*}} "gc-live"(ptr %object)
; FRAME-LABEL: define void @variable(
; FRAME-NOT: alloca
; FRAME: %object = call ptr {{.*}}@managed.get_gc_frame_object(
; FRAME: ret void
  %object = alloca [16 x i8], align 8
  %variable = alloca ptr, align 8
  store ptr %object, ptr %variable
  %to = load ptr, ptr %variable
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %from = load ptr, ptr %variable
  %s = load ptr addrspace(1), ptr %from
  call void @use(ptr addrspace(1) %s)
  ret void
}

; By way of another variable, and of a sum.
define void @variables(ptr addrspace(1) %r) gc "managed" {
; CHECK-LABEL: define void @variables(
; CHECK: statepoint{{.*}} @poll{{.*}} "gc-live"(ptr %object.part)
; FRAME-LABEL: define void @variables(
; FRAME: %object = call ptr {{.*}}@managed.get_gc_frame_object(
; FRAME: ret void
  %object = alloca [16 x i8], align 8
  %first = alloca ptr, align 8
  %second = alloca ptr, align 8
  store ptr %object, ptr %first
  %address = load ptr, ptr %first
  %member = getelementptr i8, ptr %address, i64 8
  store ptr %member, ptr %second
  %to = load ptr, ptr %second
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %from = load ptr, ptr %second
  %s = load ptr addrspace(1), ptr %from
  call void @use(ptr addrspace(1) %s)
  ret void
}

; No reference is accessed; the variable stays.
define i64 @numbers(i64 %n) gc "managed" {
; CHECK-LABEL: define i64 @numbers(
; CHECK: %variable = alloca ptr
; CHECK: statepoint
; CHECK-NOT: "gc-live"
; CHECK: ret i64
; FRAME-LABEL: define i64 @numbers(
; FRAME: %variable = alloca ptr
; FRAME: ret i64
  %object = alloca [16 x i8], align 8
  %variable = alloca ptr, align 8
  store ptr %object, ptr %variable
  %to = load ptr, ptr %variable
  store i64 %n, ptr %to
  call void @poll()
  %from = load ptr, ptr %variable
  %s = load i64, ptr %from
  ret i64 %s
}

; What is loaded is not what was stored.
define void @other_member(ptr addrspace(1) %r, ptr %environment) gc "managed" {
; CHECK-LABEL: define void @other_member(
; FRAME-LABEL: define void @other_member(
  %object = alloca [16 x i8], align 8
  store ptr %object, ptr %environment
  %member = getelementptr i8, ptr %environment, i64 8
  %to = load ptr, ptr %member
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  ret void
}

; The type says it.
define void @typed(ptr addrspace(1) %r, ptr %environment) gc "managed" {
; CHECK-LABEL: define void @typed(
; CHECK: statepoint{{.*}} @poll{{.*}} "gc-live"(ptr %object)
; FRAME-LABEL: define void @typed(
; FRAME: %object = call ptr @managed.get_gc_frame_slot(
; FRAME: ret void
  %object = alloca ptr addrspace(1), align 8
  store ptr %object, ptr %environment
  %to = load ptr, ptr %environment
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %s = load ptr addrspace(1), ptr %object
  call void @use(ptr addrspace(1) %s)
  ret void
}

; What is loaded passes through calls that return it.
define void @laundered(ptr addrspace(1) %r) gc "managed" {
; CHECK-LABEL: define void @laundered(
; CHECK: statepoint{{.*}} @poll{{.*}} "gc-live"(ptr %object)
; FRAME-LABEL: define void @laundered(
; FRAME: %object = call ptr {{.*}}@managed.get_gc_frame_object(
; FRAME: ret void
  %object = alloca [16 x i8], align 8
  %variable = alloca ptr, align 8
  store ptr %object, ptr %variable
  %loaded = load ptr, ptr %variable
  %to = call ptr @llvm.launder.invariant.group.p0(ptr %loaded)
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %again = load ptr, ptr %variable
  %from = call ptr @same(ptr %again)
  %s = load ptr addrspace(1), ptr %from
  call void @use(ptr addrspace(1) %s)
  ret void
}

declare ptr @same(ptr returned) "gc-leaf-function"

; The number is a number, whatever else the variable may point to.
define i64 @tagged(ptr addrspace(1) %r, i64 %n, i1 %c) gc "managed" {
; CHECK-LABEL: define i64 @tagged(
; CHECK: %number = alloca i64
; CHECK: statepoint{{.*}} @poll{{.*}} "gc-live"(ptr %reference)
; FRAME-LABEL: define i64 @tagged(
; FRAME: ret i64
entry:
  %number = alloca i64, align 8
  %reference = alloca ptr addrspace(1), align 8
  %variable = alloca ptr, align 8
  store i64 %n, ptr %number
  store ptr addrspace(1) %r, ptr %reference
  %either = select i1 %c, ptr %number, ptr %reference
  store ptr %either, ptr %variable
  call void @poll()
  %from = load ptr, ptr %variable
  br i1 %c, label %is_number, label %is_reference
is_number:
  %s = load i64, ptr %from
  ret i64 %s
is_reference:
  %q = load ptr addrspace(1), ptr %from
  call void @use(ptr addrspace(1) %q)
  ret i64 0
}

;--- memory.ll
target datalayout = "e-i64:64-n8:16:32:64-ni:1"

declare void @poll()
declare void @use(ptr addrspace(1))

; CHECK: error: {{.*}} in function member {{.*}}: store: accesses a reference in stack object '%object' by an address that was in memory, and the type of the object does not say where its references are; allocate it with the type of its accesses, or run sroa
; CHECK: error: {{.*}} in function member {{.*}}: load '%s': accesses a reference
; FRAME: error: {{.*}} in function member {{.*}}: store: the type of the stack object does not say where references are
; FRAME: error: {{.*}} in function member {{.*}}: load '%s': the type of the stack object
define void @member(ptr addrspace(1) %r) gc "managed" {
  %object = alloca [16 x i8], align 8
  %environment = alloca { ptr, i64 }, align 8
  store ptr %object, ptr %environment
  %to = load ptr, ptr %environment
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %from = load ptr, ptr %environment
  %s = load ptr addrspace(1), ptr %from
  call void @use(ptr addrspace(1) %s)
  ret void
}

; CHECK: error: {{.*}} in function argument {{.*}}: store: accesses a reference
; FRAME: error: {{.*}} in function argument {{.*}}: store: the type of the stack object
define void @argument(ptr addrspace(1) %r, ptr %environment) gc "managed" {
  %object = alloca [16 x i8], align 8
  %place = getelementptr i8, ptr %environment, i64 8
  store ptr %object, ptr %place
  %to = load ptr, ptr %place
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  ret void
}

; At an index that is not known.
; CHECK: error: {{.*}} in function index {{.*}}: atomicrmw '%old': accesses a reference
; FRAME: error: {{.*}} in function index {{.*}}: atomicrmw '%old': the type of the stack object
define void @index(ptr addrspace(1) %r, i64 %i) gc "managed" {
  %object = alloca [16 x i8], align 8
  %addresses = alloca [4 x ptr], align 8
  %place = getelementptr ptr, ptr %addresses, i64 %i
  store ptr %object, ptr %place
  %to = load ptr, ptr %addresses
  %old = atomicrmw xchg ptr %to, ptr addrspace(1) %r seq_cst
  call void @poll()
  ret void
}

; A variable, but the address is aligned in it.
; CHECK: error: {{.*}} in function aligned {{.*}}: alloca '%object': stack object '%object' holds references across call of 'poll'; it has a type that does not say where its references are
; FRAME: error: {{.*}} in function aligned {{.*}}: store: the type of the stack object
define void @aligned(ptr addrspace(1) %r) gc "managed" {
  %object = alloca [24 x i8], align 1
  %variable = alloca ptr, align 8
  %start = call ptr @llvm.ptrmask.p0.i64(ptr %object, i64 -8)
  store ptr %start, ptr %variable
  %to = load ptr, ptr %variable
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %s = load ptr addrspace(1), ptr %to
  call void @use(ptr addrspace(1) %s)
  ret void
}

; An aggregate has the address.
; CHECK: error: {{.*}} in function aggregate {{.*}}: alloca '%object': stack object '%object' holds references across call of 'poll'; it has a type
; FRAME: error: {{.*}} in function aggregate {{.*}}: store: the type of the stack object
define void @aggregate(ptr addrspace(1) %r) gc "managed" {
  %object = alloca [16 x i8], align 8
  %variable = alloca { ptr, i64 }, align 8
  %pair = insertvalue { ptr, i64 } { ptr null, i64 16 }, ptr %object, 0
  store { ptr, i64 } %pair, ptr %variable
  %loaded = load { ptr, i64 }, ptr %variable
  %to = extractvalue { ptr, i64 } %loaded, 0
  store ptr addrspace(1) %r, ptr %to
  call void @poll()
  %s = load ptr addrspace(1), ptr %to
  call void @use(ptr addrspace(1) %s)
  ret void
}
