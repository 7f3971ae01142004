; Two checks that fail alike are not folded into one branch if either of them is
; an enabled implicit null check. Folded, none would be one.

; RUN: opt < %s -passes=simplifycfg -S | FileCheck %s

; CHECK-LABEL: @both(
; CHECK: br i1 %p.null, {{.*}}!make.implicit
; CHECK: br i1 %q.null, {{.*}}!make.implicit
define i32 @both(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %next, !make.implicit !0

next:
  %q.null = icmp eq ptr %q, null
  br i1 %q.null, label %fail, label %access, !make.implicit !0

access:
  %v = load i32, ptr %p
  %w = load i32, ptr %q
  %sum = add i32 %v, %w
  ret i32 %sum

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: @first(
; CHECK: br i1 %p.null, {{.*}}!make.implicit
; CHECK: br i1 %even,
define i32 @first(ptr %p, i1 %odd) "implicit-null-checks" {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %next, !make.implicit !0

next:
  %even = xor i1 %odd, true
  br i1 %even, label %access, label %fail

access:
  %v = load i32, ptr %p
  ret i32 %v

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: @second(
; CHECK: br i1 %odd,
; CHECK: br i1 %p.null, {{.*}}!make.implicit
define i32 @second(ptr %p, i1 %odd) "implicit-null-checks" {
entry:
  br i1 %odd, label %fail, label %next

next:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %access, !make.implicit !0

access:
  %v = load i32, ptr %p
  ret i32 %v

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; Where the conditions are computed earlier, the second block holds its branch
; alone.

; CHECK-LABEL: @empty_second(
; CHECK: br i1 %aligned,
; CHECK: br i1 %p.null, {{.*}}!make.implicit
define i32 @empty_second(ptr %p, i1 %aligned) "implicit-null-checks" {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %aligned, label %next, label %fail

next:
  br i1 %p.null, label %fail, label %access, !make.implicit !0

access:
  %v = load i32, ptr %p
  ret i32 %v

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: @empty_first(
; CHECK: br i1 %p.null, {{.*}}!make.implicit
; CHECK: br i1 %aligned,
define i32 @empty_first(ptr %p, i1 %aligned) "implicit-null-checks" {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %next, !make.implicit !0

next:
  br i1 %aligned, label %access, label %fail

access:
  %v = load i32, ptr %p
  ret i32 %v

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: @empty_disabled(
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: ret i32
define i32 @empty_disabled(ptr %p, i1 %aligned) {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %aligned, label %next, label %fail

next:
  br i1 %p.null, label %fail, label %access, !make.implicit !0

access:
  %v = load i32, ptr %p
  ret i32 %v

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; A branch on one condition in both successors of another becomes one branch on
; their exclusive disjunction.

; CHECK-LABEL: @nested(
; CHECK-NOT: xor
; CHECK: br i1 %odd,
; CHECK: br i1 %p.null, {{.*}}!make.implicit
; CHECK: br i1 %p.null,
define void @nested(ptr %p, i1 %odd) "implicit-null-checks" {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %odd, label %left, label %right

left:
  br i1 %p.null, label %first, label %second, !make.implicit !0

right:
  br i1 %p.null, label %second, label %first

first:
  call void @callee(i32 1)
  ret void

second:
  call void @callee(i32 2)
  ret void
}

; CHECK-LABEL: @nested_disabled(
; CHECK: xor i1
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: ret void
define void @nested_disabled(ptr %p, i1 %odd) {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %odd, label %left, label %right

left:
  br i1 %p.null, label %first, label %second, !make.implicit !0

right:
  br i1 %p.null, label %second, label %first

first:
  call void @callee(i32 1)
  ret void

second:
  call void @callee(i32 2)
  ret void
}

; Marks that are not enabled are folded as ever, and so are plain branches in an
; enabled function.

; CHECK-LABEL: @disabled(
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: ret i32
define i32 @disabled(ptr %p, ptr %q) {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %next, !make.implicit !0

next:
  %q.null = icmp eq ptr %q, null
  br i1 %q.null, label %fail, label %access, !make.implicit !0

access:
  %v = load i32, ptr %p
  %w = load i32, ptr %q
  %sum = add i32 %v, %w
  ret i32 %sum

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

; CHECK-LABEL: @unmarked(
; CHECK: br i1
; CHECK-NOT: br i1
; CHECK: ret i32
define i32 @unmarked(ptr %p, ptr %q) "implicit-null-checks" {
entry:
  %p.null = icmp eq ptr %p, null
  br i1 %p.null, label %fail, label %next

next:
  %q.null = icmp eq ptr %q, null
  br i1 %q.null, label %fail, label %access

access:
  %v = load i32, ptr %p
  %w = load i32, ptr %q
  %sum = add i32 %v, %w
  ret i32 %sum

fail:
  call void @llvm.ubsantrap(i8 22)
  unreachable
}

declare void @callee(i32)
declare void @llvm.ubsantrap(i8)

!0 = !{}
