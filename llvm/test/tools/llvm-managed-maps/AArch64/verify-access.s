## Which instructions fault reliably. The ones that do not are exactly those
## that the messages are about.

# RUN: llvm-mc -filetype=obj -triple=aarch64 -mattr=+all %s -o %t
# RUN: not llvm-managed-maps verify %t 2>&1 | FileCheck %s

# CHECK:      (prefetch+0x0): 'prfm pldl1keep, [x0]' is a hint, which never faults [access]
# CHECK-NEXT: (prefetch_unscaled+0x0): {{.*}} is a hint, which never faults
# CHECK-NEXT: (prefetch_register+0x0): {{.*}} is a hint, which never faults
# CHECK-NEXT: (predicated_load+0x0): {{.*}} is a vector access under a predicate or of unknown length
# CHECK-NEXT: (predicated_store+0x0): {{.*}} is a vector access under a predicate or of unknown length
# CHECK-NEXT: (vector_lengths+0x0): 'ldr z0, [x0, #1, mul vl]' is a vector access under a predicate or of unknown length
# CHECK-NEXT: (first_faulting+0x0): {{.*}} is a vector access under a predicate or of unknown length
# CHECK-NEXT: (non_faulting+0x0): {{.*}} is a vector access under a predicate or of unknown length
# CHECK-NEXT: (store_exclusive+0x0): {{.*}} is an exclusive store, which may not be performed
# CHECK-NEXT: (store_exclusive_pair+0x0): {{.*}} is an exclusive store, which may not be performed
# CHECK-NEXT: (authenticated+0x0): 'ldraa x0, [x0]' authenticates its address
# CHECK-NEXT: (unprivileged+0x0): {{.*}} is an unprivileged access
# CHECK-NEXT: (literal+0x0): {{.*}} has an address relative to itself
# CHECK-NEXT: (stack+0x0): 'ldr x0, [sp, #8]' accesses the stack
# CHECK-NEXT: (low_bits_of_symbol+0x0): {{.*}} has an offset that the linker fills in
# CHECK-NEXT: (tag_load+0x0): {{.*}} is not known to fault reliably
# CHECK-NEXT: (tag_pair+0x0): {{.*}} stores an allocation tag
# CHECK-NEXT: (memory_copy+0x0): {{.*}} is not known to fault reliably
# CHECK-NEXT: (cache+0x0): 'dc cvac, x0' is not a load or store
# CHECK-NEXT: (wide+0x0): 'ld64b x0, [x10]' is not known to fault reliably
# CHECK-NEXT: (no_access+0x0): 'add x0, x0, #8' is not a load or store
# CHECK-NEXT: (writes_back_what_it_stores+0x0): 'str x0, [x0], #8' is unpredictable
# CHECK-NEXT: : 50 entries, 28 proved; rules broken: 22, unproved: 0; suspicions: 0

.macro entry name, kind, instruction:vararg
  .section llvm_faultmaps, "ao", %progbits, .text
  .p2align 3
  .word \name - .
  .word (.Lhandler_\name - \name) << 4 + \kind
  .text
  .globl \name
  .type \name, %function
\name:
  \instruction
  ret
.Lhandler_\name:
  mov w0, wzr
  ret
  .size \name, . - \name
.endm

entry prefetch, 1, prfm pldl1keep, [x0]
entry prefetch_unscaled, 1, prfum pldl1keep, [x0, #1]
entry prefetch_register, 1, prfm pldl1keep, [x0, xzr]
entry predicated_load, 1, ld1w { z0.s }, p0/z, [x0]
entry predicated_store, 3, st1d { z0.d }, p0, [x0]
entry vector_lengths, 1, ldr z0, [x0, #1, mul vl]
entry first_faulting, 1, ldff1w { z0.s }, p0/z, [x0]
entry non_faulting, 1, ldnf1w { z0.s }, p0/z, [x0]
entry store_exclusive, 3, stxr w1, x2, [x0]
entry store_exclusive_pair, 3, stlxp w1, x2, x3, [x0]
entry authenticated, 1, ldraa x0, [x0]
entry unprivileged, 1, ldtr x1, [x0]
entry literal, 1, ldr x0, .Lnumber
entry stack, 1, ldr x0, [sp, #8]
entry low_bits_of_symbol, 1, ldr x0, [x0, :lo12:external]
entry tag_load, 1, ldg x1, [x0]
entry tag_pair, 3, stgp x1, x2, [x0]
entry memory_copy, 2, cpyfp [x1]!, [x2]!, x3!
entry cache, 1, dc cvac, x0
entry wide, 1, ld64b x0, [x10]
entry no_access, 1, add x0, x0, #8
entry writes_back_what_it_stores, 3, .inst 0xf8008400

entry good_1, 1, ldr x0, [x0]
entry good_2, 3, strb w1, [x0, #4095]
entry good_3, 1, ldursw x1, [x0]
entry good_4, 1, ldr q0, [x0, #4080]
entry good_5, 1, ldr x1, [x0], #-8
entry good_6, 1, ldr x1, [x0, #8]!
entry good_7, 1, ldr x1, [x0, xzr]
entry good_8, 1, ldp x1, x2, [x0, #16]
entry good_9, 3, stp q0, q1, [x0], #32
entry good_10, 1, ldpsw x1, x2, [x0]
entry good_11, 1, ldnp d0, d1, [x0]
entry good_12, 1, ld1 { v0.16b, v1.16b, v2.16b, v3.16b }, [x0]
entry good_13, 3, st4 { v0.b, v1.b, v2.b, v3.b }[3], [x0], #4
entry good_14, 1, ld2r { v0.2d, v1.2d }, [x0], x1
entry good_15, 1, ldar x1, [x0]
entry good_16, 3, stlrh w1, [x0]
entry good_17, 1, ldaprb w1, [x0]
entry good_18, 2, ldaddal x1, x2, [x0]
entry good_19, 2, stset w1, [x0]
entry good_20, 2, swpab w1, w2, [x0]
entry good_21, 2, casal x1, x2, [x0]
entry good_22, 2, casp x2, x3, x4, x5, [x0]
entry good_23, 1, ldrsh w1, [x0, #2]
entry good_24, 3, str h0, [x0, #2]
entry good_25, 1, ldaxp x1, x2, [x0]
entry good_26, 1, ldxp w1, w2, [x0]
entry good_27, 1, ldxrb w1, [x0]
entry good_28, 1, ldaxr x1, [x0]

.Lnumber:
  .xword 0
