//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes a null check implicit: the branch goes, and the accesses that stand in
/// for it become faulting instructions that lead to the null block. What has to
/// stay true:
///
/// - the null path finds each register as the branch would have left it;
/// - debug instructions that are passed do not show a value too early;
/// - a register is not marked as killed above its last use;
/// - each block's live-ins are complete.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKREWRITE_H
#define LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKREWRITE_H

#include "ImplicitNullCheckSearch.h"

namespace llvm {

class MachineBasicBlock;
class MachineInstr;
class MDNode;

/// Does what \p Plan says, which is for the check at the end of \p Check. The
/// accesses leave the function for \p Converted, which owns them then. Those
/// that are still there get \p Site, the node with the check's site id, unless
/// it is null. Returns true if the control flow graph is another one now.
bool makeImplicit(MachineBasicBlock &Check, const NullCheckPlan &Plan,
                  const MDNode *Site, const FaultingAccessInfo &Info,
                  FaultingAccesses &Converted);

} // namespace llvm

#endif // LLVM_LIB_CODEGEN_IMPLICITNULLCHECKS_IMPLICITNULLCHECKREWRITE_H
