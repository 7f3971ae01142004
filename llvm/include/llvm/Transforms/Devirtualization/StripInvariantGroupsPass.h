//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Strips the barriers and promises of -fstrict-vtable-pointers from modules
/// that may contain code without barriers;
/// llvm/Transforms/Utils/StripInvariantGroups.h says why that is necessary.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_DEVIRTUALIZATION_STRIPINVARIANTGROUPSPASS_H
#define LLVM_TRANSFORMS_DEVIRTUALIZATION_STRIPINVARIANTGROUPSPASS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Error.h"

namespace llvm {

class Module;

/// Strips all functions of a module, depending on the module's flag.
class StripInvariantGroupsPass
    : public PassInfoMixin<StripInvariantGroupsPass> {
public:
  enum class When {
    /// In any case.
    Always,
    /// Unless the flag says that all was compiled with barriers. That is what
    /// link time optimization has to do: modules of an unpatched clang have no
    /// flag.
    UnlessOnly,
    /// If the flag says that modules were mixed.
    IfMixed
  };

  explicit StripInvariantGroupsPass(When W = When::Always) : W(W) {}

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);

  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapClassName);

  /// Parses the pass's parameter: nothing, "unless-only" or "if-mixed".
  static Expected<When> parse(StringRef Params);

  static bool isRequired() { return true; }

private:
  When W;
};

} // namespace llvm

#endif // LLVM_TRANSFORMS_DEVIRTUALIZATION_STRIPINVARIANTGROUPSPASS_H
