//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DevirtualizationPipeline.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Devirtualization/AnnotateVirtualCalls.h"
#include "llvm/Transforms/Devirtualization/CacheDynamicCasts.h"
#include "llvm/Transforms/Devirtualization/DropUnnamedTypeInfo.h"
#include "llvm/Transforms/Devirtualization/FoldDynamicCasts.h"
#include "llvm/Transforms/Devirtualization/FoldObjectMethods.h"
#include "llvm/Transforms/Devirtualization/ForwardUnnamedMethods.h"
#include "llvm/Transforms/Devirtualization/GuardedDevirtualization.h"
#include "llvm/Transforms/Devirtualization/KeepObjectVTables.h"
#include "llvm/Transforms/Devirtualization/PeelGuardedLoops.h"
#include "llvm/Transforms/Devirtualization/PropagateTypeTests.h"
#include "llvm/Transforms/Devirtualization/PropagateVTablePointers.h"
#include "llvm/Transforms/Devirtualization/ReloadVTablePointers.h"
#include "llvm/Transforms/Devirtualization/SimplifyMarked.h"
#include "llvm/Transforms/Devirtualization/StripInvariantGroupsPass.h"
#include "llvm/Transforms/Devirtualization/StripLastInvariantGroups.h"
#include "llvm/Transforms/Devirtualization/TrimDevirtualization.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopIdiomRecognize.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/MemCpyOptimizer.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/SplitVTables.h"
#include "llvm/Transforms/Utils/StripInvariantGroups.h"
#include <iterator>
#include <optional>

using namespace llvm;

using Place = DevirtualizationStage::Place;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static constexpr StringLiteral PlaceNames[] = {"start", "early", "late", "end"};

static constexpr std::pair<ThinOrFullLTOPhase, StringLiteral> PhaseNames[] = {
    {ThinOrFullLTOPhase::ThinLTOPreLink, "thinlto-pre-link"},
    {ThinOrFullLTOPhase::ThinLTOPostLink, "thinlto"},
    {ThinOrFullLTOPhase::FullLTOPreLink, "lto-pre-link"},
    {ThinOrFullLTOPhase::FullLTOPostLink, "lto"}};

static ArrayRef<std::pair<OptimizationLevel, StringRef>> getLevelNames() {
  static const std::pair<OptimizationLevel, StringRef> Names[] = {
      {OptimizationLevel::O0, "O0"}, {OptimizationLevel::O1, "O1"},
      {OptimizationLevel::O2, "O2"}, {OptimizationLevel::O3, "O3"},
      {OptimizationLevel::Os, "Os"}, {OptimizationLevel::Oz, "Oz"}};
  return Names;
}

Expected<DevirtualizationStage> DevirtualizationStage::parse(StringRef Params) {
  DevirtualizationStage Stage;
  const auto [PlaceName, Rest] = Params.split(';');
  const auto *Found = find(PlaceNames, PlaceName);
  if (Found == std::end(PlaceNames))
    return createStringError("invalid managed-devirtualize parameters '" +
                             Params +
                             "': the first must be start, early, late or end");
  Stage.Where = Place(std::distance(std::begin(PlaceNames), Found));
  for (StringRef Param : split(Rest, ';')) {
    const auto *Phase = find_if(
        PhaseNames, [&](const auto &Entry) { return Entry.second == Param; });
    const auto Level = find_if(getLevelNames(), [&](const auto &Entry) {
      return Entry.second == Param;
    });
    if (Phase != std::end(PhaseNames))
      Stage.Phase = Phase->first;
    else if (Level != getLevelNames().end())
      Stage.Level = Level->first;
    else if (!Param.empty())
      return createStringError("invalid managed-devirtualize parameter '" +
                               Param + "': it is neither a phase nor a level");
  }
  if (Stage.Where == Place::Late && Stage.Level == OptimizationLevel::O0)
    return createStringError("invalid managed-devirtualize parameters '" +
                             Params + "': O0 has no late stage");
  return Stage;
}

