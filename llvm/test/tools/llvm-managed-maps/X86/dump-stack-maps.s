## What dump prints of stack maps, as text and as JSON.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux-gnu %s -o %t.o
# RUN: llvm-managed-maps dump %t.o | FileCheck %s
# RUN: llvm-managed-maps dump --json %t.o > %t.json
# RUN: FileCheck --check-prefix=JSON %s < %t.json
# RUN: %python -c "import json, sys; json.load(sys.stdin)" < %t.json

#      CHECK: elf64-x86-64, 2 sections
# CHECK-NEXT: section '.llvm_stackmaps' (index [[#]]), version 3, 1 table, 1 function, 2 records
# CHECK-NEXT:   0x10  function .text+0x0 (f+0x0), stack size 16
# CHECK-NEXT:   0x30  .text+0x5 (f+0x5)  id 7  0, 2, 1, 9, [R7+8]:8, [R7+8]:8, [R7+8]:8, R3:8, &[R7-16]
# CHECK-NEXT:   0xb8  .text+0xb (f+0xb)  id 8  live out R0:8
# CHECK-NEXT: section 'llvm_gcidx' (index [[#]]), version 4, 1 run, 1 function, 3 safepoints
# CHECK-NEXT:   0x0  run of [[#]] bytes at 0x0 of section [[#]]
# CHECK-NEXT:   0x0  function of [[#]] bytes
# CHECK-NEXT:   {{.*}}  .text+0x11 (g+0x5)  CFA=SP+32 R3[CFA-16]
# CHECK-NEXT:   {{.*}}  .text+0x16 (g+0xa)  id 9  CFA=FP+16 R6[CFA-16]  roots [R7+8]  derived R3 from [R7+8]  early deopt 5, R3, R17:16, &[CFA-24]
# CHECK-NEXT:   {{.*}}  .text+0x1b (g+0xf)  unwalkable  deopt
# CHECK-NOT:  {{.}}

#      JSON: "stackMaps": {
# JSON-NEXT:   "sections": [
# JSON-NEXT:     {
# JSON-NEXT:       "name": ".llvm_stackmaps",
#      JSON:   "safepoints": [
# JSON-NEXT:     {
# JSON-NEXT:       "version": 3,
# JSON-NEXT:       "section": [[#]],
# JSON-NEXT:       "offset": 48,
# JSON-NEXT:       "function": {
#      JSON:       "discarded": false,
# JSON-NEXT:       "stackSize": 16,
# JSON-NEXT:       "pc": {
# JSON-NEXT:         "address": 5,
# JSON-NEXT:         "sectionIndex": [[#]],
# JSON-NEXT:         "section": ".text",
# JSON-NEXT:         "function": "f",
# JSON-NEXT:         "functionOffset": 5
# JSON-NEXT:       },
# JSON-NEXT:       "recordId": 7,
# JSON-NEXT:       "id": 7,
# JSON-NEXT:       "roots": [
# JSON-NEXT:         {
# JSON-NEXT:           "kind": "memory",
# JSON-NEXT:           "register": 7,
# JSON-NEXT:           "offset": 8
# JSON-NEXT:         },
# JSON-NEXT:         {
# JSON-NEXT:           "kind": "memory",
# JSON-NEXT:           "register": 7,
# JSON-NEXT:           "offset": -16
# JSON-NEXT:         }
# JSON-NEXT:       ],
# JSON-NEXT:       "derived": [
# JSON-NEXT:         {
# JSON-NEXT:           "base": {
# JSON-NEXT:             "kind": "memory",
# JSON-NEXT:             "register": 7,
# JSON-NEXT:             "offset": 8
# JSON-NEXT:           },
# JSON-NEXT:           "derived": {
# JSON-NEXT:             "kind": "register",
# JSON-NEXT:             "register": 3
# JSON-NEXT:           }
# JSON-NEXT:         }
# JSON-NEXT:       ],
# JSON-NEXT:       "deopt": {
# JSON-NEXT:         "early": true,
# JSON-NEXT:         "values": [
# JSON-NEXT:           {
# JSON-NEXT:             "constant": 9
# JSON-NEXT:           }
# JSON-NEXT:         ]
#      JSON:       "noStatepoint": "section '.llvm_stackmaps' (index [[#]]) at offset 0xb8: the record does not describe a statepoint: location 1 is not a constant, the calling convention"
#      JSON:       "version": 4,
#      JSON:       "frame": {
# JSON-NEXT:         "base": "SP",
# JSON-NEXT:         "offset": 32,
# JSON-NEXT:         "saves": [
# JSON-NEXT:           {
# JSON-NEXT:             "register": 3,
# JSON-NEXT:             "offset": -16
# JSON-NEXT:           }
# JSON-NEXT:         ]
# JSON-NEXT:       },
#      JSON:       "base": "FP",
#      JSON:             "contents": {
# JSON-NEXT:               "kind": "register",
# JSON-NEXT:               "register": 3
# JSON-NEXT:             },
# JSON-NEXT:             "size": 8
#      JSON:             "contents": {
# JSON-NEXT:               "kind": "register",
# JSON-NEXT:               "register": 17
# JSON-NEXT:             },
# JSON-NEXT:             "size": 16
#      JSON:             "address": {
# JSON-NEXT:               "kind": "cfa",
# JSON-NEXT:               "offset": -24
#      JSON:         "base": "unwalkable"

  .text
  .globl f
  .type f, @function
f:
  callq callee
  callq callee
  nop
  retq
  .size f, . - f
  .type g, @function
g:
  callq callee
.Lfirst:
  callq callee
  callq callee
  .size g, . - g

.macro location kind, size, register, offset
  .byte \kind, 0
  .short \size, \register, 0
  .long \offset
.endm

  .section .llvm_stackmaps,"a",@progbits
  .p2align 3
  .byte 3, 0, 0, 0
  .long 1, 1, 2
  .quad f, 16, 2
  .quad 9
  .quad 7
  .long 5
  .short 0, 9
  location 4, 8, 0, 0
  location 4, 8, 0, 2
  location 4, 8, 0, 1
  location 5, 8, 0, 0
  location 3, 8, 7, 8
  location 3, 8, 7, 8
  location 3, 8, 7, 8
  location 1, 8, 3, 0
  location 2, 8, 7, -16
  .p2align 3
  .short 0, 0
  .p2align 3
  .quad 8
  .long 11
  .short 0, 0
  .short 0, 1
  .short 0
  .byte 0, 8

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
  .byte 0x5e
  .uleb128 2, 4<<2, 0x20<<1       # CFA = SP + 32, rbx
  .uleb128 2
  .uleb128 2<<2|1, 1<<1           # CFA = FP + 16, rbp
  .uleb128 3
  .uleb128 2, 1<<2|2, 3<<2|1      # SP + 8, rbx
  .uleb128 1, 0, 1
  .uleb128 0
  .uleb128 5, 1|2|4|1<<3|1<<5, 9, 1, 2*4+1
  .uleb128 5<<3, 1<<3|2, 17<<3|3, 16, 5, 0
  .sleb128 -24
  .uleb128 5, 2|4, 2, 0
  .uleb128 0

  .section llvm_gcidx,"ao",@progbits,.text
  .p2align 2
  .long .Lfirst - .
  .long .Lrun - .
