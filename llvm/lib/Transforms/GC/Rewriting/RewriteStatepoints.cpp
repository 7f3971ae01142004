//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Transforms/GC/RewriteStatepoints.h"
#include "GCBaseMaterialization.h"
#include "Normalization/GCNormalizationSteps.h"
#include "Normalization/SafepointNormalization.h"
#include "SafepointIntrinsics.h"
#include "StatepointBuilder.h"
#include "StatepointPlan.h"
#include "StatepointRelocations.h"
#include "StatepointStripping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/Analysis/GCIntrinsics.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/Analysis/StatepointRules.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategy.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Statepoint.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/GC/GCNormalization.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include "llvm/Transforms/GC/StatepointInputVerifier.h"

#define DEBUG_TYPE "rewrite-statepoints-for-gc"

using namespace llvm;

STATISTIC(NumStatepoints, "Number of calls that became statepoints");
STATISTIC(NumListed, "Number of references that statepoints list");
STATISTIC(NumRelocates, "Number of relocates");

namespace {

class FunctionRewriter {
  Function &F;
  const TargetTransformInfo &TTI;
  const TargetLibraryInfo &TLI;
  const RewriteStatepointsOptions &Options;
  SmallVector<CallBase *, 32> Safepoints;
  /// The stack objects that each of them lists.
  SmallVector<SmallVector<Value *, 2>, 0> Objects;
  SmallVector<CallInst *, 4> Queries;

  void collect(const StackRoots &Roots);
  void lowerCopies(GCBaseMaterializer &Materializer);
  SmallVector<Instruction *, 0> build(const SafepointStates &States,
                                      StatepointPlan &Plan);

public:
  FunctionRewriter(Function &F, const TargetTransformInfo &TTI,
                   const TargetLibraryInfo &TLI,
                   const RewriteStatepointsOptions &Options)
      : F(F), TTI(TTI), TLI(TLI), Options(Options) {}
  bool run();
};

} // end anonymous namespace

void FunctionRewriter::collect(const StackRoots &Roots) {
  for (Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      continue;
    const Intrinsic::ID ID = Call->getIntrinsicID();
    if (ID == Intrinsic::experimental_gc_get_pointer_base ||
        ID == Intrinsic::experimental_gc_get_pointer_offset)
      Queries.push_back(cast<CallInst>(Call));
    else if (!needsStatepoint(*Call, TLI))
      continue;
    else if (Options.CopiesNeedDeoptState && isElementCopy(*Call) &&
             !Call->hasDeoptState()) {
      // Nobody has forgotten it.
      Call->addFnAttr(Attribute::get(F.getContext(), "gc-leaf-function"));
    } else {
      Safepoints.push_back(Call);
      Objects.emplace_back(Roots.at(*Call));
    }
  }
}

void FunctionRewriter::lowerCopies(GCBaseMaterializer &Materializer) {
  for (CallBase *&Call : Safepoints)
    if (isElementCopy(*Call))
      Call = lowerElementCopy(*Call, Materializer);
}

/// Reports what has no base. Mostly the verification of the input does.
static void reportUnknown(const GCBaseMaterializer &Materializer) {
  for (const Instruction *I : Materializer.unknown())
    diagnoseStatepointInput(*I,
                            "its base is needed, but not known; use "
                            "getelementptr, or load the reference from memory");
}

/// Builds the statepoints and returns them.
SmallVector<Instruction *, 0>
FunctionRewriter::build(const SafepointStates &States, StatepointPlan &Plan) {
  MutableArrayRef<RelocatedReference> References = Plan.references();
  DenseMap<const Value *, unsigned> Results;
  for (unsigned I = 0; I != References.size(); ++I)
    if (isa<CallBase>(References[I].V))
      Results[References[I].V] = I;

  SmallVector<Instruction *, 0> Tokens;
  for (unsigned Number = 0; Number != Safepoints.size(); ++Number) {
    CallBase &Call = *Safepoints[Number];
    const auto *Invoke = dyn_cast<InvokeInst>(&Call);
    const unsigned Behind = Invoke ? States.getIn(*Invoke->getNormalDest())
                                   : States.getBehind(Number);
    const unsigned InPad = Invoke ? States.getIn(*Invoke->getUnwindDest()) : 0;
    auto Result = Results.find(&Call);

    SmallVector<StatepointEntry, 16> Entries;
    for (const PlannedEntry &Entry : Plan.getList(Number)) {
      Entries.push_back({References[Entry.Reference].V, Entry.Base,
                         Entry.IsNeeded, Entry.IsNeededInPad});
      NumRelocates += Entry.IsNeeded + Entry.IsNeededInPad;
    }
    NumListed += Entries.size();
    ++NumStatepoints;
    BuiltStatepoint Built = buildStatepoint(Call, Entries, Objects[Number]);
    // An invoke is gone: there is one terminator.
    if (Invoke)
      Safepoints[Number] = nullptr;
    if (Result != Results.end())
      References[Result->second].V = Built.Result;
    for (const auto &[I, Entry] : enumerate(Plan.getList(Number))) {
      auto &Copies = References[Entry.Reference].Copies;
      if (Entry.IsNeeded)
        Copies.emplace_back(Behind, Built.Relocates[I]);
      if (Entry.IsNeededInPad)
        Copies.emplace_back(InPad, Built.PadRelocates[I]);
    }
    Tokens.push_back(Built.Token);
  }
  for (CallBase *Call : Safepoints)
    if (Call)
      eraseRewrittenCall(*Call);
  return Tokens;
}

