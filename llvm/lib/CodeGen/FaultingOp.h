//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operands of a FAULTING_OP:
///
///   result (or no register), kind, handler block, opcode, operands of the
///   access, [site], implicit operands
///
/// The site is the operand node of !make.implicit, and is there only if that
/// has a site id.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_CODEGEN_FAULTINGOP_H
#define LLVM_LIB_CODEGEN_FAULTINGOP_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/IR/ImplicitNullChecks.h"
#include <optional>

namespace llvm {

/// What \p MI does to memory, as in the fault map.
inline uint32_t getFaultKind(const MachineInstr &MI) {
  return MI.getOperand(1).getImm();
}

/// Where the program goes on if \p MI faults.
inline const MachineBasicBlock &getFaultHandler(const MachineInstr &MI) {
  return *MI.getOperand(2).getMBB();
}

/// The node with the site id of \p MI, or null.
inline const MDNode *getFaultSiteNode(const MachineInstr &MI) {
  const auto *Site =
      find_if(MI.explicit_operands(), [](auto &MO) { return MO.isMetadata(); });
  return Site == MI.explicit_operands().end() ? nullptr : Site->getMetadata();
}

/// The site id of \p MI.
inline std::optional<uint32_t> getFaultSite(const MachineInstr &MI) {
  const MDNode *Node = getFaultSiteNode(MI);
  return Node ? getImplicitCheckSite(*Node) : std::nullopt;
}

/// Whether \p MI, a FAULTING_OP, faults in its guard whenever its base register
/// is null. Otherwise it does so because of the path that leads from
/// the check to it, such as one on which an index is 0.
bool faultsWithNullBase(MachineInstr &MI);

/// Whether a copy of \p MI in another block is as right as \p MI. The copy of a
/// FAULTING_OP that faults because of its path may be on another path. There,
/// its entry in the fault map would say of any address that it is one on the
/// guard if the pointer is null.
inline bool mayCopyToOtherPath(MachineInstr &MI) {
  return MI.getOpcode() != TargetOpcode::FAULTING_OP || faultsWithNullBase(MI);
}

} // end namespace llvm

#endif // LLVM_LIB_CODEGEN_FAULTINGOP_H
