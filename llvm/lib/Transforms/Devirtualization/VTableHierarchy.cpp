//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VTableHierarchy.h"
#include "VTableCopies.h"
#include "VirtualCallTypes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TypeMetadataUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Devirtualization/KeepObjectVTables.h"
#include "llvm/Transforms/Utils/SplitVTables.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"
#include <optional>

using namespace llvm;

/// How many vtables of a type are looked at. Hardly any type with more has a
/// slot with few methods.
static constexpr unsigned MaxVTables = 64;

static bool hasAssumption(const GlobalVariable &VTable) {
  for (const User *Point : VTable.users())
    if (isa<GEPOperator>(Point) && isa<Constant>(Point))
      for (const User *U : Point->users())
        if (isa<ICmpInst>(U) && any_of(U->users(), IsaPred<AssumeInst>))
          return true;
  return false;
}

VTableHierarchy::VTableHierarchy(Module &M) : M(M) {
  SmallVector<MDNode *, 4> TypesOfVTable;
  for (GlobalVariable &GV : M.globals()) {
    TypesOfVTable.clear();
    GV.getMetadata(LLVMContext::MD_type, TypesOfVTable);
    if (TypesOfVTable.empty() || !GV.hasInitializer())
      continue;
    for (MDNode *Type : TypesOfVTable) {
      Metadata *Id = Type->getOperand(1);
      uint64_t Offset =
          mdconst::extract<ConstantInt>(Type->getOperand(0))->getZExtValue();
      VTables[Id].push_back({&GV, Offset});
      Types[&GV].insert(Id);
    }
    if (hasAssumption(GV))
      Assumed.insert(&GV);
  }
  // Vtables that nothing here needs are dropped, but code that other modules
  // have imported may make objects.
  forEachClosedType(M, [&](Metadata *Type, uint64_t Number) {
    if (VTables.lookup(Type).size() == Number)
      Closed.insert(Type);
  });
}

/// \returns whether the vtable of \p Point is likely only there for
/// constructors of classes that others of \p Points are of.
bool VTableHierarchy::isLikelyBase(const VTableAddressPoint &Point,
                                   ArrayRef<VTableAddressPoint> Points) const {
  if (isAssumed(Point.VTable))
    return false;
  const auto &Own = Types.find(Point.VTable)->second;
  return any_of(Points, [&](const VTableAddressPoint &Other) {
    const auto &Others = Types.find(Other.VTable)->second;
    return Others.size() > Own.size() &&
           all_of(Own, [&](Metadata *T) { return Others.contains(T); });
  });
}

SmallVector<VirtualMethod, 2>
VTableHierarchy::getMethods(Metadata *Type, uint64_t Offset) const {
  auto It = VTables.find(Type);
  if (It == VTables.end() || It->second.size() > MaxVTables)
    return {};
  ArrayRef<VTableAddressPoint> Points = It->second;
  MapVector<Function *, VirtualMethod> Methods;
  for (const VTableAddressPoint &Point : Points) {
    if (!isClosed(Type) && isLikelyBase(Point, Points))
      continue;
    Function *Method =
        getFunctionAtVTableOffset(Point.VTable, Point.Offset + Offset, M).first;
    if (!Method)
      return {};
    // The last stands in a copy of a vtable for what is not worth having.
    if (isNoMethod(*Method) ||
        (isVTableForwarder(*Method) && !standsForUnnamed(*Method)))
      continue;
    VirtualMethod &Entry = Methods[Method];
    Entry.Method = Method;
    Entry.Points.push_back(Point);
  }
  SmallVector<VirtualMethod, 2> Result;
  for (auto &[Method, Entry] : Methods)
    Result.push_back(std::move(Entry));
  return Result;
}

/// How many functions and variables are looked at that may be dropped, to find
/// whether something is used.
static constexpr unsigned MaxDroppable = 64;

