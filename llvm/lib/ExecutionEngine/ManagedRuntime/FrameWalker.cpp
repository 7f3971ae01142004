//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrameWalker.h"
#include "IndexLookup.h"
#include "PagePolls.h"
#include "Readers.h"
#include <string.h>

using namespace llvm;
using namespace llvm::stackmap;
using namespace llvm::managed;

//===----------------------------------------------------------------------===//
// The caller of a frame, by the map
//===----------------------------------------------------------------------===//

static uint64_t *placeBelow(uintptr_t CFA, uint64_t Word) {
  return reinterpret_cast<uint64_t *>(CFA - Word * WordSize);
}

#if defined(__aarch64__)

static void restoreMask(FrameCursor &Cursor, uintptr_t CFA, uint32_t Mask) {
  SavedRegister Saves[12] = {};
  unsigned Count = expandMask(HostTarget, Mask, Saves);
  for (unsigned I = 0; I < Count; ++I)
    Cursor.Places[Saves[I].Register] = placeBelow(CFA, Saves[I].Word);
}

#else

namespace {

/// For each mask its registers, and then the stack pointer.
struct MaskRegisters {
  uint8_t Registers[1 << X86_64V4.NumMaskRegisters][8];

  constexpr MaskRegisters() : Registers() {
    for (unsigned Mask = 0; Mask < 1u << X86_64V4.NumMaskRegisters; ++Mask) {
      SavedRegister Saves[12] = {};
      unsigned Count = expandMask(X86_64V4, Mask, Saves);
      for (unsigned I = 0; I < 8; ++I)
        Registers[Mask][I] = I < Count ? Saves[I].Register : X86_64V4.SP;
    }
  }
};

} // end anonymous namespace

static constexpr MaskRegisters Masks;

/// Without branches, because what frames save cannot be predicted: always the
/// same number of registers. The stack pointer's entry stands for none.
static inline void restoreMask(FrameCursor &Cursor, uintptr_t CFA,
                               uint32_t Mask) {
  const uint8_t *Registers = Masks.Registers[Mask];
  for (unsigned I = 0; I < HostTarget.NumMaskRegisters; ++I)
    Cursor.Places[Registers[I]] = placeBelow(CFA, I + 2);
}

#endif

/// For frames that do not fit into 32 bits.
static LLVMManagedStep findCallerInMap(FrameCursor &Cursor, Caller &Found) {
  const uint8_t *Next = Cursor.Object->Map + Cursor.Frame.mapOffset();
  FrameReader Frame(Next);
  if (Frame.Base == Unwalkable)
    return LLVMManagedStepUnwalkable;
  uintptr_t Base = Cursor.SP;
  if (Frame.Base == FromFP && !Cursor.getRegister(HostTarget.FP, Base))
    return LLVMManagedStepCorrupt;
  Found.CFA = Base + Frame.Offset * WordSize;
  if (!isSane(Cursor, Found.CFA))
    return LLVMManagedStepCorrupt;
  SavedRegister Saves[NumRegisters];
  uint64_t Count = 0;
  if (!Frame.IsListed)
    Count = expandMask(HostTarget, Frame.Saves, Saves);
  for (; Frame.IsListed && Count < Frame.Saves; ++Count) {
    Saves[Count].Register = static_cast<uint8_t>(readUleb(Next));
    Saves[Count].Word = static_cast<uint32_t>(readUleb(Next));
  }
  for (uint64_t I = 0; I < Count; ++I)
    if (Saves[I].Word > (Found.CFA - Cursor.SP) / WordSize)
      return LLVMManagedStepCorrupt;
  // If no register has it, it was pushed.
  uint64_t *ReturnAddress = placeBelow(Found.CFA, 1);
  for (uint64_t I = 0; I < Count; ++I) {
    uint64_t *Place = placeBelow(Found.CFA, Saves[I].Word);
    if (Saves[I].Register < NumTrackedRegisters)
      Cursor.Places[Saves[I].Register] = Place;
    if (Saves[I].Register == HostTarget.ReturnAddress)
      ReturnAddress = Place;
  }
  Found.ReturnAddress = stripSignature(*ReturnAddress);
  return LLVMManagedStepFrame;
}

