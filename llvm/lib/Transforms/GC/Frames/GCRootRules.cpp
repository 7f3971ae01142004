//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/GCRootRules.h"
#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

GCRootRules::~GCRootRules() = default;

bool GCRootRules::canHaveFrame(const Function &) const { return true; }

bool GCRootRules::prepare(Function &) const { return false; }

bool GCRootRules::isSafepoint(const CallBase &Call,
                              const TargetLibraryInfo &TLI) const {
  // Before the second return there may have been any number of them.
  if (Call.hasFnAttr(Attribute::ReturnsTwice))
    return true;
  if (isa<IntrinsicInst>(Call))
    return callsAnyFunction(Call) && !Call.hasFnAttr("gc-leaf-function");
  return !Call.isInlineAsm() && !Call.hasFnAttr("gc-leaf-function") &&
         !callsGCLeafLibFunc(Call, TLI);
}

bool GCRootRules::isUse(const Use &) const { return true; }

bool GCRootRules::isDemanded(const Use &U) const {
  const auto *Call = dyn_cast<CallBase>(U.getUser());
  return Call && Call->isBundleOperand(&U);
}

Type *GCRootRules::getReturnedType(const CallBase &, unsigned) const {
  return nullptr;
}

void GCRootRules::visitDemands(Function &, const SafepointStates &,
                               const DominatorTree &,
                               function_ref<void(Value &, unsigned)>) const {}

GCKeepers GCRootRules::findKeepers(Function &) const { return GCKeepers(); }

StringRef GCRootRules::findProblem(const Instruction &) const { return ""; }

bool GCRootRules::lowerPlaced(Function &, const TargetLibraryInfo &) const {
  return false;
}

bool GCRootRules::lowerRuntimeCalls(Function &) const { return false; }

Instruction *GCRootRules::findListAccess(Function &) const { return nullptr; }

const GCRootRules &llvm::getDefaultGCRootRules() {
  static const GCRootRules Rules;
  return Rules;
}