/// \returns whether \p GV stays only where something else needs it.
static bool mayBeDropped(const GlobalValue &GV) {
  if (!GV.isDiscardableIfUnused() && !GV.isDeclarationForLinker())
    return false;
  const auto *GO = dyn_cast<GlobalObject>(&GV);
  return !GO || !GO->getComdat() || GO->getComdat()->getUsers().size() == 1;
}

/// \returns whether \p GV is used by anything but functions of \p Ignored,
/// assumptions, what keeps vtables, and what is dropped, such as vtables that
/// another module has and what only these need; none if too much would have to
/// be looked at. With \p InBodies, copies of functions that other modules have
/// count, which are not emitted, but may be inlined.
static std::optional<bool>
findUse(const GlobalValue &GV, const SmallPtrSetImpl<const Function *> &Ignored,
        bool InBodies) {
  SmallVector<const User *, 8> Worklist(GV.users());
  SmallPtrSet<const GlobalValue *, 8> Droppable;
  while (!Worklist.empty()) {
    const User *U = Worklist.pop_back_val();
    const auto *By = dyn_cast<GlobalValue>(U);
    if (const auto *I = dyn_cast<Instruction>(U)) {
      if (Ignored.contains(I->getFunction()) || getKeptVTable(*I) ||
          (isa<ICmpInst>(I) && isOnlyAssumed(*I)))
        continue;
      By = I->getFunction();
    }
    // Whatever uses a copy of a vtable, it never needs what is in it. The list
    // keeps things for the optimizer.
    if (isa_and_nonnull<GlobalVariable>(By) &&
        (isFromOtherUnit(*By) || By->getName() == "llvm.compiler.used"))
      continue;
    if (!InBodies && isa_and_nonnull<Function>(By) &&
        By->hasAvailableExternallyLinkage())
      continue;
    if (By && !mayBeDropped(*By))
      return true;
    if (By && !Droppable.insert(By).second)
      continue;
    if (Droppable.size() > MaxDroppable)
      return std::nullopt;
    append_range(Worklist, By ? By->users() : U->users());
  }
  return false;
}

/// The same, and no if that is not known.
static bool hasUse(const GlobalValue &GV,
                   const SmallPtrSetImpl<const Function *> &Ignored) {
  return findUse(GV, Ignored, /*InBodies=*/false).value_or(false);
}

bool VTableHierarchy::isUsed(const GlobalValue &GV) {
  return hasUse(GV, SmallPtrSet<const Function *, 1>());
}

bool VTableHierarchy::isUnused(const GlobalValue &GV) {
  const std::optional<bool> Use =
      findUse(GV, SmallPtrSet<const Function *, 1>(), /*InBodies=*/true);
  return Use && !*Use;
}

/// \returns whether objects of other linkage units have another function than
/// \p Method, of which each unit uses its own, and linkers may not agree that
/// this one has an address.
static bool hasOneInEachUnit(const Function &Method) {
  return Method.hasProtectedVisibility() &&
         (Method.isWeakForLinker() || Method.isDeclarationForLinker());
}

bool VTableHierarchy::mayName(const Function &Method) {
  auto [It, IsNew] = Nameable.try_emplace(&Method, false);
  if (IsNew && !isVTableForwarder(Method) && !hasOneInEachUnit(Method))
    It->second = needsNothingNew(Method);
  return It->second;
}

/// Calls \p Found with the global values that \p Operands use, until it returns
/// false.
static bool allOfUsedGlobals(SmallVector<const Value *, 8> Operands,
                             function_ref<bool(const GlobalValue &)> Found) {
  while (!Operands.empty()) {
    const Value *V = Operands.pop_back_val();
    if (const auto *GV = dyn_cast<GlobalValue>(V)) {
      if (!Found(*GV))
        return false;
    } else if (const auto *C = dyn_cast<Constant>(V)) {
      append_range(Operands, C->operand_values());
    }
  }
  return true;
}

static bool allOfUsedGlobals(const Instruction &I,
                             function_ref<bool(const GlobalValue &)> Found) {
  return allOfUsedGlobals(SmallVector<const Value *, 8>(I.operand_values()),
                          Found);
}

