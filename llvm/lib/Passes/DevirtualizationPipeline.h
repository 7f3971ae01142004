//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What -fdevirtualize and -fstrict-vtable-pointers add to the default
/// pipelines: one pass at each place, which does nothing unless the module asks
/// for it.
///
/// A module asks by a module flag: "managed-devirtualize" with a value other
/// than zero, which clang sets for -fdevirtualize, or "StrictVTablePointers",
/// which clang sets for -fstrict-vtable-pointers and -fdevirtualize. No option
/// is needed, so link time optimization does what the compiler was asked for.
///
///   place  phase             the first flag  either flag
///   -----  ----------------  --------------  -------------------------------
///   start  none, pre-link                    strip-invariant-groups<if-mixed>
///          none              trim-devirtualization, annotate-virtual-calls
///          none, pre-link                    forward-unnamed-methods
///          thinlto, lto strip-invariant-groups<unless-only>
///          thinlto           annotate-virtual-calls<keep-tests>
///          all                               keep-object-vtables
///   early  none, thinlto     guarded-devirtualization<early>
///          lto               annotate-virtual-calls,
///                            guarded-devirtualization<early>
///   late   none, thinlto,    propagate-vtable-pointers,
///          lto               guarded-devirtualization, peel-guarded-loops
///          all but                           lower-dynamic-casts,
///          lto-pre-link                      release-object-vtables
///          none, thinlto,                    strip-last-invariant-groups
///          lto
///          none                              name-own-vtables,
///                                            lower-vtable-forwarders
///          lto               cache-dynamic-casts
///   end    none, thinlto                     reload-vtable-pointers
///          none, thinlto     cache-dynamic-casts
///          pre-link          cache-dynamic-casts<declare>
///          pre-link                          release-object-vtables,
///                                            propagate-type-tests,
///                                            lower-vtable-forwarders<all>
///
/// managed-fold-casts is the same for the function pipelines of -O2 and more:
/// fold-object-methods and fold-dynamic-casts.
/// Each pass that marks functions (SimplifyMarked.h) is followed by the
/// function passes that pay there.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_PASSES_DEVIRTUALIZATIONPIPELINE_H
#define LLVM_LIB_PASSES_DEVIRTUALIZATIONPIPELINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Pass.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/PGOOptions.h"
#include <optional>

namespace llvm {

class Function;
class Module;
class PassBuilder;
class PipelineTuningOptions;

/// One place in one of the default pipelines.
struct DevirtualizationStage {
  enum class Place { Start, Early, Late, End };

  Place Where = Place::Start;
  ThinOrFullLTOPhase Phase = ThinOrFullLTOPhase::None;
  OptimizationLevel Level = OptimizationLevel::O2;

  /// Parses the parameters of managed-devirtualize, such as "late;lto;O2": a
  /// place, a phase unless it is none, and a level.
  static Expected<DevirtualizationStage> parse(StringRef Params);
};

class ManagedDevirtualizePass : public PassInfoMixin<ManagedDevirtualizePass> {
public:
  ManagedDevirtualizePass(PassBuilder &PB, const PipelineTuningOptions &PTO,
                          const DevirtualizationStage &Stage);

  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  void printPipeline(raw_ostream &OS,
                     function_ref<StringRef(StringRef)> MapClassName);

  /// Stripping barriers is necessary, not an optimization.
  static bool isRequired() { return true; }

private:
  DevirtualizationStage Stage;
  /// For modules that ask by the first flag.
  ModulePassManager Asked;
  /// For modules that ask by the second flag only.
  ModulePassManager Always;
};

class ManagedFoldCastsPass : public PassInfoMixin<ManagedFoldCastsPass> {
public:
  ManagedFoldCastsPass();

  PreservedAnalyses run(Function &F, FunctionAnalysisManager &AM);

private:
  FunctionPassManager Passes;
};

/// \returns whether code is instrumented for a profile, or the profile of such
/// code is used. The early guards are made after that then: they would change
/// what is instrumented, and the profile tells the methods.
bool isInstrumentedProfile(const std::optional<PGOOptions> &Options);

/// Adds the pass for \p Where, if the pipeline has one there.
void addDevirtualization(ModulePassManager &MPM, PassBuilder &PB,
                         const PipelineTuningOptions &PTO,
                         DevirtualizationStage::Place Where,
                         OptimizationLevel Level,
                         ThinOrFullLTOPhase Phase = ThinOrFullLTOPhase::None);

} // namespace llvm

#endif // LLVM_LIB_PASSES_DEVIRTUALIZATIONPIPELINE_H
