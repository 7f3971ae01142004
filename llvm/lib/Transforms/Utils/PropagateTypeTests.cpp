//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Utils/PropagateTypeTests.h"
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

namespace {

/// A test that a value passes behind an assumption.
struct PassedTest {
  Function *Test; ///< llvm.type.test or llvm.public.type.test.
  Value *TypeId;
  const AssumeInst *Assumption;
};

class TypeTestPropagation {
public:
  TypeTestPropagation(Function &F, const DominatorTree &DT, AssumptionCache &AC)
      : DT(DT), AC(AC) {
    for (Instruction &I : instructions(F))
      if (auto *Assume = dyn_cast<AssumeInst>(&I))
        addAssumption(*Assume);
  }

  /// \returns whether it inserted something.
  bool run();

private:
  const DominatorTree &DT;
  AssumptionCache &AC;
  DenseMap<const Value *, SmallVector<PassedTest, 1>> Passed;
  /// Phis and selects with an operand that passes a test.
  SmallSetVector<Instruction *, 8> Worklist;

  void addAssumption(const AssumeInst &Assume);
  void addMerges(Value &V);
  bool passes(Value *V, const PassedTest &Test, const Instruction &Where) const;
  bool passesBehind(const Instruction &Merge, const PassedTest &Test,
                    const Instruction &Place) const;
  bool allOperandsPass(Instruction &Merge, const PassedTest &Test) const;
  bool propagateTo(Instruction &Merge);
};

} // namespace

static bool isTypeTest(const Value *V) {
  const auto *II = dyn_cast<IntrinsicInst>(V);
  return II && (II->getIntrinsicID() == Intrinsic::type_test ||
                II->getIntrinsicID() == Intrinsic::public_type_test);
}

/// The operands of a phi or a select that may become its value.
static SmallVector<Value *, 4> getMerged(Instruction &Merge) {
  if (auto *Select = dyn_cast<SelectInst>(&Merge))
    return {Select->getTrueValue(), Select->getFalseValue()};
  return to_vector<4>(map_range(cast<PHINode>(Merge).incoming_values(),
                                [](Use &U) { return U.get(); }));
}

void TypeTestPropagation::addAssumption(const AssumeInst &Assume) {
  if (!isTypeTest(Assume.getArgOperand(0)))
    return;
  auto *Test = cast<IntrinsicInst>(Assume.getArgOperand(0));
  Value *V = Test->getArgOperand(0)->stripPointerCasts();
  Passed[V].push_back(
      {Test->getCalledFunction(), Test->getArgOperand(1), &Assume});
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

/// \returns whether \p V passes \p Test in front of \p Where.
bool TypeTestPropagation::passes(Value *V, const PassedTest &Test,
                                 const Instruction &Where) const {
  auto It = Passed.find(V->stripPointerCasts());
  return It != Passed.end() && any_of(It->second, [&](const PassedTest &Other) {
           return Other.Test == Test.Test && Other.TypeId == Test.TypeId &&
                  DT.dominates(Other.Assumption, &Where);
         });
}

/// \returns whether \p Merge passes \p Test once the tests that begin at \p
/// Place are over.
bool TypeTestPropagation::passesBehind(const Instruction &Merge,
                                       const PassedTest &Test,
                                       const Instruction &Place) const {
  auto It = Passed.find(&Merge);
  if (It == Passed.end())
    return false;
  const Instruction *I = &Place;
  while (isTypeTest(I) || isa<AssumeInst>(I))
    I = I->getNextNode();
  return any_of(It->second, [&](const PassedTest &Other) {
    return Other.Test == Test.Test && Other.TypeId == Test.TypeId &&
           DT.dominates(Other.Assumption, I);
  });
}

bool TypeTestPropagation::allOperandsPass(Instruction &Merge,
                                          const PassedTest &Test) const {
  auto *PN = dyn_cast<PHINode>(&Merge);
  if (!PN)
    return all_of(getMerged(Merge),
                  [&](Value *V) { return passes(V, Test, Merge); });
  for (unsigned I = 0, E = PN->getNumIncomingValues(); I != E; ++I)
    if (PN->getIncomingValue(I) != PN &&
        !passes(PN->getIncomingValue(I), Test,
                *PN->getIncomingBlock(I)->getTerminator()))
      return false;
  return true;
}

bool TypeTestPropagation::propagateTo(Instruction &Merge) {
  std::optional<BasicBlock::iterator> Place = Merge.getInsertionPointAfterDef();
  if (!Place)
    return false;

  // All operands have to pass, so those that another one passes are enough.
  SmallVector<PassedTest, 1> Candidates;
  for (Value *V : getMerged(Merge))
    if (auto It = Passed.find(V->stripPointerCasts()); It != Passed.end()) {
      Candidates = It->second;
      break;
    }

  bool Changed = false;
  for (const PassedTest &Test : Candidates) {
    if (!allOperandsPass(Merge, Test) || passesBehind(Merge, Test, **Place))
      continue;
    IRBuilder<> B(Merge.getContext());
    B.SetInsertPoint(*Place);
    auto *Assume = cast<AssumeInst>(
        B.CreateAssumption(B.CreateCall(Test.Test, {&Merge, Test.TypeId})));
    AC.registerAssumption(Assume);
    Passed[&Merge].push_back({Test.Test, Test.TypeId, Assume});
    Changed = true;
  }
  if (Changed)
    addMerges(Merge);
  return Changed;
}

bool TypeTestPropagation::run() {
  bool Changed = false;
  while (!Worklist.empty())
    Changed |= propagateTo(*Worklist.pop_back_val());
  return Changed;
}

PreservedAnalyses PropagateTypeTestsPass::run(Function &F,
                                              FunctionAnalysisManager &AM) {
  const Module &M = *F.getParent();
  if (!Intrinsic::getDeclarationIfExists(&M, Intrinsic::type_test) &&
      !Intrinsic::getDeclarationIfExists(&M, Intrinsic::public_type_test))
    return PreservedAnalyses::all();
  if (!TypeTestPropagation(F, AM.getResult<DominatorTreeAnalysis>(F),
                           AM.getResult<AssumptionAnalysis>(F))
           .run())
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}
