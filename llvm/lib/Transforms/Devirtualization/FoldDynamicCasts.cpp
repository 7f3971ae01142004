//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/FoldDynamicCasts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Devirtualization/SimplifyMarked.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <optional>

using namespace llvm;

#define DEBUG_TYPE "fold-dynamic-casts"

STATISTIC(NumFolded, "Number of dynamic casts whose results are known");

/// On functions that cast.
static constexpr StringLiteral CastAttr = "dynamic-cast";

/// On vtables of classes whose base classes are all public.
static constexpr StringLiteral PublicBasesAttr = "public-bases";

/// \returns the function that \p I calls if that casts.
static Function *getCast(const Instruction &I) {
  const auto *CB = dyn_cast<CallInst>(&I);
  Function *Cast = CB ? CB->getCalledFunction() : nullptr;
  return Cast && Cast->hasFnAttribute(CastAttr) ? Cast : nullptr;
}

/// \returns how far it is, in bytes, from an object with the vtable pointer at
/// \p Offset in \p VTable to the beginning of what it is part of.
static std::optional<int64_t> getOffsetToTop(const GlobalVariable &VTable,
                                             uint64_t Offset) {
  const DataLayout &DL = VTable.getDataLayout();
  const uint64_t Width = DL.getPointerSize();
  if (Offset < 2 * Width)
    return std::nullopt;
  auto *Slot = dyn_cast_or_null<ConstantInt>(ConstantFoldLoadFromConst(
      const_cast<Constant *>(VTable.getInitializer()),
      DL.getIntPtrType(VTable.getContext()),
      APInt(DL.getIndexTypeSizeInBits(VTable.getType()), Offset - 2 * Width),
      DL));
  return Slot ? std::optional(Slot->getSExtValue()) : std::nullopt;
}

/// Type metadata: what classes are at an address point, and where that is.
using AddressPoint = std::pair<uint64_t, const Metadata *>;

static SmallVector<AddressPoint, 16>
getAddressPoints(const GlobalVariable &VTable) {
  SmallVector<MDNode *, 16> Types;
  VTable.getMetadata(LLVMContext::MD_type, Types);
  SmallVector<AddressPoint, 16> Points;
  for (const MDNode *Node : Types)
    if (Node->getNumOperands() == 2)
      if (auto *Offset = mdconst::dyn_extract<ConstantInt>(Node->getOperand(0)))
        Points.push_back({Offset->getZExtValue(), Node->getOperand(1)});
  return Points;
}

/// \returns what \p CB returns, a call of \p Cast, if that is known; null
/// otherwise.
static Value *fold(CallBase &CB, const Function &Cast) {
  const MDNode *Node = Cast.getMetadata("dynamic_cast");
  if (!Node || Node->getNumOperands() != 1 || !Node->getOperand(0) ||
      !CB.getType()->isPointerTy() || CB.arg_size() != 2 ||
      any_of(CB.args(),
             [&](const Value *Arg) { return Arg->getType() != CB.getType(); }))
    return nullptr;
  const DataLayout &DL = CB.getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(CB.getType()), 0);
  const auto *VTable = dyn_cast<GlobalVariable>(
      CB.getArgOperand(1)->stripAndAccumulateConstantOffsets(
          DL, Offset, /*AllowNonInbounds=*/false));
  // What another module may replace says nothing.
  if (!VTable || !VTable->isConstant() || !VTable->hasInitializer() ||
      VTable->isInterposable() || !VTable->hasAttribute(PublicBasesAttr))
    return nullptr;
  std::optional<int64_t> ToTop = getOffsetToTop(*VTable, Offset.getZExtValue());
  SmallVector<AddressPoint, 16> Points = getAddressPoints(*VTable);
  // Some passes drop type metadata when nothing needs it any more.
  if (!ToTop || none_of(Points, [&](const AddressPoint &Point) {
        return Point.first == Offset.getZExtValue();
      }))
    return nullptr;
  const Metadata *Class = Node->getOperand(0);
  erase_if(Points,
           [&](const AddressPoint &Point) { return Point.second != Class; });
  if (Points.empty())
    return ConstantPointerNull::get(cast<PointerType>(CB.getType()));
  std::optional<int64_t> ResultToTop =
      getOffsetToTop(*VTable, Points.front().first);
  if (Points.size() > 1 || !ResultToTop)
    return nullptr;
  Value *Object = CB.getArgOperand(0);
  // Unreachable code may cast what a cast of itself returns.
  if (Object == &CB)
    return PoisonValue::get(CB.getType());
  if (*ToTop == *ResultToTop)
    return Object;
  return IRBuilder<>(&CB).CreatePtrAdd(
      Object,
      ConstantInt::getSigned(DL.getIndexType(CB.getType()),
                             *ToTop - *ResultToTop),
      "cast", GEPNoWrapFlags::inBounds());
}

