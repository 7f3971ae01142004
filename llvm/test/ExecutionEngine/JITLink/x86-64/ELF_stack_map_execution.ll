; Managed code calls native code that nobody sees as a safepoint. A walk from there
; says so (3) if the executor knows that the code is managed, and otherwise that the
; caller is in no map (8). The same for a caller without a stack map. Both answers
; are arguments of the program, which fails if there are others.
;
; REQUIRES: native, target=x86_64{{.*}}-linux{{.*}}
; RUN: split-file %s %t
; RUN: llc -relocation-model=pic -filetype=obj %t/managed.ll -o %t/managed.o
; RUN: llc -relocation-model=pic -filetype=obj %t/native.ll -o %t/native.o
;
; RUN: llvm-jitlink -managed-runtime %t/managed.o %t/native.o -args 88
; RUN: llvm-jitlink -managed-runtime -managed-extent=safepoints %t/managed.o %t/native.o -args 88
; RUN: llvm-jitlink -managed-runtime -managed-extent=mapped-graphs %t/managed.o %t/native.o -args 38
; RUN: llvm-jitlink -managed-runtime -managed-extent=all-graphs %t/managed.o %t/native.o -args 33
; RUN: llvm-jitlink -managed-runtime -oop-executor %t/managed.o %t/native.o -args 88
; RUN: llvm-jitlink -managed-runtime -managed-extent=mapped-graphs -oop-executor %t/managed.o %t/native.o -args 38
; RUN: llvm-jitlink -managed-runtime -managed-extent=all-graphs -oop-executor %t/managed.o %t/native.o -args 33

;--- managed.ll
declare i32 @walk() "gc-leaf-function"

define i32 @lost() gc "managed" {
  %step = notail call i32 @walk()
  ret i32 %step
}

define void @mapped() gc "managed" {
  call token (i64, i32, ptr, i32, i32, ...)
    @llvm.experimental.gc.statepoint.p0(i64 0, i32 0,
      ptr elementtype(void ()) @poll, i32 0, i32 0, i32 0, i32 0)
  ret void
}

declare void @poll()
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)

;--- native.ll
declare i32 @LLVMManagedStartWalk(ptr, ptr, ptr)
declare i32 @lost()

; What the first step of a walk comes to whose anchor is the call of this.
define i32 @walk() noinline {
  %cursor = alloca [64 x i64]
  %anchor = alloca [10 x i64]
  store [10 x i64] zeroinitializer, ptr %anchor
  %pc = call ptr @llvm.returnaddress(i32 0)
  %pc.place = getelementptr i64, ptr %anchor, i64 1
  store ptr %pc, ptr %pc.place
  %sp.place = getelementptr i64, ptr %anchor, i64 2
  store ptr %anchor, ptr %sp.place
  %step = call i32 @LLVMManagedStartWalk(ptr %cursor, ptr %anchor, ptr null)
  ret i32 %step
}

define void @poll() {
  ret void
}

define i32 @main(i32 %argc, ptr %argv) {
  %last = sub i32 %argc, 1
  %argument.place = getelementptr ptr, ptr %argv, i32 %last
  %argument = load ptr, ptr %argument.place
  %expected = load i16, ptr %argument
  %managed = notail call i32 @lost()
  %native = notail call i32 @walk()
  %high = shl i32 %native, 8
  %both = or i32 %managed, %high
  %digits = add i32 %both, 12336
  %wide = zext i16 %expected to i32
  %result = sub i32 %digits, %wide
  %wrong = icmp ne i32 %result, 0
  %code = zext i1 %wrong to i32
  ret i32 %code
}

declare ptr @llvm.returnaddress(i32)
