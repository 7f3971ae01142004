//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout of stack maps in object files, versions 3 and 4, as specified in
/// docs/StackMaps.md.
///
/// A *stack map* leads from the return address of a call to the references of
/// the frame that waits for it, and to that frame's caller. Producers are the
/// AsmPrinter and `llvm-managed-maps convert`; readers are the object tools
/// (llvm/Object/ManagedStackMaps.h) and the runtime (llvm-c/ManagedRuntime.h).
///
/// This header needs nothing of LLVM, so that a runtime without LLVM can use
/// it.  All fields have the byte order of the target.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_BINARYFORMAT_STACKMAPS_H
#define LLVM_BINARYFORMAT_STACKMAPS_H

#include <stdint.h>

namespace llvm {
namespace stackmap {

/// The id of statepoints that nobody gave one.
constexpr uint64_t DefaultId = 0xABCDEF00;
/// What version 3 has for records that it cannot hold; never an id in
/// version 4.
constexpr uint64_t InvalidId = ~UINT64_C(0);

// Version 3: tables of a header, functions, constants and records.

constexpr char SectionV3ELF[] = ".llvm_stackmaps";
constexpr char SegmentV3MachO[] = "__LLVM_STACKMAPS";
constexpr char SectionV3MachO[] = "__llvm_stackmaps";
constexpr unsigned AlignmentV3 = 8;

struct HeaderV3 {
  /// 3.
  uint8_t Version;
  uint8_t Reserved0;
  uint16_t Reserved1;
  uint32_t NumFunctions;
  uint32_t NumConstants;
  uint32_t NumRecords;
};

struct FunctionV3 {
  /// The absolute address.
  uint64_t Address;
  /// UnknownStackSizeV3 if it is not the same everywhere.
  uint64_t StackSize;
  uint64_t NumRecords;
};

constexpr uint64_t UnknownStackSizeV3 = ~UINT64_C(0);

/// Directly after it are its locations, and padding to a multiple of 8.
struct RecordV3 {
  uint64_t Id;
  /// From the function's address to the PC.
  uint32_t Offset;
  uint16_t Reserved;
  uint16_t NumLocations;
};

enum LocationKindV3 : uint8_t {
  Register = 1,
  Direct = 2,
  Indirect = 3,
  Constant = 4,
  ConstantIndex = 5
};

struct LocationV3 {
  uint8_t Kind;
  uint8_t Reserved0;
  uint16_t Size;
  uint16_t Register;
  uint16_t Reserved1;
  int32_t Offset;
};

/// Directly after it are the live-out registers, and padding to a multiple of
/// 8.
struct LiveOutsV3 {
  uint16_t Reserved;
  uint16_t NumLiveOuts;
};

struct LiveOutV3 {
  uint16_t Register;
  uint8_t Reserved;
  uint8_t Size;
};

// Version 4: an index of fixed size entries, and runs of function maps.

constexpr char IndexSectionV4[] = "llvm_gcidx";
constexpr char MapSectionV4[] = "llvm_gcmap";
constexpr unsigned IndexAlignmentV4 = 4;

struct IndexEntryV4 {
  /// The PC of the run's first safepoint, less the address of this field. If it
  /// is zero, the entry is padding, or marks the version that Run holds.
  int32_t First;
  /// The run's address, less that of this field.
  int32_t Run;
};

/// The flags of a function map.
enum FunctionFlagsV4 : uint8_t {
  HasDictionary = 1 << 0,
  HasDerived = 1 << 1,
  HasIds = 1 << 2,
  HasDeopt = 1 << 3,
  HasFrames = 1 << 4,
  SavedFirst = 1 << 5,
  HasLocations = 1 << 6,
  AllFlagsV4 = (1 << 7) - 1
};

/// The lowest bits of a frame's rule.
enum FrameBase : uint8_t { FromSP = 0, FromFP = 1, Unwalkable = 3 };
constexpr unsigned FrameBaseBits = 2;

/// The lowest bit of a frame's saves.
constexpr unsigned SavesListed = 1;

/// The lowest bits of a location.
enum LocationKind : uint8_t {
  BelowCFA = 0,
  InRegister = 1,
  AboveSP = 2,
  AtRegister = 3
};
constexpr unsigned LocationKindBits = 2;

/// The lowest bits of a value of deoptimization state.
enum DeoptKind : uint8_t {
  PositiveConstant = 0,
  NegativeConstant = 1,
  AtLocation = 2,
  OfRegister = 3,
  OfPlace = 4,
  AddressOfPlace = 5,
  LargeConstant = 6
};
constexpr unsigned DeoptKindBits = 3;

/// The width of every place in a frame that a map counts in, in bytes.
constexpr unsigned WordSize = 8;

/// What differs between the targets of version 4.
struct TargetV4 {
  /// DWARF numbers.
  uint8_t SP;
  uint8_t FP;
  /// The register that the return address is saved from, or NoRegister if the
  /// call pushed it to CFA - 8.
  uint8_t ReturnAddress;
  /// The register that points to the shadow call stack where there is one, or
  /// NoRegister. It never has a reference, and unwind tables compute it, so
  /// frames do not tell about it.
  uint8_t ShadowStack;
  /// Bytes of the smallest instruction, in which distances count.
  uint8_t CodeUnit;
  /// The registers of a mask of saves, from bit 0.
  uint8_t MaskRegisters[11];
  uint8_t NumMaskRegisters;
};

constexpr uint8_t NoRegister = 0xff;

constexpr TargetV4 X86_64V4 = {/*SP=*/7,
                               /*FP=*/6,
                               /*ReturnAddress=*/NoRegister,
                               /*ShadowStack=*/NoRegister,
                               /*CodeUnit=*/1,
                               {6, 15, 14, 13, 12, 3},
                               6};
constexpr TargetV4 AArch64V4 = {/*SP=*/31,
                                /*FP=*/29,
                                /*ReturnAddress=*/30,
                                /*ShadowStack=*/18,
                                /*CodeUnit=*/4,
                                {29, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28},
                                11};

/// A place where a function saved a register of its caller: the word at
/// CFA - 8 * Word.
struct SavedRegister {
  uint8_t Register;
  uint32_t Word;
};

/// Writes to \p Saves the places that \p Mask stands for on \p Target, in the
/// order that SavedFirst numbers locations in, and then, where a register has
/// the return address, that one. Returns their number. \p Mask must have no
/// bits but those of registers.
constexpr unsigned expandMask(const TargetV4 &Target, uint64_t Mask,
                              SavedRegister Saves[12]) {
  unsigned Count = 0;
  for (unsigned I = 0; I != Target.NumMaskRegisters; ++I)
    if (Mask >> I & 1)
      Saves[Count++] = {Target.MaskRegisters[I], 0};
  if (Target.ReturnAddress == NoRegister) {
    for (unsigned I = 0; I != Count; ++I)
      Saves[I].Word = I + 2;
    return Count;
  }
  // The frame pointer's bit is the lowest, but its word the last, after that
  // of the return address. Other registers are saved in pairs; the last one, if
  // it is alone, is in the lower word of its pair.
  const bool HasFP = Mask & 1;
  Saves[Count] = {Target.ReturnAddress, 0};
  const unsigned End = HasFP ? Count : Count + 1;
  uint32_t Word = 1;
  for (unsigned I = HasFP; I != End; ++I) {
    if (I + 1 == End && Word % 2 == 1)
      ++Word;
    Saves[I].Word = Word++;
  }
  if (HasFP) {
    Saves[Count].Word = Word;
    Saves[0].Word = Word + 1;
  }
  return Count + 1;
}

static_assert(sizeof(HeaderV3) == 16 && sizeof(FunctionV3) == 24 &&
                  sizeof(RecordV3) == 16 && sizeof(LocationV3) == 12 &&
                  sizeof(LiveOutsV3) == 4 && sizeof(LiveOutV3) == 4,
              "version 3 is laid out without holes");
static_assert(sizeof(IndexEntryV4) == 8, "version 4 is laid out without holes");

} // end namespace stackmap
} // end namespace llvm

#endif // LLVM_BINARYFORMAT_STACKMAPS_H
