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

namespace llvm {

class Function;

/// What frames look like and who knows the innermost one.
enum class GCFrameLayout : uint8_t {
  /// That of upstream's strategy "shadow-stack": the outer frame, the frame
  /// map { i32 slots, i32 0 }, the slots. The innermost frame is in the
  /// variable `llvm_gc_root_chain`, which is thread-local unless the module
  /// declares it otherwise.
  ShadowStack,
};

/// Where references are stored to their slots.
enum class GCStoreRule : uint8_t {
  /// In front of the first safepoint that needs the slot and is not behind
  /// another one on all ways.
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
  GCFrameLayout Layout = GCFrameLayout::ShadowStack;
  /// What the names of the functions begin with that stand for the parts of a
  /// frame between placement and lowering; see LowerGCFrame.h.
  StringRef Prefix = "managed";
};

/// What lower-gc-frame puts on functions whose strategy is that of the module:
/// they have none any longer.
constexpr StringLiteral GCFrameLoweredAttribute = "gc-frame-lowered";

/// Returns all strategies with frames, in the order of their names.
LLVM_ABI ArrayRef<GCRootStrategy> getGCRootStrategies();

/// Returns the strategy of \p F, or null if it has none with frames.
LLVM_ABI const GCRootStrategy *getGCRootStrategy(const Function &F);

} // end namespace llvm

#endif // LLVM_TRANSFORMS_GC_GCROOTSTRATEGY_H
