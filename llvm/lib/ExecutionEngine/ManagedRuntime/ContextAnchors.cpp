//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PagePolls.h"
#include "StackMapBytes.h"

using namespace llvm;
using namespace llvm::managed;

LLVMManagedAnchor *managed::ContextHead;

uint64_t *managed::getRegisterPlace(ucontext_t &Context, unsigned R) {
#if defined(__x86_64__)
  static constexpr uint8_t Places[NumTrackedRegisters] = {
      REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
      REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  return reinterpret_cast<uint64_t *>(&Context.uc_mcontext.gregs[Places[R]]);
#else
  return reinterpret_cast<uint64_t *>(&Context.uc_mcontext.regs[R]);
#endif
}
