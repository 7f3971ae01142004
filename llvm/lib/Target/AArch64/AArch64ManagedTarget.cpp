//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AArch64ManagedTarget.h"
#include "AArch64FaultingAccess.h"
#include "MCTargetDesc/AArch64MCTargetDesc.h"
#include "llvm/MC/MCInstBuilder.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

void llvm::registerAArch64ManagedTarget() {
  static const FaultingAccessInfo Hooks = {AArch64::reliablyFaults,
                                           AArch64::addressOfFaulting,
                                           AArch64::resultOf,
                                           AArch64::sumOf,
                                           AArch64::isDifference,
                                           AArch64::movedRegister,
                                           AArch64::matchNullTest,
                                           AArch64::sizeOfProbe,
                                           AArch64::insertProbe,
                                           /*IsKnownBelowZero=*/nullptr,
                                           /*ProbeFlags=*/0,
                                           /*AddressOfCallee=*/nullptr,
                                           AArch64::loadsGOTEntry,
                                           AArch64::readsThreadPointer,
                                           /*ClearsMemory=*/nullptr,
                                           AArch64::NZCV,
                                           AArch64::comparedWithNull,
                                           AArch64::takenIfNull};
  registerManagedTargetHooks(
      {Triple::aarch64, Triple::aarch64_be, Triple::aarch64_32}, Hooks);
}

MCInst llvm::createAArch64PagePoll(MCRegister Address) {
  return MCInstBuilder(AArch64::LDRWui)
      .addReg(AArch64::WZR)
      .addReg(Address)
      .addImm(0);
}
