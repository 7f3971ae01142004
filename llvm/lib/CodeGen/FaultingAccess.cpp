//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The registry of the targets' reliably faulting instructions: one pointer an
/// architecture, written while targets are initialised and only read later.
///
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/FaultingAccess.h"

using namespace llvm;

static const FaultingAccessInfo *Registry[Triple::LastArchType + 1];

void llvm::registerFaultingAccessInfo(Triple::ArchType Arch,
                                      const FaultingAccessInfo &Info) {
  Registry[Arch] = &Info;
}

const FaultingAccessInfo *llvm::getFaultingAccessInfo(const Triple &TT) {
  return Registry[TT.getArch()];
}
