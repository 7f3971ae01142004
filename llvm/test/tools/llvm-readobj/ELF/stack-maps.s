# REQUIRES: x86-registered-target

## Stack maps of version 4, in text and JSON. There is everything that a map
## may hold, and a function that shares its run.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux %s -o %t.o
# RUN: llvm-readobj --stackmap %t.o | FileCheck %s --strict-whitespace
# RUN: llvm-readelf --stackmap %t.o | FileCheck %s --strict-whitespace
# RUN: llvm-readobj --stackmap --elf-output-style=JSON --pretty-print %t.o \
# RUN:   > %t.json
# RUN: FileCheck %s --check-prefix=JSON < %t.json
# RUN: %python -c "import json, sys; json.load(sys.stdin)" < %t.json

#      CHECK:StackMaps [
# CHECK-NEXT:  StackMap {
# CHECK-NEXT:    Section: llvm_gcidx ([[#]])
# CHECK-NEXT:    Version: 4
# CHECK-NEXT:    Runs [
# CHECK-NEXT:      Run {
# CHECK-NEXT:        Entry: 0x8
# CHECK-NEXT:        Section: llvm_gcmap ([[#]])
# CHECK-NEXT:        Offset: 0x0
# CHECK-NEXT:        Size: 79
# CHECK-NEXT:        Functions [
# CHECK-NEXT:          Function {
# CHECK-NEXT:            Offset: 0x0
# CHECK-NEXT:            Size: 68
# CHECK-NEXT:            Flags: 0x7F
# CHECK-NEXT:            Safepoints [
# CHECK-NEXT:              Safepoint {
# CHECK-NEXT:                Offset: 0x1B
# CHECK-NEXT:                PC {
# CHECK-NEXT:                  Section: .text ([[#TEXT:]])
# CHECK-NEXT:                  Offset: 0x5
# CHECK-NEXT:                }
# CHECK-NEXT:                ID: 18446744073709551614
# CHECK-NEXT:                Frame: CFA=SP+32
# CHECK-NEXT:                Saves: [R6 [CFA-16], R3 [CFA-24]]
# CHECK-NEXT:                Roots: [R3, [CFA-32]]
# CHECK-NEXT:                Derived: {{\[\[}}R7+8] from R3, [R5-8] from [CFA-32{{\]\]}}
# CHECK-NEXT:                Deopt {
# CHECK-NEXT:                  Early: Yes
# CHECK-NEXT:                  Values [
# CHECK-NEXT:                    Value {
# CHECK-NEXT:                      Constant: 5
# CHECK-NEXT:                    }
# CHECK-NEXT:                    Value {
# CHECK-NEXT:                      Constant: 18446744073709551615
# CHECK-NEXT:                    }
# CHECK-NEXT:                    Value {
# CHECK-NEXT:                      Contents: R3
# CHECK-NEXT:                      Size: 8
# CHECK-NEXT:                    }
# CHECK-NEXT:                    Value {
# CHECK-NEXT:                      Contents: R17
# CHECK-NEXT:                      Size: 16
# CHECK-NEXT:                    }
# CHECK-NEXT:                    Value {
# CHECK-NEXT:                      Contents: [CFA-4]
# CHECK-NEXT:                      Size: 4
# CHECK-NEXT:                    }
# CHECK-NEXT:                    Value {
# CHECK-NEXT:                      Address: [R7+16]
# CHECK-NEXT:                    }
# CHECK-NEXT:                    Value {
# CHECK-NEXT:                      Constant: 1234605616436508552
# CHECK-NEXT:                    }
# CHECK-NEXT:                  ]
# CHECK-NEXT:                }
# CHECK-NEXT:              }
# CHECK-NEXT:              Safepoint {
# CHECK-NEXT:                Offset: 0x3C
# CHECK-NEXT:                PC {
# CHECK-NEXT:                  Section: .text ([[#TEXT]])
# CHECK-NEXT:                  Offset: 0xA
# CHECK-NEXT:                }
# CHECK-NEXT:                Frame: CFA=FP+16
# CHECK-NEXT:                Saves: [R6 [CFA-16], R12 [CFA-40]]
# CHECK-NEXT:                Roots: []
# CHECK-NEXT:              }
# CHECK-NEXT:              Safepoint {
# CHECK-NEXT:                Offset: 0x3F
# CHECK-NEXT:                PC {
# CHECK-NEXT:                  Section: .text ([[#TEXT]])
# CHECK-NEXT:                  Offset: 0xF
# CHECK-NEXT:                }
# CHECK-NEXT:                ID: 0
# CHECK-NEXT:                Frame: unwalkable
# CHECK-NEXT:                Roots: []
# CHECK-NEXT:                Deopt {
# CHECK-NEXT:                  Early: No
# CHECK-NEXT:                  Values [
# CHECK-NEXT:                  ]
# CHECK-NEXT:                }
# CHECK-NEXT:              }
# CHECK-NEXT:            ]
# CHECK-NEXT:          }
# CHECK-NEXT:          Function {
# CHECK-NEXT:            Offset: 0x45
# CHECK-NEXT:            Size: 9
# CHECK-NEXT:            Flags: 0x40
# CHECK-NEXT:            Safepoints [
# CHECK-NEXT:              Safepoint {
# CHECK-NEXT:                Offset: 0x4B
# CHECK-NEXT:                PC {
# CHECK-NEXT:                  Section: .text ([[#TEXT]])
# CHECK-NEXT:                  Offset: 0x14
# CHECK-NEXT:                }
# CHECK-NEXT:                Frame: CFA=SP+16
# CHECK-NEXT:                Saves: []
# CHECK-NEXT:                Roots: {{\[\[}}CFA-16{{\]\]}}
# CHECK-NEXT:              }
# CHECK-NEXT:              Safepoint {
# CHECK-NEXT:                Offset: 0x4C
# CHECK-NEXT:                PC {
# CHECK-NEXT:                  Section: .text ([[#TEXT]])
# CHECK-NEXT:                  Offset: 0x19
# CHECK-NEXT:                }
# CHECK-NEXT:                Frame: CFA=SP+16
# CHECK-NEXT:                Saves: []
# CHECK-NEXT:                Roots: []
# CHECK-NEXT:              }
# CHECK-NEXT:            ]
# CHECK-NEXT:          }
# CHECK-NEXT:        ]
# CHECK-NEXT:      }
# CHECK-NEXT:    ]
# CHECK-NEXT:  }
# CHECK-NEXT:]

