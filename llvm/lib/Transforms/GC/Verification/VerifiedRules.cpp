//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifiedRules.h"
#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

VerifiedRules::~VerifiedRules() = default;

bool VerifiedRules::isSafepoint(const CallBase &Call) const {
  if (Call.hasFnAttr(Attribute::ReturnsTwice))
    return true;
  if (isa<IntrinsicInst>(Call))
    return callsAnyFunction(Call) && !Call.hasFnAttr("gc-leaf-function");
  return !Call.isInlineAsm() && !Call.hasFnAttr("gc-leaf-function") &&
         !callsGCLeafLibFunc(Call, TLI);
}

bool VerifiedRules::isKeptAt(const Use &U) const {
  return cast<CallBase>(U.getUser())->isBundleOperand(&U);
}

std::unique_ptr<VerifiedRules>
llvm::createVerifiedRules(const Function &, const TargetLibraryInfo &TLI,
                          const DominatorTree &) {
  return std::make_unique<VerifiedRules>(TLI);
}
