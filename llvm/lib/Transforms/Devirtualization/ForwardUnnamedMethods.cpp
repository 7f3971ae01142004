//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/ForwardUnnamedMethods.h"
#include "VTableCopies.h"
#include "VTableHierarchy.h"
#include "VirtualCallTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/SplitVTables.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"
#include <map>
#include <optional>

using namespace llvm;

#define DEBUG_TYPE "forward-unnamed-methods"

STATISTIC(NumForwarded, "Number of slots whose methods nothing else names");
STATISTIC(NumBodies, "Number of copies of methods that are dropped");
STATISTIC(NumDropped, "Number of vtables of which nothing is assumed any more");
STATISTIC(NumCopied, "Number of vtables that are private copies");

/// Marks a vtable that only assumptions name.
static constexpr StringLiteral UnnamedAttr = "vtable-only-assumed";

//===----------------------------------------------------------------------===//
// What the module names
//===----------------------------------------------------------------------===//

/// \returns whether all that uses \p C is the list of what is kept for the
/// compiler.
static bool isOnlyKept(const Constant &C) {
  return all_of(C.users(), [](const User *U) {
    const auto *GV = dyn_cast<GlobalVariable>(U);
    return GV && GV->getName() == "llvm.compiler.used";
  });
}

/// Calls \p Found with each comparison with an address point of \p VTable that
/// is only assumed. \returns whether nothing else uses the vtable.
static bool forEachAssumption(GlobalVariable &VTable,
                              function_ref<void(ICmpInst &)> Found) {
  bool IsOnly = true;
  for (User *Point : VTable.users()) {
    if (isa<ConstantArray>(Point) && isOnlyKept(*cast<Constant>(Point)))
      continue;
    if (!isa<GEPOperator>(Point) || !isa<Constant>(Point)) {
      IsOnly = false;
      continue;
    }
    for (User *U : Point->users()) {
      auto *Compare = dyn_cast<ICmpInst>(U);
      if (Compare && isOnlyAssumed(*Compare))
        Found(*Compare);
      else
        IsOnly = false;
    }
  }
  return IsOnly;
}

namespace {

/// What the functions of a module do.
struct ModuleUses {
  /// They ask for the type_info objects of objects.
  bool TypeInfo = false;
  /// They call unknown functions that read nothing, as far as the program says.
  bool ReadNothing = false;

  explicit ModuleUses(const Module &M) {
    for (const Function &F : M)
      for (const Instruction &I : instructions(F)) {
        if (const auto *Load = dyn_cast<LoadInst>(&I))
          TypeInfo |= Load->hasMetadata(LLVMContext::MD_invariant_group) &&
                      isForTypeInfo(*Load);
        else if (const auto *CB = dyn_cast<CallBase>(&I))
          ReadNothing |= CB->isIndirectCall() && CB->doesNotAccessMemory();
      }
  }
};

class UnnamedMethods {
public:
  explicit UnnamedMethods(Module &M) : M(M), Uses(M), VTables(M) {}

  /// \returns whether something has changed.
  bool run();

private:
  Module &M;
  const ModuleUses Uses;
  VTableHierarchy VTables;
  DenseMap<const Function *, bool> Unnamed;
  /// By the method, and the offset of the slot.
  std::map<std::pair<Function *, int64_t>, Function *> Forwarders;
  /// Methods of vtables of this module whose copies are not to be inlined.
  SmallSetVector<Function *, 8> Bodies;

  bool isUnnamed(const Function &Method);
  bool hasOtherState(GlobalVariable &VTable);
  void findBodies(GlobalVariable &VTable);
  bool dropBodies();
  bool mayForward(const Function &Method) const;
  Function &getForwarder(Function &Method, int64_t Offset);
  bool replaceMethods(GlobalVariable &VTable);
};

} // namespace

bool UnnamedMethods::isUnnamed(const Function &Method) {
  auto [It, IsNew] = Unnamed.try_emplace(&Method, false);
  if (IsNew)
    It->second = !isVTableForwarder(Method) && !isNoMethod(Method) &&
                 (!VTableHierarchy::needsNothingNew(Method) ||
                  VTables.hasOwnState(Method));
  return It->second;
}

/// \returns whether \p VTable may be preempted by a copy in another linkage
/// unit whose methods have static variables of their own. Then the address of
/// the vtable does not tell which copy of a method the object has.
bool UnnamedMethods::hasOtherState(GlobalVariable &VTable) {
  if (!VTable.isWeakForLinker() || VTable.isDeclaration() ||
      VTable.isDSOLocal() || !isVTable(VTable))
    return false;
  bool Found = false;
  replaceSlots(VTable, [&](Function &Method, std::optional<int64_t>) {
    Found |= VTables.hasOwnState(Method);
    return &Method;
  });
  return Found;
}

