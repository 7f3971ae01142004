//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the AArch64 target answers about implicit null checks. The questions
/// are in llvm/CodeGen/FaultingAccess.h.
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
bool isDifference(const MachineInstr &MI);
Register movedRegister(const MachineInstr &MI);
std::optional<NullTest> matchNullTest(MachineBasicBlock &MBB);
unsigned sizeOfProbe(const ExtAddrMode &Address);
MachineInstr *insertProbe(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                          const MIMetadata &MD, const ExtAddrMode &Address);
std::optional<Register> comparedWithNull(const MachineInstr &MI);
std::optional<NullChoice> takenIfNull(const MachineInstr &MI);
bool loadsGOTEntry(const MachineInstr &MI);
bool readsThreadPointer(const MachineInstr &MI);

} // namespace AArch64

} // namespace llvm

#endif // LLVM_LIB_TARGET_AARCH64_AARCH64FAULTINGACCESS_H
