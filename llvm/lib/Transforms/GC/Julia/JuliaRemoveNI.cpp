//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/GC/JuliaPasses.h"

using namespace llvm;

PreservedAnalyses JuliaRemoveNIPass::run(Module &M, ModuleAnalysisManager &) {
  SmallVector<StringRef, 16> Parts;
  StringRef(M.getDataLayoutStr()).split(Parts, '-');
  const size_t Before = Parts.size();
  erase_if(Parts, [](StringRef Part) { return Part.starts_with("ni:"); });
  if (Parts.size() == Before)
    return PreservedAnalyses::all();
  M.setDataLayout(join(Parts, "-"));
  return PreservedAnalyses::none();
}
