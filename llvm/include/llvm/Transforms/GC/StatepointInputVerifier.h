//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds what the rewriting of calls to statepoints cannot support, before it
/// changes anything.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_STATEPOINTINPUTVERIFIER_H
#define LLVM_TRANSFORMS_GC_STATEPOINTINPUTVERIFIER_H

#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"

namespace llvm {

class CallBase;
class Function;
class TargetLibraryInfo;

/// Reports every reason, as an error of the context of \p F, why what is
/// reachable in \p F cannot be rewritten. Returns true if there is none.
LLVM_ABI bool verifyStatepointInput(const Function &F,
                                    const TargetLibraryInfo &TLI);

/// Does that for functions with a strategy that wants rewriting, which do not
/// change.
struct StatepointInputVerifierPass
    : public PassInfoMixin<StatepointInputVerifierPass> {
  LLVM_ABI PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM);
  static bool isRequired() { return true; }
};

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_STATEPOINTINPUTVERIFIER_H
