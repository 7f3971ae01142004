//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

static cl::opt<unsigned> ProfiledPercentage(
    "guarded-profiled-percentage", cl::Hidden, cl::init(25),
    cl::desc("Minimum part of the calls in a profile that a method has to be "
             "guarded, in percent"));

/// How many targets of a call are read and written.
static constexpr uint32_t MaxTargets = 24;

std::optional<CallProfile> CallProfile::find(const CallBase &CB) {
  CallProfile Profile;
  Profile.Targets = getValueProfDataFromInst(CB, IPVK_IndirectCallTarget,
                                             MaxTargets, Profile.Total);
  if (Profile.Targets.empty() || !Profile.Total)
    return std::nullopt;
  return Profile;
}

/// \returns whether profiles call \p F \p GUID. Those of instrumented code name
/// local functions with their file.
static bool isNamed(const Function &F, uint64_t GUID) {
  return F.getGUID() == GUID ||
         GlobalValue::getGUIDAssumingExternalLinkage(getIRPGOFuncName(
             F, /*InLTO=*/F.hasMetadata(getPGOFuncNameMetadataName()))) == GUID;
}

uint64_t CallProfile::getCount(const Function &F) const {
  uint64_t Count = 0;
  for (const InstrProfValueData &Target : Targets)
    if (isNamed(F, Target.Value))
      Count += Target.Count;
  return std::min(Count, Total);
}

void CallProfile::keepFrequent(SmallVectorImpl<VirtualMethod> &Methods) const {
  erase_if(Methods, [&](const VirtualMethod &Candidate) {
    return getCount(*Candidate.Method) < Total / 100.0 * ProfiledPercentage;
  });
  stable_sort(Methods, [&](const VirtualMethod &A, const VirtualMethod &B) {
    return getCount(*A.Method) > getCount(*B.Method);
  });
}

MDNode *CallProfile::getWeights(const Function &F) const {
  const uint64_t Count = getCount(F);
  const uint64_t Weights[] = {Count, Total - Count};
  return MDBuilder(F.getContext())
      .createBranchWeights(downscaleWeights(Weights));
}

void CallProfile::remove(const Function &F, CallBase &CB,
                         CallBase &Direct) const {
  Direct.setMetadata(LLVMContext::MD_prof, nullptr);
  CB.setMetadata(LLVMContext::MD_prof, nullptr);
  SmallVector<InstrProfValueData, 4> Left = Targets;
  erase_if(Left, [&](const InstrProfValueData &Target) {
    return isNamed(F, Target.Value);
  });
  const uint64_t Rest = Total - getCount(F);
  if (!Left.empty() && Rest)
    annotateValueSite(*CB.getModule(), CB, Left, Rest, IPVK_IndirectCallTarget,
                      MaxTargets);
}

bool llvm::isPromoted(const CallBase &CB, const Value *VPtr) {
  const BasicBlock *Guard = CB.getParent()->getSinglePredecessor();
  const auto *Br =
      Guard ? dyn_cast<BranchInst>(Guard->getTerminator()) : nullptr;
  const auto *Cmp = Br && Br->isConditional()
                        ? dyn_cast<ICmpInst>(Br->getCondition())
                        : nullptr;
  return Cmp && Cmp->isEquality() && isa<Constant>(Cmp->getOperand(1)) &&
         (Cmp->getOperand(0) == CB.getCalledOperand() ||
          Cmp->getOperand(0) == VPtr);
}
