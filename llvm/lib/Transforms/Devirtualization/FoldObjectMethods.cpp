//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/FoldObjectMethods.h"
#include "CallProfile.h"
#include "VTableHierarchy.h"
#include "VirtualCallGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ObjectVTables.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TypeMetadataUtils.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Devirtualization/KeepObjectVTables.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"

using namespace llvm;

#define DEBUG_TYPE "fold-object-methods"

STATISTIC(NumFolded, "Number of methods of named objects that are known");

/// How many objects a pointer may point to.
static constexpr unsigned MaxObjects = 4;

namespace {

/// A load of a method from the vtable of an object that is one of a few that
/// have names.
struct KnownSlot {
  LoadInst *Slot;
  /// What chooses the object: a select or a phi; null if there is one.
  Instruction *Choice;
  /// One, or one for each object that \p Choice chooses from.
  SmallVector<Function *, 2> Methods;
  /// Whether nothing else may be in the slot that does something else.
  bool IsCertain = true;
};

} // namespace

/// The vtables to which a function refers, so that it may call their methods.
using KeptVTables = SmallPtrSet<const GlobalVariable *, 4>;

/// \returns the vtable of the object at \p Offset bytes after \p Pointer, if
/// that is an object that has a name.
static std::optional<ObjectVTable> findVTable(const Value *Pointer,
                                              APInt Offset, const Module &M) {
  // It may be in another address space than the pointer that was loaded from.
  Offset = Offset.sextOrTrunc(
      M.getDataLayout().getIndexTypeSizeInBits(Pointer->getType()));
  const Value *Object = Pointer->stripAndAccumulateConstantOffsets(
      M.getDataLayout(), Offset, /*AllowNonInbounds=*/true);
  const auto Known = findObjectVTable(*Object, Offset.getSExtValue());
  return Known && Known->VTable->hasInitializer() &&
                 !Known->VTable->isInterposable()
             ? Known
             : std::nullopt;
}

/// \returns whether \p V refers to no variable or function that has an address,
/// but functions that it adds to \p Functions.
static bool isSelfContained(const Value *V,
                            SmallSetVector<const Function *, 8> &Functions) {
  if (const auto *Callee = dyn_cast<Function>(V)) {
    Functions.insert(Callee);
    return true;
  }
  if (isa<GlobalValue>(V)) {
    const auto *Variable = dyn_cast<GlobalVariable>(V);
    return Variable && Variable->isConstant() &&
           Variable->hasGlobalUnnamedAddr() && Variable->hasInitializer();
  }
  const auto *C = dyn_cast<Constant>(V);
  return !C || all_of(C->operand_values(), [&](const Value *Operand) {
    return isSelfContained(Operand, Functions);
  });
}

/// \returns whether all copies of \p Method do the same, in whichever linkage
/// unit they are: it is an inline function that refers to nothing but such
/// functions and constants without an address. Other functions and variables
/// may be in a static library that is linked into several linkage units. Local
/// ones tell nothing: LTO makes functions local that other units have, too.
static bool isSelfContained(const Function &Method) {
  constexpr unsigned MaxFunctions = 8, MaxInstructions = 400;
  SmallSetVector<const Function *, 8> Functions;
  Functions.insert(&Method);
  for (unsigned F = 0; F != Functions.size(); ++F) {
    const Function &Next = *Functions[F];
    if (Next.isIntrinsic())
      continue;
    if (Next.isDeclaration() || Functions.size() > MaxFunctions ||
        Next.getInstructionCount() > MaxInstructions ||
        !(Next.hasLocalLinkage() || Next.hasLinkOnceODRLinkage() ||
          Next.hasWeakODRLinkage() || Next.hasAvailableExternallyLinkage()) ||
        !all_of(instructions(Next), [&](const Instruction &I) {
          return all_of(I.operand_values(), [&](const Value *V) {
            return isSelfContained(V, Functions);
          });
        }))
      return false;
  }
  return true;
}

/// Sets in \p Known what calls reach that load from \p Slot bytes after the
/// address point of the vtable of the object at \p Offset bytes after
/// \p Pointer. \returns false if that is no object that has a name, or its
/// vtable is not kept, or the method may not be named.
static bool addMethod(KnownSlot &Known, const Value *Pointer, APInt Offset,
                      uint64_t Slot, const KeptVTables &Kept) {
  Module &M = *Known.Slot->getModule();
  const auto Object = findVTable(Pointer, std::move(Offset), M);
  if (!Object || !Kept.contains(Object->VTable))
    return false;
  Function *Method =
      getFunctionAtVTableOffset(Object->VTable, Object->AddressPoint + Slot, M)
          .first;
  if (!Method || Method->getType() != Known.Slot->getType())
    return false;
  Known.Methods.push_back(Method);
  // It compares the slot with a method that may not be named, and calls what
  // the object has.
  if (isVTableForwarder(*Method))
    return standsForUnnamed(*Method);
  Known.IsCertain &= Object->IsExact || isSelfContained(*Method);
  return VTableHierarchy::needsNothingNew(*Method);
}

