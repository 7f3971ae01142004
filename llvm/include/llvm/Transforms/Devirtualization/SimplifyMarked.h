//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Simplifies the functions that an earlier pass has changed.
///
/// A pass calls markForSimplification() for each function that it changed in
/// such a way that simplification is likely to pay. The next pass in the
/// pipeline,
///
///     simplify-marked(gvn,instcombine)
///
/// runs its function passes on these functions, and removes the marks. A mark
/// is an analysis result, as in llvm/Transforms/Utils/ExtraPassManager.h, so it
/// ends with the analysis manager and never gets into the IR.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_SIMPLIFYMARKED_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_SIMPLIFYMARKED_H

#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Utils/ExtraPassManager.h"

namespace llvm {

class Function;

/// The mark. Only an explicit abandon() removes it.
struct SimplificationMark : ShouldRunExtraPasses<SimplificationMark>,
                            AnalysisInfoMixin<SimplificationMark> {
  static AnalysisKey Key;
};

/// Marks \p F for the next simplify-marked.
void markForSimplification(Function &F, FunctionAnalysisManager &AM);

class SimplifyMarkedPass : public PassInfoMixin<SimplifyMarkedPass> {
public:
  explicit SimplifyMarkedPass(FunctionPassManager Passes)
      : Passes(std::move(Passes)) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);
  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapClassName);

  /// It has to remove marks; \p Passes are skipped where they may be.
  static bool isRequired() { return true; }

private:
  FunctionPassManager Passes;
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_SIMPLIFYMARKED_H
