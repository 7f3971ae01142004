## Entries of the kinds 4 to 6 are proved if the access is in the wide guard: 2^36
## bytes below zero, or 2^36 + 2^32 bytes above it.

# RUN: llvm-mc -filetype=obj -triple=aarch64 %s -o %t
# RUN: not llvm-managed-maps verify --strict %t 2>&1 | FileCheck %s
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s --check-prefix=KNOWN
# RUN: not llvm-managed-maps verify --json %t | FileCheck %s --check-prefix=JSON

## The compiler may know from its IR how large an index can be.
# KNOWN:      warning: {{.*}} (any_index+0x0): {{.*}} is not proved to fault in the wide guard [address, unproved]
# KNOWN-NEXT: warning: {{.*}} (unsigned_24+{{.*}} [address, unproved]
# KNOWN-NEXT: warning: {{.*}} (far_above+{{.*}} [address, unproved]
# KNOWN-NEXT: error:
# JSON: "level": "unproved",
# JSON-NEXT: "error": false,
# JSON-NEXT: "message": "{{.*}} (any_index+0x0)

# CHECK:      error: {{.*}} (any_index+0x0): 'ldr w0, [x0, x1]' is not proved to fault in the wide guard [address, unproved]
# CHECK-NEXT: error: {{.*}} (unsigned_24+0x8): {{.*}} is not proved to fault in the wide guard [address, unproved]
# CHECK-NEXT: error: {{.*}} (far_above+0x4): {{.*}} is not proved to fault in the wide guard [address, unproved]
# CHECK-NEXT: error: {{.*}} (page+0x0): {{.*}} does not fault below the guard size [address]
# CHECK-NEXT: error: {{.*}} (wrong_kind+0x0): {{.*}} is not a WideFaultingStore but a FaultingLoad [kind]
# CHECK-NEXT: : 15 entries, 10 proved; rules broken: 2, unproved: 3; suspicions: 0

.macro function name
  .text
  .globl \name
  .type \name, %function
\name:
.endm

## The next instruction is the access of the function.
.macro fault name, kind
.Lfault_\name:
  .section llvm_faultmaps, "ao", %progbits, .text
  .p2align 3
  .word .Lfault_\name - .
  .word ((.Lhandler_\name - .Lfault_\name) << 4) + \kind
  .text
.endm

.macro finish name
  ret
.Lhandler_\name:
  brk #1
  .size \name, . - \name
.endm

## Not proved.

function any_index
  fault any_index, 4
  ldr w0, [x0, x1]
  finish any_index

function unsigned_24
  mov w8, #24
  umull x8, w1, w8
  fault unsigned_24, 4
  ldr x0, [x0, x8]
  finish unsigned_24

function far_above
  mov x8, #0x1100000000
  fault far_above, 4
  ldr x0, [x0, x8]
  finish far_above

function page
  fault page, 1
  ldr w0, [x0, #4096]
  finish page

function wrong_kind
  fault wrong_kind, 6
  ldr w0, [x0]
  finish wrong_kind

## Proved.

function unsigned_8
  fault unsigned_8, 4
  ldr x0, [x0, w1, uxtw #3]
  finish unsigned_8

function signed_8
  fault signed_8, 4
  ldr x0, [x0, w1, sxtw #3]
  finish signed_8

function signed_24
  mov w8, #24
  smaddl x8, w1, w8, x0
  fault signed_24, 4
  ldr x0, [x8, #16]
  finish signed_24

function loaded
  ldrsw x8, [x1]
  fault loaded, 4
  ldr x0, [x0, x8, lsl #3]
  finish loaded

function loaded_narrow
  ldrsh x8, [x1]
  fault loaded_narrow, 4
  ldrb w0, [x0, x8]
  finish loaded_narrow

function loaded_byte
  ldrsb w8, [x1]
  fault loaded_byte, 4
  ldr w0, [x0, w8, sxtw #2]
  finish loaded_byte

function below
  mov x8, #-65536
  fault below, 6
  str wzr, [x0, x8]
  finish below

function field
  add x8, x0, #24, lsl #12
  fault field, 4
  ldr w0, [x8, #1696]
  finish field

function difference
  sxtw x8, w1
  sub x8, x8, w2, uxtw
  fault difference, 4
  ldrb w0, [x0, x8]
  finish difference

## Whatever the loop does to the index, it has 32 bits.
function around
1:
  add w1, w1, #1
  fault around, 4
  ldr w8, [x0, w1, sxtw #2]
  cbnz w8, 1b
  finish around