void ManagedDevirtualizePass::printPipeline(
    raw_ostream &OS, function_ref<StringRef(StringRef)> MapClassName) {
  OS << MapClassName("ManagedDevirtualizePass") << '<'
     << PlaceNames[size_t(Stage.Where)] << ';';
  for (const auto &[Phase, Name] : PhaseNames)
    if (Phase == Stage.Phase)
      OS << Name << ';';
  for (const auto &[Level, Name] : getLevelNames())
    if (Level == Stage.Level)
      OS << Name << '>';
}

//===----------------------------------------------------------------------===//
// Function passes for marked functions
//===----------------------------------------------------------------------===//

/// \returns the passes for functions whose launders were in the way of memory
/// and loop passes. This is less than the whole function simplification, since
/// few functions gain anything.
static FunctionPassManager buildBarrierCleanup(const PipelineTuningOptions &PTO,
                                               OptimizationLevel Level) {
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(createFunctionToLoopPassAdaptor(
      LICMPass(PTO.LicmMssaOptCap, PTO.LicmMssaNoAccForPromotionCap,
               /*AllowSpeculation=*/true),
      /*UseMemorySSA=*/true));
  LoopPassManager LPM;
  LPM.addPass(LoopIdiomRecognizePass());
  LPM.addPass(IndVarSimplifyPass());
  LPM.addPass(LoopDeletionPass());
  LPM.addPass(LoopFullUnrollPass(Level.getSpeedupLevel(),
                                 /*OnlyWhenForced=*/!PTO.LoopUnrolling,
                                 PTO.ForgetAllSCEVInLoopUnroll));
  FPM.addPass(
      createFunctionToLoopPassAdaptor(std::move(LPM), /*UseMemorySSA=*/false));
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  if (Level.getSpeedupLevel() > 1)
    FPM.addPass(GVNPass());
  FPM.addPass(MemCpyOptPass());
  FPM.addPass(DSEPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(
      SimplifyCFGPass(SimplifyCFGOptions().convertSwitchRangeToICmp(true)));
  return FPM;
}

/// \returns the passes for functions in which the result of a dynamic cast has
/// become known: the vtable of that object is known with it.
static FunctionPassManager buildKnownCastCleanup() {
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(GVNPass());
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  return FPM;
}

/// \returns the passes for functions with peeled loops: the peeled iteration
/// dominates the others, so that their guards leave the loop.
static FunctionPassManager buildPeeledLoopCleanup() {
  FunctionPassManager FPM;
  FPM.addPass(GVNPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(
      SimpleLoopUnswitchPass(/*NonTrivial=*/true), /*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  return FPM;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

namespace {

/// Builds the passes of one stage, for modules that ask for devirtualization or
/// only for barriers.
class StageBuilder {
  PassBuilder &PB;
  const PipelineTuningOptions &PTO;
  const DevirtualizationStage &Stage;
  const bool Asked;
  ModulePassManager MPM;

  void addToFunctions(FunctionPassManager FPM) {
    MPM.addPass(createModuleToFunctionPassAdaptor(
        std::move(FPM), PTO.EagerlyInvalidateAnalyses));
  }

  template <typename PassT>
  void addToFunctions(PassT Pass, FunctionPassManager Cleanup) {
    FunctionPassManager FPM;
    FPM.addPass(std::move(Pass));
    FPM.addPass(SimplifyMarkedPass(std::move(Cleanup)));
    addToFunctions(std::move(FPM));
  }

  void addStart();
  void addEarly();
  void addGuards();
  void addLate();
  void addEnd();

public:
  StageBuilder(PassBuilder &PB, const PipelineTuningOptions &PTO,
               const DevirtualizationStage &Stage, bool Asked)
      : PB(PB), PTO(PTO), Stage(Stage), Asked(Asked) {}

  ModulePassManager build();
};

} // namespace

void StageBuilder::addStart() {
  using When = StripInvariantGroupsPass::When;
  const bool IsPostLink = Stage.Phase == ThinOrFullLTOPhase::ThinLTOPostLink ||
                          Stage.Phase == ThinOrFullLTOPhase::FullLTOPostLink;
  MPM.addPass(
      StripInvariantGroupsPass(IsPostLink ? When::UnlessOnly : When::IfMixed));
  if (Asked || Stage.Phase != ThinOrFullLTOPhase::None)
    MPM.addPass(DropUnnamedTypeInfoPass());
  if (Asked && Stage.Phase == ThinOrFullLTOPhase::None) {
    MPM.addPass(TrimDevirtualizationPass());
    MPM.addPass(ForwardUnnamedMethodsPass());
    MPM.addPass(AnnotateVirtualCallsPass());
  } else if (!IsPostLink) {
    MPM.addPass(ForwardUnnamedMethodsPass());
  } else if (Asked && Stage.Phase == ThinOrFullLTOPhase::ThinLTOPostLink &&
             Stage.Level != OptimizationLevel::O0) {
    // There is no place between whole-program devirtualization, which needs the
    // tests, and the pass that drops them.
    MPM.addPass(AnnotateVirtualCallsPass(/*KeepTests=*/true));
  }
  if (Stage.Level != OptimizationLevel::O0)
    MPM.addPass(KeepObjectVTablesPass());
}