/// \returns what \p Choice is one of, if that is a select or a phi of a few.
static SmallVector<const Value *, 4> getOptions(const Instruction &Choice) {
  if (const auto *Select = dyn_cast<SelectInst>(&Choice))
    return {Select->getTrueValue(), Select->getFalseValue()};
  const auto *Phi = dyn_cast<PHINode>(&Choice);
  if (!Phi || Phi->getNumIncomingValues() > MaxObjects)
    return {};
  return SmallVector<const Value *, 4>(Phi->incoming_values());
}

/// A load from the vtable of an object.
struct VTableLoad {
  /// What the vtable pointer was loaded from, without constant offsets.
  Value *Object = nullptr;
  /// Of the vtable pointer in the object, and from the address point on.
  APInt Offset, Index;
};

static VTableLoad getVTableLoad(LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const auto Strip = [&](Value *V, APInt &Offset) {
    Offset = APInt(DL.getIndexTypeSizeInBits(V->getType()), 0);
    return V->stripAndAccumulateConstantOffsets(DL, Offset,
                                                /*AllowNonInbounds=*/true);
  };
  VTableLoad Result;
  auto *VPtr =
      dyn_cast<LoadInst>(Strip(Load.getPointerOperand(), Result.Index));
  // Only vtable pointers are loaded like that.
  if (VPtr && VPtr->hasMetadata(LLVMContext::MD_invariant_group))
    Result.Object = Strip(VPtr->getPointerOperand(), Result.Offset);
  return Result;
}

static std::optional<KnownSlot> findSlot(Instruction &I,
                                         const KeptVTables &Kept) {
  auto *Slot = dyn_cast<LoadInst>(&I);
  if (!Slot || !Slot->hasMetadata(LLVMContext::MD_invariant_load) ||
      !Slot->getType()->isPointerTy())
    return std::nullopt;
  const VTableLoad Load = getVTableLoad(*Slot);
  if (!Load.Object || Load.Index.isNegative())
    return std::nullopt;
  KnownSlot Known{Slot, nullptr, {}};
  SmallVector<const Value *, 4> Objects = {Load.Object};
  if (isa<SelectInst, PHINode>(Load.Object)) {
    Known.Choice = cast<Instruction>(Load.Object);
    Objects = getOptions(*Known.Choice);
  }
  for (const Value *Object : Objects)
    if (!addMethod(Known, Object, Load.Offset, Load.Index.getZExtValue(), Kept))
      return std::nullopt;
  if (Known.Methods.empty())
    return std::nullopt;
  if (all_equal(Known.Methods)) {
    Known.Methods.truncate(1);
    Known.Choice = nullptr;
  }
  return Known;
}

/// \returns the offset of a base class or of the complete object that \p I
/// loads from a vtable; null if it does something else. All copies of a vtable
/// have the same.
static Constant *findOffset(Instruction &I) {
  auto *Load = dyn_cast<LoadInst>(&I);
  if (!Load || !Load->getType()->isIntegerTy() || !Load->isSimple())
    return nullptr;
  const VTableLoad From = getVTableLoad(*Load);
  if (!From.Object || !From.Index.isNegative())
    return nullptr;
  const auto Known = findVTable(From.Object, From.Offset, *I.getModule());
  if (!Known || int64_t(Known->AddressPoint) + From.Index.getSExtValue() < 0)
    return nullptr;
  return ConstantFoldLoadFromConst(
      Known->VTable->getInitializer(), Load->getType(),
      APInt(64, Known->AddressPoint + From.Index.getSExtValue()),
      I.getDataLayout());
}

/// \returns what \p Get says of the method of \p Known.
static Value *choose(const KnownSlot &Known,
                     function_ref<Constant *(Function &)> Get) {
  ArrayRef<Function *> Methods = Known.Methods;
  if (!Known.Choice)
    return Get(*Methods.front());
  IRBuilder<> Builder(Known.Choice);
  if (auto *Select = dyn_cast<SelectInst>(Known.Choice))
    return Builder.CreateSelect(Select->getCondition(), Get(*Methods[0]),
                                Get(*Methods[1]), "method", Select);
  auto *Objects = cast<PHINode>(Known.Choice);
  PHINode *Phi = Builder.CreatePHI(Get(*Methods.front())->getType(),
                                   Methods.size(), "method");
  for (const auto &[Method, Block] : zip_equal(Methods, Objects->blocks()))
    Phi->addIncoming(Get(*Method), Block);
  return Phi;
}

