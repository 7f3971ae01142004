//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/CodeGen/StatepointOrigin.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

static constexpr const char *ScopeKind = "statepoint.scope";

void llvm::setStatepointScopes(ArrayRef<CallBase *> Calls) {
  if (Calls.empty())
    return;
  LLVMContext &Context = Calls.front()->getContext();
  const unsigned Kind = Context.getMDKindID(ScopeKind);
  MDBuilder Builder(Context);
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain("statepoints");
  for (CallBase *Call : Calls)
    Call->setMetadata(
        Kind,
        MDNode::get(Context, {Builder.createAnonymousAliasScope(Domain)}));
}

MDNode *llvm::getStatepointScope(const CallBase &Call) {
  return Call.getMetadata(ScopeKind);
}

void llvm::addStatepointOrigin(
    MachineFunction &MF, const CallBase &Call,
    SmallVectorImpl<MachineMemOperand *> &MemOperands) {
  MDNode *Scope = getStatepointScope(Call);
  if (!Scope)
    return;
  MemOperands.push_back(MF.getMachineMemOperand(
      MachinePointerInfo(),
      MachineMemOperand::MOVolatile | MachineMemOperand::MOLoad |
          MachineMemOperand::MOStore,
      LocationSize::beforeOrAfterPointer(), Align(1),
      AAMDNodes(/*TBAA=*/nullptr, /*TBAAStruct=*/nullptr, Scope,
                /*NoAlias=*/nullptr, /*NoAliasAddrSpace=*/nullptr)));
}

/// Whether \p MMO, of a STATEPOINT, is an origin. The others are accesses to
/// stack slots.
static bool isOrigin(const MachineMemOperand *MMO) {
  return !MMO->getValue() && !MMO->getPseudoValue() &&
         MMO->getAAInfo().Scope != nullptr;
}

void llvm::moveStatepointOriginsLast(MachineInstr &MI) {
  if (MI.getOpcode() != TargetOpcode::STATEPOINT)
    return;
  SmallVector<MachineMemOperand *, 4> MemOperands, Origins;
  for (MachineMemOperand *MMO : MI.memoperands())
    (isOrigin(MMO) ? Origins : MemOperands).push_back(MMO);
  if (Origins.empty())
    return;
  append_range(MemOperands, Origins);
  MI.setMemRefs(*MI.getMF(), MemOperands);
}

SmallVector<const MDNode *, 1>
llvm::getStatepointOrigins(const MachineInstr &Statepoint) {
  SmallVector<const MDNode *, 1> Scopes;
  for (const MachineMemOperand *MMO : Statepoint.memoperands())
    if (isOrigin(MMO))
      Scopes.push_back(MMO->getAAInfo().Scope);
  return Scopes;
}
