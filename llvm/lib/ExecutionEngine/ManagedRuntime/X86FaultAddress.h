//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The address that an x86-64 instruction accesses, from its bytes and the
/// registers. A processor with linear address space separation (LASS) raises a
/// general protection fault, which has no address, for an access to the
/// kernel's half; other processors raise a page fault.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_X86FAULTADDRESS_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_X86FAULTADDRESS_H

#include "Visibility.h"
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// Where an instruction accesses memory.
struct X86FaultAddress {
  uint64_t Address;
  /// It may be so much less or more. An EVEX encoding does not tell the unit of
  /// its displacement without a list of all instructions.
  uint64_t Slack;
};

/// Decodes the memory operand of the instruction at \p Code. The general
/// register of number N is Registers[Places[N]]. Returns false if it has none
/// that is a sum of registers and a displacement alone, such as one with a
/// segment or relative to the instruction. Reads 15 bytes at most, none after
/// the operand. Async-signal-safe, calls nothing.
bool decodeX86Address(const uint8_t *Code, const long long *Registers,
                      const uint8_t (&Places)[16], X86FaultAddress &Result);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_X86FAULTADDRESS_H
