//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What tells a probe from another load.
///
//===----------------------------------------------------------------------===//

#include "NullCheckProbes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/CodeGen/NullCheckProbe.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

static constexpr StringLiteral DomainName = "null check probes";

void llvm::markAsNullCheckProbe(LoadInst &Load) {
  LLVMContext &Context = Load.getContext();
  MDBuilder Builder(Context);
  MDNode *Domain = Builder.createAliasScopeDomain(DomainName);
  Load.setMetadata(
      LLVMContext::MD_alias_scope,
      MDNode::get(Context, Builder.createAliasScope("probe", Domain)));
}

bool llvm::isAccessOfProbe(const MachineMemOperand &MMO) {
  const MDNode *Scopes = MMO.getAAInfo().Scope;
  if (!Scopes || Scopes->getNumOperands() != 1)
    return false;
  const auto *Scope = dyn_cast<MDNode>(Scopes->getOperand(0));
  if (!Scope || Scope->getNumOperands() < 2)
    return false;
  const auto *Domain = dyn_cast_or_null<MDNode>(Scope->getOperand(1));
  if (!Domain || Domain->getNumOperands() != 1)
    return false;
  const auto *Name = dyn_cast<MDString>(Domain->getOperand(0));
  return Name && Name->getString() == DomainName;
}

bool llvm::isAccessOfProbe(const MachineInstr &MI) {
  return MI.getOpcode() != TargetOpcode::FAULTING_OP && !MI.mayStore() &&
         !MI.memoperands_empty() &&
         all_of(MI.memoperands(), [](const MachineMemOperand *MMO) {
           return isAccessOfProbe(*MMO);
         });
}

bool llvm::isNullCheckProbe(const MachineInstr &MI) {
  // It may have been made one with an addition to its address.
  return isAccessOfProbe(MI) &&
         all_of(MI.all_defs(),
                [](const MachineOperand &MO) { return MO.isDead(); });
}

bool llvm::deleteNullCheckProbes(MachineFunction &MF) {
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : make_early_inc_range(MBB))
      if (isNullCheckProbe(MI)) {
        MI.eraseFromParent();
        Changed = true;
      }
  return Changed;
}
