//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The bytes of stack maps: numbers and the frames made of them.
///
/// What is registered was checked (StackMapTable.h), so the functions here read
/// without asking where the table ends. They are async-signal-safe.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPBYTES_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPBYTES_H

#include "Visibility.h"
#include "llvm/BinaryFormat/StackMaps.h"
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

#if defined(__aarch64__)
constexpr stackmap::TargetV4 HostTarget = stackmap::AArch64V4;
/// The registers whose places a walk knows are those below.
constexpr unsigned NumTrackedRegisters = 31;
#else
constexpr stackmap::TargetV4 HostTarget = stackmap::X86_64V4;
constexpr unsigned NumTrackedRegisters = 16;
#endif
/// DWARF numbers of registers are below, which leaves room for all there are.
constexpr unsigned NumRegisters = 128;

/// Whether the value of register \p R, of a suspended frame, may be known.
constexpr bool isTracked(uint64_t R) {
  return R < NumTrackedRegisters && R != HostTarget.SP;
}

inline uint64_t readUleb(const uint8_t *&Next) {
  uint64_t Byte = *Next++;
  uint64_t Value = Byte & 0x7f;
  for (unsigned Shift = 7; Byte & 0x80; Shift += 7) {
    Byte = *Next++;
    Value |= (Byte & 0x7f) << Shift;
  }
  return Value;
}

inline int64_t readSleb(const uint8_t *&Next) {
  uint64_t Value = 0, Byte;
  unsigned Shift = 0;
  do {
    Byte = *Next++;
    Value |= (Byte & 0x7f) << Shift;
    Shift += 7;
  } while (Byte & 0x80);
  if (Shift < 64 && Byte & 0x40)
    Value |= ~UINT64_C(0) << Shift;
  return static_cast<int64_t>(Value);
}

/// Passes over a number of any length.
inline void skipLeb(const uint8_t *&Next) {
  while (*Next++ & 0x80)
    ;
}

/// A number of any length as a set of bits.
inline bool hasBit(const uint8_t *Number, uint64_t Size, uint64_t Bit) {
  return Bit / 7 < Size && Number[Bit / 7] >> Bit % 7 & 1;
}

/// The compiler's own calls a function where there is no instruction.
inline unsigned countBits(uint32_t Bits) {
  Bits -= Bits >> 1 & 0x55555555;
  Bits = (Bits & 0x33333333) + (Bits >> 2 & 0x33333333);
  Bits = (Bits + (Bits >> 4)) & 0x0f0f0f0f;
  return Bits * 0x01010101 >> 24;
}

/// How many bits a set has before those of its locations.
inline unsigned numHeaderBits(uint8_t Flags) {
  return bool(Flags & stackmap::HasIds) + bool(Flags & stackmap::HasFrames) +
         bool(Flags & stackmap::HasDeopt);
}

/// What the first bits of a set say of a safepoint.
struct SetHeader {
  bool Id;
  bool Frame;
  bool Deopt;

  SetHeader(uint8_t Flags, uint8_t Bits) {
    Id = take(Flags & stackmap::HasIds, Bits);
    Frame = take(Flags & stackmap::HasFrames, Bits);
    Deopt = take(Flags & stackmap::HasDeopt, Bits);
  }

private:
  static bool take(bool IsThere, uint8_t &Bits) {
    if (!IsThere)
      return false;
    bool Bit = Bits & 1;
    Bits >>= 1;
    return Bit;
  }
};

/// What a frame's bytes say, with its saves still to be read.
struct FrameReader {
  stackmap::FrameBase Base;
  bool IsListed = false;
  /// From the base to the CFA, in words.
  uint64_t Offset = 0;
  /// The mask, or the number of saves that follow.
  uint64_t Saves = 0;

  /// Reads up to where the saves of a list begin.
  explicit FrameReader(const uint8_t *&Next) {
    uint64_t Rule = readUleb(Next);
    Base = static_cast<stackmap::FrameBase>(
        Rule & ((1u << stackmap::FrameBaseBits) - 1));
    Offset = Rule >> stackmap::FrameBaseBits;
    if (Base == stackmap::Unwalkable)
      return;
    uint64_t Word = readUleb(Next);
    IsListed = Word & stackmap::SavesListed;
    Saves = Word >> 1;
  }
  void skipSaves(const uint8_t *&Next) const {
    for (uint64_t I = 0; IsListed && I < 2 * Saves; ++I)
      skipLeb(Next);
  }
};

/// A frame in 32 bits: what the usual ones are, or, for the others, where
/// their bytes are. The offset comes last, so that a shift is all it takes.
///
///     bit  0      0: these fields, 1: bits 1-31 are the offset in the map
///     bit  1      the CFA is relative to FP, not SP
///     bits 2-12   the mask of saves
///     bits 13-16  the word below the CFA that has the return address
///     bits 17-31  from SP or FP to the CFA, in words
class PackedFrame {
public:
  PackedFrame() = default;
  static PackedFrame inMap(uint32_t Offset) {
    return PackedFrame(Offset << 1 | 1);
  }
  static bool canHold(const FrameReader &Frame) {
    return Frame.Base != stackmap::Unwalkable && !Frame.IsListed &&
           Frame.Offset < 1u << (32 - OffsetShift);
  }
  static PackedFrame of(const FrameReader &Frame) {
    return PackedFrame(
        uint32_t(Frame.Offset) << OffsetShift |
        returnWord(Frame.Saves) << ReturnShift |
        uint32_t(Frame.Saves) << MaskShift |
        (Frame.Base == stackmap::FromFP ? uint32_t(FromFPBit) : 0));
  }

  uint32_t bits() const { return Bits; }
  bool isInMap() const { return Bits & 1; }
  uint32_t mapOffset() const { return Bits >> 1; }
  bool isFromFP() const { return Bits & FromFPBit; }
  uint32_t mask() const { return Bits >> MaskShift & 0x7ff; }
  uint32_t returnWord() const {
    return HostTarget.ReturnAddress == stackmap::NoRegister
               ? 1
               : Bits >> ReturnShift & 0xf;
  }
  uint32_t offset() const { return Bits >> OffsetShift; }
  /// How many words from the CFA down the saves take.
  uint32_t numSavedWords() const {
    if (HostTarget.ReturnAddress == stackmap::NoRegister)
      return 1 + countBits(mask());
    return returnWord() + (mask() & 1);
  }

private:
  static constexpr unsigned FromFPBit = 2, MaskShift = 2, ReturnShift = 13,
                            OffsetShift = 17;

  explicit PackedFrame(uint32_t Bits) : Bits(Bits) {}

  static uint32_t returnWord(uint64_t Mask) {
    if (HostTarget.ReturnAddress == stackmap::NoRegister)
      return 1;
    stackmap::SavedRegister Saves[12] = {};
    unsigned Count = stackmap::expandMask(HostTarget, Mask, Saves);
    return Saves[Count - 1].Word;
  }

  uint32_t Bits = 1;
};

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_STACKMAPBYTES_H