void StageBuilder::addEarly() {
  if (!Asked)
    return;
  if (Stage.Phase == ThinOrFullLTOPhase::FullLTOPostLink)
    MPM.addPass(AnnotateVirtualCallsPass());
  MPM.addPass(GuardedDevirtualizationPass(/*IsLast=*/false));
}

void StageBuilder::addGuards() {
  MPM.addPass(PropagateVTablePointersPass());
  MPM.addPass(GuardedDevirtualizationPass());
  FunctionPassManager FPM;
  FPM.addPass(SimplifyMarkedPass(
      PB.buildFunctionSimplificationPipeline(Stage.Level, Stage.Phase)));
  if (Stage.Level.getSpeedupLevel() > 1) {
    FPM.addPass(PeelGuardedLoopsPass());
    FPM.addPass(SimplifyMarkedPass(buildPeeledLoopCleanup()));
  }
  addToFunctions(std::move(FPM));
}

void StageBuilder::addLate() {
  if (Stage.Phase == ThinOrFullLTOPhase::FullLTOPostLink) {
    // Full LTO has not run anything that finds vtables and folds casts. It goes
    // on with these passes once more.
    FunctionPassManager FPM;
    FPM.addPass(createFunctionToLoopPassAdaptor(
        LICMPass(PTO.LicmMssaOptCap, PTO.LicmMssaNoAccForPromotionCap,
                 /*AllowSpeculation=*/true),
        /*UseMemorySSA=*/true));
    FPM.addPass(GVNPass());
    FPM.addPass(ManagedFoldCastsPass());
    addToFunctions(std::move(FPM));
  }
  if (Asked && Stage.Phase != ThinOrFullLTOPhase::ThinLTOPreLink)
    addGuards();
  FunctionPassManager FPM;
  FPM.addPass(LowerDynamicCastsPass());
  FPM.addPass(ReleaseObjectVTablesPass());
  if (Stage.Phase != ThinOrFullLTOPhase::ThinLTOPreLink) {
    FPM.addPass(StripLastInvariantGroupsPass());
    FPM.addPass(SimplifyMarkedPass(buildBarrierCleanup(PTO, Stage.Level)));
  }
  addToFunctions(std::move(FPM));
  if (Stage.Phase == ThinOrFullLTOPhase::None) {
    MPM.addPass(NameOwnVTablesPass());
    MPM.addPass(LowerVTableForwardersPass());
  }
  // The full LTO pipeline has no extension point at its end.
  if (Asked && Stage.Phase == ThinOrFullLTOPhase::FullLTOPostLink)
    MPM.addPass(CacheDynamicCastsPass());
}

