//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The machine code of an object file: its sections, what the linker will do
/// to them, and the functions in them.
///
/// Everything has one address here.  In a linked image that is the virtual
/// address.  The sections of a relocatable object lie far apart in a space of
/// their own, in the order of the file.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_CODE_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_CODE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
namespace managed_maps {

struct FrameRange;

/// A relocation in machine code.
struct CodeRelocation {
  /// Of the first byte that it is about.
  uint64_t Address = 0;
  /// It changes nothing; the emitter marks entries with it.
  bool IsMark = false;
  /// Where symbol and addend lead, if that is loaded with this file.
  std::optional<uint64_t> Target;
  int64_t Addend = 0;
};

/// A section with machine code, or with data that is loaded.
struct CodeSection {
  StringRef Name;
  /// SectionRef::getIndex.
  uint64_t Index = 0;
  uint64_t Begin = 0;
  ArrayRef<uint8_t> Bytes;
  /// Ascending by address.
  std::vector<CodeRelocation> Relocations;
  /// Data between the code: [first, second), ascending.
  std::vector<std::pair<uint64_t, uint64_t>> Data;

  uint64_t end() const { return Begin + Bytes.size(); }
  bool contains(uint64_t Address) const {
    return Address - Begin < Bytes.size();
  }
  /// The one that begins at \p Address and is no mark, or null.
  const CodeRelocation *relocationAt(uint64_t Address) const;
};

/// A piece of a function: all of it, or what was put elsewhere.
struct FunctionPart {
  uint64_t Begin = 0, End = 0;
  /// Empty if no symbol says it.
  StringRef Name;
  /// Parts of the same function have the same number.
  unsigned Function = 0;
  /// The function begins here, as far as symbols tell.
  bool IsEntry = false;
  /// Exceptions may come back to the function.
  bool HasLandingPads = false;
};

class Code {
public:
  /// Reads sections, relocations and the functions that symbols tell of.  \p
  /// Obj outlives this.
  static Expected<Code> read(const object::ObjectFile &Obj);

  bool isRelocatable() const { return IsRelocatable; }
  /// How data is written. Instructions are little-endian on all targets.
  endianness dataEndianness() const { return DataEndianness; }

  /// Ascending by address.
  ArrayRef<CodeSection> sections() const { return Sections; }
  ArrayRef<FunctionPart> parts() const { return Parts; }

  /// The address of what a reader calls \p Place; nothing if it is in no
  /// section with code.
  std::optional<uint64_t> addressOf(object::SectionedAddress Place) const;

  /// As addressOf, of a place that a call returns to: it may be at the end of
  /// its section or function, and the byte before is in both.
  std::optional<uint64_t> addressOfReturn(object::SectionedAddress Place) const;

  /// Where \p Relocation, symbol and addend, leads to in what is loaded.
  std::optional<uint64_t> targetOf(const object::ObjectFile &Obj,
                                   object::RelocationRef Relocation) const;

  /// The section with code that \p Address is in, or null.
  const CodeSection *sectionAt(uint64_t Address) const;
  /// As sectionAt, for all that is loaded and has bytes in the file.
  const CodeSection *loadedSectionAt(uint64_t Address) const;
  /// The section of that SectionRef::getIndex, if it holds code.
  const CodeSection *sectionOf(uint64_t Index) const;
  /// The part that \p Address is in, the innermost one.
  const FunctionPart *partAt(uint64_t Address) const;

  /// Adds pieces of functions that have no symbol, and says of all which ones
  /// have landing pads.
  void addFrames(ArrayRef<FrameRange> Frames);

  /// Whether all functions are known by name.
  bool hasSymbols() const { return HasSymbols; }

  /// For messages: function and offset, or the section and the offset there.
  std::string describe(uint64_t Address) const;
  std::string describe(object::SectionedAddress Place) const;
  /// The same, of a place that a call returns to.
  std::string describePC(object::SectionedAddress Place) const;

private:
  std::string describe(uint64_t Address, uint64_t Inside) const;
  Error readSections(const object::ObjectFile &Obj);
  Error readRelocations(const object::ObjectFile &Obj);
  Error readSymbols(const object::ObjectFile &Obj);
  std::optional<uint64_t> addressOf(const object::SymbolRef &Symbol) const;
  CodeSection *loadedSectionOf(uint64_t Index);
  void joinOverlapping();

  bool IsRelocatable = false;
  endianness DataEndianness = endianness::little;
  bool HasSymbols = false;
  /// Those with code, and the others that are loaded.
  std::vector<CodeSection> Sections, DataSections;
  /// From SectionRef::getIndex to the position in Sections or DataSections.
  DenseMap<uint64_t, unsigned> ByIndex, DataByIndex;
  std::vector<FunctionPart> Parts;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_CODE_H
