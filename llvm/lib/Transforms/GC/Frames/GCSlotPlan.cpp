//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCSlotPlan.h"
#include "GCControlFlow.h"
#include "GCRoots.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/SafepointStates.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

/// Returns the roots that are live across a call that returns twice.
static BitVector findDedicated(const GCRoots &Roots,
                               const SafepointStates &States) {
  BitVector IsDedicated(Roots.roots().size());
  // For each safepoint, how many of those before it return twice.
  std::vector<unsigned> Before = {0};
  for (const CallBase *Call : States.safepoints())
    Before.push_back(Before.back() + Call->hasFnAttr(Attribute::ReturnsTwice));
  if (!Before.back())
    return IsDedicated;
  for (const auto &[Number, Root] : enumerate(Roots.roots()))
    IsDedicated[Number] = any_of(Root.Ranges, [&](const GCLiveRange &Range) {
      return Before[Range.First] != Before[Range.Last + 1];
    });
  return IsDedicated;
}

static unsigned getDefinitionBlock(const GCFrameRoot &Root,
                                   const GCControlFlow &Flow) {
  const auto *I = dyn_cast<Instruction>(Root.V);
  return I ? Flow.getNumber(I->getParent()) : 0;
}

/// Returns the largest number of roots without slots of their own at one
/// safepoint.
unsigned GCSlotPlan::getMaxRoots(const GCRoots &Roots,
                                 const BitVector &IsDedicated) {
  std::vector<int> Change(Flow.getNumPositions() + 1);
  for (const auto &[Number, Root] : enumerate(Roots.roots())) {
    if (IsDedicated[Number])
      continue;
    const int NumElements = Root.getNumElements();
    for (const GCLiveRange &Range : Root.Ranges) {
      const unsigned First = Flow.getPosition(Range.First);
      Change[First] += NumElements;
      Change[First + Range.Last - Range.First + 1] -= NumElements;
    }
  }
  int Now = 0, Max = 0;
  for (const int Difference : Change)
    Max = std::max(Max, Now += Difference);
  return Max;
}

void GCSlotPlan::hold(const OpenWeb &O, unsigned Slot) {
  SmallDenseSet<unsigned, 4> StoredAt;
  for (const GCStorePlace &Place : O.Web.Stores) {
    Stores.push_back({O.Root, O.Element, Slot, Place});
    if (Place.Where == GCStorePlace::AtStart)
      StoredAt.insert(Flow.getStart(Place.Number));
  }
  for (const GCSlotRange &Range : O.Web.Ranges) {
    const unsigned First = Range.First + StoredAt.contains(Range.First);
    if (First <= Range.Last)
      HoldingsOf[O.Root].push_back({O.Element, Slot, {First, Range.Last}});
  }
}

void GCSlotPlan::storeInFrontOfEach(const OpenWeb &O) {
  for (const GCSlotRange &Range : O.Web.Safepoints)
    for (unsigned I = Range.First; I <= Range.Last; ++I) {
      const unsigned Position = Flow.getPosition(I);
      const unsigned Slot = Slots->allocateAt(Position);
      Stores.push_back({O.Root, O.Element, Slot, {GCStorePlace::InFrontOf, I}});
      HoldingsOf[O.Root].push_back({O.Element, Slot, {Position, Position}});
    }
}

/// Gives slots to webs in the order of their first positions. What fits nowhere
/// is taken apart, first into the safepoints of each block.
void GCSlotPlan::allocate() {
  // The first position of a web, and its number.
  using Entry = std::pair<unsigned, unsigned>;
  std::vector<Entry> Whole;
  Whole.reserve(Open.size());
  for (const auto &[Number, O] : enumerate(Open))
    Whole.emplace_back(O.Web.Ranges.front().First, Number);
  sort(Whole);
  ArrayRef<Entry> Next = Whole;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> Parts;
  while (!Next.empty() || !Parts.empty()) {
    unsigned Number;
    if (Parts.empty() || (!Next.empty() && Next.front() < Parts.top())) {
      Number = Next.front().second;
      Next = Next.drop_front();
    } else {
      Number = Parts.top().second;
      Parts.pop();
    }
    if (auto Slot = Slots->allocate(Open[Number].Web.Ranges)) {
      hold(Open[Number], *Slot);
      continue;
    }
    if (Open[Number].IsSplit) {
      storeInFrontOfEach(Open[Number]);
      continue;
    }
    ++NumRestored;
    const OpenWeb Split = std::move(Open[Number]);
    for (const GCSlotRange &Range : Split.Web.Safepoints) {
      const unsigned First = Flow.getPosition(Range.First);
      GCWeb Part;
      Part.Ranges = {{First, First + Range.Last - Range.First}};
      Part.Stores = {{GCStorePlace::InFrontOf, Range.First}};
      Part.Safepoints = {Range};
      Open.push_back({Split.Root, Split.Element, std::move(Part), true});
      Parts.emplace(First, Open.size() - 1);
    }
  }
  NumSlots = Slots->size();
}

