//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which slot of a frame holds what, with as few slots as there are roots at
/// one safepoint.
///
/// The *positions* of a function are its safepoints and the starts and ends of
/// its blocks, in an order in which those of one block are consecutive. A *web*
/// is a set of positions at which a slot holds one value, because it was stored
/// before and is needed later. Webs with a position in common need different
/// slots.
///
/// Webs get slots in the order of their first positions, as linear scan does
/// with the holes in the lives of values (Traub, Holloway and Smith, "Quality
/// and Speed in Linear-scan Register Allocation", 1998):
///
///   1. a slot whose webs all end before this one begins,
///   2. a new slot, if there are fewer than the limit,
///   3. a slot in whose holes the web fits.
///
/// The limit is the largest number of roots at one safepoint. A web that fits
/// nowhere is for the caller to store again before its safepoints, one by
/// one. If what occupies a slot at a safepoint is a root there, then there is a
/// slot left for each. Where others keep an object between two safepoints that
/// need its slot, it may take one more.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_ANALYSIS_GCSLOTALLOCATION_H
#define LLVM_ANALYSIS_GCSLOTALLOCATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/IntervalMap.h"
#include "llvm/Support/Compiler.h"
#include <deque>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

namespace llvm {

/// Positions, from the first to the last.
struct GCSlotRange {
  unsigned First, Last;
};

/// Gives slots to one web after the other.
class GCSlotAllocator {
  using RangeMap =
      IntervalMap<unsigned, char, 4, IntervalMapHalfOpenInfo<unsigned>>;
  using EndAndSlot = std::pair<unsigned, unsigned>;

  const unsigned Limit;
  unsigned NumSlots = 0;
  RangeMap::Allocator Allocator;
  /// What is occupied, for each slot.
  std::deque<RangeMap> Occupied;
  /// Where the last web of each slot ends.
  std::vector<unsigned> Ends;
  /// The same, with the earliest first. Some are out of date.
  std::priority_queue<EndAndSlot, std::vector<EndAndSlot>,
                      std::greater<EndAndSlot>>
      ByEnd;

  unsigned addSlot();
  bool fits(unsigned Slot, ArrayRef<GCSlotRange> Web) const;
  unsigned occupy(unsigned Slot, ArrayRef<GCSlotRange> Web);
  std::optional<unsigned> findEnded(unsigned Position);

public:
  /// How many slots are tried by rule 3.
  static constexpr unsigned MaxTries = 64;

  explicit GCSlotAllocator(unsigned Limit) : Limit(Limit) {}

  /// Returns a slot for a web of sorted and disjoint ranges. Webs have to come
  /// in the order of their first positions.
  LLVM_ABI std::optional<unsigned> allocate(ArrayRef<GCSlotRange> Web);

  /// Returns a slot that is free at \p Position, a new one if there is none.
  /// May be called between and after webs.
  LLVM_ABI unsigned allocateAt(unsigned Position);

  /// The number of slots that were given away.
  unsigned size() const { return NumSlots; }
};

} // end namespace llvm

#endif // LLVM_ANALYSIS_GCSLOTALLOCATION_H
