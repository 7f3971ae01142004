//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a runtime wants of late root placement.
///
/// References stay SSA values until the end of optimization. Then each
/// safepoint gets what it has to know: the references that are live there lie
/// in slots of a *frame*, which is memory of the function that the collector
/// finds through a list of frames.
///
/// A function names its strategy with `gc "name"`. Front ends whose functions
/// have no such attribute name it once, in the module flag "gc-root-strategy".
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_GCROOTSTRATEGY_H
#define LLVM_TRANSFORMS_GC_GCROOTSTRATEGY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Registry.h"
#include "llvm/Transforms/GC/GCRootRules.h"
#include <memory>

namespace llvm {

class DominatorTree;
class Function;
class GCFrameLowering;
class TargetLibraryInfo;
class VerifiedRules;

/// Where references are stored to their slots.
enum class GCStoreRule : uint8_t {
  /// In front of the first safepoint that needs the slot and is not after
  /// another one on all paths.
  Lazy,
  /// At the least cost; see llvm/Analysis/GCStorePlacement.h.
  Optimal,
};

struct GCRootStrategy {
  /// The name after `gc`.
  StringRef Name;
  GCPointers Pointers;
  /// Whether what lies in slots changes at safepoints. All copies of it are
  /// loaded again then.
  bool MovesObjects = false;
  GCStoreRule Stores = GCStoreRule::Optimal;
  /// What cannot be seen in types. Who else keeps objects is only asked if they
  /// do not move.
  const GCRootRules *Rules = &getDefaultGCRootRules();
  /// Whether the frame is the innermost one from the start to the end instead
  /// of only where it is needed.
  bool IsAlwaysLinked = false;
  /// Whether frames have a place for stack objects that hold references among
  /// other words.
  bool HasMixedObjects = false;
  /// Whether the runtime itself makes the frame that catches an exception, or
  /// to which a call returns twice, the innermost one.
  bool RuntimeRestoresFrames = false;
  /// Returns what makes instructions of the parts of the frame of \p F: its
  /// layout and who knows the innermost one.
  std::unique_ptr<GCFrameLowering> (*CreateLowering)(
      Function &F, const GCRootStrategy &Strategy) = nullptr;
  /// Returns what verify<gc-roots> has to know of \p F beside this; it shares
  /// nothing with Rules.
  std::unique_ptr<VerifiedRules> (*CreateVerifiedRules)(
      const Function &F, const TargetLibraryInfo &TLI,
      const DominatorTree &DT) = nullptr;
  /// What the names of the functions begin with that stand for the parts of a
  /// frame between placement and lowering; see LowerGCFrame.h.
  StringRef Prefix = "managed";
};

/// A strategy of another library, registered as upstream's GC strategies are:
///
///   static GCRootStrategyRegistry::Add<MyStrategy> X("my-strategy", "...");
///
/// in a file that the linker needs for another reason. The name is ignored in
/// favor of the strategy's own. RegisterGCStrategyTraits tells code generation
/// of it (HasFrames), so that functions whose frames were forgotten are errors
/// that say so.
class LLVM_ABI GCRootStrategyProvider {
public:
  virtual ~GCRootStrategyProvider();
  virtual GCRootStrategy getStrategy() const = 0;
};

using GCRootStrategyRegistry = Registry<GCRootStrategyProvider>;

extern template class LLVM_TEMPLATE_ABI Registry<GCRootStrategyProvider>;

/// Returns all strategies with frames, in the order of their names. Those that
/// are registered after the first call are not among them.
LLVM_ABI ArrayRef<GCRootStrategy> getGCRootStrategies();

/// Returns the strategy of \p F, or null if it has none with frames.
LLVM_ABI const GCRootStrategy *getGCRootStrategy(const Function &F);

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_GCROOTSTRATEGY_H