void GCSlotPlan::sortStores() {
  auto GetPosition = [&](const GCStorePlace &Place) {
    switch (Place.Where) {
    case GCStorePlace::InFrontOf:
      return Flow.getPosition(Place.Number);
    case GCStorePlace::AtStart:
      return Flow.getStart(Place.Number);
    case GCStorePlace::AtEnd:
      return Flow.getEnd(Place.Number);
    case GCStorePlace::OnEdge:
      return Flow.getEnd(Flow.getGraph().getEdge(Place.Number).From);
    }
    llvm_unreachable("unknown place");
  };
  // Positions are found once for each store, not for each comparison.
  std::vector<std::pair<unsigned, GCPlannedStore>> Positioned;
  Positioned.reserve(Stores.size());
  for (const GCPlannedStore &Store : Stores)
    Positioned.emplace_back(GetPosition(Store.Place), Store);
  sort(Positioned, [](const auto &A, const auto &B) {
    const auto GetKey = [](const auto &P) {
      const GCPlannedStore &Store = P.second;
      return std::make_tuple(P.first, Store.Place.Where, Store.Place.Number,
                             Store.Slot);
    };
    return GetKey(A) < GetKey(B);
  });
  copy(make_second_range(Positioned), Stores.begin());
  for (auto &Holdings : HoldingsOf)
    sort(Holdings, [](const Holding &A, const Holding &B) {
      return std::tie(A.Element, A.Positions.First) <
             std::tie(B.Element, B.Positions.First);
    });
}

GCSlotPlan::GCSlotPlan(const GCRoots &Roots, const GCControlFlow &Flow,
                       const SafepointStates &States, bool IsLazy)
    : Flow(Flow), HoldingsOf(Roots.roots().size()), Occupied(Flow.size()) {
  const BitVector IsDedicated = findDedicated(Roots, States);
  Slots.emplace(getMaxRoots(Roots, IsDedicated));
  GCWebBuilder Builder(Flow);
  std::deque<OpenWeb> Dedicated;
  for (const auto &[Number, Root] : enumerate(Roots.roots())) {
    std::vector<GCWeb> Webs =
        Builder.build(Root, getDefinitionBlock(Root, Flow), IsLazy);
    for (unsigned Element = 0; Element != Root.getNumElements(); ++Element)
      for (GCWeb &Web : Webs) {
        const bool IsLast = Element + 1 == Root.getNumElements();
        (IsDedicated[Number] ? Dedicated : Open)
            .push_back(
                {unsigned(Number), Element, IsLast ? std::move(Web) : Web});
      }
  }
  for (const auto *Webs : {&Open, &Dedicated})
    for (const OpenWeb &O : *Webs)
      for (const GCSlotRange &Range : O.Web.Ranges)
        Occupied.set(Flow.getBlockAt(Range.First));
  allocate();
  // Webs of the same element share a slot.
  for (unsigned I = 0; I != Dedicated.size(); ++I) {
    if (I == 0 || Dedicated[I].Root != Dedicated[I - 1].Root ||
        Dedicated[I].Element != Dedicated[I - 1].Element)
      ++NumSlots;
    hold(Dedicated[I], NumSlots - 1);
  }
  Open.clear();
  sortStores();
}

const GCSlotPlan::Holding *GCSlotPlan::find(unsigned Root, unsigned Element,
                                            unsigned Position) const {
  const std::pair<unsigned, unsigned> Wanted = {Element, Position};
  const ArrayRef<Holding> Holdings = HoldingsOf[Root];
  const auto *It = partition_point(Holdings, [&](const Holding &H) {
    return std::make_pair(H.Element, H.Positions.Last) < Wanted;
  });
  return It != Holdings.end() && It->Element == Element &&
                 It->Positions.First <= Position
             ? It
             : nullptr;
}

unsigned GCSlotPlan::getSlot(unsigned Root, unsigned Element,
                             unsigned Safepoint) const {
  const Holding *H = find(Root, Element, Flow.getPosition(Safepoint));
  assert(H && "not in a slot at this safepoint");
  return H->Slot;
}

std::optional<unsigned> GCSlotPlan::findSlotAtStart(unsigned Root,
                                                    unsigned Element,
                                                    unsigned Block) const {
  const Holding *H = find(Root, Element, Flow.getStart(Block));
  return H ? std::optional<unsigned>(H->Slot) : std::nullopt;
}
