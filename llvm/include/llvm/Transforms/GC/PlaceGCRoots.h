//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Places the roots of functions that have a strategy with frames
/// (GCRootStrategy.h): whatever is live across a safepoint is in a slot of the
/// function's frame there. Runs when optimization is over.
///
///   0. References become values of their own, and what is not supported is
///      reported (GCRootInput.h); such a function stays as it is.
///   1. Which base pointers are live across which safepoints
///      (lib/Transforms/GC/Frames/GCRoots.h).
///   2. Where each is stored, and in which slot (GCSlotPlan.h). There are as
///      many slots as roots at one safepoint, at most.
///   3. The frame is made, linked before the first store on each path, and
///      unlinked before returns. A landing pad or a second return of a
///      call makes it the innermost frame again: frames of callees that were
///      left are still linked then.
///   4. If objects move, whatever is used after a safepoint is loaded from its
///      slot again (GCReloads.h).
///
/// Parts of frames are calls of functions (GCFrameFunctions.h), which
/// lower-gc-frame turns into instructions. Calls are no tail calls any longer
/// and callees at safepoints may access any memory, so that no store to a slot
/// is taken for dead.
///
/// The rules of the strategy (GCRootRules.h) say which calls are *safepoints*.
/// What was written for placement alone stays, as the verifier has to see it,
/// until frames are lowered. Loads from objects are not invariant any longer.
///
/// Time is linear in the instructions, and for each root in the blocks in which
/// it is live.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TRANSFORMS_GC_PLACEGCROOTS_H
#define LLVM_TRANSFORMS_GC_PLACEGCROOTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"
#include <optional>

namespace llvm {

/// What placement leaves at loads of references that were `!invariant.load`.
constexpr StringLiteral GCWasInvariantMetadata = "gc-was-invariant";

struct PlaceGCRootsOptions {
  /// Instead of what the strategy says.
  std::optional<GCStoreRule> Stores;
  /// Whether what was written for placement alone is lowered at once.
  bool LowersPlaced = false;

  /// Parses "lazy" or "optimal".
  LLVM_ABI static Expected<PlaceGCRootsOptions> parse(StringRef Params);
};

class Function;
class TargetLibraryInfo;

class PlaceGCRootsPass : public PassInfoMixin<PlaceGCRootsPass> {
  PlaceGCRootsOptions Options;

public:
  explicit PlaceGCRootsPass(PlaceGCRootsOptions Options = {})
      : Options(Options) {}

  LLVM_ABI PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM);
  LLVM_ABI void
  printPipeline(raw_ostream &OS,
                function_ref<StringRef(StringRef)> MapClassName2PassName);
  static bool isRequired() { return true; }
};

/// Does that with \p F. Returns true if it changed, and false if there is a
/// frame already or something is not supported, which is reported.
LLVM_ABI bool placeGCRoots(Function &F, const GCRootStrategy &Strategy,
                           const PlaceGCRootsOptions &Options,
                           const TargetLibraryInfo &TLI);

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_PLACEGCROOTS_H
