//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// AArch64: a NOP before the load becomes a branch.
///
/// Processors may execute an instruction while another one replaces it only if
/// it and its replacement are of a short list of instructions, which has NOP
/// and B, but no loads. So each site has a NOP, and nobody has to be stopped
/// or interrupted. A thread that is between the two may fault once more, and is
/// recovered as before.
///
//===----------------------------------------------------------------------===//

#if defined(__aarch64__)

#include "Sites.h"

const Site Sites[NumSites] = {{0, 4, 24, 40}, {8, 12, 32, 52}};

static const uint32_t Instructions[] = {
    /*  0 */ 0xd503201f, // nop
    /*  4 */ 0xb9400002, // ldr w2, [x0]
    /*  8 */ 0xd503201f, // nop
    /* 12 */ 0xb9400023, // ldr w3, [x1]
    /* 16 */ 0x0b030040, // add w0, w2, w3
    /* 20 */ 0xd65f03c0, // ret
    /* 24 */ 0x12800000, // mov w0, #-1
    /* 28 */ 0xd65f03c0, // ret
    /* 32 */ 0x12800020, // mov w0, #-2
    /* 36 */ 0xd65f03c0, // ret
    /* 40 */ 0xb4ffff80, // cbz x0, 24
    /* 44 */ 0xb9400002, // ldr w2, [x0]
    /* 48 */ 0x17fffff6, // b 8
    /* 52 */ 0xb4ffff61, // cbz x1, 32
    /* 56 */ 0xb9400023, // ldr w3, [x1]
    /* 60 */ 0x17fffff5, // b 16
};
static_assert(sizeof(Instructions) == 64, "the offsets are right");

size_t writeCode(CodeBuffer &Code) {
  Code.write(0, Instructions, sizeof(Instructions));
  return sizeof(Instructions);
}

void prepareForPatching(const CodeBuffer &) {}

void patchSite(CodeBuffer &Code, const Site &S) {
  uint32_t Branch = 0x14000000 | uint32_t(S.Stub - S.Patched) / 4;
  Code.write(S.Patched, &Branch, sizeof(Branch));
}

#endif // defined(__aarch64__)
