//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VTableHierarchy.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/TypeMetadataUtils.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
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
    // Nobody calls these two, and the last stands in a copy of a vtable for
    // what cannot be named.
    if (Method->getName() == "__cxa_pure_virtual" ||
        Method->getName() == "__cxa_deleted_virtual" ||
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

/// \returns whether \p GV is used by anything but functions of \p Ignored, and
/// what is dropped, such as vtables that another module has and what only these
/// need; none if too much would have to be looked at.
static std::optional<bool>
findUse(const GlobalValue &GV,
        const SmallPtrSetImpl<const Function *> &Ignored) {
  SmallVector<const User *, 8> Worklist(GV.users());
  SmallPtrSet<const GlobalValue *, 8> Droppable;
  while (!Worklist.empty()) {
    const User *U = Worklist.pop_back_val();
    const auto *By = dyn_cast<GlobalValue>(U);
    if (const auto *I = dyn_cast<Instruction>(U)) {
      if (Ignored.contains(I->getFunction()))
        continue;
      By = I->getFunction();
    }
    // Whatever uses a copy of a vtable, it never needs what is in it.
    if (isa_and_nonnull<GlobalVariable>(By) && By->isDeclarationForLinker())
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
static bool isUsed(const GlobalValue &GV,
                   const SmallPtrSetImpl<const Function *> &Ignored) {
  return findUse(GV, Ignored).value_or(false);
}

bool VTableHierarchy::isUnused(const Function &Method) {
  const std::optional<bool> Use =
      findUse(Method, SmallPtrSet<const Function *, 1>());
  return Use && !*Use;
}

bool VTableHierarchy::mayName(const Function &Method) {
  auto [It, IsNew] = Nameable.try_emplace(&Method, false);
  if (IsNew && !isVTableForwarder(Method))
    It->second = needsNothingNew(Method);
  return It->second;
}

bool VTableHierarchy::needsNothingNew(const Function &Method) {
  // A function that only a copied vtable names is here if it need not be
  // elsewhere, and so are those that it calls.
  constexpr unsigned MaxFunctions = 8, MaxInstructions = 400;
  SmallPtrSet<const Function *, 8> Added;
  SmallVector<const Function *, 8> Worklist = {&Method};
  unsigned Instructions = 0;
  while (!Worklist.empty()) {
    const Function *F = Worklist.pop_back_val();
    if (F->isIntrinsic() || Added.contains(F))
      continue;
    const bool IsHere = !F->isDeclaration() && !F->isDeclarationForLinker();
    if (IsHere && !F->isDiscardableIfUnused())
      continue;
    Added.insert(F);
    if (isUsed(*F, Added))
      continue;
    if (!IsHere || Added.size() > MaxFunctions)
      return false;
    for (const Instruction &I : instructions(*F)) {
      if (++Instructions > MaxInstructions)
        return false;
      SmallVector<const Value *, 8> Operands(I.operand_values());
      while (!Operands.empty()) {
        const Value *V = Operands.pop_back_val();
        if (const auto *Callee = dyn_cast<Function>(V))
          Worklist.push_back(Callee);
        else if (const auto *GV = dyn_cast<GlobalValue>(V)) {
          if (GV->isDeclarationForLinker() && !isUsed(*GV, Added))
            return false;
        } else if (const auto *C = dyn_cast<Constant>(V)) {
          append_range(Operands, C->operand_values());
        }
      }
    }
  }
  return true;
}
