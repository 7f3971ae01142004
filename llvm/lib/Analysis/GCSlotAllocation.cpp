//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "llvm/Analysis/GCSlotAllocation.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

unsigned GCSlotAllocator::addSlot() {
  Occupied.emplace_back(Allocator);
  Ends.push_back(0);
  return NumSlots++;
}

bool GCSlotAllocator::fits(unsigned Slot, ArrayRef<GCSlotRange> Web) const {
  return none_of(Web, [&](const GCSlotRange &Range) {
    return Occupied[Slot].overlaps(Range.First, Range.Last + 1);
  });
}

unsigned GCSlotAllocator::occupy(unsigned Slot, ArrayRef<GCSlotRange> Web) {
  for (const GCSlotRange &Range : Web)
    Occupied[Slot].insert(Range.First, Range.Last + 1, 0);
  const unsigned End = Web.back().Last + 1;
  if (Ends[Slot] < End) {
    Ends[Slot] = End;
    ByEnd.push({End, Slot});
  }
  return Slot;
}

/// Rule 1.
std::optional<unsigned> GCSlotAllocator::findEnded(unsigned Position) {
  while (!ByEnd.empty() && ByEnd.top().first <= Position) {
    const auto [End, Slot] = ByEnd.top();
    ByEnd.pop();
    if (Ends[Slot] == End)
      return Slot;
  }
  return std::nullopt;
}

std::optional<unsigned> GCSlotAllocator::allocate(ArrayRef<GCSlotRange> Web) {
  if (auto Slot = findEnded(Web.front().First))
    return occupy(*Slot, Web);
  if (NumSlots < Limit)
    return occupy(addSlot(), Web);
  for (unsigned Slot = 0; Slot != std::min(NumSlots, MaxTries); ++Slot)
    if (fits(Slot, Web))
      return occupy(Slot, Web);
  return std::nullopt;
}

unsigned GCSlotAllocator::allocateAt(unsigned Position) {
  const GCSlotRange Web{Position, Position};
  for (unsigned Slot = 0; Slot != NumSlots; ++Slot)
    if (fits(Slot, Web))
      return occupy(Slot, Web);
  return occupy(addSlot(), Web);
}
