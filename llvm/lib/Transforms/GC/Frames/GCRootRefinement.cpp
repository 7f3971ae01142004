//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCRootRefinement.h"
#include "GCRoots.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCBasePointers.h"
#include "llvm/IR/Constant.h"
#include "llvm/Transforms/GC/GCRootRules.h"
#include <limits>
#include <optional>

using namespace llvm;

namespace {

/// Numbers of safepoints, from First to Last.
struct Interval {
  unsigned First, Last;
};
/// Sorted, and neither touching nor overlapping.
using IntervalList = SmallVector<Interval, 4>;

class Refinement {
  std::vector<GCFrameRoot> &Roots;
  GCBasePointers &Bases;
  const GCKeepers &Keepers;
  DenseMap<const Value *, unsigned> Numbers;
  /// Where values are covered, once that is known.
  DenseMap<const Value *, IntervalList> Covered;

  bool isKeptOutside(const GCBase &Base) const {
    return !Base.IsMirror &&
           (isa<Constant>(Base.V) || Keepers.Outside.contains(Base.V));
  }
  IntervalList getLive(const Value &V) const;
  IntervalList intersectKeepers(const Value &V);
  void cover(const Value &V);

public:
  Refinement(std::vector<GCFrameRoot> &Roots, GCBasePointers &Bases,
             const GCKeepers &Keepers)
      : Roots(Roots), Bases(Bases), Keepers(Keepers) {
    for (const auto &[Number, Root] : enumerate(Roots))
      Numbers[Root.V] = Number;
  }
  void run();
};

} // end anonymous namespace

static IntervalList normalize(IntervalList List) {
  sort(List,
       [](const Interval &A, const Interval &B) { return A.First < B.First; });
  IntervalList Result;
  for (const Interval &I : List)
    if (!Result.empty() && uint64_t(Result.back().Last) + 1 >= I.First)
      Result.back().Last = std::max(Result.back().Last, I.Last);
    else
      Result.push_back(I);
  return Result;
}

static IntervalList intersect(const IntervalList &A, const IntervalList &B) {
  IntervalList Result;
  for (size_t I = 0, J = 0; I != A.size() && J != B.size();) {
    const unsigned First = std::max(A[I].First, B[J].First);
    const unsigned Last = std::min(A[I].Last, B[J].Last);
    if (First <= Last)
      Result.push_back({First, Last});
    A[I].Last < B[J].Last ? ++I : ++J;
  }
  return Result;
}

/// Returns the interval of \p List with \p Safepoint in it, if there is one.
static const Interval *find(const IntervalList &List, unsigned Safepoint) {
  const auto *It = partition_point(
      List, [&](const Interval &I) { return I.Last < Safepoint; });
  return It != List.end() && It->First <= Safepoint ? It : nullptr;
}

/// Takes the ends of \p Range that are in \p List from it. Returns false if
/// nothing is left.
static bool shrink(GCLiveRange &Range, const IntervalList &List) {
  if (const Interval *Start = find(List, Range.First)) {
    if (Start->Last >= Range.Last)
      return false;
    Range.First = Start->Last + 1;
  }
  if (const Interval *End = find(List, Range.Last))
    Range.Last = End->First - 1;
  return true;
}

IntervalList Refinement::getLive(const Value &V) const {
  IntervalList Live;
  auto It = Numbers.find(&V);
  if (It != Numbers.end())
    for (const GCLiveRange &Range : Roots[It->second].Ranges)
      Live.push_back({Range.First, Range.Last});
  return normalize(std::move(Live));
}

/// Returns where all that keep \p V are covered, which is known of each.
IntervalList Refinement::intersectKeepers(const Value &V) {
  auto It = Keepers.Inside.find(&V);
  if (It == Keepers.Inside.end())
    return {};
  IntervalList All = {{0, std::numeric_limits<unsigned>::max()}};
  for (Value *Keeper : It->second) {
    const GCBase Base = Bases.find(Keeper);
    if (isKeptOutside(Base))
      continue;
    All =
        intersect(All, Base.IsMirror ? IntervalList() : Covered.lookup(Base.V));
  }
  return All;
}

void Refinement::cover(const Value &V) {
  // Keepers first; those of one value may have the same ones.
  SmallVector<std::pair<const Value *, bool>, 16> Stack = {{&V, false}};
  while (!Stack.empty()) {
    const auto [Top, IsOpen] = Stack.pop_back_val();
    if (Covered.contains(Top))
      continue;
    if (IsOpen) {
      IntervalList List = getLive(*Top);
      append_range(List, intersectKeepers(*Top));
      Covered[Top] = normalize(std::move(List));
      continue;
    }
    Stack.emplace_back(Top, true);
    auto It = Keepers.Inside.find(Top);
    if (It == Keepers.Inside.end())
      continue;
    for (Value *Keeper : It->second) {
      const GCBase Base = Bases.find(Keeper);
      if (!Base.IsMirror && !isKeptOutside(Base))
        Stack.emplace_back(Base.V, false);
    }
  }
}

void Refinement::run() {
  for (const GCFrameRoot &Root : Roots)
    cover(*Root.V);
  for (GCFrameRoot &Root : Roots) {
    const IntervalList Kept = intersectKeepers(*Root.V);
    erase_if(Root.Ranges,
             [&](GCLiveRange &Range) { return !shrink(Range, Kept); });
  }
  erase_if(Roots, [](const GCFrameRoot &Root) { return Root.Ranges.empty(); });
}

void llvm::refineGCRoots(std::vector<GCFrameRoot> &Roots, GCBasePointers &Bases,
                         const GCKeepers &Keepers) {
  erase_if(Roots, [&](const GCFrameRoot &Root) {
    return Keepers.Outside.contains(Root.V) ||
           Keepers.Unrooted.contains(Root.V);
  });
  if (!Keepers.Inside.empty())
    Refinement(Roots, Bases, Keepers).run();
}
