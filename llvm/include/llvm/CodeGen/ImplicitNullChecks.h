//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Creates the passes that fold marked null checks into accesses. How checks
/// are marked and enabled in the IR is told in llvm/IR/ImplicitNullChecks.h.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_CODEGEN_IMPLICITNULLCHECKS_H
#define LLVM_CODEGEN_IMPLICITNULLCHECKS_H

#include "llvm/CodeGen/MachinePassManager.h"
#include "llvm/IR/PassManager.h"

namespace llvm {

class FunctionPass;

/// With \p OnlyOnRequest, the pass looks only at functions that have implicit
/// null checks enabled; otherwise at all. Without \p UsesAliasAnalysis, it does
/// not cause the analysis to run, and moves fewer accesses.
FunctionPass *createImplicitNullChecksPass(bool OnlyOnRequest,
                                           bool UsesAliasAnalysis = true);

/// Adds loads for checks whose pointers can be loaded from if they are not
/// null. createImplicitNullChecksPass folds into them the checks for which it
/// finds no other access, and deletes them. So a pipeline has both passes or
/// none.
/// \p OnlyOnRequest means the same.
///
/// The pass runs twice. With \p OfReferences, it looks at the checks of what a
/// collector may move, and comes last in front of instruction selection, when
/// all safepoints are there. Without, it looks at all others, and comes first:
/// later passes lose what the IR says of addresses.
FunctionPass *createNullCheckProbesPass(bool OnlyOnRequest, bool OfReferences);

/// Both for the new pass manager. CodeGenPassBuilder.h has an empty class with
/// the name that the first one would have.
class MachineImplicitNullChecksPass
    : public PassInfoMixin<MachineImplicitNullChecksPass> {
public:
  explicit MachineImplicitNullChecksPass(bool OnlyOnRequest = false,
                                         bool UsesAliasAnalysis = true)
      : OnlyOnRequest(OnlyOnRequest), UsesAliasAnalysis(UsesAliasAnalysis) {}

  PreservedAnalyses run(MachineFunction &MF,
                        MachineFunctionAnalysisManager &MFAM);

  MachineFunctionProperties getRequiredProperties() const {
    return MachineFunctionProperties().setNoVRegs();
  }

  /// Functions that must not be optimized have asked for it all the same.
  static bool isRequired() { return true; }

private:
  bool OnlyOnRequest, UsesAliasAnalysis;
};

class NullCheckProbesPass : public PassInfoMixin<NullCheckProbesPass> {
public:
  explicit NullCheckProbesPass(bool OnlyOnRequest = true,
                               bool OfReferences = false)
      : OnlyOnRequest(OnlyOnRequest), OfReferences(OfReferences) {}

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &FAM);

private:
  bool OnlyOnRequest, OfReferences;
};

} // namespace llvm

#endif // LLVM_CODEGEN_IMPLICITNULLCHECKS_H
