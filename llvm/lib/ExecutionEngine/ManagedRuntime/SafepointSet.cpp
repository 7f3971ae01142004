//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SafepointSet.h"
#include <type_traits>

using namespace llvm;
using namespace llvm::managed;

// Rules of thumb: more directory or granules than records are not worth it.
static constexpr uint64_t MaxBlocksPerSafepoint = 4;
static constexpr uint64_t MaxGranulesPerSafepoint = 32;

static size_t alignUp(size_t Size) { return (Size + 7) / 8 * 8; }

bool SafepointSet::measure(const GrowingArray<Safepoint> &Safepoints) {
  Count = Safepoints.size();
  if (!Count)
    return true;
  Base = Safepoints[0].PC;
  Span = Safepoints[Count - 1].PC - Base + 1;
  if (Span > UINT32_MAX)
    return false;
  const uint64_t NumBlocks =
      unitOf(static_cast<uint32_t>(Span)) / BlockUnits + 1;
  const uint64_t NumGranules = Span / GranuleSize + 1;
  IsDense = NumBlocks <= MaxBlocksPerSafepoint * Count + 16;
  Size = alignUp(Count * sizeof(SafepointRecord));
  if (!IsDense) {
    Size += alignUp(Count * sizeof(uint32_t));
    return true;
  }
  Size += alignUp((NumBlocks + 1) * sizeof(uint32_t)) + alignUp(Count + 8);
  if (NumGranules <= MaxGranulesPerSafepoint * Count + 64) {
    GranuleSpan = Span;
    size_t NumFrames = Count + 1 < MaxFrames ? Count + 1 : MaxFrames;
    Size += alignUp(NumGranules * sizeof(uint16_t)) +
            alignUp(NumFrames * sizeof(PackedFrame));
  }
  return true;
}

namespace {

/// Numbers the frames of a map, as long as there are not too many.
class FrameNumbers {
public:
  explicit FrameNumbers(PackedFrame *Frames, uint32_t Capacity)
      : Frames(Frames), Capacity(Capacity) {}
  bool allocate() { return Numbers.grow(NumPlaces); }

  /// The number of \p Frame; zero if it gets none.
  uint32_t get(PackedFrame Frame) {
    uint32_t I = Frame.bits() * UINT32_C(0x9e3779b1) >> (32 - PlaceBits);
    // There are twice as many places as numbers.
    for (; Numbers[I]; I = (I + 1) % NumPlaces)
      if (Frames[Numbers[I]].bits() == Frame.bits())
        return Numbers[I];
    if (Next == Capacity)
      return 0;
    Frames[Next] = Frame;
    return Numbers[I] = static_cast<uint16_t>(Next++);
  }

private:
  static constexpr unsigned PlaceBits = 14, NumPlaces = 1 << PlaceBits;

  PackedFrame *Frames;
  const uint32_t Capacity;
  uint32_t Next = 1;
  GrowingArray<uint16_t> Numbers;
};

} // end anonymous namespace

bool SafepointSet::fill(const GrowingArray<Safepoint> &Safepoints,
                        void *Memory) {
  if (!Count)
    return true;
  auto *Next = static_cast<uint8_t *>(Memory);
  memset(Next, 0, Size);
  auto Take = [&Next](auto *&Array, size_t Number) {
    Array = reinterpret_cast<std::remove_reference_t<decltype(Array)>>(Next);
    Next += alignUp(Number * sizeof(*Array));
  };
  Take(Records, Count);
  const uint64_t NumBlocks =
      unitOf(static_cast<uint32_t>(Span)) / BlockUnits + 1;
  const uint32_t NumFrames =
      Count + 1 < MaxFrames ? static_cast<uint32_t>(Count + 1) : MaxFrames;
  if (IsDense) {
    Take(Directory, NumBlocks + 1);
    Take(Bytes, Count + 8);
  } else {
    Take(Keys, Count);
  }
  if (GranuleSpan) {
    Take(Granules, Span / GranuleSize + 1);
    Take(Frames, NumFrames);
  }
  FrameNumbers Numbers(Frames, NumFrames);
  if (GranuleSpan && !Numbers.allocate())
    return false;

  uint64_t Block = 0;
  for (size_t I = 0; I < Count; ++I) {
    const Safepoint &S = Safepoints[I];
    const auto Key = static_cast<uint32_t>(S.PC - Base);
    SafepointRecord &Record = Records[I];
    Record.Frame = S.Frame;
    Record.HasId = S.HasId;
    Record.Function = S.Function;
    Record.Site = S.Site;
    if (!IsDense) {
      Keys[I] = Key;
      continue;
    }
    while (Block < unitOf(Key) / BlockUnits)
      Directory[++Block] = static_cast<uint32_t>(I);
    Bytes[I] = unitOf(Key) % BlockUnits;
    if (!GranuleSpan)
      continue;
    if (uint32_t Frame = Numbers.get(S.Frame))
      Granules[Key / GranuleSize] =
          static_cast<uint16_t>(Frame * GranuleSize + Key % GranuleSize);
  }
  while (IsDense && Block < NumBlocks)
    Directory[++Block] = static_cast<uint32_t>(Count);
  return true;
}

const SafepointRecord *SafepointSet::findSparse(uint32_t Key) const {
  const uint32_t *First = Keys;
  for (size_t Left = Count; Left > 1;) {
    size_t Half = Left / 2;
    First = First[Half] <= Key ? First + Half : First;
    Left -= Half;
  }
  return *First == Key ? Records + (First - Keys) : nullptr;
}
