; A poll by page of a function with a frame has an entry in JIT'd code, too.
;
; RUN: split-file %s %t
; RUN: llc -mtriple=aarch64-linux -filetype=obj %t/f.ll -o %t/f.o
; RUN: llvm-jitlink -noexec -managed-runtime -entry=poll -check=%t/check %t/f.o

;--- check
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit)) = \
# jitlink-check:   ((poll + 4) - section_addr(f.o, llvm_faultmaps.jit))[31:0]
# jitlink-check: *{4}(section_addr(f.o, llvm_faultmaps.jit) + 4) = 0x47

;--- f.ll
define void @poll(ptr %page) {
  call void %page() "gc-page-poll"="frame"
  ret void
}
