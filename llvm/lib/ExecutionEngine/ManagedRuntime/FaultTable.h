//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The tables of fault maps: checking their rules and reading their entries.
///
/// Entries of version 2 are used where they are. What is not in order, or of
/// version 1, is decoded into an array of DecodedEntry.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTTABLE_H
#define LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTTABLE_H

#include "Visibility.h"
#include "llvm-c/ManagedRuntime.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include <stddef.h>
#include <stdint.h>

namespace llvm {
namespace LLVM_MANAGED_PRIVATE managed {

/// An entry that does not depend on where it is.
struct DecodedEntry {
  uintptr_t PC;
  uintptr_t Handler;
  uint32_t Site;
  /// As in a long entry.
  uint32_t Info;
};

/// No code is at this address or above: user addresses have up to 52 bits on
/// AArch64, 56 on x86-64.
constexpr uintptr_t EndOfCode = uintptr_t(1) << 57;

inline uintptr_t pcOf(const faultmap::ShortEntryV2 &Entry) {
  return reinterpret_cast<uintptr_t>(&Entry.Faulting) + Entry.Faulting;
}
inline uintptr_t pcOf(const faultmap::LongEntryV2 &Entry) {
  return reinterpret_cast<uintptr_t>(&Entry.Faulting) + Entry.Faulting;
}
inline uintptr_t pcOf(const DecodedEntry &Entry) { return Entry.PC; }

inline uintptr_t handlerOf(const faultmap::ShortEntryV2 &Entry) {
  return pcOf(Entry) + faultmap::getDistanceV2(Entry.Info);
}
inline uintptr_t handlerOf(const faultmap::LongEntryV2 &Entry) {
  return reinterpret_cast<uintptr_t>(&Entry.Handler) + Entry.Handler;
}
inline uintptr_t handlerOf(const DecodedEntry &Entry) { return Entry.Handler; }

inline uint32_t siteOf(const faultmap::ShortEntryV2 &) { return 0; }
inline uint32_t siteOf(const faultmap::LongEntryV2 &Entry) {
  return Entry.Site;
}
inline uint32_t siteOf(const DecodedEntry &Entry) { return Entry.Site; }

inline bool hasSite(const faultmap::ShortEntryV2 &) { return false; }
inline bool hasSite(const faultmap::LongEntryV2 &Entry) {
  return Entry.Info & faultmap::HasSiteV2;
}
inline bool hasSite(const DecodedEntry &Entry) {
  return Entry.Info & faultmap::HasSiteV2;
}

/// How the entries of an array are encoded.
enum class Encoding : uint8_t { Short, Long, Decoded };

/// Entries in ascending order of their faulting PC, none twice.
struct EntryArray {
  const void *First = nullptr;
  size_t Count = 0;
  Encoding How = Encoding::Decoded;
  /// Whether one of them needs the wide guard.
  bool HasWide = false;
  /// What to release with free(), if they are not the table itself.
  DecodedEntry *Copy = nullptr;

  size_t entrySize() const {
    return How == Encoding::Short  ? sizeof(faultmap::ShortEntryV2)
           : How == Encoding::Long ? sizeof(faultmap::LongEntryV2)
                                   : sizeof(DecodedEntry);
  }
  /// Where entry \p Index is.
  const void *at(size_t Index) const {
    return static_cast<const char *>(First) + Index * entrySize();
  }
};

/// Calls \p Visit with the entry at \p Where, as what it is.
template <typename Visitor>
inline auto visitEntry(const void *Where, Encoding How, Visitor Visit) {
  switch (How) {
  case Encoding::Short:
    return Visit(*static_cast<const faultmap::ShortEntryV2 *>(Where));
  case Encoding::Long:
    return Visit(*static_cast<const faultmap::LongEntryV2 *>(Where));
  case Encoding::Decoded:
    break;
  }
  return Visit(*static_cast<const DecodedEntry *>(Where));
}

inline uintptr_t pcAt(const void *Where, Encoding How) {
  return visitEntry(Where, How, [](const auto &Entry) { return pcOf(Entry); });
}

inline DecodedEntry decode(const void *Where, Encoding How) {
  return visitEntry(Where, How, [](const auto &Entry) -> DecodedEntry {
    uint32_t Kind = Entry.Info & faultmap::KindMaskV2;
    return {pcOf(Entry), handlerOf(Entry), siteOf(Entry),
            Kind | (hasSite(Entry) ? faultmap::HasSiteV2 : 0)};
  });
}

/// Where the PCs of a table may be.
struct CodeRange {
  uintptr_t Begin = 1;
  uintptr_t End = EndOfCode;

  bool contains(uintptr_t PC) const { return Begin <= PC && PC < End; }
};

/// Reads a table of version 2 in [Begin, End) and writes its entries to
/// \p Array, whose Copy belongs to the caller.  Both pointers may be null.
LLVMManagedStatus readShortTable(const void *Begin, const void *End,
                                 const CodeRange &Code, EntryArray &Array,
                                 LLVMManagedTableError &Error);
LLVMManagedStatus readLongTable(const void *Begin, const void *End,
                                const CodeRange &Code, EntryArray &Array,
                                LLVMManagedTableError &Error);

/// The same for tables of version 1.
LLVMManagedStatus readV1Tables(const void *Begin, const void *End,
                               const CodeRange &Code, EntryArray &Array,
                               LLVMManagedTableError &Error);

} // namespace LLVM_MANAGED_PRIVATE managed
} // end namespace llvm

#endif // LLVM_LIB_EXECUTIONENGINE_MANAGEDRUNTIME_FAULTTABLE_H
