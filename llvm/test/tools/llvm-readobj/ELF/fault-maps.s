# REQUIRES: x86-registered-target, aarch64-registered-target

## Fault maps of both versions in relocatable objects, as text and as JSON.

# RUN: llvm-mc -filetype=obj -triple=x86_64-linux %s -o %t.o
# RUN: llvm-readobj --fault-maps %t.o | FileCheck %s --strict-whitespace
# RUN: llvm-readelf --fault-maps %t.o | FileCheck %s --strict-whitespace
# RUN: llvm-mc -filetype=obj -triple=aarch64-linux %s -o %t.aarch64.o
# RUN: llvm-readobj --fault-maps %t.aarch64.o | FileCheck %s --strict-whitespace
# RUN: llvm-mc -filetype=obj -triple=aarch64_be-linux %s -o %t.aarch64_be.o
# RUN: llvm-readobj --fault-maps %t.aarch64_be.o \
# RUN:   | FileCheck %s --strict-whitespace

# RUN: llvm-readobj --fault-maps --elf-output-style=JSON --pretty-print %t.o \
# RUN:   > %t.json
# RUN: FileCheck %s --check-prefix=JSON < %t.json
# RUN: %python -c "import json, sys; json.load(sys.stdin)" < %t.json

#      CHECK:FaultMaps [
# CHECK-NEXT:  FaultMap {
# CHECK-NEXT:    Section: llvm_faultmaps ([[#]])
# CHECK-NEXT:    Version: 2
# CHECK-NEXT:    Entries [
# CHECK-NEXT:      Entry {
# CHECK-NEXT:        Offset: 0x0
# CHECK-NEXT:        Kind: FaultingLoad (0x1)
# CHECK-NEXT:        FaultingPC {
# CHECK-NEXT:          Section: .text ([[#TEXT:]])
# CHECK-NEXT:          Offset: 0x4
# CHECK-NEXT:        }
# CHECK-NEXT:        HandlerPC {
# CHECK-NEXT:          Section: .text ([[#TEXT]])
# CHECK-NEXT:          Offset: 0x8
# CHECK-NEXT:        }
# CHECK-NEXT:      }
# CHECK-NEXT:    ]
# CHECK-NEXT:  }
# CHECK-NEXT:  FaultMap {
# CHECK-NEXT:    Section: llvm_faultsites ([[#]])
# CHECK-NEXT:    Version: 2
# CHECK-NEXT:    Entries [
# CHECK-NEXT:      Entry {
# CHECK-NEXT:        Offset: 0x0
# CHECK-NEXT:        Kind: FaultingStore (0x3)
# CHECK-NEXT:        FaultingPC {
# CHECK-NEXT:          Section: .text ([[#TEXT]])
# CHECK-NEXT:          Offset: 0x4
# CHECK-NEXT:        }
# CHECK-NEXT:        HandlerPC {
# CHECK-NEXT:          Section: .text.unlikely ([[#COLD:]])
# CHECK-NEXT:          Offset: 0x0
# CHECK-NEXT:        }
# CHECK-NEXT:        SiteID: 4294967295
# CHECK-NEXT:      }
# CHECK-NEXT:      Entry {
# CHECK-NEXT:        Offset: 0x10
# CHECK-NEXT:        Kind: FaultingLoad (0x1)
# CHECK-NEXT:        FaultingPC {
# CHECK-NEXT:          Section: .text.unlikely ([[#COLD]])
# CHECK-NEXT:          Offset: 0x0
# CHECK-NEXT:        }
# CHECK-NEXT:        HandlerPC {
# CHECK-NEXT:          Section: .text ([[#TEXT]])
# CHECK-NEXT:          Offset: 0x8
# CHECK-NEXT:        }
# CHECK-NEXT:      }
# CHECK-NEXT:    ]
# CHECK-NEXT:  }
# CHECK-NEXT:  FaultMap {
# CHECK-NEXT:    Section: .llvm_faultmaps ([[#]])
# CHECK-NEXT:    Version: 1
# CHECK-NEXT:    Tables [
# CHECK-NEXT:      Table {
# CHECK-NEXT:        Offset: 0x0
# CHECK-NEXT:        Functions [
# CHECK-NEXT:          Function {
# CHECK-NEXT:            Offset: 0x8
# CHECK-NEXT:            Begin {
# CHECK-NEXT:              Section: .text ([[#TEXT]])
# CHECK-NEXT:              Offset: 0x4
# CHECK-NEXT:            }
# CHECK-NEXT:            Discarded: No
# CHECK-NEXT:            Entries [
# CHECK-NEXT:              Entry {
# CHECK-NEXT:                Offset: 0x18
# CHECK-NEXT:                Kind: FaultingLoadStore (0x2)
# CHECK-NEXT:                FaultingPC {
# CHECK-NEXT:                  Section: .text ([[#TEXT]])
# CHECK-NEXT:                  Offset: 0x4
# CHECK-NEXT:                }
# CHECK-NEXT:                HandlerPC {
# CHECK-NEXT:                  Section: .text ([[#TEXT]])
# CHECK-NEXT:                  Offset: 0x8
# CHECK-NEXT:                }
# CHECK-NEXT:              }
# CHECK-NEXT:            ]
# CHECK-NEXT:          }
# CHECK-NEXT:        ]
# CHECK-NEXT:      }
# CHECK-NEXT:    ]
# CHECK-NEXT:  }
# CHECK-NEXT:]