#      JSON: "StackMaps": [
#      JSON: "ID": 18446744073709551614,
# JSON-NEXT: "Frame": "CFA=SP+32",
# JSON-NEXT: "Saves": [
# JSON-NEXT:   "R6 [CFA-16]",
# JSON-NEXT:   "R3 [CFA-24]"
# JSON-NEXT: ],
# JSON-NEXT: "Roots": [
# JSON-NEXT:   "R3",
# JSON-NEXT:   "[CFA-32]"
# JSON-NEXT: ],
# JSON-NEXT: "Derived": [
# JSON-NEXT:   "[R7+8] from R3",
# JSON-NEXT:   "[R5-8] from [CFA-32]"
# JSON-NEXT: ],
# JSON-NEXT: "Deopt": {
# JSON-NEXT:   "Early": true,
#      JSON: "Address": "[R7+16]"

  .text
  .globl f
f:
  callq callee
.La:
  callq callee
  callq callee
g:
  callq callee
  callq callee

  .section llvm_gcmap,"ao",@progbits,.text
.Lrun:
  .byte 0x7f                      # all flags
  .uleb128 2                      # three safepoints
  .uleb128 4<<2                   # CFA = SP + 32
  .uleb128 0x21<<1                # rbp, rbx
  .uleb128 2                      # two more frames
  .uleb128 2<<2|1                 # CFA = FP + 16
  .uleb128 2<<1|1, 6, 2, 12, 5    # rbp at CFA - 16, r12 at CFA - 40
  .uleb128 3                      # cannot be walked
  .uleb128 3                      # locations 2 to 4
  .uleb128 3<<2                   # CFA - 32
  .uleb128 1<<2|2                 # SP + 8
  .uleb128 5<<2|3                 # r5 - 8
  .sleb128 -8
  .uleb128 2                      # two pairs
  .uleb128 1, 3, 2, 4
  .uleb128 3                      # three sets
  .uleb128 1|4|6<<3|3<<8          # id, deopt, roots 1 and 2, both pairs
  .uleb128 2                      # another frame
  .uleb128 7                      # everything, but no roots
  # The first safepoint.
  .uleb128 0                      # set
  .uleb128 0xfffffffffffffffe     # id
  .uleb128 2*7+1                  # 7 values, early
  .uleb128 5<<3
  .uleb128 1                      # -1
  .uleb128 1<<3|2                 # location 1
  .uleb128 17<<3|3, 16            # xmm0
  .uleb128 4<<3|4, 0              # 4 bytes at CFA - 4
  .sleb128 -4
  .uleb128 5, 8                   # the address SP + 16
  .sleb128 16
  .uleb128 6
  .quad 0x1122334455667788
  # The second.
  .uleb128 5, 1, 1
  # The third.
  .uleb128 5, 2, 0, 2, 0
  .uleb128 5                      # distance to the next function
  .byte 0x40
  .uleb128 1, 2<<2, 0, 1, 1<<2
  .uleb128 1
  .uleb128 5, 0
  .uleb128 0                      # the end

  .section llvm_gcidx,"ao",@progbits,.text
  .p2align 2
  .long 0, 0                      # padding
  .long .La - .
  .long .Lrun - .
