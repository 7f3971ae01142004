//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatepointDeadStores.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

/// The blocks in which \p Object may be read. Nothing if that is not known.
static std::optional<SmallVector<BasicBlock *, 8>>
findReads(const AllocaInst &Object) {
  SmallVector<BasicBlock *, 8> Reads;
  SmallVector<const Value *, 8> Pending = {&Object};
  SmallPtrSet<const Value *, 8> Seen;
  while (!Pending.empty()) {
    const Value *Pointer = Pending.pop_back_val();
    if (!Seen.insert(Pointer).second)
      continue;
    for (const Use &U : Pointer->uses()) {
      auto *I = cast<Instruction>(U.getUser());
      if (isa<GetElementPtrInst, PHINode, SelectInst>(I)) {
        Pending.push_back(I);
        continue;
      }
      if (I->isLifetimeStartOrEnd() || isa<ICmpInst>(I))
        continue;
      if (isa<StoreInst>(I)) {
        if (U.getOperandNo() != StoreInst::getPointerOperandIndex())
          return std::nullopt;
        continue;
      }
      if (const auto *Set = dyn_cast<MemSetInst>(I);
          Set && &U == &Set->getRawDestUse())
        continue;
      // What lists the object, or copies it, reads it.
      const auto *Call = dyn_cast<CallBase>(I);
      if (!isa<LoadInst>(I) && !isa<MemTransferInst>(I) &&
          !(Call && Call->isBundleOperand(&U)))
        return std::nullopt;
      Reads.push_back(I->getParent());
    }
  }
  return Reads;
}

bool llvm::isDeadStore(const MachineInstr &MI) {
  auto *Block = const_cast<BasicBlock *>(MI.getParent()->getBasicBlock());
  if (!Block || !MI.mayStore() || MI.mayLoad() || MI.isCall() ||
      MI.isInlineAsm() || MI.hasUnmodeledSideEffects() ||
      MI.memoperands_empty())
    return false;
  return all_of(MI.memoperands(), [&](const MachineMemOperand *MMO) {
    const auto *Object =
        MMO->getValue()
            ? dyn_cast<AllocaInst>(getUnderlyingObject(MMO->getValue()))
            : nullptr;
    if (!Object)
      return false;
    const auto Reads = findReads(*Object);
    return Reads && none_of(*Reads, [&](const BasicBlock *Read) {
             return isPotentiallyReachable(Block, Read);
           });
  });
}
