; The table of a Mach-O file, which keeps itself alive and all code with it, is
; taken apart: functions that are not needed go, and the others keep their
; entries.
;
; RUN: llc -mtriple=x86_64-apple-macosx -filetype=obj %s -o %t.o
; RUN: llvm-jitlink -noexec -managed-runtime -entry=_load -show-graphs=. %t.o \
; RUN:   | FileCheck %s
; RUN: llc -mtriple=arm64-apple-macosx -filetype=obj %s -o %t.o
; RUN: llvm-jitlink -noexec -managed-runtime -entry=_load -show-graphs=. %t.o \
; RUN:   | FileCheck %s
;
; Without the option the function stays.
; RUN: llvm-jitlink -noexec -entry=_load -show-graphs=. %t.o \
; RUN:   | FileCheck %s --check-prefix=WITHOUT

; CHECK-LABEL: section __LLVM_FAULTMAPS,__llvm_faultmaps:
; CHECK-NOT: block 0x
; CHECK: section __TEXT,
; CHECK: section __TEXT,__text:
; CHECK-NOT: _dead
; CHECK-LABEL: section llvm_faultmaps.jit:
; CHECK-COUNT-2: block 0x{{[0-9a-f]+}} size = 0x00000008, align = 8,
; CHECK-NOT: block 0x
; CHECK: Absolute symbols:

; WITHOUT-LABEL: section __LLVM_FAULTMAPS,__llvm_faultmaps:
; WITHOUT: block 0x
; WITHOUT: section __TEXT,__text:
; WITHOUT: _dead

define i32 @load(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
throw:
  ret i32 40
}

define internal i32 @dead(ptr %p) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{}
ok:
  %v = load i32, ptr %p
  ret i32 %v
throw:
  ret i32 40
}

define void @store(ptr %p, i32 %v) "implicit-null-checks" {
  %null = icmp eq ptr %p, null
  br i1 %null, label %throw, label %ok, !make.implicit !{}
ok:
  store i32 %v, ptr %p
  ret void
throw:
  call void asm sideeffect "nop", ""()
  ret void
}
