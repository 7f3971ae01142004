//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/StackMapVersion.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/ManagedTargetInfo.h"

using namespace llvm;

std::optional<uint64_t> llvm::getStackMapVersionFlag(const Module &M) {
  const Metadata *Flag = M.getModuleFlag(StackMapVersionFlag);
  if (!Flag)
    return std::nullopt;
  const auto *Version = mdconst::dyn_extract<ConstantInt>(Flag);
  return Version ? Version->getLimitedValue() : 0;
}

unsigned llvm::getStackMapVersion(const Function &F, const Triple &TT) {
  if (!ManagedTargetInfo(TT).hasStackMapV4())
    return 3;
  const std::optional<uint64_t> Flag = getStackMapVersionFlag(*F.getParent());
  return Flag == 3 || Flag == 4 ? *Flag
                                : getGCStrategyTraits(F).StackMapVersion;
}
