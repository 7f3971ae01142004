//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpecializedGuards.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <map>

using namespace llvm;

/// How many values are looked at that depend on a parameter.
static constexpr unsigned MaxDependent = 16;

namespace {

/// A parameter, and what is passed.
using PassedConstant = std::pair<unsigned, ConstantInt *>;
using PassedConstants = SmallVector<PassedConstant, 2>;

/// Calls of one function that pass the same constants.
struct Group {
  Function *Guard = nullptr;
  PassedConstants Passed;
  SmallVector<CallBase *, 4> Calls;
  double Frequency = 0;
  unsigned Size = 0;
};

} // namespace

/// \returns the call of the method that \p Guard asks for; null if there are
/// several.
static CallBase *getDirectCall(Function &Guard) {
  CallBase *Direct = nullptr;
  for (BasicBlock &BB : Guard) {
    CallInst *Tail = BB.getTerminatingMustTailCall();
    if (!Tail || !Tail->getCalledFunction())
      continue;
    if (Direct)
      return nullptr;
    Direct = Tail;
  }
  return Direct;
}

/// \returns whether a function executes other code if \p Param is constant.
static bool isDecisive(const Argument &Param) {
  SmallSetVector<const Value *, MaxDependent> Dependent;
  Dependent.insert(&Param);
  for (unsigned I = 0; I != Dependent.size() && I != MaxDependent; ++I)
    for (const User *U : Dependent[I]->users()) {
      if (isa<BranchInst, SwitchInst>(U))
        return true;
      if (const auto *Mem = dyn_cast<MemIntrinsic>(U))
        if (Mem->getLength() == Dependent[I])
          return true;
      if (const auto *Select = dyn_cast<SelectInst>(U))
        if (Select->getCondition() == Dependent[I])
          return true;
      if (isa<CastInst>(U) ||
          (isa<BinaryOperator, CmpInst>(U) &&
           any_of(U->operands(), [](Value *V) { return isa<Constant>(V); })))
        Dependent.insert(U);
    }
  return false;
}

static std::vector<Group> findGroups(ArrayRef<SharedCall> Calls) {
  struct KnownGuard {
    unsigned Size = 0;
    SmallVector<unsigned, 4> Decisive;
  };
  DenseMap<Function *, KnownGuard> Known;
  std::map<std::pair<Function *, PassedConstants>, unsigned> Indices;
  std::vector<Group> Groups;
  for (const SharedCall &Call : Calls) {
    Function *Guard = Call.CB->getCalledFunction();
    auto [It, IsNew] = Known.try_emplace(Guard);
    KnownGuard &Info = It->second;
    if (IsNew)
      if (const CallBase *Direct = getDirectCall(*Guard)) {
        const Function &Method = *Direct->getCalledFunction();
        Info.Size = Guard->getInstructionCount() + Method.getInstructionCount();
        for (const Argument &Param : Method.args())
          if (Param.getType()->isIntegerTy() && isDecisive(Param))
            Info.Decisive.push_back(Param.getArgNo());
      }
    PassedConstants Passed;
    for (unsigned I : Info.Decisive)
      if (auto *Value = dyn_cast<ConstantInt>(Call.CB->getArgOperand(I)))
        Passed.push_back({I, Value});
    if (Passed.empty())
      continue;
    auto [Index, IsFirst] = Indices.try_emplace({Guard, Passed}, Groups.size());
    if (IsFirst)
      Groups.push_back({Guard, Passed, {}, 0, Info.Size});
    Group &G = Groups[Index->second];
    G.Calls.push_back(Call.CB);
    G.Frequency += Call.Frequency;
  }
  return Groups;
}

/// \returns whether there is a function for \p G now.
static bool specialize(const Group &G, FunctionAnalysisManager &FAM,
                       function_ref<bool(CallBase &)> Inline) {
  ValueToValueMapTy Map;
  Function *Special = CloneFunction(G.Guard, Map);
  Special->setName(G.Guard->getName() + ".specialized");
  Special->removeFnAttr(Attribute::OptimizeForSize);
  for (auto [I, Value] : G.Passed)
    Special->getArg(I)->replaceAllUsesWith(Value);
  CallBase *Direct = getDirectCall(*Special);
  Direct->removeFnAttr(Attribute::NoInline);
  if (!Inline(*Direct)) {
    FAM.clear(*Special, Special->getName());
    Special->eraseFromParent();
    return false;
  }
  stripDebugInfo(*Special);
  for (CallBase *CB : G.Calls) {
    CB->setCalledFunction(Special);
    for (auto [I, Value] : G.Passed) {
      CB->setArgOperand(I, PoisonValue::get(Value->getType()));
      CB->removeParamAttr(I, Attribute::NoUndef);
      CB->removeParamAttr(I, Attribute::Returned);
    }
  }
  if (G.Guard->use_empty()) {
    FAM.clear(*G.Guard, G.Guard->getName());
    G.Guard->eraseFromParent();
  }
  return true;
}

unsigned llvm::specializeGuards(ArrayRef<SharedCall> Calls, double MinFrequency,
                                uint64_t Budget, FunctionAnalysisManager &FAM,
                                function_ref<bool(CallBase &)> Inline) {
  std::vector<Group> Groups = findGroups(Calls);
  erase_if(Groups, [&](const Group &G) { return G.Frequency < MinFrequency; });
  stable_sort(Groups, [](const Group &A, const Group &B) {
    return A.Frequency * B.Size > B.Frequency * A.Size;
  });
  unsigned Count = 0;
  for (const Group &G : Groups)
    if (G.Size <= Budget && specialize(G, FAM, Inline)) {
      Budget -= G.Size;
      ++Count;
    }
  return Count;
}
