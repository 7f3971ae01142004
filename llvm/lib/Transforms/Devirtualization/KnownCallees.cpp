//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownCallees.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TypeMetadataUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"

using namespace llvm;

/// How many values are looked at.
static constexpr unsigned MaxVisited = 16;

/// Appends to \p Leaves what \p V is chosen from. \returns whether that is all.
static bool findLeaves(const Value *V, SmallVectorImpl<const Value *> &Leaves) {
  SmallPtrSet<const Value *, MaxVisited> Visited;
  SmallVector<const Value *, 8> Worklist = {V};
  while (!Worklist.empty()) {
    const Value *Next = Worklist.pop_back_val();
    if (!Visited.insert(Next).second)
      continue;
    if (Visited.size() > MaxVisited)
      return false;
    if (const auto *PN = dyn_cast<PHINode>(Next)) {
      append_range(Worklist, PN->incoming_values());
    } else if (const auto *SI = dyn_cast<SelectInst>(Next)) {
      Worklist.push_back(SI->getTrueValue());
      Worklist.push_back(SI->getFalseValue());
    } else if (!isa<UndefValue>(Next)) {
      Leaves.push_back(Next);
    }
  }
  return true;
}

/// \returns the constant that \p V is an address in; null if it is none.
static GlobalVariable *getConstantVariable(const Value *V, const DataLayout &DL,
                                           uint64_t &Offset) {
  if (!isa<Constant>(V))
    return nullptr;
  APInt Bytes(DL.getIndexTypeSizeInBits(V->getType()), 0);
  auto *GV = dyn_cast<GlobalVariable>(V->stripAndAccumulateConstantOffsets(
      DL, Bytes, /*AllowNonInbounds=*/true));
  if (!GV || !GV->isConstant() || !GV->hasInitializer() ||
      GV->isInterposable() || Bytes.isNegative())
    return nullptr;
  Offset = Bytes.getZExtValue();
  return const_cast<GlobalVariable *>(GV);
}

/// \returns the function that is \p Slot bytes after \p VTable; null if that
/// is not known.
static Function *getMethod(const Value *VTable, uint64_t Slot,
                           const Module &M) {
  uint64_t Offset;
  GlobalVariable *GV = getConstantVariable(VTable, M.getDataLayout(), Offset);
  if (!GV)
    return nullptr;
  Function *Method =
      getFunctionAtVTableOffset(GV, Offset + Slot, const_cast<Module &>(M))
          .first;
  // A forwarder calls what is in the vtable, and this is a copy of that vtable.
  return Method && !isVTableForwarder(*Method) ? Method : nullptr;
}

/// Appends to \p Callees what \p Leaf may be. \returns whether that is known.
static bool findFunctions(const Value *Leaf, const Module &M,
                          SmallSetVector<Function *, 4> &Callees) {
  if (const auto *F = dyn_cast<Function>(Leaf)) {
    Callees.insert(const_cast<Function *>(F));
    return true;
  }
  const auto *Slot = dyn_cast<LoadInst>(Leaf);
  if (!Slot || !Slot->hasMetadata(LLVMContext::MD_invariant_load))
    return false;
  const DataLayout &DL = M.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Slot->getPointerOperandType()), 0);
  const Value *VPtr =
      Slot->getPointerOperand()->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/true);
  SmallVector<const Value *, 4> VTables;
  if (Offset.isNegative() || !findLeaves(VPtr, VTables))
    return false;
  for (const Value *VTable : VTables) {
    Function *Method = getMethod(VTable, Offset.getZExtValue(), M);
    if (!Method)
      return false;
    Callees.insert(Method);
  }
  return true;
}

SmallVector<Function *, 4> llvm::findKnownCallees(const CallBase &CB,
                                                  unsigned Max) {
  SmallVector<const Value *, 4> Leaves;
  SmallSetVector<Function *, 4> Callees;
  if (!CB.isIndirectCall() || !findLeaves(CB.getCalledOperand(), Leaves))
    return {};
  for (const Value *Leaf : Leaves)
    if (!findFunctions(Leaf, *CB.getModule(), Callees) || Callees.size() > Max)
      return {};
  return Callees.takeVector();
}

SmallVector<VTableAddressPoint, 4>
llvm::findIncomingVTables(const Value *VPtr) {
  SmallVector<const Value *, 4> Leaves;
  SmallVector<VTableAddressPoint, 4> Points;
  const auto *I = dyn_cast<Instruction>(VPtr);
  if (!I || !findLeaves(VPtr, Leaves))
    return {};
  for (const Value *Leaf : Leaves) {
    uint64_t Offset;
    if (GlobalVariable *GV =
            getConstantVariable(Leaf, I->getDataLayout(), Offset))
      Points.push_back({GV, Offset});
  }
  return Points;
}
