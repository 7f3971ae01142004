//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known of accesses that stand in for null checks, or may do so.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_FAULTINGACCESSES_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_FAULTINGACCESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/CodeGen/FaultingAccess.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include <utility>

namespace llvm {

class MachineInstr;

/// What the target says about an access.
struct AccessDescription {
  FaultingAccess Faults;
  ExtAddrMode Address;
  /// Whether it need not be on the first page, but is in the wide guard.
  bool NeedsWideGuard = false;
};

/// The accesses that faulting instructions were made of.
using FaultingAccesses = DenseMap<const MachineInstr *,
                                  std::pair<MachineInstr *, AccessDescription>>;

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_FAULTINGACCESSES_H
