; Fault maps of both versions are attached to the code that they describe.
;
; RUN: split-file %s %t
; RUN: cat %t/f.ll %t/version-1.ll > %t/f1.ll
; RUN: llc -mtriple=aarch64-linux -function-sections -filetype=obj %t/f.ll \
; RUN:   -o %t/f.o
; RUN: llc -mtriple=aarch64-linux -function-sections -filetype=obj %t/f1.ll \
; RUN:   -o %t/f1.o
; RUN: llvm-jitlink -noexec -managed-runtime -entry=load -check=%t/check-2 \
; RUN:   -show-graphs=f %t/f.o | FileCheck %s --check-prefixes=CHECK,V2
; RUN: llvm-jitlink -noexec -managed-runtime -entry=load -check=%t/check-1 \
; RUN:   -show-graphs=f %t/f1.o | FileCheck %s --check-prefixes=CHECK,V1

; CHECK-LABEL: section .text.dead:
; CHECK-NOT: block 0x
; CHECK: section .text.load:
; CHECK-LABEL: section llvm_faultmaps.jit:
; V1-COUNT-2: block 0x{{[0-9a-f]+}} size = 0x00000008, align = 8,
; V2: block 0x{{[0-9a-f]+}} size = 0x00000008, align = 8,
; CHECK-NOT: block 0x
; CHECK-LABEL: section llvm_faultsites.jit:
; V2: block 0x{{[0-9a-f]+}} size = 0x00000010, align = 8,
; CHECK-NOT: block 0x
; CHECK: Absolute symbols:

;--- check-2
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit)) = \
# jitlink-check:   (load - section_addr(f.o, llvm_faultmaps.jit))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit) + 4) = 0x81
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit)) = \
# jitlink-check:   (store - section_addr(f.o, llvm_faultsites.jit))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit) + 4) = \
# jitlink-check:   ((store + 8) - (section_addr(f.o, llvm_faultsites.jit) + 4))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit) + 8) = 7
# jitlink-check: *{4}(section_addr(f.o, llvm_faultsites.jit) + 12) = 0x13

;--- check-1
# jitlink-check: *{4}(section_addr(f1.o, llvm_faultmaps.jit)) = \
# jitlink-check:   (load - section_addr(f1.o, llvm_faultmaps.jit))[31:0]
# jitlink-check: *{4}(section_addr(f1.o, llvm_faultmaps.jit) + 4) = 0x81
# jitlink-check: *{4}(section_addr(f1.o, llvm_faultmaps.jit) + 8) = \
# jitlink-check:   (store - (section_addr(f1.o, llvm_faultmaps.jit) + 8))[31:0]
# jitlink-check: *{4}(section_addr(f1.o, llvm_faultmaps.jit) + 12) = 0x83

;--- f.ll
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
  br i1 %null, label %throw, label %ok, !make.implicit !{i32 7}
ok:
  store i32 %v, ptr %p
  ret void
throw:
  call void asm sideeffect "nop", ""()
  ret void
}

;--- version-1.ll
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"fault-map-version", i32 1}
