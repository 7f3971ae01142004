//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/StackMapVersion.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

bool llvm::hasStackMapVersion4(const Triple &TT) {
  return TT.isOSBinFormatELF() && TT.isArch64Bit() && !TT.isX32() &&
         TT.getEnvironment() != Triple::GNUILP32 &&
         (TT.isX86() || TT.isAArch64());
}

std::optional<uint64_t> llvm::getStackMapVersionFlag(const Module &M) {
  const Metadata *Flag = M.getModuleFlag(StackMapVersionFlag);
  if (!Flag)
    return std::nullopt;
  const auto *Version = mdconst::dyn_extract<ConstantInt>(Flag);
  return Version ? Version->getLimitedValue() : 0;
}

unsigned llvm::getStackMapVersion(const Module &M, const GCStrategy &S,
                                  const Triple &TT) {
  if (!hasStackMapVersion4(TT))
    return 3;
  const std::optional<uint64_t> Flag = getStackMapVersionFlag(M);
  return Flag == 3 || Flag == 4 ? *Flag : S.getStackMapVersion();
}
