//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/SimplifyMarked.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

AnalysisKey SimplificationMark::Key;

void llvm::markForSimplification(Function &F, FunctionAnalysisManager &AM) {
  AM.getResult<SimplificationMark>(F);
}

PreservedAnalyses SimplifyMarkedPass::run(Function &F,
                                          FunctionAnalysisManager &AM) {
  if (!AM.getCachedResult<SimplificationMark>(F))
    return PreservedAnalyses::all();
  PreservedAnalyses PA = Passes.run(F, AM);
  PA.abandon<SimplificationMark>();
  return PA;
}

void SimplifyMarkedPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  OS << "simplify-marked(";
  Passes.printPipeline(OS, MapClassName);
  OS << ')';
}
