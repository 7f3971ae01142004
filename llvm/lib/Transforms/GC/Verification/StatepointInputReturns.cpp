//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrelocatableValues.h"
#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCInteriorPointers.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Returns true if one of \p Safepoints may be executed after \p Call: it is
/// from there that control comes back.
static bool
hasSafepointBehind(const CallBase &Call,
                   const SmallPtrSetImpl<const Instruction *> &Safepoints) {
  auto IsSafepoint = [&](const Instruction &I) {
    return Safepoints.contains(&I);
  };
  const BasicBlock *BB = Call.getParent();
  if (any_of(make_range(std::next(Call.getIterator()), BB->end()), IsSafepoint))
    return true;
  df_iterator_default_set<const BasicBlock *> Reached;
  for (const BasicBlock *Next : successors(BB))
    for (const BasicBlock *Behind : depth_first_ext(Next, Reached))
      if (any_of(*Behind, IsSafepoint))
        return true;
  return false;
}

void llvm::findValuesOverSecondReturns(const Function &F,
                                       const GCStrategy &Strategy,
                                       ArrayRef<const CallBase *> Safepoints,
                                       StatepointReport Report) {
  const SmallPtrSet<const Instruction *, 16> Calls(llvm::from_range,
                                                   Safepoints);
  SmallPtrSet<const BasicBlock *, 16> Reached(llvm::from_range,
                                              depth_first(&F.getEntryBlock()));
  SmallVector<const CallBase *, 2> Returning;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call || !Call->hasFnAttr(Attribute::ReturnsTwice) ||
        !Reached.contains(Call->getParent()))
      continue;
    if (Calls.contains(Call))
      Report(*Call, "a statepoint cannot return twice; add "
                    "\"gc-leaf-function\" if nothing is collected in it");
    else if (hasSafepointBehind(*Call, Calls))
      Returning.push_back(Call);
  }
  if (Returning.empty())
    return;

  SmallVector<const Value *, 32> References;
  for (const Argument &A : F.args())
    if (containsReferences(A.getType(), &Strategy))
      References.push_back(&A);
  const GCInteriorPointers Interior(F, GCPointers(Strategy));
  for (const Instruction &I : instructions(F)) {
    if (containsReferences(I.getType(), &Strategy) &&
        Reached.contains(I.getParent()))
      References.push_back(&I);
    // These become values.
    const auto *Object = dyn_cast<AllocaInst>(&I);
    if (Object && Interior.isVariable(*Object))
      Report(I, "holds a pointer into an object in a function with a call that "
                "returns twice; store the base pointer and the offset");
  }
  const ValuesOverSafepoints Over = findValuesOver(F, Returning, References);
  for (const CallBase *Call : Returning)
    for (const Value *V : Over.lookup(Call))
      Report(*Call,
             "reference " + nameInMessage(*V) +
                 "is needed after the second return, and is not relocated "
                 "there; load it from a stack object after the call");
}
