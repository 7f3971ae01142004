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
/// null checks enabled; otherwise at all.
FunctionPass *createImplicitNullChecksPass(bool OnlyOnRequest);

/// In front of instruction selection: adds loads for checks that have no access
/// to be folded into, if the marks promise that the pointers can be loaded
/// from. createImplicitNullChecksPass deletes those that turn out not to be
/// needed, so the pipeline has both or none.
FunctionPass *createNullCheckProbesPass(bool OnlyOnRequest);

} // namespace llvm

#endif // LLVM_CODEGEN_IMPLICITNULLCHECKS_H