PreservedAnalyses FoldDynamicCastsPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  if (!hasStrictVTablePointers(*F.getParent()))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Function *Cast = getCast(I);
    Value *Result = Cast ? fold(cast<CallBase>(I), *Cast) : nullptr;
    if (!Result)
      continue;
    AM.getResult<OptimizationRemarkEmitterAnalysis>(F).emit([&] {
      return OptimizationRemark(DEBUG_TYPE, "Folded", &I)
             << "dynamic_cast of an object whose class is known "
             << (isa<ConstantPointerNull>(Result) ? "fails" : "succeeds");
    });
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
    Changed = true;
    ++NumFolded;
  }
  if (!Changed)
    return PreservedAnalyses::all();
  markForSimplification(F, AM);
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}

/// \returns the call by which \p Cast has its first argument cast; null if it
/// does that in another way.
static const CallInst *getRuntimeCall(const Function &Cast) {
  if (Cast.isDeclaration())
    return nullptr;
  const CallInst *Runtime = nullptr;
  for (const Instruction &I : Cast.getEntryBlock())
    if (const auto *CI = dyn_cast<CallInst>(&I);
        CI && !isa<IntrinsicInst>(CI)) {
      if (Runtime)
        return nullptr;
      Runtime = CI;
    }
  const auto *Ret = dyn_cast<ReturnInst>(Cast.getEntryBlock().getTerminator());
  const bool IsCast =
      Runtime && Ret && Ret->getReturnValue() == Runtime &&
      Runtime->arg_size() > 0 && Cast.arg_size() > 0 &&
      Runtime->getArgOperand(0) == Cast.getArg(0) &&
      all_of(drop_begin(Runtime->operands()), IsaPred<Constant>);
  return IsCast ? Runtime : nullptr;
}

PreservedAnalyses LowerDynamicCastsPass::run(Function &F,
                                             FunctionAnalysisManager &) {
  if (!hasStrictVTablePointers(*F.getParent()))
    return PreservedAnalyses::all();
  SmallVector<std::pair<CallInst *, const CallInst *>, 4> Casts;
  for (Instruction &I : instructions(F))
    if (Function *Cast = getCast(I))
      if (const CallInst *Runtime =
              Cast != &F ? getRuntimeCall(*Cast) : nullptr)
        Casts.push_back({cast<CallInst>(&I), Runtime});
  if (Casts.empty())
    return PreservedAnalyses::all();
  SmallVector<WeakTrackingVH, 8> Dead;
  for (auto [I, Runtime] : Casts) {
    // It may be part of a funclet.
    SmallVector<OperandBundleDef, 1> Bundles;
    I->getOperandBundlesAsDefs(Bundles);
    auto *Lowered = CallInst::Create(const_cast<CallInst *>(Runtime), Bundles,
                                     I->getIterator());
    Lowered->setArgOperand(0, I->getArgOperand(0));
    Lowered->setTailCallKind(I->isTailCall() && !I->isMustTailCall()
                                 ? CallInst::TCK_Tail
                                 : CallInst::TCK_None);
    Lowered->setDebugLoc(I->getDebugLoc());
    Dead.append(I->arg_begin(), I->arg_end());
    I->replaceAllUsesWith(Lowered);
    I->eraseFromParent();
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
