//===----------------------------------------------------------------------===//
//
// Part of the LLVM Project, under the Apache License v2.0 with LLVM Exceptions.
// See https://llvm.org/LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rewrites a relocatable ELF file: drops sections, adds others, and renumbers
/// whatever refers to sections and symbols.
///
//===----------------------------------------------------------------------===//

#ifndef LLVM_TOOLS_LLVM_MANAGED_MAPS_REWRITER_H
#define LLVM_TOOLS_LLVM_MANAGED_MAPS_REWRITER_H

#include "llvm/Object/ELFObjectFile.h"
#include <string>
#include <vector>

namespace llvm {
namespace managed_maps {

/// A relocation of an added section or of code, relative to a section.
struct AddedRelocation {
  uint64_t Offset = 0;
  uint32_t Type = 0;
  /// The section that Addend counts from: a number that Rewriter::add has
  /// returned, or one of the file.
  uint64_t Section = 0;
  int64_t Addend = 0;
};

class Rewriter {
public:
  using Shdr = object::ELF64LE::Shdr;

  /// Fails if the file has something that cannot be renumbered.
  static Expected<Rewriter> create(const object::ELF64LEObjectFile &Obj);

  /// Drops the section of that number, and the relocations of it.
  void remove(uint64_t Section);
  /// Adds a section that is linked to the code \p Text, and in its group.
  /// Returns its number.
  uint64_t addLinked(StringRef Name, uint64_t Text, unsigned Alignment,
                     std::vector<uint8_t> Contents);
  /// Adds relocations of \p Section, which is one of the file or an added one.
  void relocate(uint64_t Section, std::vector<AddedRelocation> Relocations);

  /// The file.  It is an error if something refers to what has been removed.
  Expected<std::vector<uint8_t>> write();

private:
  using ELFT = object::ELF64LE;

  /// A section of the result, by its number.
  struct Section {
    Shdr Header;
    ArrayRef<uint8_t> Old;
    /// In place of Old.
    std::vector<uint8_t> New;
    bool IsNew = false;
    bool IsRemoved = false;
    uint64_t NewIndex = 0;

    ArrayRef<uint8_t> contents() const {
      return IsNew ? ArrayRef<uint8_t>(New) : Old;
    }
    std::vector<uint8_t> &edit() {
      if (!IsNew)
        New = Old.vec();
      IsNew = true;
      return New;
    }
  };

  explicit Rewriter(const object::ELF64LEObjectFile &Obj) : Obj(Obj) {}
  Error read();
  StringRef nameOf(const Section &S) const;
  uint64_t addSection(StringRef Name, const Shdr &Header);
  void joinGroup(uint64_t Member, uint64_t Of);
  void numberSections();
  Error renumberSymbols();
  void addRelocations();
  /// Of what refers to sections or symbols by number.
  Error renumberContents(Section &S);
  Error renumberRelocations(Section &S);
  Error renumberSymbolList(Section &S);
  void renumberGroup(Section &S);
  void renumberLinks();
  std::vector<uint8_t> layOut();

  const object::ELF64LEObjectFile &Obj;
  std::vector<Section> Sections;
  uint64_t Names = 0, Symbols = 0;
  /// By the number of the section that they are of.
  std::vector<std::pair<uint64_t, std::vector<AddedRelocation>>> Added;
  /// From old to new numbers; 0 for those that are gone.
  std::vector<uint32_t> NewSymbols;
  /// The symbol that stands for a section, by its number.
  std::vector<uint32_t> SectionSymbols;
};

} // namespace managed_maps
} // namespace llvm

#endif // LLVM_TOOLS_LLVM_MANAGED_MAPS_REWRITER_H