#      JSON:"FaultMaps": [
# JSON-NEXT:  {
# JSON-NEXT:    "FaultMap": {
# JSON-NEXT:      "Section": {
# JSON-NEXT:        "Name": "llvm_faultmaps",
# JSON-NEXT:        "Value": [[#]]
# JSON-NEXT:      },
# JSON-NEXT:      "Version": 2,
# JSON-NEXT:      "Entries": [
# JSON-NEXT:        {
# JSON-NEXT:          "Entry": {
# JSON-NEXT:            "Offset": 0,
# JSON-NEXT:            "Kind": {
# JSON-NEXT:              "Name": "FaultingLoad",
# JSON-NEXT:              "Value": 1
# JSON-NEXT:            },
# JSON-NEXT:            "FaultingPC": {
# JSON-NEXT:              "Section": {
# JSON-NEXT:                "Name": ".text",
# JSON-NEXT:                "Value": [[#]]
# JSON-NEXT:              },
# JSON-NEXT:              "Offset": 4
# JSON-NEXT:            },
#      JSON:"SiteID": 4294967295
#      JSON:"Tables": [
# JSON-NEXT:  {
# JSON-NEXT:    "Table": {
# JSON-NEXT:      "Offset": 0,
# JSON-NEXT:      "Functions": [
# JSON-NEXT:        {
# JSON-NEXT:          "Function": {
# JSON-NEXT:            "Offset": 8,
# JSON-NEXT:            "Begin": {
#      JSON:            "Discarded": false,

  .text
  .long 0
f:
.Lpc:
  .long 0
.Lhandler:
  .long 0

  .section .text.unlikely,"ax",@progbits
.Lcold:
  .long 0

  .section llvm_faultmaps,"ao",@progbits,.text
  .p2align 3
  .long .Lpc - .
  .long ((.Lhandler - .Lpc) << 4) | 1

  .section llvm_faultsites,"ao",@progbits,.text
  .p2align 3
  .long .Lpc - .
  .long .Lcold - .
  .long 0xffffffff
  .long 0x13
  .long .Lcold - .
  .long .Lhandler - .
  .long 0
  .long 1

  .section .llvm_faultmaps,"a",@progbits
  .byte 1
  .byte 0
  .short 0
  .long 1
  .quad f
  .long 1
  .long 0
  .long 2
  .long .Lpc - f
  .long .Lhandler - f