static inline LLVMManagedStep
findPackedCaller(FrameCursor &Cursor, PackedFrame Frame, Caller &Found) {
  uintptr_t Base = Cursor.SP;
  if (Frame.isFromFP())
    Base = *Cursor.Places[HostTarget.FP];
  uintptr_t CFA = Base + uintptr_t(Frame.offset()) * WordSize;
  if (!isSane(Cursor, CFA))
    return LLVMManagedStepCorrupt;
  // Relative to SP, the saves were checked when the map was registered.
  if (Frame.isFromFP() && CFA - Cursor.SP < Frame.numSavedWords() * WordSize)
    return LLVMManagedStepCorrupt;
  Found.CFA = CFA;
  Found.ReturnAddress = stripSignature(*placeBelow(CFA, Frame.returnWord()));
  restoreMask(Cursor, CFA, Frame.mask());
  return LLVMManagedStepFrame;
}

LLVMManagedStep managed::findCallerByMap(FrameCursor &Cursor, Caller &Found) {
  PackedFrame Frame = Cursor.Frame;
  return Frame.isInMap() ? findCallerInMap(Cursor, Found)
                         : findPackedCaller(Cursor, Frame, Found);
}

bool managed::findCFA(const FrameCursor &Cursor, uintptr_t &CFA) {
  PackedFrame Packed = Cursor.Frame;
  bool IsFromFP = Packed.isFromFP();
  uint64_t Offset = Packed.offset();
  if (Packed.isInMap()) {
    const uint8_t *Next = Cursor.Object->Map + Packed.mapOffset();
    FrameReader Frame(Next);
    if (Frame.Base == Unwalkable)
      return false;
    IsFromFP = Frame.Base == FromFP;
    Offset = Frame.Offset;
  }
  uintptr_t Base = Cursor.SP;
  if (IsFromFP && !Cursor.getRegister(HostTarget.FP, Base))
    return false;
  CFA = Base + Offset * WordSize;
  return true;
}

//===----------------------------------------------------------------------===//
// From frame to frame
//===----------------------------------------------------------------------===//

/// Whether the walk can go on at \p Next.  Its frames are above those that were
/// walked, and of empty segments above the anchor's.
static bool canFollow(const FrameCursor &Cursor,
                      const LLVMManagedAnchor &Next) {
  return Next.SP > Cursor.SP && Next.SP % WordSize == 0 &&
         Next.SP >= Cursor.StackBegin && Next.SP <= Cursor.StackEnd;
}

/// Has the walk be where the call of \p Anchor returns to.
static void enter(FrameCursor &Cursor, const LLVMManagedAnchor &Anchor) {
  Cursor.Anchor = &Anchor;
  Cursor.PC = stripSignature(Anchor.PC);
  Cursor.SP = Anchor.SP;
  memset(Cursor.Places, 0, sizeof(Cursor.Places));
  if (ucontext_t *Context = getContext(Anchor)) {
    for (unsigned R = 0; R < NumTrackedRegisters; ++R)
      if (R != HostTarget.SP)
        Cursor.Places[R] = getRegisterPlace(*Context, R);
    return;
  }
  // A collector writes them, though a walk does not.
  auto *Registers = const_cast<uint64_t *>(Anchor.Registers);
  static_assert(LLVM_MANAGED_ANCHOR_REGISTERS == HostTarget.NumMaskRegisters,
                "in the order of masks");
  for (unsigned I = 0; I < HostTarget.NumMaskRegisters; ++I)
    Cursor.Places[HostTarget.MaskRegisters[I]] = &Registers[I];
}

/// Has the walk, whose PC and SP are new, be at a frame; or at that of the next
/// anchor, if this is no managed code. \p IsFirst says whether the frame made
/// the call of the anchor.
static __attribute__((noinline)) LLVMManagedStep settle(FrameCursor &Cursor,
                                                        bool IsFirst) {
  for (;; IsFirst = true) {
    const IndexSlot *Slot = prepareLookup(StackMapIndex, Cursor.PC);
    FoundSafepoint Found;
    {
      ReadSection Section;
      findSafepoint(Slot, Cursor.PC, Found);
    }
    Cursor.Object = Found.Object;
    if (Found.Record) {
      Cursor.Frame = Found.Record->Frame;
      return Cursor.State = LLVMManagedStepFrame;
    }
    if (Found.IsInCode)
      return Cursor.State = LLVMManagedStepNoSafepoint;
    if (IsFirst && !Cursor.HasNativeCallers)
      return Cursor.State = LLVMManagedStepNoMap;
    const LLVMManagedAnchor *Next =
        Cursor.Anchor ? Cursor.Anchor->Next : nullptr;
    if (!Next)
      return Cursor.State = LLVMManagedStepEnd;
    if (!canFollow(Cursor, *Next))
      return Cursor.State = LLVMManagedStepCorrupt;
    enter(Cursor, *Next);
  }
}