/// Finds the methods of \p VTable, which the module emits, that have their code
/// elsewhere. The module may name these. But their copies are not to be inlined
/// into functions that would not call them if the vtable was not known, if they
/// need other symbols or use static variables.
void UnnamedMethods::findBodies(GlobalVariable &VTable) {
  replaceSlots(VTable, [&](Function &Method, std::optional<int64_t>) {
    if (Method.hasAvailableExternallyLinkage() && isUnnamed(Method) &&
        none_of(Method.uses(), [](const Use &U) {
          const auto *CB = dyn_cast<CallBase>(U.getUser());
          return CB && CB->isCallee(&U);
        }))
      Bodies.insert(&Method);
    return &Method;
  });
}

bool UnnamedMethods::dropBodies() {
  for (Function *Method : Bodies) {
    Method->deleteBody();
    Method->setLinkage(GlobalValue::ExternalLinkage);
  }
  NumBodies += Bodies.size();
  return !Bodies.empty();
}

bool UnnamedMethods::mayForward(const Function &Method) const {
  return !Uses.ReadNothing && !Method.isVarArg() &&
         !Method.doesNotAccessMemory() && mayForwardTo(Method);
}

Function &UnnamedMethods::getForwarder(Function &Method, int64_t Offset) {
  Function *&F = Forwarders[{&Method, Offset}];
  if (!F) {
    F = &declareVTableForwarder(Method, Offset, Method.getName() + ".forward");
    standForUnnamed(*F);
    if (VTableHierarchy::isUnused(Method))
      expectMethod(*F, Method);
  }
  ++NumForwarded;
  return *F;
}

/// Forgets what is assumed of the vtable pointers that point to \p VTable.
/// \returns whether something was.
static bool dropAssumptions(GlobalVariable &VTable) {
  SmallSetVector<ICmpInst *, 8> Assumed;
  forEachAssumption(VTable, [&](ICmpInst &I) { Assumed.insert(&I); });
  for (ICmpInst *Compare : Assumed) {
    dropAssumptionsOf(*Compare);
    RecursivelyDeleteTriviallyDeadInstructions(Compare);
  }
  NumDropped += !Assumed.empty();
  return !Assumed.empty();
}

/// Has stores of vtable pointers to \p VTable promise nothing of later loads.
/// \returns whether one did.
static bool dropPromises(GlobalVariable &VTable) {
  bool Changed = false;
  for (User *Point : VTable.users()) {
    if (!isa<GEPOperator>(Point) || !isa<Constant>(Point))
      continue;
    for (User *U : Point->users()) {
      auto *Store = dyn_cast<StoreInst>(U);
      if (!Store || !Store->hasMetadata(LLVMContext::MD_invariant_group))
        continue;
      Store->setMetadata(LLVMContext::MD_invariant_group, nullptr);
      Changed = true;
    }
  }
  return Changed;
}

/// Replaces the unnamed methods in \p VTable. \returns whether there are some.
bool UnnamedMethods::replaceMethods(GlobalVariable &VTable) {
  bool HasUnnamed = false, IsPossible = true;
  replaceSlots(VTable, [&](Function &Method, std::optional<int64_t> Offset) {
    if (isUnnamed(Method)) {
      HasUnnamed = true;
      IsPossible &= Offset && mayForward(Method);
    }
    return &Method;
  });
  if (!HasUnnamed)
    return false;
  if (!IsPossible) {
    dropAssumptions(VTable);
    makeDeclaration(VTable);
    return true;
  }
  replaceSlots(VTable, [&](Function &Method, std::optional<int64_t> Offset) {
    return isUnnamed(Method) ? &getForwarder(Method, *Offset) : &Method;
  });
  return true;
}

/// Makes \p VTable a copy if it would be dropped but for what is assumed of
/// objects: other linkage units have made these. \returns whether it is one
/// now.
static bool becomesCopy(GlobalVariable &VTable) {
  if (!VTable.hasLinkOnceODRLinkage() || !isVTable(VTable) ||
      (VTable.getComdat() && VTable.getComdat()->getUsers().size() != 1) ||
      !VTableHierarchy::isUnused(VTable))
    return false;
  VTable.setComdat(nullptr);
  VTable.setLinkage(GlobalValue::AvailableExternallyLinkage);
  VTable.setVisibility(GlobalValue::DefaultVisibility);
  VTable.setDSOLocal(false);
  return true;
}

bool UnnamedMethods::run() {
  bool Changed = false;
  for (GlobalVariable &GV : M.globals())
    Changed |= becomesCopy(GV);
  SmallVector<GlobalVariable *, 16> Copies;
  for (GlobalVariable &GV : M.globals()) {
    if (!GV.isDeclarationForLinker()) {
      if (hasOtherState(GV)) {
        Changed |= dropAssumptions(GV);
        Changed |= dropPromises(GV);
      }
      if (isVTable(GV))
        findBodies(GV);
      continue;
    }
    if (isVTable(GV))
      Copies.push_back(&GV);
    bool IsAssumed = false;
    if (!forEachAssumption(GV, [&](ICmpInst &) { IsAssumed = true; }) ||
        !IsAssumed)
      continue;
    if (Uses.TypeInfo || !GV.hasInitializer()) {
      Changed |= dropAssumptions(GV);
    } else {
      GV.addAttribute(UnnamedAttr);
      Changed = true;
    }
  }
  // What is unnamed is asked while the module has all that it had.
  for (GlobalVariable *VTable : Copies)
    Changed |= replaceMethods(*VTable);
  Changed |= dropBodies();
  return Changed;
}