/// \returns whether \p GV is a variable of which other linkage units may have
/// copies.
static bool isCopiedVariable(const GlobalValue &GV) {
  const auto *Variable = dyn_cast<GlobalVariable>(&GV);
  return Variable && !Variable->isConstant() && Variable->isWeakForLinker() &&
         !Variable->isDeclaration();
}

bool VTableHierarchy::usesOwnState(const Function &Method) {
  constexpr unsigned MaxFunctions = 32, MaxInstructions = 4000;
  if (Method.isDeclaration() ||
      (!Method.isWeakForLinker() && !Method.hasAvailableExternallyLinkage()))
    return false;
  SmallSetVector<const Function *, 8> Inlined;
  Inlined.insert(&Method);
  unsigned Instructions = 0;
  bool HasNone = true;
  for (unsigned F = 0; HasNone && F != Inlined.size(); ++F)
    HasNone = Inlined.size() <= MaxFunctions &&
              all_of(instructions(*Inlined[F]), [&](const Instruction &I) {
                return ++Instructions <= MaxInstructions &&
                       allOfUsedGlobals(I, [&](const GlobalValue &GV) {
                         const auto *Callee = dyn_cast<Function>(&GV);
                         if (Callee && !Callee->isDeclaration())
                           Inlined.insert(Callee);
                         return !isCopiedVariable(GV);
                       });
              });
  return !HasNone;
}

bool VTableHierarchy::hasOwnState(const Function &Method) {
  auto [It, IsNew] = HasState.try_emplace(&Method, false);
  if (IsNew)
    It->second = usesOwnState(Method);
  return It->second;
}

/// \returns whether calls of \p F stay calls.
static bool isNeverInlined(const Function &F) {
  constexpr unsigned MaxInlined = 1000;
  return F.hasFnAttribute(Attribute::NoInline) ||
         F.getInstructionCount() > MaxInlined;
}

bool VTableHierarchy::needsNothingNew(const Function &Method) {
  // A function that only a copied vtable names is here if it need not be
  // elsewhere, and so are those that it calls.
  constexpr unsigned MaxFunctions = 8, MaxInstructions = 400;
  SmallPtrSet<const Function *, 8> Added;
  SmallVector<const Function *, 8> Worklist = {&Method};
  unsigned Instructions = 0;
  SmallPtrSet<const GlobalValue *, 8> Variables;
  auto IsThere = [&](const GlobalValue &GV, auto &Self) {
    if (const auto *Callee = dyn_cast<Function>(&GV)) {
      Worklist.push_back(Callee);
      return true;
    }
    // A copy of a variable would be exported, and others might use it.
    if (GV.isDeclarationForLinker() || isCopiedVariable(GV))
      return hasUse(GV, Added);
    const auto *Variable = dyn_cast<GlobalVariable>(&GV);
    if (!Variable || !mayBeDropped(GV) || !Variables.insert(&GV).second)
      return true;
    return Variables.size() <= MaxFunctions &&
           allOfUsedGlobals(
               {Variable->getInitializer()},
               [&](const GlobalValue &Other) { return Self(Other, Self); });
  };
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (F->isIntrinsic() || Added.contains(F))
      continue;
    const bool IsHere = !F->isDeclaration() && !F->isDeclarationForLinker();
    if (IsHere && !F->isDiscardableIfUnused())
      continue;
    Added.insert(F);
    // A copy that is inlined brings what it refers to.
    const bool IsUsed = hasUse(*F, Added);
    if (IsUsed && (!F->hasAvailableExternallyLinkage() || isNeverInlined(*F)))
      continue;
    if ((!IsHere && !IsUsed) || Added.size() > MaxFunctions)
      return false;
    for (const Instruction &I : instructions(*F)) {
      if (++Instructions > MaxInstructions)
        return false;
      if (!allOfUsedGlobals(
              I, [&](const GlobalValue &GV) { return IsThere(GV, IsThere); }))
        return false;
    }
  }
  return true;
}
