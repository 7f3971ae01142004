//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GCFrameObjects.h"
#include "GCFrameFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/GCPointers.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GCStrategyTraits.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/GC/GCRootStrategy.h"

using namespace llvm;

/// Slots begin where two words end, so objects made of them are aligned to as
/// many at most.
static constexpr uint64_t SlotAlignment = 2;
/// Of an object, in words.
static constexpr uint64_t MaxSize = 1 << 20;

/// Returns the type of all of \p Object, or null if its size is not constant.
static Type *getWholeType(const AllocaInst &Object) {
  Type *Each = Object.getAllocatedType();
  const auto *Count = dyn_cast<ConstantInt>(Object.getArraySize());
  if (!Count || Count->getValue().ugt(MaxSize) || containsScalableVector(Each))
    return nullptr;
  return ArrayType::get(Each, Count->getZExtValue());
}

/// Whether another function accesses \p Object in the frame of its own.
static bool isEscapedLocal(const AllocaInst &Object) {
  return any_of(Object.users(), [](const User *U) {
    const auto *Call = dyn_cast<IntrinsicInst>(U);
    return Call && Call->getIntrinsicID() == Intrinsic::localescape;
  });
}

std::optional<GCFrameObject>
llvm::makeGCFrameObject(AllocaInst &Object, const GCRootStrategy &Strategy) {
  const DataLayout &DL = Object.getDataLayout();
  const GCPointers &Pointers = Strategy.Pointers;
  const uint64_t Word = DL.getPointerSize(0);
  Type *Ty = getWholeType(Object);
  if (!Ty || !Pointers.containsReferences(Ty) || !Object.isStaticAlloca() ||
      Object.isUsedWithInAlloca() || Object.isSwiftError() ||
      isEscapedLocal(Object) || Object.hasMetadata(GCFrameMemoryMetadata))
    return std::nullopt;
  const uint64_t Size = DL.getTypeAllocSize(Ty);
  GCReferenceRuns References = makeGCReferenceRuns(Pointers, DL);
  if (Size > MaxSize * Word || !References.add(0, Ty, Pointers, DL))
    return std::nullopt;
  const unsigned Space = *Pointers.getRootAddressSpace();
  const Align OfReferences = DL.getPointerABIAlignment(Space);
  const Align Alignment = std::max(Object.getAlign(), OfReferences);
  const bool IsMadeOfSlots = References.covers(Size) &&
                             DL.getPointerSize(Space) == Word &&
                             Alignment.value() <= SlotAlignment * Word;
  if (!IsMadeOfSlots &&
      (!Strategy.HasMixedObjects || !References.isAligned(OfReferences) ||
       Alignment.value() > GCFrameObjectAlignment))
    return std::nullopt;
  return GCFrameObject{&Object, Size, Alignment, std::move(References),
                       IsMadeOfSlots};
}

SmallVector<GCFrameObject, 4>
llvm::collectGCFrameObjects(Function &F, const GCRootStrategy &Strategy) {
  SmallVector<GCFrameObject, 4> Objects;
  for (Instruction &I : F.getEntryBlock())
    if (auto *Object = dyn_cast<AllocaInst>(&I))
      if (auto InFrame = makeGCFrameObject(*Object, Strategy))
        Objects.push_back(std::move(*InFrame));
  return Objects;
}

unsigned GCFrameObject::getNumSlots() const {
  return IsMadeOfSlots ? References.runs().front().Count : 0;
}

unsigned GCFrameObject::alignSlot(unsigned Slot) const {
  const uint64_t Word = Object->getDataLayout().getPointerSize(0);
  return IsMadeOfSlots
             ? alignTo(Slot, std::max<uint64_t>(1, Alignment.value() / Word))
             : Slot;
}

unsigned llvm::addGCFrameObjectSlots(ArrayRef<GCFrameObject> Objects,
                                     unsigned First) {
  for (const GCFrameObject &Object : Objects)
    First = Object.alignSlot(First) + Object.getNumSlots();
  return First;
}
