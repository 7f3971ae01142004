//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/InvariantGroupLoads.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/InvariantGroupStores.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

#define DEBUG_TYPE "invariant-group-loads"

STATISTIC(NumMerged,
          "Number of loads whose value is available on each path to them");

/// How many users of a pointer are looked at.
static constexpr unsigned MaxUsers = 256;

/// How many blocks are looked at for one load.
static constexpr unsigned MaxBlocks = 64;

/// How many values are looked at for the loads behind phis.
static constexpr unsigned MaxValues = 16;

namespace {

/// The first load of each block.
using LoadsOfBlocks = SmallMapVector<BasicBlock *, LoadInst *, 8>;

} // namespace

bool llvm::isSimpleLoadOfInvariantGroup(const LoadInst &Load) {
  return Load.isSimple() && Load.hasMetadata(LLVMContext::MD_invariant_group);
}

/// Those that load what \p Load does; none if there are too many.
static LoadsOfBlocks findSame(LoadInst &Load) {
  LoadsOfBlocks Same;
  Value *Pointer = Load.getPointerOperand();
  // The uses of a constant are in other functions, too.
  if (!isSimpleLoadOfInvariantGroup(Load) || isa<Constant>(Pointer) ||
      Pointer->hasNUsesOrMore(MaxUsers + 1))
    return Same;
  for (User *U : Pointer->users()) {
    auto *Other = dyn_cast<LoadInst>(U);
    if (!Other || Other->getType() != Load.getType() ||
        !isSimpleLoadOfInvariantGroup(*Other))
      continue;
    auto [It, IsNew] = Same.insert({Other->getParent(), Other});
    if (!IsNew && Other->comesBefore(It->second))
      It->second = Other;
  }
  return Same;
}

/// Finds the loads of \p Same that are the last ones on the paths to the ends
/// of \p Blocks. \returns false if some path from the definition of \p Pointer
/// has none, or there are too many blocks.
static bool findLast(const LoadsOfBlocks &Same, const Value *Pointer,
                     ArrayRef<BasicBlock *> Blocks,
                     SmallVectorImpl<LoadInst *> &Last) {
  const auto *Maker = dyn_cast<Instruction>(Pointer);
  SmallSetVector<BasicBlock *, 16> Seen;
  // Adds blocks while they are few.
  auto AddAll = [&](auto &&Range) {
    return all_of(Range, [&](BasicBlock *BB) {
      Seen.insert(BB);
      return Seen.size() <= MaxBlocks;
    });
  };
  if (!AddAll(Blocks))
    return false;
  for (unsigned I = 0; I != Seen.size(); ++I) {
    BasicBlock *BB = Seen[I];
    if (LoadInst *Load = Same.lookup(BB)) {
      Last.push_back(Load);
      continue;
    }
    const bool IsBegin = Maker ? BB == Maker->getParent() : BB->isEntryBlock();
    if (IsBegin || !AddAll(predecessors(BB)))
      return false;
  }
  return true;
}

Value *llvm::mergeInvariantGroupLoads(LoadInst &Load, AAResults &AA) {
  BasicBlock *BB = Load.getParent();
  const Value *Pointer = Load.getPointerOperand();
  const auto *Maker = dyn_cast<Instruction>(Pointer);
  // Most loads end here, without a look at their metadata.
  if (Pointer->hasOneUse() || (Maker && Maker->getParent() == BB))
    return nullptr;
  LoadsOfBlocks Same = findSame(Load);
  if (Same.size() < 2)
    return nullptr;
  SmallVector<LoadInst *, 8> Last;
  SmallVector<BasicBlock *, 8> Before(predecessors(BB));
  if (!findLast(Same, Pointer, Before, Last))
    return nullptr;
  // What comes to the block of Load again has Load itself.
  erase_if(Last, [&](LoadInst *Other) { return Other->getParent() == BB; });
  const MemoryLocation Loc = MemoryLocation::get(&Load);
  BatchAAResults BatchAA(AA);
  if (Last.empty() || any_of(Last, [&](LoadInst *Other) {
        return mayChangeInvariantGroup(Loc, Other, Load, BatchAA);
      }))
    return nullptr;

  SSAUpdater Updater;
  Updater.Initialize(Load.getType(), Load.getName());
  for (LoadInst *Other : Last) {
    combineMetadataForCSE(Other, &Load, /*DoesKMove=*/false);
    Updater.AddAvailableValue(Other->getParent(), Other);
  }
  ++NumMerged;
  Value *V = Updater.GetValueInMiddleOfBlock(BB);
  if (auto *PN = dyn_cast<PHINode>(V)) {
    PN->takeName(&Load);
    if (PN->getParent() == BB)
      PN->setDebugLoc(Load.getDebugLoc());
  }
  return V;
}

bool llvm::isLoadedOnEachWay(LoadInst &Load, ArrayRef<BasicBlock *> Blocks) {
  LoadsOfBlocks Same = findSame(Load);
  SmallVector<LoadInst *, 8> Last;
  return !Same.empty() &&
         findLast(Same, Load.getPointerOperand(), Blocks, Last) &&
         !Last.empty();
}

bool llvm::findLoadsOnEachWay(Value *V, SmallVectorImpl<LoadInst *> &Loads) {
  SmallSetVector<Value *, MaxValues> Values;
  Values.insert(V);
  for (unsigned I = 0; I != Values.size(); ++I) {
    if (auto *Load = dyn_cast<LoadInst>(Values[I])) {
      Loads.push_back(Load);
      continue;
    }
    auto *PN = dyn_cast<PHINode>(Values[I]);
    if (!PN || PN->getNumIncomingValues() > MaxValues)
      return false;
    Values.insert_range(PN->incoming_values());
    if (Values.size() > MaxValues)
      return false;
  }
  return !Loads.empty();
}

LoadInst *llvm::getLoadOnEachWay(Value *V) {
  SmallVector<LoadInst *, 4> Loads;
  if (!findLoadsOnEachWay(V, Loads))
    return nullptr;
  LoadInst *First = Loads.front();
  return all_of(Loads,
                [&](const LoadInst *Load) {
                  return Load->isSimple() && Load->getPointerOperand() ==
                                                 First->getPointerOperand();
                })
             ? First
             : nullptr;
}