/// Replaces the slot by the method, and the comparisons of guards by their
/// results. These do not follow from addresses: two methods might have the same
/// address, and another linkage unit's copy of the method has another one.
static void replaceSlot(const KnownSlot &Known) {
  for (User *U : make_early_inc_range(Known.Slot->users())) {
    auto *Guard = dyn_cast<ICmpInst>(U);
    if (!Guard || !Guard->isEquality())
      continue;
    const bool IsEqual = Guard->getPredicate() == ICmpInst::ICMP_EQ;
    const Value *Other = Guard->getOperand(Guard->getOperand(0) == Known.Slot);
    if (!isa<Function>(Other))
      continue;
    Guard->replaceAllUsesWith(choose(Known, [&](Function &Method) {
      return ConstantInt::getBool(Guard->getType(),
                                  (Other == &Method) == IsEqual);
    }));
    Guard->eraseFromParent();
  }
  Known.Slot->replaceAllUsesWith(
      choose(Known, [](Function &Method) { return &Method; }));
  Known.Slot->eraseFromParent();
}

/// Calls the method directly if that is what is in the slot: the object may be
/// another linkage unit's, whose copy of the method does something else.
/// \returns whether anything has changed.
static bool guardCalls(const KnownSlot &Known) {
  if (Known.Choice)
    return false;
  Function &Method = *Known.Methods.front();
  SmallVector<CallBase *, 2> Calls;
  for (User *U : Known.Slot->users())
    // A profile knows better how often the method is called.
    if (auto *CB = dyn_cast<CallBase>(U);
        CB && CB->getCalledOperand() == Known.Slot &&
        !CB->hasMetadata(LLVMContext::MD_prof) &&
        !isPromoted(*CB, /*VPtr=*/nullptr) && isLegalToPromote(*CB, &Method))
      Calls.push_back(CB);
  for (CallBase *CB : Calls) {
    CallBase &Direct = guardByMethod(
        *CB, Method, MDBuilder(CB->getContext()).createLikelyBranchWeights());
    // The linker may choose another copy, which has other variables.
    if (VTableHierarchy::usesOwnState(Method))
      Direct.setIsNoInline();
  }
  return !Calls.empty();
}

/// Moves the calls that keep vtables to where they are in the way of nothing,
/// one for each vtable, and sets \p Changed if they were elsewhere. \returns
/// these vtables.
static KeptVTables collectKept(Function &F, bool &Changed) {
  KeptVTables Kept;
  const auto Where = F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const GlobalVariable *VTable = getKeptVTable(I);
    if (!VTable)
      continue;
    if (!Kept.insert(VTable).second)
      I.eraseFromParent();
    else if (I.getParent() != Where->getParent())
      I.moveBefore(Where);
    else
      continue;
    Changed = true;
  }
  return Kept;
}

PreservedAnalyses FoldObjectMethodsPass::run(Function &F,
                                             FunctionAnalysisManager &AM) {
  if (!hasStrictVTablePointers(*F.getParent()))
    return PreservedAnalyses::all();
  bool Changed = false;
  const KeptVTables Kept = collectKept(F, Changed);
  SmallVector<KnownSlot, 4> Found;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (auto Known = findSlot(I, Kept)) {
      Found.push_back(std::move(*Known));
    } else if (Constant *Offset = findOffset(I)) {
      I.replaceAllUsesWith(Offset);
      I.eraseFromParent();
      Changed = true;
    }
  }
  if (Found.empty() && !Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  for (const KnownSlot &Known : Found) {
    if (!Known.IsCertain) {
      if (guardCalls(Known))
        PA = PreservedAnalyses::none();
      continue;
    }
    AM.getResult<OptimizationRemarkEmitterAnalysis>(F).emit([&] {
      OptimizationRemark Remark(DEBUG_TYPE, "Folded", Known.Slot);
      Remark << "virtual call of ";
      for (Function *const &Method : Known.Methods) {
        if (&Method != Known.Methods.begin())
          Remark << " or ";
        Remark << ore::NV("Method", demangle(Method->getName()));
      }
      return Remark << " needs no vtable: the class of the object is known";
    });
    replaceSlot(Known);
    ++NumFolded;
  }
  return PA;
}
