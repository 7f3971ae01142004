//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The AArch64 target's entry in the registry of reliably faulting
/// instructions.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_AARCH64_AARCH64FAULTINGACCESS_H
#define LLVM_LIB_TARGET_AARCH64_AARCH64FAULTINGACCESS_H

#include "llvm/CodeGen/FaultingAccess.h"

namespace llvm {

namespace AArch64 {

std::optional<FaultingAccess> reliablyFaults(const MachineInstr &MI);
std::optional<ExtAddrMode> addressOfFaulting(const MachineInstr &MI);
std::optional<RegisterValue> resultOf(const MachineInstr &MI,
                                      const RegisterBits &Before);
std::optional<RegisterSum> sumOf(const MachineInstr &MI);

} // namespace AArch64

/// Enters the answers into the registry.
void registerAArch64FaultingAccess();

} // namespace llvm

#endif // LLVM_LIB_TARGET_AARCH64_AARCH64FAULTINGACCESS_H