PreservedAnalyses ForwardUnnamedMethodsPass::run(Module &M,
                                                 ModuleAnalysisManager &AM) {
  if (!hasStrictVTablePointers(M) || !UnnamedMethods(M).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::none();
}

//===----------------------------------------------------------------------===//
// Private copies
//===----------------------------------------------------------------------===//

/// \returns whether something that is emitted uses \p C. The lists of what is
/// kept for the compiler are not.
static bool isEmitted(const Constant &C) {
  return any_of(C.users(), [](const User *U) {
    if (const auto *GV = dyn_cast<GlobalVariable>(U))
      return !GV->isDeclarationForLinker() &&
             GV->getName() != "llvm.compiler.used";
    const auto *Other = dyn_cast<Constant>(U);
    return !Other || isEmitted(*Other);
  });
}

/// \returns \p C without the names of type_info objects that nothing else
/// names.
static Constant *withoutTypeInfo(Constant *C) {
  if (auto *GV = dyn_cast<GlobalVariable>(C))
    return GV->isDeclarationForLinker() && !isEmitted(*GV)
               ? ConstantPointerNull::get(GV->getType())
               : C;
  if (!isa<ConstantStruct, ConstantArray>(C))
    return C;
  SmallVector<Constant *, 16> Elements;
  for (Value *Element : C->operands())
    Elements.push_back(withoutTypeInfo(cast<Constant>(Element)));
  if (auto *Type = dyn_cast<StructType>(C->getType()))
    return ConstantStruct::get(Type, Elements);
  return ConstantArray::get(cast<ArrayType>(C->getType()), Elements);
}

/// Adds to \p Loads those from constant offsets of \p Pointer, which is \p
/// Offset bytes into a vtable.
static void findLoads(const Value &Pointer, const APInt &Offset,
                      SmallVectorImpl<std::pair<LoadInst *, APInt>> &Loads) {
  for (const User *U : Pointer.users()) {
    if (const auto *Load = dyn_cast<LoadInst>(U); Load && Load->isSimple())
      Loads.push_back({const_cast<LoadInst *>(Load), Offset});
    APInt At = Offset;
    const auto *GEP = dyn_cast<GEPOperator>(U);
    if (GEP && GEP->getType()->isPointerTy() &&
        GEP->accumulateConstantOffset(
            cast<GlobalVariable>(getUnderlyingObject(&Pointer))
                ->getDataLayout(),
            At))
      findLoads(*GEP, At, Loads);
  }
}

/// Replaces what is loaded from \p VTable at known places, where passes have
/// not come to do so. \returns whether there was something.
static bool foldLoads(const GlobalVariable &VTable) {
  const DataLayout &DL = VTable.getDataLayout();
  SmallVector<std::pair<LoadInst *, APInt>, 8> Loads;
  findLoads(VTable, APInt(DL.getIndexTypeSizeInBits(VTable.getType()), 0),
            Loads);
  bool Changed = false;
  for (auto [Load, Offset] : Loads)
    if (Constant *C = ConstantFoldLoadFromConst(
            const_cast<Constant *>(VTable.getInitializer()), Load->getType(),
            Offset, DL)) {
      Value *Pointer = Load->getPointerOperand();
      Load->replaceAllUsesWith(C);
      Load->eraseFromParent();
      RecursivelyDeleteTriviallyDeadInstructions(Pointer);
      Changed = true;
    }
  return Changed;
}

PreservedAnalyses NameOwnVTablesPass::run(Module &M,
                                          ModuleAnalysisManager &AM) {
  // Variables are added below, and the lists of used ones are replaced.
  SmallVector<GlobalVariable *, 16> Others;
  for (GlobalVariable &GV : M.globals())
    if (GV.isDeclarationForLinker())
      Others.push_back(&GV);
  bool Changed = false;
  for (GlobalVariable *Other : Others) {
    GlobalVariable &VTable = *Other;
    if (isVTable(VTable))
      Changed |= foldLoads(VTable);
    // Even if nothing uses it, a hidden declaration makes some linkers look for
    // a definition.
    if (isVTable(VTable) && !VTable.hasDefaultVisibility() &&
        !isEmitted(VTable)) {
      VTable.setVisibility(GlobalValue::DefaultVisibility);
      VTable.setDSOLocal(false);
      Changed = true;
    }
    if (!VTable.hasAttribute(UnnamedAttr) || !VTable.hasInitializer())
      continue;
    VTable.removeDeadConstantUsers();
    if (!isEmitted(VTable))
      continue;
    auto *Own = new GlobalVariable(
        M, VTable.getValueType(), /*isConstant=*/true,
        GlobalValue::PrivateLinkage, withoutTypeInfo(VTable.getInitializer()),
        VTable.getName() + ".own");
    Own->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    Own->setAlignment(VTable.getAlign());
    removeFromUsedLists(
        M, [&](Constant *C) { return C->stripPointerCasts() == &VTable; });
    VTable.replaceAllUsesWith(Own);
    ++NumCopied;
    Changed = true;
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
