//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The layout of fault maps in object files, versions 1 and 2, as specified in
/// docs/FaultMaps.md.
///
/// A *fault map* leads from the address of an instruction that replaces a check
/// to the block that runs when the check fails. Polls by page have entries,
/// too, which tell their faults from others. Its producer is the AsmPrinter;
/// its readers are the object tools (llvm/Object/ManagedMaps.h) and the runtime
/// (llvm-c/ManagedRuntime.h).
///
/// This header needs nothing of LLVM, so that a runtime without LLVM can use
/// it.  All fields have the byte order of the target.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_BINARYFORMAT_FAULTMAPS_H
#define LLVM_BINARYFORMAT_FAULTMAPS_H

#include <stdint.h>

namespace llvm {
namespace faultmap {

/// What the faulting instruction does to memory, and how far from zero it may
/// do so.  The values are the same in both versions; version 1 has only those
/// up to 3.
enum Kind : uint32_t {
  /// Of no entry; an entry whose bytes are all zero is padding.
  NoKind = 0,
  FaultingLoad = 1,
  FaultingLoadStore = 2,
  FaultingStore = 3,
  /// The same, of a check whose access may be anywhere in the wide guard.
  WideFaultingLoad = 4,
  WideFaultingLoadStore = 5,
  WideFaultingStore = 6,
  /// The instruction is a poll by page, whose references are in frames in
  /// memory: the thread is stopped at it, and its handler is where it ends.
  PollingPage = 7,
  /// In place of an entry, says that the table is of another version, which is
  /// in the other bits of the word (see makeVersionMark).
  VersionMark = 15
};

constexpr unsigned FirstKind = FaultingLoad;
constexpr unsigned LastKind = PollingPage;
constexpr unsigned LastKindV1 = FaultingStore;

/// Whether an entry of \p K is for the wide guard.
constexpr bool isWide(uint32_t K) {
  return K >= WideFaultingLoad && K <= WideFaultingStore;
}

/// The kind that is as \p K, one of 1 to 3, but for the wide guard.
constexpr uint32_t makeWide(uint32_t K) { return K + 3; }

/// The kind that is as \p K, but for the first page.
constexpr uint32_t withoutWide(uint32_t K) { return isWide(K) ? K - 3 : K; }

/// The wide guard: addresses from -WideGuardBelow to WideGuardAbove - 1, as
/// signed numbers.  That is an index of 32 bits, times 16 without sign or 32
/// with sign, and an offset of 4 GiB.
constexpr int64_t WideGuardBelow = INT64_C(1) << 36;
constexpr int64_t WideGuardAbove = (INT64_C(1) << 36) + (INT64_C(1) << 32);

/// Object files with entries for the wide guard refer to this symbol, from a
/// section that linkers keep.  What defines it in an image reserves the guard
/// before the code runs, or knows that somebody else does: so nothing is linked
/// that would run without.
constexpr char WideGuardSymbol[] = "LLVMManagedImageHasGuard";
constexpr char WideGuardSection[] = "llvm_wideguard";

// Version 1: tables of a header, functions and their entries.

constexpr char SectionV1ELF[] = ".llvm_faultmaps";
constexpr char SegmentV1MachO[] = "__LLVM_FAULTMAPS";
constexpr char SectionV1MachO[] = "__llvm_faultmaps";

struct HeaderV1 {
  /// 1.
  uint8_t Version;
  uint8_t Reserved0;
  uint16_t Reserved1;
  uint32_t NumFunctions;
};

/// Directly after it are its entries.
struct FunctionV1 {
  /// The absolute address.
  uint64_t Address;
  uint32_t NumEntries;
  uint32_t Reserved;
};

struct EntryV1 {
  uint32_t Kind;
  /// Both count from the function's address.
  uint32_t FaultingOffset;
  uint32_t HandlerOffset;
};

// Version 2: two sections of entries without any header.

/// Short entries.
constexpr char SectionV2[] = "llvm_faultmaps";
/// Long entries.
constexpr char SitesSectionV2[] = "llvm_faultsites";

/// The alignment of both sections.
constexpr unsigned AlignmentV2 = 8;

/// An entry without a site id whose handler is in the section of the faulting
/// instruction.
struct ShortEntryV2 {
  /// The faulting instruction's address, less that of this field.
  int32_t Faulting;
  /// From the lowest bit: the kind in 4 bits, then in 28 bits with sign the
  /// handler's address, less that of the faulting instruction.
  uint32_t Info;
};

/// Any entry.
struct LongEntryV2 {
  /// The faulting instruction's address, less that of this field.
  int32_t Faulting;
  /// The handler's address, less that of this field.
  int32_t Handler;
  /// The site id; zero if there is none.
  uint32_t Site;
  /// From the lowest bit: the kind in 4 bits, then whether there is a site id
  /// in one bit.  The others are zero.
  uint32_t Info;
};

constexpr unsigned KindBitsV2 = 4;
constexpr uint32_t KindMaskV2 = (1u << KindBitsV2) - 1;
constexpr uint32_t HasSiteV2 = 1u << KindBitsV2;
/// What a long entry's Info may have bits of.
constexpr uint32_t LongInfoMaskV2 = KindMaskV2 | HasSiteV2;

/// Distances from the faulting instruction to the handler that fit a short
/// entry.
constexpr int64_t MinDistanceV2 = -(INT64_C(1) << 27);
constexpr int64_t MaxDistanceV2 = (INT64_C(1) << 27) - 1;

/// The distance in the Info of a short entry.
constexpr int32_t getDistanceV2(uint32_t Info) {
  // Without a shift of a negative number, which C++17 leaves open.
  constexpr uint32_t Sign = 1u << (31 - KindBitsV2);
  return static_cast<int32_t>(((Info >> KindBitsV2) ^ Sign) - Sign);
}

/// The Info of an entry that marks its table as one of \p Version.
constexpr uint32_t makeVersionMark(uint32_t Version) {
  return Version << KindBitsV2 | VersionMark;
}

static_assert(sizeof(HeaderV1) == 8 && sizeof(FunctionV1) == 16 &&
                  sizeof(EntryV1) == 12,
              "version 1 is laid out without holes");
static_assert(sizeof(ShortEntryV2) == 8 && sizeof(LongEntryV2) == 16,
              "version 2 is laid out without holes");

} // end namespace faultmap
} // end namespace llvm

#endif // LLVM_BINARYFORMAT_FAULTMAPS_H
