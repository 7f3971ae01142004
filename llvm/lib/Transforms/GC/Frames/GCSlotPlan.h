//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where all roots of a function are stored: the webs of each
/// (GCWebs.h) in slots (llvm/Analysis/GCSlotAllocation.h).
///
/// There are as many slots as roots at the safepoint that has the most. What is
/// live across a call that returns twice has slots of its own in addition: the
/// second time, they must not hold what came between.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TRANSFORMS_GC_FRAMES_GCSLOTPLAN_H
#define LLVM_LIB_TRANSFORMS_GC_FRAMES_GCSLOTPLAN_H

#include "GCWebs.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <optional>
#include <vector>

namespace llvm {

class GCControlFlow;
class GCRoots;
class SafepointStates;

/// A store of a root, or of one element of it.
struct GCPlannedStore {
  unsigned Root, Element, Slot;
  GCStorePlace Place;
};

class GCSlotPlan {
  const GCControlFlow &Flow;
  /// A slot that holds an element of a root at these positions of a block.
  struct Holding {
    unsigned Element, Slot;
    GCSlotRange Positions;
  };
  /// A web that has no slot yet.
  struct OpenWeb {
    unsigned Root, Element;
    GCWeb Web;
    bool IsSplit = false;
  };

  std::vector<GCPlannedStore> Stores;
  std::vector<SmallVector<Holding, 1>> HoldingsOf;
  BitVector Occupied;
  unsigned NumSlots = 0, NumRestored = 0;
  std::deque<OpenWeb> Open;
  /// For rule 3 of allocation; the webs by their first positions.
  std::optional<GCSlotAllocator> Slots;

  const Holding *find(unsigned Root, unsigned Element, unsigned Position) const;
  unsigned getMaxRoots(const GCRoots &Roots, const BitVector &IsDedicated);
  void hold(const OpenWeb &Open, unsigned Slot);
  void storeInFrontOfEach(const OpenWeb &Open);
  void allocate();
  void sortStores();

public:
  /// Which roots of \p Roots need slots of their own.
  GCSlotPlan(const GCRoots &Roots, const GCControlFlow &Flow,
             const SafepointStates &States, bool IsLazy);

  /// In the order of the function.
  ArrayRef<GCPlannedStore> stores() const { return Stores; }
  unsigned getNumSlots() const { return NumSlots; }
  /// How many roots had to be stored more often for want of a slot.
  unsigned getNumRestored() const { return NumRestored; }
  /// The slot of an element of a root at a safepoint that needs it.
  unsigned getSlot(unsigned Root, unsigned Element, unsigned Safepoint) const;
  /// The slot that holds an element of a root at the start of a block, in front
  /// of what is stored there, if one does.
  std::optional<unsigned> findSlotAtStart(unsigned Root, unsigned Element,
                                          unsigned Block) const;
  /// The blocks in which some slot is occupied or stored to.
  const BitVector &occupied() const { return Occupied; }
};

} // end namespace llvm

#endif // LLVM_LIB_TRANSFORMS_GC_FRAMES_GCSLOTPLAN_H