void StageBuilder::addEnd() {
  const bool IsPreLink = Stage.Phase == ThinOrFullLTOPhase::ThinLTOPreLink ||
                         Stage.Phase == ThinOrFullLTOPhase::FullLTOPreLink;
  FunctionPassManager FPM;
  if (IsPreLink) {
    FPM.addPass(ReleaseObjectVTablesPass());
    FPM.addPass(PropagateTypeTestsPass());
  } else {
    FPM.addPass(ReloadVTablePointersPass());
  }
  addToFunctions(std::move(FPM));
  if (IsPreLink)
    MPM.addPass(LowerVTableForwardersPass(/*All=*/true));
  if (Asked)
    MPM.addPass(CacheDynamicCastsPass(/*OnlyDeclare=*/IsPreLink));
}

ModulePassManager StageBuilder::build() {
  switch (Stage.Where) {
  case Place::Start:
    addStart();
    break;
  case Place::Early:
    addEarly();
    break;
  case Place::Late:
    addLate();
    break;
  case Place::End:
    addEnd();
    break;
  }
  return std::move(MPM);
}

/// \returns whether the pipeline of \p Stage has a pass there.
static bool isUsed(const DevirtualizationStage &Stage) {
  const ThinOrFullLTOPhase Phase = Stage.Phase;
  switch (Stage.Where) {
  case Place::Start:
    return true;
  case Place::Early:
    return Phase != ThinOrFullLTOPhase::ThinLTOPreLink &&
           Phase != ThinOrFullLTOPhase::FullLTOPreLink;
  case Place::Late:
    return Phase != ThinOrFullLTOPhase::FullLTOPreLink;
  case Place::End:
    return Phase != ThinOrFullLTOPhase::FullLTOPostLink;
  }
  llvm_unreachable("covered switch");
}

//===----------------------------------------------------------------------===//
// The passes
//===----------------------------------------------------------------------===//

ManagedDevirtualizePass::ManagedDevirtualizePass(
    PassBuilder &PB, const PipelineTuningOptions &PTO,
    const DevirtualizationStage &Stage)
    : Stage(Stage), Asked(StageBuilder(PB, PTO, Stage, /*Asked=*/true).build()),
      Always(StageBuilder(PB, PTO, Stage, /*Asked=*/false).build()) {}

PreservedAnalyses ManagedDevirtualizePass::run(Module &M,
                                               ModuleAnalysisManager &AM) {
  if (isDevirtualized(M))
    return Asked.run(M, AM);
  if (hasStrictVTablePointers(M))
    return Always.run(M, AM);
  return PreservedAnalyses::all();
}

ManagedFoldCastsPass::ManagedFoldCastsPass() {
  Passes.addPass(FoldObjectMethodsPass());
  Passes.addPass(FoldDynamicCastsPass());
  Passes.addPass(SimplifyMarkedPass(buildKnownCastCleanup()));
}

PreservedAnalyses ManagedFoldCastsPass::run(Function &F,
                                            FunctionAnalysisManager &AM) {
  return hasStrictVTablePointers(*F.getParent()) ? Passes.run(F, AM)
                                                 : PreservedAnalyses::all();
}

bool llvm::isInstrumentedProfile(const std::optional<PGOOptions> &Options) {
  return Options && (Options->Action == PGOOptions::IRInstr ||
                     Options->Action == PGOOptions::IRUse);
}

void llvm::addDevirtualization(ModulePassManager &MPM, PassBuilder &PB,
                               const PipelineTuningOptions &PTO, Place Where,
                               OptimizationLevel Level,
                               ThinOrFullLTOPhase Phase) {
  const DevirtualizationStage Stage{Where, Phase, Level};
  if (isUsed(Stage))
    MPM.addPass(ManagedDevirtualizePass(PB, PTO, Stage));
}
