//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JuliaCalls.h"
#include "JuliaGC.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCInvariantVerifier.h"
#include "llvm/Transforms/GC/JuliaPasses.h"

using namespace llvm;

Expected<bool> JuliaGCInvariantVerifierPass::parse(StringRef Params) {
  bool Strong = false;
  while (!Params.empty()) {
    auto [Name, Rest] = Params.split(';');
    Params = Rest;
    if (Name != "strong" && Name != "no-strong")
      return createStringError(
          Twine("invalid GCInvariantVerifier pass parameter '") + Name + "'");
    Strong = Name == "strong";
  }
  return Strong;
}

PreservedAnalyses JuliaGCInvariantVerifierPass::run(Function &F,
                                                    FunctionAnalysisManager &) {
  if (!F.hasGC() || F.getGC() == julia::StrategyName)
    for (const Instruction &I : instructions(F))
      if (const auto *Call = dyn_cast<CallBase>(&I);
          Call && isJuliaWriteBarrier(*Call))
        checkJuliaWriteBarrier(*Call);
  if (isJuliaFunction(F))
    reportGCInvariantViolations(
        F, {getJuliaGCPointers(), Strong, getJuliaBoxedKind});
  return PreservedAnalyses::all();
}

void JuliaGCInvariantVerifierPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName2PassName) {
  OS << MapClassName2PassName(name()) << (Strong ? "<strong>" : "<no-strong>");
}