bool FunctionRewriter::run() {
  DominatorTree DT(F);
  StackRoots Roots;
  const bool Changed = normalizeGCPointers(F, DT, TLI, Roots);
  collect(Roots);
  if (Safepoints.empty() && Queries.empty())
    return Changed;
  foldSingleEntryPhis(F);
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  const GCPointers Pointers(*Strategy);
  foldReturnedReferences(F, Pointers);
  splatVectorGEPs(F);
  splitSafepointEdges(Safepoints);

  GCBasePointers Bases(Pointers);
  GCBaseMaterializer Materializer(Bases);
  lowerPointerQueries(Queries, Bases, Materializer);
  if (Safepoints.empty()) {
    reportUnknown(Materializer);
    return true;
  }
  lowerCopies(Materializer);

  DT.recalculate(F);
  const SafepointStates States(F, DT, Safepoints);
  StatepointPlanOptions PlanOptions = Options.Plan;
  PlanOptions.MovesObjects = getGCStrategyTraits(F).MovesObjects;
  StatepointPlan Plan(F, States, Pointers, Bases, Materializer, TTI,
                      PlanOptions);
  reportUnknown(Materializer);
  const SmallVector<Instruction *, 0> Tokens = build(States, Plan);
  if (PlanOptions.MovesObjects)
    rewriteRelocatedUses(F, States, Tokens, Plan.references());
  return true;
}

bool llvm::rewriteStatepoints(Function &F, const TargetTransformInfo &TTI,
                              const TargetLibraryInfo &TLI,
                              const RewriteStatepointsOptions &Options) {
  const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
  const GCPointers References(*Strategy);
  bool Changed = prepareVariables(F, References);
  return (verifyStatepointInput(F, TLI) &&
          FunctionRewriter(F, TTI, TLI, Options).run()) ||
         Changed;
}

PreservedAnalyses RewriteStatepointsPass::run(Module &M,
                                              ModuleAnalysisManager &AM) {
  auto &FAM = AM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
  bool Changed = false;
  for (Function &F : M) {
    if (F.isDeclaration() || !F.hasGC() || getGCRootStrategy(F))
      continue;
    if (diagnoseWrongGCStrategy(F))
      continue;
    const std::unique_ptr<GCStrategy> Strategy = findGCStrategy(F);
    if (!Strategy || !Strategy->useRS4GC())
      continue;
    const auto &TTI = FAM.getResult<TargetIRAnalysis>(F);
    const auto &TLI = FAM.getResult<TargetLibraryAnalysis>(F);
    Changed |= rewriteStatepoints(F, TTI, TLI, Options);
  }
  if (!Changed)
    return PreservedAnalyses::all();
  stripForStatepoints(M);
  PreservedAnalyses PA;
  PA.preserve<TargetIRAnalysis>();
  PA.preserve<TargetLibraryAnalysis>();
  return PA;
}

Expected<RewriteStatepointsOptions>
RewriteStatepointsOptions::parse(StringRef Params) {
  RewriteStatepointsOptions Options = fromCommandLine();
  while (!Params.empty()) {
    auto [Param, Rest] = Params.split(';');
    Params = Rest;
    StringRef Name = Param;
    const bool IsOn = !Name.consume_front("no-");
    if (Name == "relocate-all")
      Options.Plan.RelocateAll = IsOn;
    else if (Name == "remat-at-uses")
      Options.Plan.Rematerialization.AtUses = IsOn;
    else if (Name == "copies-need-deopt")
      Options.CopiesNeedDeoptState = IsOn;
    else if (!IsOn || !Name.consume_front("remat-threshold=") ||
             Name.getAsInteger(10, Options.Plan.Rematerialization.Threshold))
      return createStringError(
          Twine("invalid rewrite-statepoints-for-gc pass parameter '") + Param +
          "'");
  }
  return Options;
}

void RewriteStatepointsPass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName2PassName) {
  static_cast<PassInfoMixin<RewriteStatepointsPass> *>(this)->printPipeline(
      OS, MapClassName2PassName);
  const RematerializationOptions &Remat = Options.Plan.Rematerialization;
  OS << "<remat-threshold=" << Remat.Threshold << ';'
     << (Options.Plan.RelocateAll ? "" : "no-") << "relocate-all;"
     << (Remat.AtUses ? "" : "no-") << "remat-at-uses;"
     << (Options.CopiesNeedDeoptState ? "" : "no-") << "copies-need-deopt>";
}
