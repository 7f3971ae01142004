//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether the code treats as references what its safepoints say are some.
///
/// - What is a root at one safepoint was one at any safepoint before it since
///   which nothing has been put there: otherwise it is stale.
/// - What is a root at one safepoint and is used, unchanged, after another is
///   one there, too: otherwise it is lost.
///
/// Compilers keep most of this, so what does not hold is only suspicious.
/// Whatever is not understood, such as a frame whose address goes elsewhere,
/// holds. A call at which nothing is kept may be one that does not return, and
/// what follows it, if that is reached in other ways too, another block.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_PLACEFLOW_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_PLACEFLOW_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Object/ManagedStackMaps.h"
#include <string>
#include <vector>

namespace llvm {
namespace managed_maps {

class Decoder;
class Flow;
class FrameAccesses;
class FunctionCode;

/// A safepoint and the places that it lists.
struct PlacesAtCall {
  /// \p Point is normalized and has \p Frame.
  PlacesAtCall(const object::StackMapSafepoint &Point,
               const object::StackMapFrame &Frame, unsigned Call);

  /// The number of the instruction.
  unsigned Call;
  /// Those of roots and derived pointers that count from the CFA or are
  /// registers.
  SmallVector<object::StackMapLocation, 8> Listed;
  /// Distances from the CFA, [first, second), that are used otherwise: by
  /// deoptimization, or for registers of the caller.
  SmallVector<std::pair<int64_t, int64_t>, 8> Other;
  /// It uses no other places in the frame.
  bool IsComplete = true;
  /// It lists nothing but what deoptimization is told of. That is all there is
  /// at a call that does not return.
  bool KeepsNothing = true;
};

/// What is suspicious of a safepoint.
struct PlaceFinding {
  /// Its position.
  size_t Safepoint;
  StringRef Rule;
  std::string Message;
};

/// Checks \p Safepoints, all of the function \p F, which are not two at one
/// call.
void checkPlaceFlow(const FunctionCode &F, const Flow &Ways,
                    const FrameAccesses &Accesses, const Decoder &D,
                    ArrayRef<PlacesAtCall> Safepoints,
                    std::vector<PlaceFinding> &Findings);

/// An instruction, by its number, that puts a value into a place of the frame
/// that neither the code nor a safepoint uses, and is all that uses the value.
struct UnusedStore {
  unsigned Instruction;
  object::StackMapLocation Place;
};

/// Finds those of \p F, whose safepoints \p Safepoints are.  Compilers leave
/// few, so places that safepoints do not tell are likely to be lost.
std::vector<UnusedStore> findUnusedStores(const FunctionCode &F,
                                          const Flow &Ways,
                                          const FrameAccesses &Accesses,
                                          const Decoder &D,
                                          ArrayRef<PlacesAtCall> Safepoints);

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_PLACEFLOW_H
