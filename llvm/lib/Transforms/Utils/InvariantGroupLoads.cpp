//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/InvariantGroupLoads.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

#define DEBUG_TYPE "invariant-group-loads"

STATISTIC(NumMerged, "Number of loads that each way to them had loaded");

/// How many blocks are looked at for one load.
static constexpr unsigned MaxBlocks = 64;

/// How many values are looked at for the loads behind phis.
static constexpr unsigned MaxValues = 16;

static bool isOfGroup(const LoadInst &Load) {
  return Load.isSimple() && Load.hasMetadata(LLVMContext::MD_invariant_group);
}

/// One load of each block but that of \p Load that loads what \p Load does.
static SmallMapVector<BasicBlock *, LoadInst *, 8>
findOtherLoads(LoadInst &Load) {
  SmallMapVector<BasicBlock *, LoadInst *, 8> Others;
  for (User *U : Load.getPointerOperand()->users())
    if (auto *Other = dyn_cast<LoadInst>(U))
      if (Other->getParent() != Load.getParent() &&
          Other->getType() == Load.getType() && isOfGroup(*Other))
        Others.insert({Other->getParent(), Other});
  return Others;
}

Value *llvm::mergeInvariantGroupLoads(LoadInst &Load) {
  Value *Pointer = Load.getPointerOperand();
  if (!isOfGroup(Load) || isa<Constant>(Pointer))
    return nullptr;
  auto Others = findOtherLoads(Load);
  if (Others.empty())
    return nullptr;

  // What comes to the block of Load again has Load itself.
  const auto *Maker = dyn_cast<Instruction>(Pointer);
  const BasicBlock *Begin =
      Maker ? Maker->getParent() : &Load.getFunction()->getEntryBlock();
  if (Load.getParent() == Begin)
    return nullptr;
  SmallVector<LoadInst *, 8> Reached;
  SmallSetVector<BasicBlock *, 16> Blocks;
  Blocks.insert_range(predecessors(Load.getParent()));
  for (unsigned I = 0; I != Blocks.size(); ++I) {
    BasicBlock *BB = Blocks[I];
    if (BB == Load.getParent())
      continue;
    if (LoadInst *Other = Others.lookup(BB)) {
      Reached.push_back(Other);
      continue;
    }
    if (BB == Begin || Blocks.size() > MaxBlocks)
      return nullptr;
    Blocks.insert_range(predecessors(BB));
  }
  if (Reached.empty())
    return nullptr;

  SSAUpdater Updater;
  Updater.Initialize(Load.getType(), Load.getName());
  for (LoadInst *Other : Reached) {
    combineMetadataForCSE(Other, &Load, /*DoesKMove=*/false);
    Updater.AddAvailableValue(Other->getParent(), Other);
  }
  ++NumMerged;
  return Updater.GetValueInMiddleOfBlock(Load.getParent());
}

LoadInst *llvm::getLoadOnEachWay(Value *V) {
  LoadInst *First = nullptr;
  SmallSetVector<Value *, MaxValues> Values;
  Values.insert(V);
  for (unsigned I = 0; I != Values.size(); ++I) {
    if (auto *PN = dyn_cast<PHINode>(Values[I])) {
      Values.insert_range(PN->incoming_values());
      if (Values.size() > MaxValues)
        return nullptr;
      continue;
    }
    auto *Load = dyn_cast<LoadInst>(Values[I]);
    if (!Load || !Load->isSimple() ||
        (First && Load->getPointerOperand() != First->getPointerOperand()))
      return nullptr;
    if (!First)
      First = Load;
  }
  return First;
}
