//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/TrimDevirtualization.h"
#include "VTableCopies.h"
#include "VirtualCallTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include "llvm/Transforms/Utils/VTableForwarders.h"
#include <map>
#include <optional>

using namespace llvm;

#define DEBUG_TYPE "trim-devirtualization"

static cl::opt<unsigned>
    MethodSize("trim-method-size", cl::Hidden, cl::init(30),
               cl::desc("Maximum number of instructions that a module keeps "
                        "for a method named only by copies of vtables"));

STATISTIC(NumFunctions,
          "Number of dropped functions that only copies of vtables name");
STATISTIC(NumAssumptions,
          "Number of dropped assumptions about objects without virtual calls");

static constexpr Intrinsic::ID TypeTests[] = {Intrinsic::type_test,
                                              Intrinsic::public_type_test};

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

namespace {

/// From where in vtables virtual calls load.
class SlotLoads {
public:
  explicit SlotLoads(Module &M);

  /// \returns whether some call may load what is \p Offset bytes after a
  /// vtable pointer that passes tests for \p Type.
  bool contains(Metadata *Type, uint64_t Offset) const {
    return Anywhere.contains(Type) || Offsets.contains({Type, Offset});
  }

  /// \returns whether a vtable pointer is tested for \p Type.
  bool isTested(const Metadata *Type) const { return Tested.contains(Type); }

  /// Has virtual calls that read nothing, as far as the program says, read
  /// memory: that of the object, in a function that forwards.
  void widenEffects() const;

private:
  const DataLayout &DL;
  DenseSet<std::pair<Metadata *, uint64_t>> Offsets;
  SmallPtrSet<Metadata *, 8> Anywhere;
  SmallPtrSet<const Metadata *, 32> Tested;
  SmallVector<CallBase *, 4> ReadNothing;

  void addTests(Module &M, Intrinsic::ID ID);
  bool addUsers(const Value &Pointer, uint64_t Offset, Metadata *Type);
  void addCalls(const LoadInst &Slot);
};

} // namespace

void SlotLoads::addCalls(const LoadInst &Slot) {
  for (const Use &U : Slot.uses()) {
    auto *CB = dyn_cast<CallBase>(U.getUser());
    if (CB && CB->isCallee(&U) && CB->doesNotAccessMemory())
      ReadNothing.push_back(CB);
  }
}

void SlotLoads::widenEffects() const {
  for (CallBase *CB : ReadNothing)
    CB->setMemoryEffects(CB->getMemoryEffects() | MemoryEffects::readOnly());
}

