; Null accesses are recovered in this process and in another one, with both
; versions of the fault map. Two objects define the weak function, with different
; code: only the entries of the one that is kept count.
;
; REQUIRES: native, target=x86_64{{.*}}-linux{{.*}}
; RUN: split-file %s %t
; RUN: cat %t/a.ll %t/version-1.ll > %t/a1.ll
; RUN: cat %t/b.ll %t/version-1.ll > %t/b1.ll
; RUN: llc -relocation-model=pic -filetype=obj %t/a.ll -o %t/a.o
; RUN: llc -relocation-model=pic -filetype=obj %t/b.ll -o %t/b.o
; RUN: llc -relocation-model=pic -filetype=obj %t/a1.ll -o %t/a1.o
; RUN: llc -relocation-model=pic -filetype=obj %t/b1.ll -o %t/b1.o
;
; RUN: llvm-jitlink -managed-runtime %t/a.o %t/b.o
; RUN: llvm-jitlink -managed-runtime %t/b.o %t/a.o
; RUN: llvm-jitlink -managed-runtime %t/a1.o %t/b1.o
; RUN: llvm-jitlink -managed-runtime %t/a1.o %t/b.o
; RUN: llvm-jitlink -managed-runtime -oop-executor %t/a.o %t/b.o
; RUN: llvm-jitlink -managed-runtime -oop-executor %t/a1.o %t/b1.o
;
; RUN: not --crash llvm-jitlink %t/a.o %t/b.o
; RUN: not llvm-jitlink -oop-executor %t/a.o %t/b.o

;--- a.ll
$weak = comdat any

define weak_odr i32 @weak(ptr %p) "implicit-null-checks" comdat {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
throw:
  ret i32 10
}

declare i32 @other(ptr)

define i32 @main() {
  %variable = alloca i32
  store i32 1, ptr %variable
  %a = call i32 @weak(ptr %variable)
  %b = call i32 @weak(ptr null)
  %c = call i32 @other(ptr null)
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  %result = sub i32 %abc, 41
  ret i32 %result
}

;--- b.ll
$weak = comdat any

define weak_odr i32 @weak(ptr %p) "implicit-null-checks" comdat {
  call void asm sideeffect "nop; nop; nop", ""()
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
throw:
  ret i32 10
}

define i32 @other(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{i32 3}
ok:
  %v = load i32, ptr %p
  ret i32 %v
throw:
  %w = call i32 @weak(ptr %p)
  %sum = add i32 %w, 20
  ret i32 %sum
}

;--- version-1.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"fault-map-version", i32 1}
