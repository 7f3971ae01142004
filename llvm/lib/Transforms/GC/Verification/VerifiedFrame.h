//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The steps that verify<gc-roots> sees, and whether the frame is in the list.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDFRAME_H
#define LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDFRAME_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace llvm {

class BasicBlock;
class Function;
struct GCRootStrategy;
class Instruction;
class Value;
class VerifiedRules;

/// What an instruction has to do with the frame.
struct GCFrameStep {
  enum Kind : uint8_t {
    None,
    Push,
    Pop,
    Relink,
    Save,
    Restore,
    Store,
    Load,
    Safepoint
  };
  Kind What = None;
  /// Of a store or load.
  unsigned Slot = 0;
};

/// A set of ways in which the list of frames can begin.
namespace GCListState {
enum : uint8_t {
  /// As on entry: the frame is not in it.
  Out = 1,
  /// With the frame.
  In = 2,
  /// The same two behind frames of callees that were left.
  OutBelow = 4,
  InBelow = 8
};
} // end namespace GCListState

/// Follows the frame along all paths.
class VerifiedFrame {
  const GCRootStrategy &Strategy;
  const VerifiedRules &Rules;
  /// Those in front of objects.
  unsigned NumSlots = 0;
  bool HasObjects = false;
  /// By the number of the block; 0 where it is not reached.
  std::vector<uint8_t> AtStart;
  /// What was saved.
  DenseMap<const Value *, uint8_t> Saved;

  uint8_t step(GCFrameStep Step, const Instruction &I, uint8_t State,
               StringRef &Problem) const;
  bool flow(const BasicBlock &BB);

public:
  VerifiedFrame(const Function &F, const GCRootStrategy &Strategy,
                const VerifiedRules &Rules);

  /// Returns how many slots there are beside those of objects, which are not
  /// followed: whatever is in an object is protected.
  unsigned getNumSlots() const { return NumSlots; }
  /// Whether there are any. What is in them is used at any time.
  bool hasObjects() const { return HasObjects; }
  GCFrameStep getStep(const Instruction &I) const;
  uint8_t getAtStart(const BasicBlock &BB) const;

  /// Returns the states after \p I, and sets \p Problem if it must not be
  /// executed in one of \p States.
  uint8_t advance(const Instruction &I, uint8_t States,
                  StringRef &Problem) const;
  /// Returns the states on an edge, from those at the end of \p From.
  uint8_t getOnEdge(const BasicBlock &From, const BasicBlock &To,
                    uint8_t States) const;
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_VERIFICATION_VERIFIEDFRAME_H
