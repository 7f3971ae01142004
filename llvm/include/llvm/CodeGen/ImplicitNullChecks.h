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

} // namespace llvm

#endif // LLVM_CODEGEN_IMPLICITNULLCHECKS_H
