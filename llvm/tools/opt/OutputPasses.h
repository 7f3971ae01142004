//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Passes at the end of opt's pipeline that write the module.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_OPT_OUTPUTPASSES_H
#define LLVM_TOOLS_OPT_OUTPUTPASSES_H

#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace llvm {

/// The pass \p PassT, unless one in front of it has reported an error. What is
/// written to standard output cannot be taken back, as a file can.
template <typename PassT> struct UnlessFailed : PassT {
  using PassT::PassT;

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    if (M.getContext().getDiagHandlerPtr()->HasErrors)
      return PreservedAnalyses::all();
    return PassT::run(M, AM);
  }
};

} // namespace llvm

#endif // LLVM_TOOLS_OPT_OUTPUTPASSES_H
