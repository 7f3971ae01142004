//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Readers of the tables that managed code leaves in object files: fault maps,
/// versions 1 and 2, as docs/FaultMaps.md specifies them.
///
/// There are three levels:
///
///  1. readFaultMaps: all entries of an object file, the answer to "which
///     instructions have which handlers".
///  2. readFaultMapSections: the same section by section, with what version 1
///     has around its entries, for dumpers.
///  3. parseFaultMap: the bytes of one section, from wherever they are.
///
/// All of them take untrusted input.  What is malformed is an Error that names
/// the section, the offset in it and the rule that is broken:
///
///     section 'llvm_faultmaps' (index 5) at offset 0x18: kind 9 is not known
///
/// Time is O(n log n) and memory O(n) in the size of the file, whatever counts
/// it contains.  Nothing is kept between calls, so any number of threads may
/// read at the same time.
///
/// The readers prove that a table is well-formed, not that it is right: an
/// entry may be there twice, or lead into the middle of an instruction.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_OBJECT_MANAGEDMAPS_H
#define LLVM_OBJECT_MANAGEDMAPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include "llvm/BinaryFormat/FaultMaps.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
namespace object {

/// One entry of a fault map.
///
/// A place in the code is a SectionedAddress.  In a linked image its Address is
/// the virtual address that the image is linked for and its SectionIndex
/// UndefSection.  In a relocatable object the Address is the offset in the
/// section whose index (SectionRef::getIndex) is SectionIndex.
struct FaultMapEntry {
  /// The first byte of the instruction that faults.
  SectionedAddress FaultingPC;
  /// The first instruction of the handler.
  SectionedAddress HandlerPC;
  /// The site id; only version 2 has any.
  std::optional<uint32_t> Site;
  /// FaultingLoad, FaultingLoadStore or FaultingStore.
  faultmap::Kind Kind = faultmap::NoKind;
  /// 1 or 2.
  uint8_t Version = 0;
  /// Where the entry stands: SectionRef::getIndex of its section, and the
  /// offset of its first byte there.
  uint64_t SectionIndex = 0;
  uint64_t Offset = 0;
};

/// A function's record in a table of version 1.
struct FaultMapFunction {
  /// Where the function begins.
  SectionedAddress Address;
  /// The address as the bytes have it, before any relocation.
  uint64_t AddressField = 0;
  /// The offset of the record in the section.
  uint64_t Offset = 0;
  /// Its entries in FaultMapSection::Entries.
  size_t FirstEntry = 0;
  size_t NumEntries = 0;
  /// The linker has dropped the function: it is at address 0 of a linked
  /// image. The Faulting PC and Handler PC of its entries mean nothing.
  bool IsDiscarded = false;
};

/// A table of version 1; a section may have several.
struct FaultMapTable {
  /// The offset of the header in the section.
  uint64_t Offset = 0;
  /// Its functions in FaultMapSection::Functions.
  size_t FirstFunction = 0;
  size_t NumFunctions = 0;
};

/// What the bytes of a section are.
enum class FaultMapFormat {
  /// Tables of version 1.
  Tables,
  /// Short entries of version 2.
  Short,
  /// Long entries of version 2.
  Long
};

/// The fault map in one section.
struct FaultMapSection {
  std::string Name;
  /// SectionRef::getIndex.
  uint64_t Index = 0;
  FaultMapFormat Format = FaultMapFormat::Tables;
  /// In the order of the section, padding left out.
  std::vector<FaultMapEntry> Entries;
  /// Of version 1.
  std::vector<FaultMapFunction> Functions;
  std::vector<FaultMapTable> Tables;

  /// 1 or 2.
  unsigned getVersion() const {
    return Format == FaultMapFormat::Tables ? 1 : 2;
  }
};

/// What a relocation makes of a field of a fault map or stack map.
struct ManagedMapRelocation {
  enum FieldType {
    /// An address of 64 bits.
    Absolute64,
    /// 32 bits relative to the field.
    Relative32
  };

  /// The first byte of the field, as an offset in the section.
  uint64_t Offset = 0;
  FieldType Type = Absolute64;
  /// What the field leads to: symbol and addend, without the field's own
  /// address.
  SectionedAddress Target;
  /// The size of the section of Target: no instruction is at or beyond this
  /// Address.
  uint64_t Limit = UINT64_MAX;
  /// Target is in a section with code.
  bool IsCode = true;
};

/// How to treat a field that should have a relocation and has none.
enum class ManagedMapUnrelocated {
  /// It is an error.
  Refuse,
  /// In version 1 of fault maps and 3 of stack maps, take the address of the
  /// function as it is, absolute: the SectionIndex is UndefSection.  For
  /// dumpers.
  Absolute
};

/// The bytes of one section, for parseFaultMap and parseStackMapTables.
struct ManagedMapBytes {
  StringRef SectionName;
  /// As SectionRef::getIndex; only handed through.
  uint64_t SectionIndex = 0;
  ArrayRef<uint8_t> Contents;
  /// The address of the first byte in a linked image.
  uint64_t Address = 0;
  llvm::endianness Endian = llvm::endianness::little;
  /// The width of an address in bits, 32 or 64.
  unsigned AddressBits = 64;
  /// The bytes are of a relocatable object: each field that needs a relocation
  /// must have one.
  bool IsRelocatable = false;
  ManagedMapUnrelocated Unrelocated = ManagedMapUnrelocated::Refuse;
  /// Ascending by offset.  In a linked image those that are left for the
  /// dynamic linker.
  ArrayRef<ManagedMapRelocation> Relocations;
};

/// Reads the bytes of a section.
LLVM_ABI Expected<FaultMapSection> parseFaultMap(const ManagedMapBytes &Bytes,
                                                 FaultMapFormat Format);

/// The format of \p Section if it has a fault map, by its name.
LLVM_ABI std::optional<FaultMapFormat>
getFaultMapFormat(const SectionRef &Section);

/// How to read an object file.
struct ManagedMapReadOptions {
  ManagedMapUnrelocated Unrelocated = ManagedMapUnrelocated::Refuse;
  /// Which sections to look at; all if empty.
  SectionFilterPredicate Filter;
};

/// Reads the sections of \p Obj that have fault maps, in the file's order, and
/// applies relocations. There may be none, and several of the same name. It is
/// an error if the file is neither ELF nor Mach-O.
LLVM_ABI Expected<std::vector<FaultMapSection>>
readFaultMapSections(const ObjectFile &Obj,
                     const ManagedMapReadOptions &Options = {});

/// The entries of all fault maps of \p Obj in the file's order, without those
/// of discarded functions.
LLVM_ABI Expected<std::vector<FaultMapEntry>>
readFaultMaps(const ObjectFile &Obj);

/// "FaultingLoad" and so on; empty if \p Kind is none of an entry.
LLVM_ABI StringRef getFaultKindName(faultmap::Kind Kind);

} // end namespace object
} // end namespace llvm

#endif // LLVM_OBJECT_MANAGEDMAPS_H
