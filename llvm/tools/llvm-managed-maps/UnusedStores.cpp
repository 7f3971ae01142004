//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameAccess.h"
#include "PlaceFlow.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::managed_maps;
using namespace llvm::object;

static constexpr int64_t WordSize = stackmap::WordSize;

std::vector<UnusedStore> llvm::managed_maps::findUnusedStores(
    const FunctionCode &F, const FrameAccesses &Accesses, const Decoder &D,
    ArrayRef<PlacesAtCall> Safepoints) {
  if (F.hasGaps() || Accesses.isOpen() ||
      !all_of(Safepoints, [](const PlacesAtCall &S) { return S.IsComplete; }))
    return {};
  std::vector<std::pair<unsigned, FrameAccess>> Stores;
  std::vector<FrameAccess> Uses;
  // Arguments of calls are in the words from there on.
  DenseSet<int64_t> Arguments;
  for (unsigned Number = 0; Number != F.instructions().size(); ++Number) {
    const DecodedInst &I = F.instructions()[Number];
    if (D.getAnalysis().isCall(I.Inst)) {
      const std::optional<int64_t> Stack = Accesses.stackAt(Number);
      if (!Stack)
        return {};
      Arguments.insert(*Stack);
    }
    const std::optional<FrameAccess> A = Accesses.at(Number);
    if (!A)
      continue;
    if (D.describe(I).mayLoad())
      Uses.push_back(*A);
    else if (!A->IsPush && A->Begin)
      Stores.push_back({Number, *A});
  }
  for (const PlacesAtCall &S : Safepoints) {
    for (auto [First, Last] : S.Other)
      Uses.push_back({First, uint64_t(Last - First)});
    for (const StackMapLocation &Place : S.Listed)
      if (Place.Kind == StackMapLocation::FromCFA)
        Uses.push_back({Place.Offset, WordSize});
  }

  llvm::stable_sort(Stores, [](const auto &A, const auto &B) {
    return *A.second.Begin < *B.second.Begin;
  });
  std::vector<UnusedStore> Unused;
  for (const auto &[Number, Store] : Stores) {
    const int64_t First = *Store.Begin, Last = First + int64_t(Store.Size);
    if (First >= 0 || any_of(Uses, [&, First = First](const FrameAccess &Use) {
          return Use.mayBe(First, Last);
        }))
      continue;
    if (Arguments.count(First))
      Arguments.insert(First + int64_t(alignTo(Store.Size, WordSize)));
    else
      Unused.push_back({Number, StackMapLocation::fromCFA(First)});
  }
  return Unused;
}
