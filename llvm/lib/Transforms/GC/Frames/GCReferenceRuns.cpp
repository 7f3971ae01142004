//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCReferenceRuns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"

using namespace llvm;

/// Bytes of an array that is looked at.
static constexpr uint64_t MaxArraySize = 1 << 24;

GCReferenceRuns llvm::makeGCReferenceRuns(const GCPointers &Pointers,
                                          const DataLayout &DL) {
  const unsigned Space = *Pointers.getRootAddressSpace();
  return GCReferenceRuns(
      alignTo(DL.getPointerSize(Space), DL.getPointerABIAlignment(Space)));
}

void GCReferenceRuns::add(uint64_t Offset, uint64_t Count) {
  if (!Count)
    return;
  assert(Offset >= End && "references in the wrong order");
  if (Offset == End && !Runs.empty())
    Runs.back().Count += Count;
  else
    Runs.push_back({Offset - End, Count});
  End = Offset + Count * Stride;
}

void GCReferenceRuns::add(uint64_t Offset, const GCReferenceRuns &Other) {
  for (const auto [Skip, Count] : Other.Runs) {
    Offset += Skip;
    add(Offset, Count);
    Offset += Count * Stride;
  }
}

bool GCReferenceRuns::add(uint64_t Offset, Type *Ty, const GCPointers &Pointers,
                          const DataLayout &DL) {
  if (!Pointers.containsReferences(Ty))
    return true;
  // In objects of more bytes than there are addresses, offsets are any numbers.
  if (Offset < End)
    return false;
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    const StructLayout &Layout = *DL.getStructLayout(Struct);
    return all_of(seq(Struct->getNumElements()), [&](unsigned Member) {
      return add(Offset + Layout.getElementOffset(Member),
                 Struct->getElementType(Member), Pointers, DL);
    });
  }
  if (const auto *Array = dyn_cast<ArrayType>(Ty)) {
    Type *Element = Array->getElementType();
    GCReferenceRuns Each(Stride);
    if (!Each.add(0, Element, Pointers, DL))
      return false;
    if (Each.Runs.empty())
      return true;
    const uint64_t Size = DL.getTypeAllocSize(Element);
    if (Array->getNumElements() > MaxArraySize / Size)
      return false;
    for (uint64_t I = 0; I != Array->getNumElements(); ++I)
      add(Offset + I * Size, Each);
    return true;
  }
  const auto *Vector = dyn_cast<FixedVectorType>(Ty);
  if (Ty->getPointerAddressSpace() != Pointers.getRootAddressSpace() ||
      (Vector && DL.getTypeSizeInBits(Vector->getElementType()) != Stride * 8))
    return false;
  add(Offset, Vector ? Vector->getNumElements() : 1);
  return true;
}

bool GCReferenceRuns::covers(uint64_t Size) const {
  return Size == End && Runs.size() == 1 && Runs.front().Skip == 0;
}

bool GCReferenceRuns::contains(uint64_t Offset,
                               const GCReferenceRuns &Part) const {
  uint64_t Start = 0; // Of the next run here.
  const auto *Run = Runs.begin();
  for (const GCReferenceRun &Asked : Part.Runs) {
    Offset += Asked.Skip;
    const uint64_t AskedEnd = Offset + Asked.Count * Stride;
    while (Run != Runs.end() &&
           Start + Run->Skip + Run->Count * Stride <= Offset) {
      Start += Run->Skip + Run->Count * Stride;
      ++Run;
    }
    // Runs do not touch each other, so one has all that are asked for.
    if (Run == Runs.end() || Start + Run->Skip > Offset ||
        (Offset - Start - Run->Skip) % Stride ||
        Start + Run->Skip + Run->Count * Stride < AskedEnd)
      return false;
    Offset = AskedEnd;
  }
  return true;
}

bool GCReferenceRuns::isAligned(Align Alignment) const {
  return all_of(Runs, [&](const GCReferenceRun &Run) {
    return llvm::isAligned(Alignment, Run.Skip);
  });
}