/// Adds what is loaded from \p Pointer, \p Offset bytes after a vtable pointer
/// that has been tested for \p Type. \returns false if it is used otherwise.
bool SlotLoads::addUsers(const Value &Pointer, uint64_t Offset,
                         Metadata *Type) {
  for (const User *U : Pointer.users()) {
    if (isa<ICmpInst>(U))
      continue;
    if (const auto *II = dyn_cast<IntrinsicInst>(U);
        II && (II->getIntrinsicID() == Intrinsic::type_test ||
               II->getIntrinsicID() == Intrinsic::public_type_test))
      continue;
    if (const auto *Slot = dyn_cast<LoadInst>(U)) {
      Offsets.insert({Type, Offset});
      addCalls(*Slot);
      continue;
    }
    const auto *GEP = dyn_cast<GEPOperator>(U);
    if (!GEP)
      return false;
    APInt Added(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
    if (!GEP->accumulateConstantOffset(DL, Added) ||
        !addUsers(*GEP, Offset + Added.getSExtValue(), Type))
      return false;
  }
  return true;
}

void SlotLoads::addTests(Module &M, Intrinsic::ID ID) {
  const Function *Test = Intrinsic::getDeclarationIfExists(&M, ID);
  if (!Test)
    return;
  for (const User *U : Test->users()) {
    const auto *Call = cast<CallInst>(U);
    Metadata *Type = getTestedType(*Call);
    Tested.insert(Type);
    const Value &VTable = *Call->getArgOperand(0);
    if (isa<Constant>(VTable) || !addUsers(VTable, 0, Type))
      Anywhere.insert(Type);
  }
}

SlotLoads::SlotLoads(Module &M) : DL(M.getDataLayout()) {
  for (Intrinsic::ID ID : TypeTests)
    addTests(M, ID);
}

/// \returns whether something else may load from slots.
static bool hasOtherLoads(const Module &M) {
  if (M.getModuleFlag("VirtualMemberPointers"))
    return true;
  for (Intrinsic::ID ID :
       {Intrinsic::type_checked_load, Intrinsic::type_checked_load_relative})
    if (const Function *F = Intrinsic::getDeclarationIfExists(&M, ID))
      if (!F->use_empty())
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

namespace {

/// The functions that copies of vtables name.
class CopiedMethods {
public:
  CopiedMethods(Module &M, const SlotLoads &Loads);

  /// \returns those that nothing else names, and no call can be of.
  SmallVector<Function *, 16> getUnused() const;

private:
  const DataLayout &DL;
  const SlotLoads &Loads;
  SmallSetVector<Function *, 32> Named;
  SmallPtrSet<const Function *, 16> Called;
  /// In slots whose offset is not known.
  SmallPtrSet<const Function *, 4> Unplaced;

  void addSlots(const GlobalVariable &VTable);
};

} // namespace

void CopiedMethods::addSlots(const GlobalVariable &VTable) {
  SmallVector<MDNode *, 4> Types;
  VTable.getMetadata(LLVMContext::MD_type, Types);
  SmallVector<std::pair<uint64_t, Metadata *>, 4> Tested;
  for (const MDNode *Type : Types)
    if (Metadata *Id = Type->getOperand(1); Loads.isTested(Id))
      Tested.push_back(
          {mdconst::extract<ConstantInt>(Type->getOperand(0))->getZExtValue(),
           Id});
  for (const VTableSlots &T : getVTableSlots(VTable)) {
    const uint64_t Size =
        DL.getTypeAllocSize(T.Slots->getType()->getElementType());
    for (unsigned I = 0, E = T.Slots->getNumOperands(); I != E; ++I) {
      auto *F = dyn_cast<Function>(T.Slots->getOperand(I));
      if (!F)
        continue;
      const uint64_t Offset = T.Offset + I * Size;
      Named.insert(F);
      if (!T.AddressPoint)
        Unplaced.insert(F);
      else if (*T.AddressPoint > Offset ||
               any_of(Tested, [&](const auto &Type) {
                 return Loads.contains(Type.second, Offset - Type.first);
               }))
        Called.insert(F);
    }
  }
}

CopiedMethods::CopiedMethods(Module &M, const SlotLoads &Loads)
    : DL(M.getDataLayout()), Loads(Loads) {
  for (const GlobalVariable &GV : M.globals())
    if (isVTableCopy(GV))
      addSlots(GV);
}

/// \returns whether all that uses \p C is slots of copies that are known.
static bool isOnlyInCopies(const Constant &C) {
  return all_of(C.users(), [](const User *U) {
    if (const auto *GV = dyn_cast<GlobalVariable>(U))
      return isVTableCopy(*GV);
    return isa<ConstantStruct, ConstantArray>(U) &&
           isOnlyInCopies(*cast<Constant>(U));
  });
}

/// \returns whether all that uses \p F is functions of \p Users, and slots of
/// copies.
static bool isOnlyIn(const Function &F,
                     const SmallSetVector<const Function *, 8> &Users) {
  return all_of(F.users(), [&](const User *U) {
    if (const auto *I = dyn_cast<Instruction>(U))
      return Users.contains(I->getFunction());
    return isa<ConstantStruct, ConstantArray>(U) &&
           isOnlyInCopies(*cast<Constant>(U));
  });
}

/// \returns whether other modules that need \p F have it, and need nothing that
/// comes with it here.
static bool mayDrop(const Function &F) {
  if (F.isDeclaration())
    return false;
  return F.hasAvailableExternallyLinkage() ||
         (F.hasLinkOnceODRLinkage() &&
          (!F.getComdat() || F.getComdat()->getUsers().size() == 1));
}

static bool mayForward(const Function &F) {
  return !F.isVarArg() && mayForwardTo(F);
}

/// \returns how many instructions the module has for \p Method alone; more than
/// MethodSize if there are more than that.
static unsigned getAddedSize(const Function &Method) {
  SmallSetVector<const Function *, 8> Added;
  Added.insert(&Method);
  unsigned Size = 0;
  for (unsigned I = 0; I != Added.size(); ++I)
    for (const Instruction &Inst : instructions(*Added[I])) {
      if (++Size > MethodSize)
        return Size;
      for (const Value *Operand : Inst.operands())
        if (const auto *Callee = dyn_cast<Function>(Operand))
          if (mayDrop(*Callee) && isOnlyIn(*Callee, Added))
            Added.insert(Callee);
    }
  return Size;
}

SmallVector<Function *, 16> CopiedMethods::getUnused() const {
  SmallVector<Function *, 16> Unused;
  for (Function *F : Named)
    if (mayDrop(*F) && mayForward(*F) && isOnlyInCopies(*F) &&
        !Unplaced.contains(F) &&
        (!Called.contains(F) || getAddedSize(*F) > MethodSize))
      Unused.push_back(F);
  return Unused;
}

//===----------------------------------------------------------------------===//
// Forwarders
//===----------------------------------------------------------------------===//

namespace {

/// Replaces methods in copies of vtables by functions that call what the vtable
/// has: a slot may be loaded from as that of another class where that cannot
/// happen, and nobody else needs to be able to name the method.
class Forwarders {
public:
  explicit Forwarders(ArrayRef<Function *> Replaced)
      : Replaced(llvm::from_range, Replaced) {}

  void replaceIn(GlobalVariable &VTable);

private:
  SmallPtrSet<const Function *, 16> Replaced;
  /// By type, calling convention, attributes, and offset from the address
  /// point in bytes: methods of several classes may share one.
  std::map<std::tuple<FunctionType *, unsigned, void *, uint64_t>, Function *>
      Made;

  Function &getForwarder(Function &Method, uint64_t Offset);
};

} // namespace

Function &Forwarders::getForwarder(Function &Method, uint64_t Offset) {
  Function *&F = Made[{Method.getFunctionType(), Method.getCallingConv(),
                       getForwarderAttributes(Method).getRawPointer(), Offset}];
  if (!F)
    F = &declareVTableForwarder(Method, Offset, "vtable.forward");
  return *F;
}

void Forwarders::replaceIn(GlobalVariable &VTable) {
  replaceSlots(VTable, [&](Function &Method, std::optional<int64_t> Offset) {
    return Replaced.contains(&Method) ? &getForwarder(Method, *Offset)
                                      : &Method;
  });
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

/// \returns whether \p VTable, a vtable pointer, is of use to others than
/// calls, which test it: it tells of what type an object is, or where its base
/// classes are.
static bool hasOtherUse(const LoadInst &VTable) {
  if (any_of(VTable.users(), [](const User *U) {
        const auto *Test = dyn_cast<IntrinsicInst>(U);
        return Test && is_contained(TypeTests, Test->getIntrinsicID());
      }))
    return false;
  // Through pointers to members that others have made, nothing is known.
  return any_of(VTable.users(), [](const User *U) {
    const auto *GEP = dyn_cast<GetElementPtrInst>(U);
    return !isa<ICmpInst>(U) && (!GEP || GEP->hasAllConstantIndices());
  });
}

/// \returns whether vtable pointers are of use to others than calls.
static bool hasOtherUses(const Module &M) {
  for (const Function &F : M) {
    if (F.hasFnAttribute("dynamic-cast") && !F.use_empty())
      return true;
    for (const Instruction &I : instructions(F))
      if (const auto *Load = dyn_cast<LoadInst>(&I))
        if (Load->hasMetadata(LLVMContext::MD_invariant_group) &&
            hasOtherUse(*Load))
          return true;
  }
  return false;
}

/// Adds to \p Useless comparisons of vtable pointers with \p VTable that are
/// assumed to hold.
static void findAssumptions(const GlobalVariable &VTable,
                            SmallSetVector<ICmpInst *, 16> &Useless) {
  for (User *Point : const_cast<GlobalVariable &>(VTable).users())
    if (isa<GEPOperator>(Point) && isa<Constant>(Point))
      for (User *U : Point->users())
        if (auto *Cmp = dyn_cast<ICmpInst>(U))
          if (isOnlyAssumed(*Cmp))
            Useless.insert(Cmp);
}

/// Drops what is assumed of objects that no virtual call is of. \returns
/// whether there was anything.
static bool dropAssumptions(Module &M, const SlotLoads &Loads) {
  SmallSetVector<ICmpInst *, 16> Useless;
  SmallVector<MDNode *, 4> Types;
  for (const GlobalVariable &GV : M.globals()) {
    Types.clear();
    GV.getMetadata(LLVMContext::MD_type, Types);
    if (!Types.empty() && none_of(Types, [&](const MDNode *Type) {
          return Loads.isTested(Type->getOperand(1));
        }))
      findAssumptions(GV, Useless);
  }
  if (Useless.empty() || hasOtherUses(M))
    return false;
  for (ICmpInst *Cmp : Useless) {
    dropAssumptionsOf(*Cmp);
    RecursivelyDeleteTriviallyDeadInstructions(Cmp);
  }
  NumAssumptions += Useless.size();
  return true;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Drops \p Unused, and what was there for them alone.
static void dropFunctions(Module &M, ArrayRef<Function *> Unused,
                          FunctionAnalysisManager &FAM) {
  if (Unused.empty())
    return;
  Forwarders Forward(Unused);
  for (GlobalVariable &GV : M.globals())
    if (isVTableCopy(GV))
      Forward.replaceIn(GV);
  SmallSetVector<Function *, 16> Worklist(llvm::from_range, Unused);
  while (!Worklist.empty()) {
    Function *F = Worklist.pop_back_val();
    F->removeDeadConstantUsers();
    if (!F->use_empty() || !mayDrop(*F))
      continue;
    for (const Instruction &I : instructions(*F))
      for (Value *Operand : I.operands())
        if (auto *Callee = dyn_cast<Function>(Operand))
          Worklist.insert(Callee);
    Worklist.remove(F);
    FAM.clear(*F, F->getName());
    F->eraseFromParent();
    ++NumFunctions;
  }
}

PreservedAnalyses TrimDevirtualizationPass::run(Module &M,
                                                ModuleAnalysisManager &AM) {
  if (!hasStrictVTablePointers(M))
    return PreservedAnalyses::all();
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  const SlotLoads Loads(M);
  SmallVector<Function *, 16> Unused;
  bool Changed = false;
  if (!hasOtherLoads(M)) {
    Changed = dropAssumptions(M, Loads);
    Unused = CopiedMethods(M, Loads).getUnused();
  }
  if (!Unused.empty())
    Loads.widenEffects();
  dropFunctions(M, Unused, FAM);
  if (Unused.empty() && !Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<CFGAnalyses>();
  return PA;
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

void LowerVTableForwardersPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  OS << MapClassName("LowerVTableForwardersPass");
  if (All)
    OS << "<all>";
}

PreservedAnalyses LowerVTableForwardersPass::run(Module &M,
                                                 ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = false;
  for (Function &F : M) {
    if (!isVTableForwarder(F))
      continue;
    F.removeDeadConstantUsers();
    if (F.isDeclaration()) {
      if (!All && isOnlyInCopies(F))
        continue;
      defineVTableForwarder(F);
    }
    F.removeFnAttr(Attribute::NoInline);
    Changed = true;
    SmallVector<CallBase *, 4> Calls;
    for (const Use &U : F.uses())
      if (auto *CB = dyn_cast<CallBase>(U.getUser()); CB && CB->isCallee(&U))
        Calls.push_back(CB);
    for (CallBase *CB : Calls) {
      Function &Caller = *CB->getFunction();
      InlineFunctionInfo Info;
      if (InlineFunction(*CB, Info).isSuccess())
        FAM.invalidate(Caller, PreservedAnalyses::none());
    }
  }
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserve<FunctionAnalysisManagerModuleProxy>();
  PA.preserveSet<AllAnalysesOn<Function>>();
  return PA;
}