LLVMManagedStep managed::startWalk(FrameCursor &Cursor,
                                   const LLVMManagedAnchor *Anchor,
                                   const LLVMManagedWalkOptions *Options) {
  memset(static_cast<void *>(&Cursor), 0, sizeof(Cursor));
  Cursor.StackEnd = UINTPTR_MAX;
  if (Options && Options->StackEnd) {
    Cursor.StackBegin = Options->StackBegin;
    Cursor.StackEnd = Options->StackEnd;
  }
  // It was not there in the first version.
  if (Options && Options->StructSize >= sizeof(LLVMManagedWalkOptions))
    Cursor.HasNativeCallers = Options->NativeCallers != 0;
  if (!Anchor)
    return Cursor.State = LLVMManagedStepEnd;
  if (!canFollow(Cursor, *Anchor))
    return Cursor.State = LLVMManagedStepCorrupt;
  enter(Cursor, *Anchor);
  return settle(Cursor, /*IsFirst=*/true);
}

/// For return addresses that are not in a granule of their own.
static __attribute__((noinline)) LLVMManagedStep
arriveElsewhere(FrameCursor &Cursor) {
  const SafepointRecord *Record = Cursor.Object->Safepoints.find(Cursor.PC);
  if (!Record)
    return settle(Cursor, /*IsFirst=*/false);
  Cursor.Frame = Record->Frame;
  return LLVMManagedStepFrame;
}

/// As goToCaller(), to be inlined. Most callers are of the same map.
static inline LLVMManagedStep arrive(FrameCursor &Cursor, Caller Found) {
  Cursor.SP = Found.CFA;
  Cursor.PC = Found.ReturnAddress;
  if (__builtin_expect(Cursor.Object->Safepoints.findFrame(Found.ReturnAddress,
                                                           Cursor.Frame),
                       true))
    return LLVMManagedStepFrame;
  return arriveElsewhere(Cursor);
}

LLVMManagedStep managed::goToCaller(FrameCursor &Cursor, const Caller &Found) {
  return arrive(Cursor, Found);
}

/// The other frames' way, where nothing has to be fast.
static __attribute__((noinline)) LLVMManagedStep
nextFrameInMap(FrameCursor &Cursor) {
  Caller Found;
  LLVMManagedStep Step = findCallerInMap(Cursor, Found);
  return Step == LLVMManagedStepFrame ? arrive(Cursor, Found)
                                      : Cursor.State = Step;
}

LLVMManagedStep managed::nextFrame(FrameCursor &Cursor) {
  if (__builtin_expect(Cursor.State != LLVMManagedStepFrame, false))
    return Cursor.State;
  PackedFrame Frame = Cursor.Frame;
  if (__builtin_expect(Frame.isInMap(), false))
    return nextFrameInMap(Cursor);
  // Nobody else has its address, so it stays in registers.
  Caller Found;
  if (__builtin_expect(findPackedCaller(Cursor, Frame, Found) !=
                           LLVMManagedStepFrame,
                       false))
    return Cursor.State = LLVMManagedStepCorrupt;
  return arrive(Cursor, Found);
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

LLVMManagedStep LLVMManagedStartWalk(LLVMManagedCursor *Cursor,
                                     const LLVMManagedAnchor *Anchor,
                                     const LLVMManagedWalkOptions *Options) {
  return startWalk(unwrap(*Cursor), Anchor, Options);
}

LLVMManagedStep LLVMManagedNextFrame(LLVMManagedCursor *Cursor) {
  return nextFrame(unwrap(*Cursor));
}

LLVMManagedStep LLVMManagedVisitStack(const LLVMManagedAnchor *Anchor,
                                      const LLVMManagedWalkOptions *Options,
                                      const LLVMManagedVisitor *Visitor,
                                      LLVMManagedCursor *Cursor) {
  LLVMManagedCursor Mine;
  FrameCursor &C = unwrap(Cursor ? *Cursor : Mine);
  LLVMManagedStep Step = startWalk(C, Anchor, Options);
  for (; Step == LLVMManagedStepFrame; Step = nextFrame(C))
    if (visitFrame(C, *Visitor) != LLVMManagedSuccess)
      return C.State = LLVMManagedStepCorrupt;
  return Step;
}
