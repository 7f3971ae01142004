//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/PropagateTypeTests.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

/// How many tests of one value are looked at.
static constexpr unsigned MaxTests = 8;

namespace {

/// Which function tests for which type identifier.
using TypeTest = std::pair<Function *, Value *>;

class TypeTestPropagation {
public:
  TypeTestPropagation(Function &F, const DominatorTree &DT) : DT(DT) {
    for (Instruction &I : instructions(F))
      if (auto *Assume = dyn_cast<AssumeInst>(&I))
        addAssumption(*Assume);
  }

  /// \returns whether it inserted something. The assumptions are new to \p AC.
  bool run(AssumptionCache &AC);

private:
  /// What is known of a value.
  struct Facts {
    /// Tests that it passes after an assumption.
    SmallVector<std::pair<TypeTest, const AssumeInst *>, 1> Assumed;
    /// Tests that it passes wherever it is used, once they are inserted.
    SmallVector<TypeTest, 1> Everywhere;
  };

  const DominatorTree &DT;
  DenseMap<const Value *, Facts> Known;
  /// Phis and selects with an operand that passes a test.
  SmallSetVector<Instruction *, 8> Worklist;
  /// What is to be inserted.
  SmallVector<std::pair<Instruction *, TypeTest>, 8> Found;

  void addAssumption(const AssumeInst &Assume);
  void addMerges(Value &V);
  bool passes(const Value *V, TypeTest Test, const Instruction &Where) const;
  bool passesHere(const Instruction &Merge, TypeTest Test) const;
  bool allOperandsPass(const Instruction &Merge, TypeTest Test) const;
  void propagateTo(Instruction &Merge);
};

} // namespace

static bool isTypeTest(const Value *V) {
  const auto *II = dyn_cast<IntrinsicInst>(V);
  return II && (II->getIntrinsicID() == Intrinsic::type_test ||
                II->getIntrinsicID() == Intrinsic::public_type_test);
}

void TypeTestPropagation::addAssumption(const AssumeInst &Assume) {
  if (!isTypeTest(Assume.getArgOperand(0)))
    return;
  auto *Call = cast<IntrinsicInst>(Assume.getArgOperand(0));
  Value *V = Call->getArgOperand(0);
  Facts &OfV = Known[V];
  if (OfV.Assumed.size() == MaxTests)
    return;
  OfV.Assumed.push_back(
      {{Call->getCalledFunction(), Call->getArgOperand(1)}, &Assume});
  addMerges(*V);
}

void TypeTestPropagation::addMerges(Value &V) {
  // Uses of constants are in other functions.
  if (isa<Constant>(V))
    return;
  for (User *U : V.users())
    if (isa<PHINode>(U) || isa<SelectInst>(U))
      Worklist.insert(cast<Instruction>(U));
}

/// \returns whether \p V, which is used at \p Where, passes \p Test there.
bool TypeTestPropagation::passes(const Value *V, TypeTest Test,
                                 const Instruction &Where) const {
  auto It = Known.find(V);
  return It != Known.end() &&
         (is_contained(It->second.Everywhere, Test) ||
          any_of(It->second.Assumed, [&](const auto &Assumed) {
            return Assumed.first == Test &&
                   DT.dominates(Assumed.second, &Where);
          }));
}

/// \returns whether \p Merge is known to pass \p Test in its own block.
bool TypeTestPropagation::passesHere(const Instruction &Merge,
                                     TypeTest Test) const {
  auto It = Known.find(&Merge);
  return It != Known.end() &&
         (is_contained(It->second.Everywhere, Test) ||
          any_of(It->second.Assumed, [&](const auto &Assumed) {
            return Assumed.first == Test &&
                   Assumed.second->getParent() == Merge.getParent();
          }));
}

bool TypeTestPropagation::allOperandsPass(const Instruction &Merge,
                                          TypeTest Test) const {
  if (const auto *Select = dyn_cast<SelectInst>(&Merge))
    return passes(Select->getTrueValue(), Test, Merge) &&
           passes(Select->getFalseValue(), Test, Merge);
  const auto &PN = cast<PHINode>(Merge);
  for (unsigned I = 0, E = PN.getNumIncomingValues(); I != E; ++I)
    if (PN.getIncomingValue(I) != &PN &&
        !passes(PN.getIncomingValue(I), Test,
                *PN.getIncomingBlock(I)->getTerminator()))
      return false;
  return true;
}

void TypeTestPropagation::propagateTo(Instruction &Merge) {
  if (!Merge.getInsertionPointAfterDef())
    return;

  // All operands have to pass, so the tests of one are enough.
  const Value *One = nullptr;
  if (auto *Select = dyn_cast<SelectInst>(&Merge))
    One = Select->getTrueValue();
  else
    for (const Value *V : cast<PHINode>(Merge).incoming_values())
      if (V != &Merge)
        One = V;
  auto It = Known.find(One);
  if (It == Known.end())
    return;

  SmallSetVector<TypeTest, 2> Tests(It->second.Everywhere.begin(),
                                    It->second.Everywhere.end());
  for (const auto &Assumed : It->second.Assumed)
    Tests.insert(Assumed.first);
  bool Changed = false;
  for (TypeTest Test : Tests)
    if (Known[&Merge].Everywhere.size() < MaxTests &&
        !passesHere(Merge, Test) && allOperandsPass(Merge, Test)) {
      Known[&Merge].Everywhere.push_back(Test);
      Found.push_back({&Merge, Test});
      Changed = true;
    }
  if (Changed)
    addMerges(Merge);
}

bool TypeTestPropagation::run(AssumptionCache &AC) {
  while (!Worklist.empty())
    propagateTo(*Worklist.pop_back_val());
  // Insertions renumber blocks, so they come last.
  for (auto [Merge, Test] : reverse(Found)) {
    IRBuilder<> B(Merge->getContext());
    B.SetInsertPoint(*Merge->getInsertionPointAfterDef());
    CallInst *Call = B.CreateCall(Test.first, {Merge, Test.second});
    AC.registerAssumption(cast<AssumeInst>(B.CreateAssumption(Call)));
  }
  return !Found.empty();
}

PreservedAnalyses PropagateTypeTestsPass::run(Function &F,
                                              FunctionAnalysisManager &AM) {
  const Module &M = *F.getParent();
  if (!Intrinsic::getDeclarationIfExists(&M, Intrinsic::type_test) &&
      !Intrinsic::getDeclarationIfExists(&M, Intrinsic::public_type_test))
    return PreservedAnalyses::all();
  if (!TypeTestPropagation(F, AM.getResult<DominatorTreeAnalysis>(F))
           .run(AM.getResult<AssumptionAnalysis>(F)))
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
