//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the X86 target answers about implicit null checks. The questions are in
/// llvm/CodeGen/FaultingAccess.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_X86_X86FAULTINGACCESS_H
#define LLVM_LIB_TARGET_X86_X86FAULTINGACCESS_H

#include "llvm/CodeGen/FaultingAccess.h"

namespace llvm {

namespace X86 {

std::optional<FaultingAccess> reliablyFaults(const MachineInstr &MI);
std::optional<ExtAddrMode> addressOfFaulting(const MachineInstr &MI);
/// The address that the five operands from \p First on describe, if it is made
/// of 64-bit registers and a number.
std::optional<ExtAddrMode> addressAt(const MachineInstr &MI, unsigned First);
std::optional<RegisterValue> resultOf(const MachineInstr &MI,
                                      const RegisterBits &Before);
std::optional<RegisterSum> sumOf(const MachineInstr &MI);
bool isDifference(const MachineInstr &MI);
Register movedRegister(const MachineInstr &MI);
bool clearsMemory(const MachineInstr &MI);
std::optional<NullTest> matchNullTest(MachineBasicBlock &MBB);
unsigned sizeOfProbe(const ExtAddrMode &Address);
bool isKnownBelowZero(const ExtAddrMode &Address);
MachineInstr *insertProbe(MachineBasicBlock &MBB, MachineBasicBlock::iterator I,
                          const MIMetadata &MD, const ExtAddrMode &Address);
std::optional<ExtAddrMode> addressOfCallee(const MachineInstr &MI);
std::optional<Register> comparedWithNull(const MachineInstr &MI);
std::optional<NullChoice> takenIfNull(const MachineInstr &MI);

} // namespace X86

} // namespace llvm

#endif // LLVM_LIB_TARGET_X86_X86FAULTINGACCESS_H
