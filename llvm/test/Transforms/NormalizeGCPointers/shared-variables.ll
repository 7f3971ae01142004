; Numbers do not share a variable with references, unless something is loaded
; that may be either.
; RUN: opt -S -passes=normalize-gc-pointers %s | FileCheck %s
; RUN: sed 's/gc "managed"/gc "managed-frames"/' %s \
; RUN:   | opt -S -passes=place-gc-roots | FileCheck -check-prefix=FRAMES %s

target datalayout = "e-p:64:64-p1:64:64-ni:1"

declare void @collect()
declare void @use(i64) "gc-leaf-function"
declare void @take(ptr addrspace(1))
declare void @fill(ptr)

; The number is loaded after a call, which would list it.
; CHECK-LABEL: define i64 @one_after_another(
; CHECK: call void @collect() [ "gc-live"(ptr %v) ]
; CHECK: call void @collect(){{$}}
; CHECK-NEXT: ret i64 %n
; FRAMES-LABEL: define i64 @one_after_another(
; FRAMES: call void @collect()
; FRAMES-NOT: store i64
; FRAMES: call void @collect()
; FRAMES: ret i64 %n
define i64 @one_after_another(ptr addrspace(1) %a, i64 %n) gc "managed" {
  %v = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  store i64 %n, ptr %v
  call void @collect()
  %number = load i64, ptr %v
  ret i64 %number
}

; CHECK-LABEL: define double @parts(
; CHECK-NEXT: %v.numbers = alloca [8 x i8], align 8
; CHECK-NEXT: %second = getelementptr i8, ptr %v.numbers, i64 4
; CHECK: store i32 1, ptr %v.numbers
; CHECK: store i32 %n, ptr %second
; CHECK: load double, ptr %v.numbers
define double @parts(i32 %n) gc "managed" {
  %v = alloca ptr addrspace(1)
  %second = getelementptr i8, ptr %v, i64 4
  store i32 1, ptr %v
  store i32 %n, ptr %second
  call void @collect()
  %number = load double, ptr %v
  ret double %number
}

; Zeros are null and zero.
; CHECK-LABEL: define i64 @zeros(
; CHECK: store ptr null, ptr %v
; CHECK: call void @collect() [ "gc-live"(ptr %v) ]
; CHECK: load ptr addrspace(1), ptr %v,
; CHECK: [[X:%.*]] = phi i64 [ %n, %set ], [ 0, %number ]
; CHECK: ret i64 [[X]]
define i64 @zeros(i64 %n, i1 %c, i1 %d) gc "managed" {
  %v = alloca ptr addrspace(1)
  store ptr null, ptr %v
  call void @collect()
  br i1 %d, label %reference, label %number

reference:
  %a = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %a)
  ret i64 0

number:
  br i1 %c, label %set, label %get

set:
  store i64 %n, ptr %v
  br label %get

get:
  %x = load i64, ptr %v
  ret i64 %x
}

; CHECK-LABEL: define i64 @zeroed_part(
; CHECK: call void @llvm.memset{{.*}}(ptr %v, i8 0, i64 16,
; CHECK-NOT: store i64
; CHECK: ret i64 %n
define i64 @zeroed_part(i64 %n, ptr addrspace(1) %a) gc "managed" {
  %v = alloca [2 x ptr addrspace(1)]
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %second = getelementptr i8, ptr %v, i64 8
  store i64 %n, ptr %second
  call void @collect()
  %x = load i64, ptr %second
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  ret i64 %x
}

; CHECK-LABEL: define <2 x i64> @vector(
; CHECK: phi <2 x i64> [ %n, %set ], [ zeroinitializer, %0 ]
; CHECK: ret
define <2 x i64> @vector(<2 x i64> %n, i1 %c, ptr addrspace(1) %a) gc "managed" {
  %v = alloca [2 x ptr addrspace(1)], align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  br i1 %c, label %set, label %get

set:
  store <2 x i64> %n, ptr %v, align 8
  br label %get

get:
  %x = load <2 x i64>, ptr %v, align 8
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  ret <2 x i64> %x
}

; All of what a number has been is zero.
; CHECK-LABEL: define <3 x i32> @beginning(
; CHECK: %v.numbers = alloca [16 x i8], align 16
; CHECK: call void @llvm.memset{{.*}}(ptr align 16 %v.numbers, i8 0, i64 16,
; CHECK: ret
define <3 x i32> @beginning(<3 x i32> %n, i1 %c, ptr addrspace(1) %a) gc "managed" {
  %v = alloca [2 x ptr addrspace(1)], align 16
  %part = getelementptr i8, ptr %v, i64 4
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  br i1 %c, label %set, label %get

set:
  store <3 x i32> %n, ptr %part, align 4
  br label %get

get:
  %x = load <3 x i32>, ptr %part, align 4
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  ret <3 x i32> %x
}

; There is one object for numbers of several types.
; CHECK-LABEL: define i64 @several(
; CHECK: %v.numbers = alloca [8 x i8]
; CHECK-NOT: alloca i
; CHECK: store i32 1, ptr %v.numbers
; CHECK: load i64, ptr %v.numbers
; CHECK: store ptr addrspace(1) %a, ptr %v,
; CHECK: store i16 1, ptr %v.numbers
; CHECK: load i64, ptr %v.numbers
; CHECK: ret
define i64 @several(i64 %n, i64 %m, ptr addrspace(1) %a) gc "managed" {
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %v
  store i32 1, ptr %v
  %x = load i64, ptr %v
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  store i64 %m, ptr %v
  store i16 1, ptr %v
  call void @collect()
  %y = load i64, ptr %v
  %z = add i64 %x, %y
  ret i64 %z
}

; CHECK-LABEL: define i64 @loop(
; CHECK: [[X:%.*]] = phi i64 [ %n, %entry ], [ %more, %head ]
; CHECK: %more = add i64 [[X]], 1
; CHECK: store ptr addrspace(1) %a, ptr %v,
; CHECK: call void @collect() [ "gc-live"(ptr %v) ]
; CHECK: load ptr addrspace(1), ptr %v,
; CHECK: ret i64 %more
define i64 @loop(ptr addrspace(1) %a, i64 %n) gc "managed" {
entry:
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %v
  br label %head

head:
  %x = load i64, ptr %v
  %more = add i64 %x, 1
  store i64 %more, ptr %v
  %y = load i64, ptr %v
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  store i64 %y, ptr %v
  %end = icmp eq i64 %y, 100
  br i1 %end, label %exit, label %head

exit:
  ret i64 %y
}

; What is stored may be loaded as either.
; CHECK-LABEL: define i64 @either(
; CHECK-NOT: numbers
; CHECK: store i64 %n, ptr %v
; CHECK: load i64, ptr %v
define i64 @either(i64 %n, i1 %c, ptr addrspace(1) %a) gc "managed" {
  %v = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %v
  br i1 %c, label %set, label %get

set:
  store i64 %n, ptr %v
  br label %get

get:
  %x = load i64, ptr %v
  ret i64 %x
}

; CHECK-LABEL: define ptr addrspace(1) @copied(
; CHECK-NOT: numbers
; CHECK: ret ptr
define ptr addrspace(1) @copied(ptr %from) gc "managed" {
  %v = alloca ptr addrspace(1)
  %word = load i64, ptr %from
  store i64 %word, ptr %v
  call void @collect()
  %a = load ptr addrspace(1), ptr %v
  ret ptr addrspace(1) %a
}

; A number beside a reference shares nothing with it.
; CHECK-LABEL: define i64 @beside(
; CHECK-NOT: numbers
; CHECK: ret i64
define i64 @beside(ptr addrspace(1) %a, i64 %n) gc "managed" {
  %v = alloca { ptr addrspace(1), i64 }
  %second = getelementptr i8, ptr %v, i64 8
  store ptr addrspace(1) %a, ptr %v
  store i64 %n, ptr %second
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  call void @take(ptr addrspace(1) %b)
  %x = load i64, ptr %second
  ret i64 %x
}

; Who else reads or writes is not known, and neither is which part is accessed.
; CHECK-LABEL: define i64 @captured(
; CHECK-NOT: numbers
; CHECK: ret i64
define i64 @captured(i64 %n) gc "managed" {
  %v = alloca ptr addrspace(1)
  store ptr null, ptr %v
  call void @fill(ptr %v)
  store i64 %n, ptr %v
  %x = load i64, ptr %v
  ret i64 %x
}

; CHECK-LABEL: define i64 @indexed(
; CHECK-NOT: numbers
; CHECK: ret i64
define i64 @indexed(ptr %from, i64 %i) gc "managed" {
  %v = alloca [2 x ptr addrspace(1)]
  %n = load i64, ptr %from
  store [2 x ptr addrspace(1)] zeroinitializer, ptr %v
  %place = getelementptr i64, ptr %v, i64 %i
  store i64 %n, ptr %place
  call void @collect()
  %x = load i64, ptr %place
  ret i64 %x
}

; CHECK-LABEL: define i64 @volatile(
; CHECK-NOT: numbers
; CHECK: ret i64
define i64 @volatile(ptr %from) gc "managed" {
  %v = alloca ptr addrspace(1)
  %n = load i64, ptr %from
  store volatile i64 %n, ptr %v
  call void @collect()
  %x = load i64, ptr %v
  ret i64 %x
}

declare i32 @setjmp(ptr) returns_twice "gc-leaf-function"
; CHECK-LABEL: define i64 @second_return(
; CHECK-NOT: numbers
; CHECK: ret i64
define i64 @second_return(i64 %n, ptr %buffer) gc "managed" {
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %v
  %again = call i32 @setjmp(ptr %buffer) returns_twice
  %x = load i64, ptr %v
  ret i64 %x
}

; Numbers that nothing loads are not kept.
; CHECK-LABEL: define ptr addrspace(1) @forgotten(
; CHECK-NOT: numbers
; CHECK-NOT: store i64
; CHECK: ret ptr
define ptr addrspace(1) @forgotten(ptr addrspace(1) %a, i64 %n) gc "managed" {
  %v = alloca ptr addrspace(1)
  store i64 %n, ptr %v
  call void @collect()
  store ptr addrspace(1) %a, ptr %v
  call void @collect()
  %b = load ptr addrspace(1), ptr %v
  ret ptr addrspace(1) %b
}
