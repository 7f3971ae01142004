//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinedGCCode.h"
#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/IR/GCAddressSpaces.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

const char *llvm::findObstacleOfGC(const Function &Callee,
                                   const Function &Caller) {
  if (!Callee.hasGC())
    return nullptr;
  if (!haveSameGCAddressSpaces(Callee, Caller))
    return "references in other address spaces";
  if (Caller.hasGC())
    return nullptr;
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(Callee);
  return Strategy && Strategy->useRS4GC()
             ? "statepoints, and no GC in the caller"
             : nullptr;
}

void llvm::keepGCLeaf(CallBase &Call, Function::iterator First) {
  Function &F = *Call.getFunction();
  if (!F.hasGC() || !Call.hasFnAttr("gc-leaf-function"))
    return;
  const Attribute Leaf = Attribute::get(F.getContext(), "gc-leaf-function");
  for (BasicBlock &BB : make_range(First, F.end()))
    for (Instruction &I : BB)
      if (auto *Inlined = dyn_cast<CallBase>(&I);
          Inlined && (!isa<IntrinsicInst>(Inlined) || isElementCopy(*Inlined) ||
                      callsAnyFunction(*Inlined)))
        Inlined->addFnAttr(Leaf);
}
