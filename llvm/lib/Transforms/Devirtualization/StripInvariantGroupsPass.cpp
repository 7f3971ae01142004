//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/Devirtualization/StripInvariantGroupsPass.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"

using namespace llvm;

static bool isToBeStripped(const Module &M, StripInvariantGroupsPass::When W) {
  switch (W) {
  case StripInvariantGroupsPass::When::Always:
    return true;
  case StripInvariantGroupsPass::When::UnlessOnly:
    return getStrictVTablePointers(M) != StrictVTablePointers::Only;
  case StripInvariantGroupsPass::When::IfMixed:
    return getStrictVTablePointers(M) == StrictVTablePointers::Mixed;
  }
  llvm_unreachable("covered switch");
}

PreservedAnalyses StripInvariantGroupsPass::run(Module &M,
                                                ModuleAnalysisManager &) {
  if (!isToBeStripped(M, W))
    return PreservedAnalyses::all();
  bool Changed = false;
  for (Function &F : M)
    Changed |= stripInvariantGroups(F);
  if (!Changed)
    return PreservedAnalyses::all();
  PreservedAnalyses PA;
  PA.preserveSet<CFGAnalyses>();
  return PA;
}

void StripInvariantGroupsPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  OS << MapClassName("StripInvariantGroupsPass");
  if (W == When::UnlessOnly)
    OS << "<unless-only>";
  else if (W == When::IfMixed)
    OS << "<if-mixed>";
}

Expected<StripInvariantGroupsPass::When>
StripInvariantGroupsPass::parse(StringRef Params) {
  if (Params.empty())
    return When::Always;
  if (Params == "unless-only")
    return When::UnlessOnly;
  if (Params == "if-mixed")
    return When::IfMixed;
  return make_error<StringError>(
      formatv("invalid strip-invariant-groups parameter '{0}'", Params),
      inconvertibleErrorCode());
}
