## What "dump" prints, as text and as JSON, of relocatable objects.

# RUN: llvm-mc -filetype=obj -triple=x86_64 %s -o %t
# RUN: llvm-managed-maps dump %t | FileCheck %s --match-full-lines -DFILE=%t

#      CHECK:[[FILE]]: elf64-x86-64, 3 sections
# CHECK-NEXT:section 'llvm_faultmaps' (index [[#]]), version 2, 1 entry
# CHECK-NEXT:     0x0  FaultingLoad       .text+0x8 (first+0x0) -> .text+0xb (first+0x3)
# CHECK-NEXT:section 'llvm_faultsites' (index [[#]]), version 2, 2 entries
# CHECK-NEXT:     0x0  FaultingStore      .text+0xd (second+0x0) -> .text.cold+0x0 (second.cold+0x0)  site 4294967295
# CHECK-NEXT:    0x10  FaultingLoadStore  .text+0xf (second+0x2) -> .text.cold+0x0 (second.cold+0x0)
# CHECK-NEXT:section '.llvm_faultmaps' (index [[#]]), version 1, 2 tables, 2 functions, 1 entry
# CHECK-NEXT:     0x8  function .text+0x8 (first+0x0)
# CHECK-NEXT:    0x18  FaultingLoad       .text+0x8 (first+0x0) -> .text+0xb (first+0x3)
# CHECK-NEXT:    0x2c  function .text+0xd (second+0x0)
#  CHECK-NOT:{{.}}

# RUN: llvm-managed-maps dump --json %t %t > %t.json
# RUN: %python %p/../Inputs/check_dump.py %t.json %t

## A file without fault maps has none, and no file is no object in the list.
# RUN: llvm-mc -filetype=obj -triple=x86_64 /dev/null -o %t.none
# RUN: llvm-managed-maps dump %t.none | FileCheck %s --check-prefix=NONE --match-full-lines -DFILE=%t.none
#      NONE:[[FILE]]: elf64-x86-64, 0 sections
#  NONE-NOT:{{.}}
# RUN: llvm-managed-maps dump --json %t.none | %python -c "import json, sys; [file] = json.load(sys.stdin); assert file['sections'] == []"

  .text
  nopl (%rax,%rax)
  .p2align 3
  .type first, @function
first:
  movl (%rdi), %eax
  retq
.Lfirst_null:
  ud2
  .size first, . - first
  .type second, @function
second:
  movl %eax, (%rdi)
.Lsecond_add:
  addl %eax, (%rsi)
  retq
  .size second, . - second
  .section .text.cold, "ax", @progbits
  .type second.cold, @function
second.cold:
  ud2
  .size second.cold, . - second.cold

  .section llvm_faultmaps, "ao", @progbits, .text
  .p2align 3
  .long first - .
  .long (.Lfirst_null - first) << 4 + 1

  .section llvm_faultsites, "ao", @progbits, .text
  .p2align 3
  .long second - .
  .long second.cold - .
  .long 0xffffffff
  .long 0x13
  .long .Lsecond_add - .
  .long second.cold - .
  .long 0
  .long 2

  .section .llvm_faultmaps, "a", @progbits
  .byte 1, 0, 0, 0
  .long 1
  .quad first
  .long 1, 0, 1, 0, .Lfirst_null - first
  .byte 1, 0, 0, 0
  .long 1
  .quad second
  .long 0, 0
